"""axe-core, run inside a page: what would keep somebody from using it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
LOOK = Path(__file__).with_name("barriers.js").read_text("utf-8")


class Axe:
    """Call it with a page that must have no barriers."""

    def __init__(self, script: Path) -> None:
        self._script = script.read_text("utf-8")

    def __call__(self, page: Page) -> None:
        barriers = self.barriers(page)
        assert not barriers, "\n".join(["axe-core found:", *map(_told, barriers)])

    def barriers(self, page: Page) -> list[dict[str, Any]]:
        """What axe-core calls violations."""
        # Evaluated, not loaded: a page's Content-Security-Policy keeps scripts from elsewhere out, and this is one.
        if not page.evaluate("'axe' in window"):
            page.evaluate(self._script)
        found: list[dict[str, Any]] = page.evaluate(LOOK, RULES)
        return found


def _told(barrier: dict[str, Any]) -> str:
    where = [
        f"    {part['html']}\n      {' '.join(part['failureSummary'].split())}" for part in barrier["nodes"]
    ]
    return "\n".join([f"  {barrier['id']} ({barrier['impact']}): {barrier['help']}", *where])
