"""Everything that detectives can do, done by touch on the table page: each edition, as chance has it."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from companion.games.pursuit.choices import TeamChoices
from companion.games.pursuit.commands import MISTER_X
from companion.protocol import hear
from companion.table import Table
from tests.browser.detectives import seen
from tests.browser.devices import TABLET, Devices
from tests.browser.evenings import Evening
from tests.browser.phones import TARGETS, deal
from tests.support.players import EDITIONS, legal_step, team

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PATIENCE = 50
"""So many things are done at most; a page that offers too little is found out by then."""
ASKS = ("sherlock-2022-variant",)
ASKING = ["holmes", "watson", "adler", "mycroft"]
"""One for each question that a token asks."""
WANTED: dict[str, dict[str, int]] = {
    "ny-chase-1999": {"helicopter": 1, "descend": 1, "barrier": 1},
    "sherlock-2022-variant": {"quarter": 1, "symbol": 1, "ban": 1, "recall": 1},
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_whatever_detectives_may_do_is_done_by_touch(evening: Evening, device: Devices, edition: str) -> None:
    rng = Random(f"touch {edition}")
    wanted = {"ride": 6, "another pawn": 0, **WANTED.get(edition, {})}
    done: Counter[str] = Counter()
    table = begin(evening, edition, rng)
    page = device(TABLET).open("/table")
    page.add_locator_handler(page.locator("#scene"), lambda scene: scene.dispatch_event("pointerdown"))
    for _ in range(PATIENCE):
        if all(done[what] >= count for what, count in wanted.items()):
            break
        his_turn(table, rng)
        if seen(table).view.outcome:
            table = begin(evening, edition, rng)
            continue
        now, step = table, table.step
        expect(page.locator("#touch")).to_be_visible()
        done[act(page, seen(table).choices, rng, done, wanted)] += 1
        evening.until(lambda now=now, step=step: now.step != step)  # type: ignore[misc]
        expect(page.locator("#touch [data-key='confirm']")).to_have_count(0)
    assert {what: done[what] for what, count in wanted.items() if done[what] < count} == {}


def begin(evening: Evening, edition: str, rng: Random) -> Table:
    table = evening.bench.table
    assert table is not None
    if not table.sight():
        deal(evening, edition, ASKING if edition in ASKS else team(edition, 3, rng), {}, map="demo")
        evening.tap("*")
    else:
        table.submit(hear({**table.record()[0], "starts": {}, "seed": rng.randrange(2**31)}))
    evening.box.post(lambda: evening.box.desk.change(touch=True))
    return table


def his_turn(table: Table, rng: Random) -> None:
    while (
        (view := seen(table).view).turn not in (None,) and not view.outcome and not seen(table).choices.pawns
    ):
        if view.turn != MISTER_X and (seen(table).choices.may_end or seen(table).choices.tokens):
            return
        table.submit(legal_step(table.game, rng)[0])


def act(page: Page, choices: TeamChoices, rng: Random, done: Counter[str], wanted: dict[str, int]) -> str:
    """Do what was done least of what is offered; the answer is what it was."""
    offered = ["ride"] * bool(choices.pawns)
    offered += [kind for kind in choices.tokens.values() if kind != "barrier"]
    offered += ["barrier"] * bool(choices.barrier and (choices.barrier.left or choices.barrier.standing))
    offered += ["helicopter"] * any(one.board for one in choices.pawns.values())
    offered += ["descend"] * any(one.descend for one in choices.pawns.values())
    if not offered:
        key(page, "end").click()
        return "end"
    missing = [what for what in offered if done[what] < wanted.get(what, 0)]
    what = rng.choice(missing or offered)
    if what == "barrier":
        page.locator("#touch [data-key^='barrier-']").first.click()
    elif what in ("ride", "helicopter", "descend"):
        move(page, choices, what, rng)
    else:
        ask(page, choices, what, rng)
    key(page, "confirm").click()
    return what


def key(page: Page, name: str) -> Locator:
    return page.locator(f"#touch [data-key='{name}']")


def move(page: Page, choices: TeamChoices, what: str, rng: Random) -> None:
    attribute = {"ride": "rides", "helicopter": "board", "descend": "descend"}[what]
    pawn = rng.choice([name for name, one in choices.pawns.items() if getattr(one, attribute)])
    if len(choices.pawns) > 1:
        key(page, f"pawn-{pawn}").click()
        expect(key(page, f"pawn-{pawn}")).to_have_attribute("aria-pressed", "true")
    one = choices.pawns[pawn]
    if what == "helicopter":
        key(page, "helicopter").click()
        page.locator("#board .station", has_text=re.compile("^1$")).tap(force=True)
        if not key(page, "confirm").count():  # he stands there
            page.locator("#board .station", has_text=re.compile("^5$")).tap(force=True)
        key(page, f"by-{rng.choice(one.board)}").click()
    elif what == "descend":
        page.locator(TARGETS).last.press("Enter")
        expect(key(page, "confirm")).to_be_visible()
    else:
        ticket, to = rng.choice(one.rides)
        page.locator(f"{TARGETS}[data-station='{to}']").press("Enter")
        key(page, f"by-{ticket}").click()
        expect(key(page, f"by-{ticket}")).to_have_attribute("aria-pressed", "true")


def ask(page: Page, choices: TeamChoices, kind: str, rng: Random) -> None:
    name = next(name for name, has in choices.tokens.items() if has == kind)
    key(page, f"token-{name}").click()
    if kind == "symbol":
        key(page, f"symbol-{rng.choice(choices.symbols)}").click()
    elif kind == "ban":
        key(page, f"by-{rng.choice(choices.bans)}").click()
