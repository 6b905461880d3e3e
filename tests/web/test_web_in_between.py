"""What happens in the moment between looking and writing: nobody acts for the other side, or in another game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.pursuit.commands import MISTER_X
from companion.pairing import Pairing
from companion.protocol import hear
from companion.web import his_news
from tests.support.players import legal_step
from tests.web.ears import Ear
from tests.web.evenings import CLASSIC, SHERLOCK, House, a_game, a_house, d, do, phone, stranger

pytestmark = pytest.mark.usefixtures("hasty")


@pytest.fixture
def sherlock() -> Iterator[House]:
    with a_house(**SHERLOCK) as house:
        yield house


def until(house: House, true: Callable[[], bool]) -> None:
    """Play whatever comes to mind until it is *true*."""
    rng, table = Random(5), house.evening.on
    while not true():
        table.submit(legal_step(table.game, rng)[0])


def test_no_detective_ends_mister_xs_turn_and_so_has_him_shown(sherlock: House) -> None:
    table = sherlock.evening.on
    sherlock.evening.set(touch=True)
    until(sherlock, lambda: "end_turn" in table.mister_x().actions)
    before = sherlock.evening.written()
    said = {"do": "end_turn", "step": table.step}
    assert do(stranger(sherlock.app), said, "/table/do") == (409, "Mister X has to move first.")
    assert sherlock.evening.written() == before


def test_mister_x_does_not_end_the_detectives_turn(sherlock: House) -> None:
    table = sherlock.evening.on
    until(sherlock, lambda: bool((s := table.sight()) and s.choices.may_end))
    before = sherlock.evening.written()
    status, sentence = do(sherlock.his, {"do": "end_turn", "step": table.step})
    assert status == 409
    assert "turn" in sentence
    assert sherlock.evening.written() == before


def meanwhile(monkeypatch: pytest.MonkeyPatch, happens: Callable[[], None]) -> None:
    """*happens* once, just before his state is made."""
    made: list[bool] = []
    real = his_news.his_state

    def late(table: Any) -> Any:
        if not made:
            made.append(True)
            happens()
        return real(table)

    monkeypatch.setattr(his_news, "his_state", late)


def test_the_old_phone_hears_nothing_of_a_game_that_begins_while_it_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with a_house(**CLASSIC) as house:
        meanwhile(monkeypatch, lambda: house.evening.begin(**CLASSIC))
        ear = Ear(house.his, "/x/events")
        assert [name for name, _ in ear.heard()] == ["gone"]
        ear.close()


def test_a_phone_for_a_game_that_is_given_up_at_the_card_hears_nothing_of_the_one_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with a_house(**CLASSIC) as house:
        house.evening.on.prepare(a_game(**CLASSIC | {"starts": {}}))
        his = phone(house.app, house.evening)
        meanwhile(monkeypatch, lambda: house.evening.on.forget_prepared() and None)
        ear = Ear(his, "/x/events")
        assert [name for name, _ in ear.heard()] == ["gone"]
        ear.close()


def test_a_prepared_game_that_can_not_be_read_any_more_shows_nobody_the_one_before(tmp_path: Path) -> None:
    board = tmp_path / "mine.yaml"
    board.write_text((Path(__file__).parents[2] / "maps" / "demo.yaml").read_text("utf-8"), "utf-8")
    with a_house(**CLASSIC) as house:
        command = a_game(edition="classic-1983", map=str(board))
        house.evening.on.prepare(command)
        his = phone(house.app, house.evening)
        board.unlink()
        assert house.evening.on.prepared is None
        ear = Ear(his, "/x/events")
        assert ear.last("state")["phase"] == "card"
        ear.close()
        before = house.evening.written()
        status, _ = do(his, {"do": "travel", "ticket": "taxi", "to": 88, "step": house.evening.on.step})
        assert status == 409
        assert house.evening.written() == before


def test_a_phone_that_is_put_out_while_its_move_is_on_its_way_moves_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with a_house(**CLASSIC) as house:
        table, asked = house.evening.on, []
        real = Pairing.is_his

        def put_out(self: Pairing, secret: str | None) -> bool:
            asked.append(secret)
            if len(asked) == 3:  # it was his when the page asked, and when the table looked first
                self.open()
            return real(self, secret)

        monkeypatch.setattr(Pairing, "is_his", put_out)
        status, _ = do(house.his, {"do": "travel", "ticket": "taxi", "to": 88, "step": table.step})
        assert status == 403
        assert table.mister_x().mister_x.station == 117


def test_a_pause_that_comes_while_his_move_is_on_its_way_holds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with a_house(**CLASSIC) as house:
        table, looks = house.evening.on, []

        def hear_and_rest(said: Any) -> Any:
            looks.append(said)
            table.remember(paused=True)
            return hear(said)

        monkeypatch.setattr("companion.web.said.hear", hear_and_rest)
        status, _ = do(house.his, {"do": "travel", "ticket": "taxi", "to": 88, "step": table.step})
        assert looks
        assert status == 409
        assert table.mister_x().mister_x.station == 117


def test_a_detectives_move_is_not_taken_back_by_a_step_that_was_guessed() -> None:
    with a_house(**CLASSIC) as house:
        table = house.evening.on
        assert do(house.his, {"do": "travel", "ticket": "taxi", "to": 88, "step": table.step})[0] == 204
        table.submit(d("red", 102))
        status, _ = do(house.his, {"do": "undo", "step": table.step})
        assert status == 409
        sight = table.sight()
        assert sight is not None
        assert sight.view.pawns["red"].station == 102
        assert sight.view.turn != MISTER_X
