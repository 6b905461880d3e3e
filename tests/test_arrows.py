"""Who may import whom: the one direction of the design, enforced."""

from __future__ import annotations

import ast
import sys
from inspect import signature
from pathlib import Path

import pytest

import companion
from companion.games.pursuit.belief import follow, possible
from companion.games.pursuit.views import may_end_turn, public_view, turn_of

ROOT = Path(companion.__file__).parent.parent
RULES = sorted((ROOT / "companion" / "games").rglob("*.py"))

# A pure rule asks no clock, no dice, no disk and no network. The seed of a command feeds Random.
IMPURE = {
    "asyncio",
    "datetime",
    "io",
    "logging",
    "os",
    "pathlib",
    "secrets",
    "socket",
    "sqlite3",
    "subprocess",
}
IMPURE |= {"tempfile", "threading", "time", "uuid"}


def imports(file: Path) -> set[str]:
    """The modules *file* imports, by their full names."""
    package = ".".join(file.relative_to(ROOT).with_suffix("").parts[:-1])
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package.split(".")[: -node.level + 1 or None]) if node.level else ""
            found.add(".".join(part for part in (base, node.module) if part))
    return found


@pytest.mark.parametrize("file", RULES, ids=lambda file: file.stem)
def test_the_rules_import_the_standard_library_only_and_nothing_impure(file: Path) -> None:
    for name in imports(file):
        top = name.split(".")[0]
        assert name.startswith("companion.games") or top in sys.stdlib_module_names, (
            f"{file.name} imports {name}"
        )
        assert top not in IMPURE, f"{file.name} imports {name}"


def test_only_setting_up_draws_and_only_with_a_seed() -> None:
    users = [file.name for file in RULES if "random" in imports(file)]
    assert users == ["setup.py"]
    text = (ROOT / "companion" / "games" / "pursuit" / "setup.py").read_text("utf-8")
    assert text.count("Random(f") == text.count("Random(")


def test_the_deduction_and_the_tables_view_are_never_given_the_secret_half() -> None:
    tree = ast.parse((ROOT / "companion" / "games" / "pursuit" / "belief.py").read_text("utf-8"))
    named = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} | {
        n.attr for n in ast.walk(tree) if isinstance(n, ast.Attribute)
    }
    assert not named & {"Game", "Secret", "secret"}
    for function in (public_view, turn_of, may_end_turn, follow, possible):
        kinds = {str(parameter.annotation) for parameter in signature(function).parameters.values()}
        assert not any("Game" in kind or "Secret" in kind for kind in kinds), function.__name__


def test_no_rule_asks_for_an_edition_by_name() -> None:
    names = [file.stem for file in (ROOT / "companion" / "editions").glob("*.yaml")]
    assert names
    for file in (ROOT / "companion").rglob("*.py"):
        text = file.read_text("utf-8")
        code = ast.unparse(ast.parse(text))
        for name in names:
            assert f"== '{name}'" not in code, f"{file.name} branches on {name}"
