"""A phone for Mister X, on the keys: a code, two symbols, # accepts. And every way in which that can go otherwise."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest

from companion.clock_settings import ClockKind, ClockSettings
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.journal import Journal
from companion.pairing import LIFETIME, Role, TooOften, WrongCode
from companion.panel.pages.opening import Opening
from companion.panel.pages.pairing import PairPhone
from companion.panel.pages.play import Playing
from companion.panel.pages.settings_menu import SettingsMenu
from companion.panel.pages.setup import CardAwaited
from companion.panel.panel import UNREAD, Manners
from companion.panel.screens.heard import HeardScreen
from companion.panel.screens.message import MessageScreen
from companion.panel.screens.pairing import CheckScreen, CodeScreen, QrScreen
from companion.panel.screens.resting import SaverScreen
from companion.panel.screens.waiting import WaitingScreen
from companion.panel.tunes import TUNES, Tone
from companion.protocol import hear
from companion.symbols import SYMBOLS
from firmware.keys import Key
from tests.panel.boxes import Box
from tests.panel.tables import choose, told
from tests.panel.test_game_menu import labels
from tests.panel.test_trouble import fill_the_disk

TURNS = ClockSettings(ClockKind.TURN, turn_seconds=60)


def at_the_code(box: Box | None = None) -> Box:
    """A game has just begun, the pawns are placed, and a code is on the display."""
    box = (box or Box(phones=True)).keys("1 2 3# 1").calm().keys("#")
    assert isinstance(box.page, PairPhone)
    return box


def at_the_check() -> tuple[Box, str]:
    """A phone has knocked, and people have had time to look."""
    box = at_the_code()
    secret = box.knock()
    box.wait(2 * UNREAD)
    assert isinstance(box.screen, CheckScreen)
    return box, secret


def with_a_phone() -> tuple[Box, str]:
    """Mister X is to move, on a phone that is his."""
    box = at_the_code()
    return box, box.pair()


def is_void(box: Box) -> bool:
    return (box.pairing.offer, box.pairing.knock) == (None, None)


# The whole way


def test_a_phone_is_paired_after_the_pawns_are_placed_and_then_the_game_goes_on() -> None:
    box = at_the_code()
    offer = box.pairing.offer
    assert offer is not None
    screen = box.screen
    assert isinstance(screen, QrScreen)
    assert screen.code == offer.code
    assert screen.address == f"HTTP://192.168.178.20:8080/X/{offer.code}"
    secret = box.knock()
    knock = box.pairing.knock
    assert knock is not None
    check = box.screen
    assert isinstance(check, CheckScreen)
    assert check.symbols == tuple(SYMBOLS[name].rows for name in knock.check)
    box.wait(2 * UNREAD).keys("#")
    assert box.pairing.role(secret) is Role.MISTER_X
    heard = box.screen
    assert isinstance(heard, HeardScreen)
    assert heard.text == "Mister X has his phone."
    assert box.buzzer.tunes[-1] == TUNES[Tone.ACCEPTED]
    assert isinstance(box.calm().page, Playing)
    assert isinstance(box.screen, WaitingScreen)
    assert is_void(box)


def test_a_knock_is_seen_and_heard_without_a_key() -> None:
    box = at_the_code().wait(10)
    box.buzzer.tunes.clear()
    assert box.pairing.offer is not None
    box.pairing.ask(box.pairing.offer.code)
    assert isinstance(box.screen, CheckScreen)  # the box only had to look again
    assert box.buzzer.tunes == [TUNES[Tone.TIME]]


def test_a_table_that_wants_silence_hears_no_knock() -> None:
    box = at_the_code()
    box.desk.change(sound=False)
    box.buzzer.tunes.clear()
    box.knock()
    assert box.buzzer.tunes == []


def test_a_phone_that_shows_other_symbols_is_refused_and_its_code_is_gone() -> None:
    box, secret = at_the_check()
    screen = box.keys("*").screen
    assert isinstance(screen, QrScreen)
    assert box.pairing.role(secret) is Role.NOBODY
    box.wait(2 * UNREAD).keys("#")
    assert not box.pairing.paired
    other = box.pair()
    assert box.pairing.role(other) is Role.MISTER_X


def test_somebody_who_types_sees_where() -> None:
    box = at_the_code().keys("A")
    screen = box.screen
    assert isinstance(screen, CodeScreen)
    assert screen.address == "192.168.178.20:8080/x"
    assert box.pairing.offer is not None
    assert screen.code == box.pairing.offer.code
    assert isinstance(box.keys("A").screen, QrScreen)


@pytest.mark.parametrize("address", [None, f"http://{'a' * 70}.local:8080/"], ids=["none", "too long"])
def test_without_an_address_that_fits_there_is_still_the_code(address: str | None) -> None:
    box = Box(phones=True)
    box.desk.address = lambda: address
    screen = at_the_code(box).screen
    assert isinstance(screen, CodeScreen)
    assert box.pairing.offer is not None
    assert screen.code == box.pairing.offer.code


def test_an_address_that_changes_is_shown_at_once() -> None:
    box = at_the_code()
    box.desk.address = lambda: "http://10.0.0.7/"
    screen = box.screen
    assert isinstance(screen, QrScreen)
    assert screen.address.startswith("HTTP://10.0.0.7/X/")


# Without a phone for now


def test_people_may_go_on_without_a_phone_and_are_reminded_when_he_is_to_move() -> None:
    box = at_the_code().keys("*")
    assert is_void(box)
    screen = box.screen
    assert isinstance(screen, WaitingScreen)
    assert (screen.text, screen.keys) == ("has no phone", "*menu #phone")
    assert told(box.keys("5")) == "Mister X has no phone. Press # for one."
    assert isinstance(box.calm().keys("#").screen, QrScreen)
    box.pair()
    waiting = box.screen
    assert isinstance(waiting, WaitingScreen)
    assert waiting.text == "is moving"
    assert told(box.keys("#")) == "Mister X is moving."


def test_a_code_runs_out_by_itself_and_a_key_brings_the_next() -> None:
    box = at_the_code()
    old = box.pairing.offer
    assert old is not None
    box.wait(LIFETIME - 1)
    assert isinstance(box.screen, QrScreen)
    assert told(box.wait(1.01)) == "The code has run out."
    with pytest.raises(WrongCode):
        box.pairing.ask(old.code)
    screen = box.keys("#").screen
    assert isinstance(screen, QrScreen)
    assert screen.code != old.code
    assert isinstance(box.wait(LIFETIME + 1).keys("*").page, Playing)


def test_a_knock_nobody_answers_runs_out_too() -> None:
    box, secret = at_the_check()
    assert told(box.wait(LIFETIME)) == "The code has run out."
    assert box.pairing.role(secret) is Role.NOBODY
    box.wait(1).keys("#").wait(1).keys("#")
    assert not box.pairing.paired


def test_the_bar_gets_shorter_in_few_steps() -> None:
    box = at_the_code()
    lengths, before = [], box.display.pictures
    for _ in range(120):
        screen = box.screen
        assert isinstance(screen, QrScreen)
        lengths.append(screen.left)
        box.wait(1.0)
    assert lengths == sorted(lengths, reverse=True)
    assert (lengths[0], lengths[-1]) == (60, 2)
    assert box.display.pictures - before <= 32


def test_the_box_wakes_by_itself_when_there_is_something_to_change() -> None:
    box = at_the_code()
    sleeps = 0
    while isinstance(box.screen, QrScreen):
        due = box.panel.tick()
        assert due is not None
        assert due <= LIFETIME / 30 + 0.001
        box.time += max(due, 0.001)
        sleeps += 1
    assert sleeps <= 32
    assert told(box) == "The code has run out."
    box.keys("#")
    box.knock()
    due = box.panel.tick()
    assert due == pytest.approx(LIFETIME)


# What nobody has read


def test_a_key_in_the_instant_of_the_knock_accepts_nobody() -> None:
    box = at_the_code()
    box.knock()
    for _ in range(5):
        box.panel.press(Key.HASH)
        box.time += UNREAD / 10
        box.panel.tick()
    assert not box.pairing.paired
    assert isinstance(box.screen, CheckScreen)
    box.wait(2 * UNREAD).keys("#")
    assert box.pairing.paired


def test_a_key_that_meets_a_knock_the_box_has_not_noticed_does_nothing() -> None:
    box = at_the_code()
    assert box.pairing.offer is not None
    secret = box.pairing.ask(box.pairing.offer.code)
    box.time += 5
    box.panel.press(Key.HASH)
    box.panel.press(Key.HASH)  # noticed now, but the display has not shown it yet
    assert box.pairing.role(secret) is Role.KNOCKING


def test_nobody_leaves_a_phone_standing_that_he_has_not_seen() -> None:
    box = at_the_code()
    assert box.pairing.offer is not None
    secret = box.pairing.ask(box.pairing.offer.code)
    box.panel.press(Key.STAR)  # which meant the code
    assert isinstance(box.screen, CheckScreen)
    assert box.pairing.role(secret) is Role.KNOCKING


def test_a_knock_under_something_else_is_read_before_it_is_answered() -> None:
    box = at_the_code()
    box.panel.device("lights", lost=True)  # the display speaks of that now
    box.knock()
    box.wait(1)
    box.panel.press(Key.HASH)  # closes it
    box.panel.tick()
    box.panel.press(Key.HASH)
    assert not box.pairing.paired
    assert isinstance(box.screen, CheckScreen)
    box.wait(2 * UNREAD).keys("#")
    assert box.pairing.paired


def test_nobody_is_accepted_on_a_display_that_is_lost() -> None:
    box, _ = at_the_check()
    box.panel.device("oled", lost=True)
    box.calm().wait(5).keys("#")
    assert not box.pairing.paired
    box.panel.device("oled", lost=False)
    box.wait(1).keys("#")
    assert box.pairing.paired


def test_two_presses_accept_once_and_do_nothing_else() -> None:
    box, _ = at_the_check()
    box.keys("####")
    assert box.pairing.paired
    assert isinstance(box.calm().page, Playing)
    assert TUNES[Tone.REFUSED] not in box.buzzer.tunes


def test_two_presses_draw_no_card_for_him() -> None:
    box = Box(phones=True).keys("1 2 3# 2 1 26# 29# 50#")
    box.knock()
    box.wait(2 * UNREAD).keys("####")
    assert box.table.prepared is not None


@pytest.mark.parametrize("key", "0123456789BCD#")
def test_no_other_key_does_anything_to_a_code(key: str) -> None:
    box = at_the_code()
    offer = box.pairing.offer
    box.keys(key)
    assert box.pairing.offer == offer
    assert isinstance(box.screen, QrScreen)


@pytest.mark.parametrize("key", "0123456789ABCD")
def test_no_other_key_answers_the_check(key: str) -> None:
    box, secret = at_the_check()
    box.keys(key)
    assert box.pairing.role(secret) is Role.KNOCKING
    assert isinstance(box.screen, CheckScreen)


def test_the_screen_saver_covers_no_code() -> None:
    box = at_the_code(Box(phones=True, manners=Manners(saver=30)))
    assert isinstance(box.wait(100).screen, QrScreen)
    box.knock()
    assert isinstance(box.wait(100).screen, CheckScreen)
    assert isinstance(box.keys("*").wait(LIFETIME + 1).screen, MessageScreen)
    assert isinstance(box.wait(40).screen, SaverScreen)  # but what has run out may burn in


# Wherever people go, the code stays behind


def test_leaving_the_code_makes_it_void() -> None:
    box = at_the_code()
    offer = box.pairing.offer
    assert offer is not None
    box.keys("*")
    with pytest.raises(WrongCode):
        box.pairing.ask(offer.code)


@pytest.mark.parametrize("knocked", [False, True])
def test_a_step_at_the_table_leads_back_to_the_game_and_makes_the_code_void(knocked: bool) -> None:
    box = at_the_code()
    secret = box.knock() if knocked else None
    ticket, to = box.table.mister_x().moves[0]
    box.submit(c.Travel(MISTER_X, Ticket[ticket.upper()], to)).calm()
    assert isinstance(box.page, Playing)
    assert is_void(box)
    assert box.pairing.role(secret) is Role.NOBODY


def test_a_new_game_from_elsewhere_makes_the_code_void_and_the_old_phone_nobodys() -> None:
    box, secret = with_a_phone()
    choose(box.keys("*"), "New phone for X").keys("#").calm()
    other = box.knock()
    box.table.submit(hear(box.table.record()[0] | {"seed": 7}))
    box.panel.follow()
    assert isinstance(box.calm().page, Opening)
    assert is_void(box)
    assert {box.pairing.role(secret), box.pairing.role(other)} == {Role.NOBODY}


def test_a_phone_that_asks_while_people_leave_gets_nothing() -> None:
    for _ in range(20):
        box = at_the_code()
        assert box.pairing.offer is not None
        code, secrets = box.pairing.offer.code, []

        def ask(box: Box = box, code: str = code, secrets: list[str] = secrets) -> None:
            with suppress(WrongCode, TooOften):
                secrets.append(box.pairing.ask(code))

        phone = Thread(target=ask)
        phone.start()
        box.panel.press(Key.STAR)
        phone.join()
        box.wait(1).keys("*" if secrets else "").wait(1)
        if isinstance(box.page, PairPhone):  # the knock came first: refused, another code is shown
            box.keys("*")
        assert is_void(box)
        assert not box.pairing.paired
        assert all(box.pairing.role(secret) is Role.NOBODY for secret in secrets)


# No power


def test_a_power_cut_makes_an_open_code_void_and_resuming_shows_another() -> None:
    box = at_the_code()
    old = box.pairing.offer
    assert old is not None
    box.power_cut()
    assert is_void(box)
    with pytest.raises(WrongCode):
        box.pairing.ask(old.code)
    screen = box.keys("#").screen
    assert isinstance(screen, QrScreen)
    assert screen.code != old.code


def test_a_power_cut_at_the_check_accepts_nobody() -> None:
    box, secret = at_the_check()
    box.power_cut().keys("#")
    assert box.pairing.role(secret) is Role.NOBODY
    assert isinstance(box.screen, QrScreen)


def test_a_phone_that_was_accepted_is_his_after_a_power_cut(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "game") as journal:
        box = at_the_code(Box(journal, phones=True))
        secret = box.knock()
        box.wait(2 * UNREAD)
        box.panel.press(Key.HASH)  # and the plug is pulled before the display can say so
    with Journal.open(tmp_path / "game") as journal:
        box = Box(journal, phones=True).keys("#")
        assert box.pairing.role(secret) is Role.MISTER_X
        assert isinstance(box.page, Playing)


def test_a_phone_that_can_not_be_written_down_is_not_his(monkeypatch: pytest.MonkeyPatch) -> None:
    box, secret = at_the_check()
    with monkeypatch.context() as disk:
        fill_the_disk(disk, box)
        assert told(box.keys("#")) == "That could not be saved. Check the memory card."
        assert box.pairing.role(secret) is Role.KNOCKING
    box.calm().wait(1).keys("#")
    assert box.pairing.role(secret) is Role.MISTER_X


# Another phone


@pytest.mark.parametrize("menus", [["New phone for X"], ["Settings", "New phone for X"]])
def test_another_phone_takes_a_question_in_front_of_everybody(menus: list[str]) -> None:
    box, first = with_a_phone()
    box.keys("*")
    for label in menus:
        choose(box, label)
    assert told(box) == "Another phone for Mister X? His old one is out at once."
    assert box.pairing.role(first) is Role.MISTER_X
    box.buzzer.tunes.clear()
    heard = box.keys("#").screen
    assert isinstance(heard, HeardScreen)
    assert heard.text == "His old phone is out."
    assert box.buzzer.tunes == [TUNES[Tone.ACCEPTED]]
    assert box.pairing.role(first) is Role.NOBODY
    assert isinstance(box.calm().screen, QrScreen)
    second = box.pair()
    assert isinstance(box.page, Playing)
    assert box.pairing.role(second) is Role.MISTER_X


def test_his_old_phone_stays_out_after_a_restart_though_nobody_has_the_new_code() -> None:
    box, first = with_a_phone()
    choose(box.keys("*"), "New phone for X").keys("#")
    box.power_cut()
    assert box.pairing.role(first) is Role.NOBODY
    assert isinstance(box.keys("#").screen, QrScreen)


def test_another_phone_can_be_thought_better_of() -> None:
    box, first = with_a_phone()
    choose(box.keys("*"), "New phone for X").keys("*")
    assert box.pairing.role(first) is Role.MISTER_X
    assert is_void(box)


def test_a_phone_that_can_not_be_written_off_stays_his(monkeypatch: pytest.MonkeyPatch) -> None:
    box, first = with_a_phone()
    choose(box.keys("*"), "New phone for X")
    fill_the_disk(monkeypatch, box)
    assert told(box.keys("#")) == "That could not be saved. Check the memory card."
    assert box.pairing.role(first) is Role.MISTER_X
    assert is_void(box)


def test_where_there_is_no_old_phone_nobody_is_asked() -> None:
    box = at_the_code().keys("*")
    assert isinstance(choose(box.keys("*"), "New phone for X").screen, QrScreen)


def test_a_phone_is_offered_only_where_a_game_needs_one() -> None:
    assert "New phone for X" not in labels(choose(Box(phones=True), "Settings"))
    box, _ = with_a_phone()
    choose(box.keys("*"), "Leave the game").keys("#")
    choose(choose(box, "Settings"), "New phone for X").keys("#").calm().keys("*")
    assert isinstance(box.page, SettingsMenu)
    assert "New phone for X" not in labels(Box().keys("1 2 3# 1 # *"))


def test_the_detectives_can_let_in_another_phone_in_their_own_turn() -> None:
    box, _ = with_a_phone()
    ticket, to = box.table.mister_x().moves[0]
    box.submit(c.Travel(MISTER_X, Ticket[ticket.upper()], to)).calm()
    before = box.screen
    choose(box.keys("*"), "New phone for X").keys("#").calm()
    box.pair()
    assert box.screen == before


# Games that wait, and games that are taken up again


def test_a_phone_comes_before_the_card_and_stays_his_through_the_deal() -> None:
    box = Box(phones=True).keys("1 2 3# 2 1 26# 29# 50#")
    assert isinstance(box.screen, QrScreen)
    secret = box.pair()
    assert told(box) == "Mister X types his card on his page."
    box.table.deal(117)
    box.panel.follow()
    assert isinstance(box.calm().page, Opening)
    assert isinstance(box.keys("#").page, Playing)  # nobody is asked for a phone again
    assert box.pairing.role(secret) is Role.MISTER_X


def test_a_card_without_a_phone_can_be_drawn_or_a_phone_be_had_later() -> None:
    box = Box(phones=True).keys("1 2 3# 2 1 26# 29# 50# *")
    assert told(box) == "Mister X has no phone to type his card on."
    assert isinstance(box.keys("A").screen, QrScreen)
    box.keys("*").keys("#")
    assert isinstance(box.calm().page, Opening)
    assert isinstance(box.keys("#").screen, QrScreen)


def test_a_game_that_waits_for_a_card_asks_for_a_phone_after_a_power_cut() -> None:
    box = Box(phones=True).keys("1 2 3# 2 1 26# 29# 50# *").power_cut().keys("#")
    assert isinstance(box.screen, QrScreen)
    secret = box.pair()
    assert isinstance(box.page, CardAwaited)
    box.power_cut().keys("#")
    assert isinstance(box.page, CardAwaited)
    assert box.pairing.role(secret) is Role.MISTER_X


def test_a_phone_is_paired_in_the_name_of_the_game_that_is_being_set_up() -> None:
    box = Box(phones=True).keys("1 6 2# 1").calm()
    while isinstance(box.page, Opening):
        box.keys("#")
    screen = box.screen
    assert isinstance(screen, QrScreen)
    assert screen.title == "Moriarty"


def test_the_phone_of_the_last_game_is_not_his_in_the_next() -> None:
    box, secret = with_a_phone()
    choose(box.keys("*"), "Leave the game").keys("#")
    box.keys("2 2 3# 1#").calm()
    assert box.pairing.role(secret) is Role.NOBODY
    assert isinstance(box.keys("#").screen, QrScreen)


def test_the_clocks_wait_while_a_phone_is_paired() -> None:
    box = at_the_code(Box(phones=True, clocks=TURNS))
    assert not box.wait(100).desk.clocks.running
    box.pair()
    assert box.wait(0.1).desk.clocks.running
    assert box.desk.clocks.left(box.time) > 59
    box.wait(10)
    choose(box.keys("*"), "New phone for X").keys("#").calm()
    left = box.desk.clocks.left(box.time)
    assert box.wait(100).desk.clocks.left(box.time) == left


def test_a_box_without_phones_asks_for_none() -> None:
    box = Box().keys("1 2 3# 1").calm().keys("#")
    assert isinstance(box.page, Playing)
    screen = box.screen
    assert isinstance(screen, WaitingScreen)
    assert screen.text == "is moving"
