"""The whole box on simulated parts, in real time: what a person at the simulator can do to it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from unittest import mock

import pytest
from PIL import Image

from companion.config import Config
from companion.config_file import read_config
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.pairing import Pairing, Role
from companion.panel.panel import UNREAD
from companion.panel.screens.screen import picture
from companion.workbench import Workbench
from firmware import matrix
from firmware.keys import KEYS, Key

TAXI = Ticket.TAXI
NOTICED = 0.5
"""Seconds for a key to be noticed, if it is noticed at all: a keypad may be unplugged, and a machine busy."""


def soon(what: Callable[[], bool], patience: float = 20.0) -> None:
    """Wait until *what* is true, which it should be in a moment."""
    end = time.monotonic() + patience
    while not what():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


class Hands:
    """Hands on the workbench, eyes on its display."""

    def __init__(self, journal: Path, config: Config | None = None) -> None:
        self.journal = journal
        self.bench = Workbench(config or Config(night=None), journal, lambda: None)

    def tap(self, keys: str) -> None:
        for key in map(Key, keys.replace(" ", "")):
            box = self.bench._box
            assert box is not None
            with mock.patch.object(box.panel, "press", wraps=box.panel.press) as heard:
                self.bench.press(key)
                end = time.monotonic() + NOTICED
                while not heard.called and time.monotonic() < end:
                    time.sleep(0.005)
                self.bench.release(key)
            time.sleep(0.04)

    def sees(self, name: str) -> bool:
        """Whether the display shows what the box means to show, which is a screen of this kind."""
        box = self.bench._box
        if box is None or box.panel.shown is None:
            return False
        screen = box.panel.shown
        return type(screen).__name__ == name and self.pixels() == picture(screen).tobytes()

    def page(self) -> str:
        """What kind of page is open."""
        box = self.bench._box
        return type(box.panel.page).__name__ if box else ""

    def pixels(self) -> bytes:
        snapshot = self.bench.snapshot()
        pages = Image.frombytes("L", (128, 8), snapshot.screen)
        image = Image.new("1", (128, 64))
        image.putdata([pages.getpixel((x, y // 8)) >> y % 8 & 1 for y in range(64) for x in range(128)])
        return image.tobytes()

    def begin(self) -> None:
        """A game of the classic edition, as the book has it, and Mister X's first move."""
        soon(lambda: self.sees("MenuScreen"))
        self.tap("1 2 3# 1")
        soon(lambda: self.sees("ListScreen"))
        self.tap("#")
        self.pair()
        soon(lambda: self.sees("WaitingScreen"))
        self.his_move()
        soon(lambda: self.sees("TurnScreen"))

    def pair(self) -> str:
        """A phone for Mister X: it says the code on the display, and the table accepts it. The phone's secret."""
        soon(lambda: self.sees("CodeScreen"))
        offer = self.pairing.offer
        assert offer is not None
        secret = self.pairing.ask(offer.code)
        soon(lambda: self.sees("CheckScreen"))
        time.sleep(UNREAD)
        self.tap("#")
        soon(lambda: self.pairing.paired)
        return secret

    @property
    def pairing(self) -> Pairing:
        pairing = self.bench.pairing
        assert pairing is not None
        return pairing

    def his_move(self) -> None:
        table = self.bench.table
        assert table is not None
        ticket, to = table.mister_x().moves[0]
        table.submit(c.Travel(MISTER_X, Ticket[ticket.upper()], to))

    def change_a_setting(self) -> None:
        """Somebody switches the sound off on the menu."""
        soon(lambda: self.sees("MenuScreen"))
        self.tap("22")

    def turn(self) -> object:
        table = self.bench.table
        sight = table.sight() if table else None
        return sight.view.turn if sight else None


@pytest.fixture
def hands(tmp_path: Path) -> Iterator[Hands]:
    found = Hands(tmp_path / "table.journal")
    yield found
    found.bench.close()


def test_a_game_begins_by_keys_and_the_display_shows_it_pixel_for_pixel(hands: Hands) -> None:
    hands.begin()
    snapshot = hands.bench.snapshot()
    assert snapshot.power
    assert snapshot.shown
    assert snapshot.lights["red"] == 1.0


def test_an_unplugged_display_comes_back_by_itself_with_the_right_picture(hands: Hands) -> None:
    hands.begin()
    hands.bench.set_fault("oled", True)
    hands.tap("1")  # somebody types blind
    assert not hands.bench.snapshot().shown
    hands.bench.set_fault("oled", False)
    soon(lambda: hands.bench.snapshot().shown and hands.sees("TurnScreen"))


def test_unplugged_lights_and_buzzer_stop_no_game(hands: Hands) -> None:
    hands.bench.set_fault("lights", True)
    hands.bench.set_fault("buzzer", True)
    hands.begin()
    hands.bench.set_fault("lights", False)
    soon(lambda: hands.bench.snapshot().lights["red"] == 1.0)


def test_after_a_power_cut_the_game_is_offered_first_and_goes_on_where_it_was(hands: Hands) -> None:
    hands.begin()
    table = hands.bench.table
    assert table is not None
    before = table.sight()
    hands.bench.power(False)
    assert hands.bench.table is None
    assert not hands.bench.snapshot().shown
    hands.bench.power(True)
    soon(lambda: hands.sees("MenuScreen"))
    hands.tap("#")
    soon(lambda: hands.sees("TurnScreen"))
    table = hands.bench.table
    assert table is not None
    after = table.sight()
    assert before is not None
    assert after is not None
    assert after.view == before.view


