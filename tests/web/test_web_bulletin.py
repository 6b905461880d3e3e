"""The open table for everybody who listens: made once for all of them, and a clock that is told when it is set."""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator
from time import monotonic
from unittest import mock
from weakref import ref

import pytest

from companion.clock_view import ClockView
from companion.games.pursuit.commands import MISTER_X
from companion.language import LANGUAGES
from companion.protocol import hear
from companion.web import bulletin as module
from companion.web.bulletin import Bulletin, ClockNews, TableNews
from companion.web.his_news import HisNews
from companion.web.table_state import table_state
from tests.web.ears import RETRY, Ear, events_in
from tests.web.evenings import CLASSIC, SHERLOCK, PaperEvening, a_game, an_evening, d, pages, stranger

CLOCK = ClockView("detectives", 90.0, 120.0, running=True, since=500.0)


@pytest.fixture
def evening() -> Iterator[PaperEvening]:
    with an_evening(**CLASSIC) as evening:
        yield evening


# The table


@pytest.mark.usefixtures("hasty")
def test_one_text_for_all_is_made_once_after_each_change(evening: PaperEvening) -> None:
    app = pages(evening)
    with mock.patch.object(module, "table_state", wraps=table_state) as made:
        ears = [Ear(stranger(app, accept_language=code), "/table/events") for code in (*LANGUAGES, "es") * 5]
        first = [ear.chunks() for ear in ears]
        assert made.call_count == 1
        assert all(chunks == first[0] for chunks in first)
        acts: tuple[Callable[[], object], ...] = (
            lambda: evening.on.submit(d(MISTER_X, 88)),
            lambda: evening.on.undo(),
            lambda: evening.on.remember(paused=True),
            lambda: evening.set(touch=True),
            lambda: evening.set(troubles=("oled",)),
            lambda: evening.power(False),
            lambda: evening.power(True),
        )
        for changes, act in enumerate(acts, 2):
            act()
            told = [ear.chunks() for ear in ears]
            assert made.call_count == changes
            assert len(told[0]) == 1
            assert all(chunks == told[0] for chunks in told)
            assert [ear.chunks() for ear in ears] == [[]] * len(ears)
        for ear in ears:
            ear.close()


def test_a_change_while_it_is_made_makes_it_anew(evening: PaperEvening) -> None:
    bulletin = Bulletin(evening)
    first = bulletin.text()
    evening.set(troubles=("oled",))

    def slow(asked: PaperEvening) -> dict[str, object]:
        state = table_state(asked)
        evening.on.submit(d(MISTER_X, 88))
        return state

    with mock.patch.object(module, "table_state", slow):
        assert bulletin.text() != first
    ((_, state),) = events_in(bulletin.text().encode())
    assert state["window"] == 1


def test_a_listener_hears_what_has_changed_and_not_what_has_not(evening: PaperEvening) -> None:
    news = TableNews(evening, Bulletin(evening))
    assert [name for name, _ in events_in(news.text().encode())] == ["table", "clock"]
    assert news.text() == ""
    evening.set()
    assert news.text() == ""
    evening.set(night=True)  # which no page has to know
    assert news.text() == ""
    evening.set(language="de")
    ((name, state),) = events_in(news.text().encode())
    assert (name, state["language"]) == ("table", "de")
    news.end()


@pytest.mark.parametrize("whose", ["table", "his"])
def test_its_bell_rings_at_every_change_until_the_listener_leaves(evening: PaperEvening, whose: str) -> None:
    news = TableNews(evening, Bulletin(evening)) if whose == "table" else HisNews(evening, "a secret")
    for act in (lambda: evening.set(troubles=("oled",)), evening.code, lambda: evening.on.remember(a=1)):
        assert not news.bell._rung.is_set()
        act()
        assert news.bell._rung.is_set()
        news.bell.wait(0)
    news.end()
    evening.set(troubles=())
    assert not news.bell._rung.is_set()


