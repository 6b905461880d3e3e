"""A full game of each edition: one browser is Mister X, the detectives have the keypad, a tablet looks on."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from companion.editions import edition_names
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.views import MisterXView
from tests.browser.detectives import seen, their_turn
from tests.browser.devices import TABLET, Devices
from tests.browser.evenings import Evening
from tests.browser.phones import Phone, his_phone, sit_down

EDITIONS = list(enumerate(edition_names(), 1))


def his_turn(phone: Phone, rng: Random) -> None:
    """He does what his page offers, until it is the detectives' turn."""
    while (view := phone.view()).turn == MISTER_X and not view.outcome:
        phone.keep_open()
        before = phone.table_step()
        _one_thing(phone, view, rng)
        phone.evening.until(lambda before=before: phone.table_step() != before)  # type: ignore[misc]
        expect(phone.key("cancel")).to_have_count(0)


def _one_thing(phone: Phone, view: MisterXView, rng: Random) -> None:
    if view.start is None and view.tile:
        taken = {pawn.station for pawn in view.pawns.values()}
        return _place(phone, next(station for station in view.tile if station not in taken))
    if view.landings:
        return _place(phone, view.landings[0])
    extras = [action for action in view.actions if action not in ("end_turn", "show")]
    if extras and rng.random() < 0.7:
        return _extra(phone, rng.choice(extras))
    if "end_turn" in view.actions:
        return phone.press("end_turn")
    ticket, to = rng.choice(view.moves)
    phone.choose(to)
    phone.press(f"by-{ticket}")
    if any(first == (ticket, to) for first, _ in view.doubles) and rng.random() < 0.2:
        phone.press("double")
    return phone.press("confirm")


def _place(phone: Phone, station: int) -> None:
    phone.press(f"place-{station}")
    phone.press("confirm")


def _extra(phone: Phone, action: str) -> None:
    phone.press(action)
    if action == "hideout":
        phone.page.locator("#sheet [data-key^='take-']").first.click()
    phone.press("confirm")


@pytest.mark.parametrize(("place", "edition"), EDITIONS, ids=[name for _, name in EDITIONS])
def test_a_game_is_played_to_its_end_and_replayed(
    evening: Evening, device: Devices, place: int, edition: str
) -> None:
    rng = Random(f"browser {edition}")
    sit_down(evening, place, 3)
    phone = his_phone(device, evening).pair()
    wall = device(TABLET)
    wall.open("/table")
    table = evening.bench.table
    assert table is not None
    assert seen(table).view.edition == edition
    while not seen(table).view.outcome:
        his_turn(phone, rng)
        their_turn(evening, rng)
    outcome = seen(table).view.outcome
    assert outcome is not None
    verdict = (
        "wins" if outcome.winner == MISTER_X else "The detectives win" if outcome.winner else "Nobody won."
    )
    expect(wall.page.locator("#turn")).to_contain_text(verdict)
    expect(phone.page.locator("#turn")).to_have_text("The game is over")
    wall.page.locator("#scene").dispatch_event("pointerdown")
    wall.page.get_by_role("link", name="Watch the hunt again").click()
    expect(wall.page.locator("#checked")).to_contain_text("all by the rules.")
    expect(wall.page.locator("#log tbody tr")).to_have_count(seen(table).view.window)
