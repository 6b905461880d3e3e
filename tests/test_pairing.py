"""Which phone is Mister X's: codes that are good once, secrets that open one game, and people who guess."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Barrier, Thread

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X, New
from companion.games.pursuit.tickets import Ticket
from companion.journal import Journal, JournalFault
from companion.pairing import (
    FORGIVEN_ALL_EVERY,
    FORGIVEN_EVERY,
    LENGTH,
    LETTERS,
    LIFETIME,
    WRONG_CODES,
    WRONG_CODES_OF_ALL,
    Pairing,
    Role,
    TooOften,
    WrongCode,
)
from companion.protocol import hear
from companion.symbols import SYMBOLS
from companion.table import Table
from tests.referee.forms import LONDON

JUST_BEFORE = LIFETIME - 0.001


@dataclass
class Evening:
    """A game on a table, a pairing beside it, and time that stands still."""

    journal: Journal
    time: float = 100.0

    def __post_init__(self) -> None:
        self.table = Table(self.journal)
        if self.table.sight() is None:
            self.table.submit(hear(LONDON))
        self.pairing = Pairing(self.table, lambda: self.time)

    def code(self) -> str:
        """Open a code and read it off the display."""
        self.pairing.open()
        assert self.pairing.offer is not None
        return self.pairing.offer.code

    def paired(self) -> str:
        """The secret of a phone that is Mister X's."""
        secret = self.pairing.ask(self.code())
        assert self.pairing.accept()
        return secret

    def power_cut(self) -> None:
        self.__post_init__()


@pytest.fixture
def evening() -> Iterator[Evening]:
    with Journal.in_memory() as journal:
        yield Evening(journal)


def new_game() -> New:
    command = hear(LONDON)
    assert isinstance(command, New)
    return command


# The way in


def test_a_code_makes_a_phone_mister_xs_once_the_table_has_accepted(evening: Evening) -> None:
    pairing = evening.pairing
    assert not pairing.paired
    secret = pairing.ask(evening.code())
    assert pairing.role(secret) is Role.KNOCKING
    assert not pairing.paired
    assert pairing.accept()
    assert pairing.role(secret) is Role.MISTER_X
    assert pairing.paired
    assert pairing.knock is None


def test_a_code_can_be_read_and_typed_without_mistakes(evening: Evening) -> None:
    for _ in range(50):
        code = evening.code()
        assert len(code) == LENGTH
        assert set(code) <= set(LETTERS)
    assert not set("ILO01") & set(LETTERS)


@pytest.mark.parametrize("typed", ["{0}", " {0} ", "{1}", "{2} {3}", "{2}-{3}"])
def test_small_letters_spaces_and_hyphens_are_forgiven(evening: Evening, typed: str) -> None:
    code = evening.code()
    assert evening.pairing.ask(typed.format(code, code.lower(), code[:3], code[3:]))


def test_every_code_is_another(evening: Evening) -> None:
    assert len({evening.code() for _ in range(200)}) == 200


def test_the_check_is_two_symbols_that_display_and_phone_know(evening: Evening) -> None:
    for _ in range(50):
        evening.pairing.ask(evening.code())
        assert evening.pairing.knock is not None
        assert len(evening.pairing.knock.check) == 2
        assert set(evening.pairing.knock.check) <= set(SYMBOLS)


# What is void


def test_a_code_is_used_up_by_the_first_who_says_it(evening: Evening) -> None:
    code = evening.code()
    secret = evening.pairing.ask(code)
    assert evening.pairing.offer is None
    with pytest.raises(WrongCode):
        evening.pairing.ask(code)
    assert evening.pairing.role(secret) is Role.KNOCKING


def test_a_code_runs_out(evening: Evening) -> None:
    code = evening.code()
    evening.time += JUST_BEFORE
    assert evening.pairing.offer is not None
    evening.time += 0.001
    assert evening.pairing.offer is None
    with pytest.raises(WrongCode):
        evening.pairing.ask(code)


def test_a_knock_runs_out_and_can_no_longer_be_accepted(evening: Evening) -> None:
    secret = evening.pairing.ask(evening.code())
    evening.time += LIFETIME
    assert evening.pairing.knock is None
    assert evening.pairing.role(secret) is Role.NOBODY
    assert not evening.pairing.accept()
    assert not evening.pairing.paired