def test_what_the_table_is_told_in_each_phase() -> None:
    with an_evening() as evening:
        off = {"phase": "off", "language": "en", "troubles": []}
        none = off | {"phase": "none", "step": 0, "paired": False, "touch": False}
        assert table_state(evening) == none
        evening.on.prepare(a_game(**CLASSIC))
        awaited = none | {"phase": "card", "step": evening.on.step, "words": {}}
        assert table_state(evening) == awaited
        evening.on.prepare(a_game(**SHERLOCK))
        assert table_state(evening)["words"]["mister_x"] == "Moriarty"
        evening.on.prepare(a_game(**CLASSIC))
        game = evening.begin(**CLASSIC)
        state = table_state(evening)
        assert (state["phase"], state["game"], state["turn"]) == ("play", game, MISTER_X)
        assert state["mister_x"]["station"] is None
        assert state["possible"] is None
        evening.on.remember(paused=True)
        assert table_state(evening)["phase"] == "paused"
        evening.on.remember(paused=False)
        evening.set(possible=True, touch=True, troubles=("lights",))
        state = table_state(evening)
        assert 117 in state["possible"]
        assert len(state["possible"]) == len(set(state["possible"])) > 1
        assert (state["touch"], state["troubles"]) == (True, ["lights"])
        evening.code()
        evening.paired.ask(evening.paired.offer.code)  # type: ignore[union-attr]
        assert not table_state(evening)["paired"]
        evening.paired.accept()
        assert table_state(evening)["paired"]
        evening.on.name_players(game, {"red": "Ada"})
        assert table_state(evening)["players"] == {"red": "Ada"}
        evening.on.submit(hear({"do": "time_up", "then": "lose"}))
        assert table_state(evening)["phase"] == "over"
        evening.power(False)
        assert table_state(evening) == off | {"troubles": ["lights"]}


def test_a_table_from_before_a_power_cut_is_let_go_of(evening: PaperEvening) -> None:
    news = TableNews(evening, Bulletin(evening))
    assert news.text()
    before = ref(evening.on)
    evening.power(False)
    assert news.text()
    gc.collect()
    assert before() is None
    news.end()


# The clock


def face(text: str) -> object:
    ((name, data),) = events_in(text.encode())
    assert name == "clock"
    return data


def test_a_clock_is_told_when_it_is_set_and_not_every_second(evening: PaperEvening) -> None:
    now = [500.0]
    clock = ClockNews(evening, lambda: now[0])
    assert face(clock.text()) is None
    assert clock.text() == ""
    evening.set(clock=CLOCK)
    assert face(clock.text()) == {"side": "detectives", "left": 90.0, "whole": 120.0, "running": True}
    for _ in range(30):
        now[0] += 1
        assert clock.text() == ""
    evening.set(clock=ClockView("detectives", 60.0, 120.0, running=False, since=530.0))
    now[0] += 100
    assert face(clock.text()) == {"side": "detectives", "left": 60.0, "whole": 120.0, "running": False}
    evening.set(clock=None)
    assert face(clock.text()) is None
    assert clock.text() == ""


def test_who_comes_later_gets_what_is_left_by_then(evening: PaperEvening) -> None:
    evening.set(clock=CLOCK)
    for seconds, left in ((0, 90.0), (12.34, 77.7), (90, 0.0), (100, -10.0)):
        later = ClockNews(evening, lambda seconds=seconds: 500.0 + seconds)  # type: ignore[misc]
        assert face(later.text()) == {"side": "detectives", "left": left, "whole": 120.0, "running": True}
    earlier = ClockNews(evening, lambda: 499.0)
    assert face(earlier.text()) == {"side": "detectives", "left": 90.0, "whole": 120.0, "running": True}


@pytest.mark.usefixtures("hasty")
def test_a_clock_goes_to_everybody_beside_the_table(evening: PaperEvening) -> None:
    app = pages(evening)
    ear = Ear(stranger(app), "/table/events")
    assert ear.last("clock") is None
    since = monotonic() - 30
    evening.set(clock=ClockView(MISTER_X, 100.0, 100.0, running=True, since=since))
    ((name, told),) = ear.heard()
    assert name == "clock"
    assert 69 < told["left"] <= 70
    assert ear.heard() == []
    later = Ear(stranger(app), "/table/events")
    assert 69 < later.last("clock")["left"] <= 70
    ear.close()
    later.close()


@pytest.mark.usefixtures("hasty")
def test_a_stream_is_events_on_one_line_each(evening: PaperEvening) -> None:
    evening.on.name_players(evening.on.game_id, {"red": "André"})
    ear = Ear(stranger(pages(evening)), "/table/events")
    retry, *chunks = ear.chunks()
    assert retry == RETRY
    for chunk in chunks:
        assert chunk.isascii()
        for text in chunk.decode().removesuffix("\n\n").split("\n\n"):
            first, second = text.split("\n")
            assert first.startswith("event: ")
            json.loads(second.removeprefix("data: "))
    ear.close()