def test_bouncing_keys_type_each_digit_once(hands: Hands) -> None:
    hands.begin()
    hands.bench.set_fault("bounce", True)
    hands.tap("12")
    soon(lambda: getattr(hands.bench._box and hands.bench._box.panel.shown, "typed", "") == "12")


def test_a_number_pad_that_is_plugged_in_types_too(hands: Hands) -> None:
    hands.begin()
    hands.bench.set_fault("keypad", True)
    hands.tap("1")
    hands.bench.set_fault("numpad", True)
    time.sleep(2.5)  # it is looked for every two seconds
    hands.tap("2")
    soon(lambda: getattr(hands.bench._box and hands.bench._box.panel.shown, "typed", "") == "2")


def test_a_stuck_key_is_told_and_leaves_the_others_working(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matrix, "STUCK_AFTER", 0.3)
    soon(lambda: hands.sees("MenuScreen"))
    hands.bench.stick(Key.FIVE)
    soon(lambda: hands.bench.troubles == ("5",))
    assert hands.bench.snapshot().stuck == "5"
    hands.tap("1")  # New game: in another row and another column than the 5
    soon(lambda: hands.page() == "EditionMenu")
    hands.tap("2")  # in its column
    soon(lambda: hands.page() == "Number")
    hands.bench.stick(None)
    soon(lambda: hands.bench.troubles == ())
    assert hands.bench.snapshot().stuck is None


def test_tunes_are_heard_by_whoever_listens(hands: Hands) -> None:
    heard: list[object] = []
    leave = hands.bench.watch(lambda tune: heard.append(tune) if tune else None)
    soon(lambda: hands.sees("MenuScreen"))
    hands.tap("D")
    soon(lambda: bool(heard))
    leave()


def test_whoever_comes_and_goes_at_the_same_moment_forgets_nobody(hands: Hands) -> None:
    def come_and_go() -> None:
        for _ in range(2000):
            hands.bench.watch(lambda _: None)()

    heard: list[object] = []
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        others = [Thread(target=come_and_go) for _ in range(4)]
        for other in others:
            other.start()
        for _ in range(500):
            hands.bench.watch(heard.append)
        for other in others:
            other.join()
    finally:
        sys.setswitchinterval(usual)
    soon(lambda: hands.sees("MenuScreen"))
    before = len(heard)
    hands.bench.stick(None)
    assert len(heard) - before == 500


def test_what_is_wrong_with_the_box_is_said_until_it_is_mended(hands: Hands) -> None:
    hands.begin()
    assert hands.bench.troubles == ()
    rung: list[bool] = []
    hands.bench.follow(lambda: rung.append(True))
    hands.bench.set_fault("oled", True)
    hands.tap("1")
    soon(lambda: hands.bench.troubles == ("oled",))
    assert rung
    hands.bench.set_fault("oled", False)
    soon(lambda: hands.bench.troubles == ())
    hands.bench.power(False)
    assert hands.bench.troubles == ()


def test_mister_x_keeps_his_phone_through_a_power_cut_and_an_open_code_is_void(hands: Hands) -> None:
    soon(lambda: hands.sees("MenuScreen"))
    hands.tap("1 2 3# 1")
    soon(lambda: hands.sees("ListScreen"))
    hands.tap("#")
    soon(lambda: hands.sees("CodeScreen"))
    hands.bench.power(False)
    assert hands.bench.pairing is None
    hands.bench.power(True)
    assert hands.pairing.offer is None
    soon(lambda: hands.sees("MenuScreen"))
    hands.tap("1")
    secret = hands.pair()
    hands.bench.power(False)
    hands.bench.power(True)
    assert hands.pairing.role(secret) is Role.MISTER_X


def test_whoever_follows_the_evening_hears_of_every_box_that_is_to_come(hands: Hands) -> None:
    heard: list[bool] = []
    leave = hands.bench.follow(lambda: heard.append(hands.bench.table is not None))
    hands.bench.power(False)
    hands.bench.power(True)
    assert heard[0] is False
    assert heard[-1] is True
    heard.clear()
    hands.change_a_setting()
    soon(lambda: bool(heard))
    leave()
    heard.clear()
    hands.bench.power(False)
    assert not heard


def test_a_box_without_display_lights_or_buzzer_still_plays(tmp_path: Path) -> None:
    file = tmp_path / "bare.yaml"
    file.write_text("oled: off\nlights: off\nbuzzer: off\nnumpad: off\n")
    hands = Hands(tmp_path / "table.journal", read_config(file))
    hands.tap("1 2 3# 1 # *")
    soon(lambda: hands.turn() == MISTER_X)
    hands.bench.close()


def test_every_key_reaches_the_panel(hands: Hands) -> None:
    pressed: list[Key] = []
    box = hands.bench._box
    assert box is not None
    box.panel.press = pressed.append  # type: ignore[method-assign]
    hands.tap("".join(KEYS))
    soon(lambda: pressed == list(KEYS))