def test_a_phone_that_used_the_code_at_the_last_moment_has_its_time_to_be_accepted(evening: Evening) -> None:
    code = evening.code()
    evening.time += JUST_BEFORE
    secret = evening.pairing.ask(code)
    evening.time += JUST_BEFORE
    assert evening.pairing.accept()
    assert evening.pairing.role(secret) is Role.MISTER_X


def test_closing_makes_a_code_void_at_once_and_a_knock_too(evening: Evening) -> None:
    code = evening.code()
    evening.pairing.close()
    with pytest.raises(WrongCode):
        evening.pairing.ask(code)
    secret = evening.pairing.ask(evening.code())
    evening.pairing.close()
    assert evening.pairing.role(secret) is Role.NOBODY
    assert not evening.pairing.accept()


def test_another_code_makes_the_one_before_it_void_and_forgets_who_knocked(evening: Evening) -> None:
    first = evening.code()
    second = evening.code()
    with pytest.raises(WrongCode):
        evening.pairing.ask(first)
    secret = evening.pairing.ask(second)
    evening.code()
    assert evening.pairing.role(secret) is Role.NOBODY
    assert not evening.pairing.accept()


def test_there_is_nothing_to_accept_before_anybody_knocks_and_nothing_twice(evening: Evening) -> None:
    assert not evening.pairing.accept()
    evening.code()
    assert not evening.pairing.accept()
    evening.paired()
    assert not evening.pairing.accept()


@pytest.mark.parametrize("secret", [None, "", "x", "\ud800", "ß" * 1000])
def test_whoever_shows_nothing_or_nonsense_is_nobody(evening: Evening, secret: str | None) -> None:
    evening.paired()
    assert evening.pairing.role(secret) is Role.NOBODY


@pytest.mark.parametrize("code", ["", "\ud800", "K7QF9", "K7QF9BB", "0" * 5000])
def test_a_code_that_makes_no_sense_is_a_wrong_one(evening: Evening, code: str) -> None:
    evening.code()
    with pytest.raises(WrongCode):
        evening.pairing.ask(code)
    assert evening.pairing.offer is not None


# Another phone, another game, no power


def test_another_phone_ends_the_access_of_the_first_at_once(evening: Evening) -> None:
    first = evening.paired()
    evening.pairing.open()  # nobody has used the new code yet
    assert evening.pairing.role(first) is Role.NOBODY
    assert not evening.pairing.paired
    evening.power_cut()
    assert evening.pairing.role(first) is Role.NOBODY
    second = evening.paired()
    evening.power_cut()
    assert evening.pairing.role(first) is Role.NOBODY
    assert evening.pairing.role(second) is Role.MISTER_X


