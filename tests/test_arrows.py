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


def modules(*folders: str) -> list[Path]:
    return sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("file", modules("firmware"), ids=lambda file: file.stem)
def test_firmware_knows_keys_and_pixels_and_nothing_of_the_game(file: Path) -> None:
    assert not [name for name in imports(file) if name.split(".")[0] == "companion"]


def test_panel_and_web_do_not_know_each_other() -> None:
    for file in modules("companion/panel"):
        assert not [name for name in imports(file) if name.startswith("companion.web")], file
    for file in modules("companion/web"):
        assert not [name for name in imports(file) if name.startswith("companion.panel")], file


def test_renderers_see_views_and_never_the_game() -> None:
    """The whole truth has a name; who never says it can't show it."""
    secret = {"companion.games.pursuit.secret_half", "companion.games.pursuit.belief"}
    for file in modules("companion/panel", "companion/web"):
        tree = ast.parse(file.read_text("utf-8"))
        named = {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names
        }
        assert not named & {"Game", "Secret", "Position"}, file
        assert not imports(file) & secret, file
        attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert not attributes & {"game", "position", "events"}, file
    for file in modules("companion/panel"):
        assert "mister_x_view" not in file.read_text("utf-8")


def test_screens_draw_what_they_are_given_and_ask_nobody() -> None:
    for file in modules("companion/panel/screens"):
        for name in imports(file):
            assert name.split(".")[0] != "companion" or name.startswith("companion.panel.")
            assert name not in {"companion.panel.desk", "companion.panel.panel"}, file


def test_real_devices_are_opened_in_one_place() -> None:
    openers = {"gpiozero.pins.lgpio", "lgpio"}
    users = [
        file.name
        for file in modules("companion", "firmware")
        if any(name in openers for name in imports(file))
    ]
    assert users == ["parts.py"]
    for file in modules("companion/panel", "companion/web", "companion/games"):
        drivers = {
            "firmware.keypad",
            "firmware.oled",
            "firmware.lights",
            "firmware.buzzer",
            "firmware.numpad",
        }
        assert not imports(file) & drivers, file