def test_a_phone_is_his_after_a_power_cut_and_a_code_is_not(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        secret = Evening(journal).paired()
    with Journal.open(tmp_path / "journal") as journal:
        evening = Evening(journal, time=3.0)  # monotonic time begins anew
        assert evening.pairing.role(secret) is Role.MISTER_X
        code = evening.code()
    with Journal.open(tmp_path / "journal") as journal:
        evening = Evening(journal, time=3.0)
        assert (evening.pairing.offer, evening.pairing.knock, evening.pairing.paired) == (None, None, False)
        with pytest.raises(WrongCode):
            evening.pairing.ask(code)


def test_a_knock_does_not_survive_a_power_cut(evening: Evening) -> None:
    secret = evening.pairing.ask(evening.code())
    evening.power_cut()
    assert evening.pairing.role(secret) is Role.NOBODY
    assert not evening.pairing.accept()


def test_a_new_game_is_anothers(evening: Evening) -> None:
    secret = evening.paired()
    evening.table.submit(c.Travel(MISTER_X, Ticket.TAXI, 32))
    evening.table.undo()
    assert evening.pairing.role(secret) is Role.MISTER_X
    evening.table.submit(new_game())
    assert evening.pairing.role(secret) is Role.NOBODY
    evening.power_cut()
    assert evening.pairing.role(secret) is Role.NOBODY


def test_the_phone_that_was_paired_for_a_prepared_game_plays_it(evening: Evening) -> None:
    old = evening.paired()
    evening.table.prepare(replace(new_game(), starts={"red": 28, "blue": 14}))
    assert evening.pairing.role(old) is Role.NOBODY
    secret = evening.paired()
    evening.power_cut()
    evening.table.deal(None)
    assert evening.pairing.role(secret) is Role.MISTER_X
    evening.power_cut()
    assert evening.pairing.role(secret) is Role.MISTER_X


def test_who_was_to_play_a_game_that_is_given_up_does_not_get_the_one_before_it(evening: Evening) -> None:
    evening.table.prepare(replace(new_game(), starts={"red": 28, "blue": 14}))
    secret = evening.paired()
    evening.table.forget_prepared()
    assert evening.pairing.role(secret) is Role.NOBODY


def test_the_journal_knows_no_secret_and_no_code(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        evening = Evening(journal)
        code = evening.code()
        secret = evening.pairing.ask(code)
        evening.pairing.accept()
    for file in tmp_path.iterdir():
        assert secret.encode() not in file.read_bytes()
        assert code.encode() not in file.read_bytes()


@pytest.mark.parametrize("kept", ["", "short", 7, ["a"], "Z" * 64, {"digest": "x"}])
def test_a_journal_that_somebody_else_wrote_makes_nobody_mister_x(evening: Evening, kept: object) -> None:
    evening.table.remember(pairing=kept)
    assert not evening.pairing.paired
    assert evening.pairing.role(str(kept)) is Role.NOBODY


def test_what_can_not_be_written_down_did_not_happen(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(rows: object) -> int:
        raise JournalFault("There is no room left on the disk.")

    secret = evening.pairing.ask(evening.code())
    with monkeypatch.context() as disk:
        disk.setattr(evening.journal, "append", full)
        with pytest.raises(JournalFault):
            evening.pairing.accept()
        assert evening.pairing.role(secret) is Role.KNOCKING
    assert evening.pairing.accept()
    with monkeypatch.context() as disk:
        disk.setattr(evening.journal, "append", full)
        with pytest.raises(JournalFault):
            evening.pairing.open()
        assert evening.pairing.role(secret) is Role.MISTER_X
        assert evening.pairing.offer is None


# People who guess


def guess(evening: Evening, times: int, address: str = "") -> int:
    """How many of so many wrong codes were listened to."""
    heard = 0
    for _ in range(times):
        try:
            evening.pairing.ask("AAAAAA", address)
        except WrongCode:
            heard += 1
        except TooOften:
            pass
    return heard


def test_a_few_slips_are_forgiven_and_then_the_phone_waits(evening: Evening) -> None:
    code = evening.code()
    assert guess(evening, 50) == WRONG_CODES
    with pytest.raises(TooOften) as too_often:
        evening.pairing.ask(code)
    assert too_often.value.seconds == FORGIVEN_EVERY
    evening.time += too_often.value.seconds
    assert evening.pairing.ask(code)


def test_who_guesses_without_end_keeps_nobody_else_out(evening: Evening) -> None:
    code = evening.code()
    for _ in range(30):
        evening.time += 1.0
        guess(evening, 4, "192.168.1.66")
    assert evening.pairing.ask(code, "192.168.1.20")


def test_many_phones_together_guess_no_more_than_the_table_forgives(evening: Evening) -> None:
    evening.pairing.open()
    assert sum(guess(evening, 3, f"192.168.1.{number}") for number in range(200)) == WRONG_CODES_OF_ALL
    with pytest.raises(TooOften) as too_often:
        evening.pairing.ask("AAAAAA", "192.168.1.250")
    assert too_often.value.seconds == FORGIVEN_ALL_EVERY


def test_who_guessed_is_forgotten_when_he_is_forgiven(evening: Evening) -> None:
    evening.pairing.open()
    for number in range(8):
        guess(evening, 1, f"192.168.1.{number}")
    evening.time += FORGIVEN_EVERY
    guess(evening, 1, "192.168.1.9")
    assert list(evening.pairing._with_each) == ["192.168.1.9"]


def test_the_seconds_that_are_told_are_enough(evening: Evening) -> None:
    code = evening.code()
    guess(evening, 50)
    evening.time += 4.7
    with pytest.raises(TooOften) as too_often:
        evening.pairing.ask(code)
    evening.time += too_often.value.seconds
    assert evening.pairing.ask(code)


def test_waiting_longer_forgives_no_more_than_all(evening: Evening) -> None:
    evening.pairing.open()
    guess(evening, WRONG_CODES)
    evening.time += 100_000
    evening.pairing.open()
    assert guess(evening, 50) == WRONG_CODES


def test_who_guesses_all_evening_by_many_phones_gets_a_hundred_thousandth_of_the_codes(
    evening: Evening,
) -> None:
    heard = 0
    for second in range(4 * 3600):
        if second % LIFETIME == 0:
            evening.pairing.open()
        evening.time += 1.0
        heard += guess(evening, 1, f"192.168.1.{second % 250}")
    assert heard <= 4 * 3600 / FORGIVEN_ALL_EVERY + WRONG_CODES_OF_ALL
    assert heard / len(LETTERS) ** LENGTH < 1e-5


def test_one_phone_that_guesses_all_evening_gets_a_thousandth_of_a_thousandth(evening: Evening) -> None:
    heard = 0
    for second in range(4 * 3600):
        if second % LIFETIME == 0:
            evening.pairing.open()
        evening.time += 1.0
        heard += guess(evening, 1)
    assert heard <= 4 * 3600 / FORGIVEN_EVERY + WRONG_CODES
    assert heard / len(LETTERS) ** LENGTH < 2e-6


def test_an_old_link_opened_again_and_again_keeps_nobody_waiting(evening: Evening) -> None:
    assert guess(evening, 50) == 50
    evening.pairing.open()
    assert guess(evening, 50) == WRONG_CODES


def test_the_two_symbols_are_never_the_same(evening: Evening) -> None:
    for _ in range(200):
        evening.pairing.open()
        assert evening.pairing.offer is not None
        evening.pairing.ask(evening.pairing.offer.code)
        assert evening.pairing.knock is not None
        first, second = evening.pairing.knock.check
        assert first != second


# Several threads


def in_threads(*calls: object) -> None:
    """Call them all at once."""
    start = Barrier(len(calls))

    def run(call: object) -> None:
        start.wait()
        assert callable(call)
        call()

    threads = [Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_of_many_phones_that_use_a_code_at_once_one_knocks(evening: Evening) -> None:
    for _ in range(30):
        evening.time += 1000
        code, secrets = evening.code(), []

        def ask(code: str = code, secrets: list[str] = secrets) -> None:
            with suppress(WrongCode, TooOften):
                secrets.append(evening.pairing.ask(code))

        in_threads(*[ask] * 4)
        assert len(secrets) == 1
        assert evening.pairing.role(secrets[0]) is Role.KNOCKING


def test_a_phone_that_asks_while_the_table_closes_gets_nothing(evening: Evening) -> None:
    for _ in range(50):
        evening.time += 1000
        code, secrets = evening.code(), []

        def ask(code: str = code, secrets: list[str] = secrets) -> None:
            with suppress(WrongCode):
                secrets.append(evening.pairing.ask(code))

        in_threads(ask, evening.pairing.close)
        assert (evening.pairing.offer, evening.pairing.knock) == (None, None)
        assert not evening.pairing.accept()
        assert all(evening.pairing.role(secret) is Role.NOBODY for secret in secrets)


def test_a_phone_that_is_accepted_while_the_table_closes_is_his_or_nobodys(evening: Evening) -> None:
    for _ in range(50):
        evening.time += 1000
        secret, accepted = evening.pairing.ask(evening.code()), []
        in_threads(lambda found=accepted: found.append(evening.pairing.accept()), evening.pairing.close)
        assert evening.pairing.role(secret) is (Role.MISTER_X if accepted == [True] else Role.NOBODY)


def test_everybody_who_watches_is_told_of_every_change(evening: Evening) -> None:
    told: list[tuple[bool, bool, bool]] = []
    pairing = evening.pairing
    end = pairing.watch(
        lambda: told.append((pairing.offer is not None, pairing.knock is not None, pairing.paired))
    )
    pairing.ask(evening.code())
    pairing.accept()
    pairing.open()
    pairing.close()
    assert told == [
        (True, False, False),
        (False, True, False),
        (False, False, True),
        (True, False, False),
        (False, False, False),
    ]
    end()
    pairing.open()
    assert len(told) == 5
