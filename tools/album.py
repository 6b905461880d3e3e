"""Every screen of the panel in every language: ``python -m tools.album`` draws them and a contact sheet.

Each is reached as people reach it, by keys and moves, never built by hand. The suite compares the stored pictures
pixel for pixel.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner
from companion.editions import edition_names
from companion.games.pursuit import commands as c
from companion.games.pursuit.tickets import Ticket
from companion.journal import Journal
from companion.language import LANGUAGES
from companion.pairing import Pairing
from companion.panel.canvas import HEIGHT, SMALL, WIDTH, font
from companion.panel.desk import Desk
from companion.panel.pages.play import Playing
from companion.panel.pages.start import StartMenu
from companion.panel.panel import UNREAD, Panel
from companion.panel.screens.screen import Screen, picture
from companion.protocol import hear
from companion.settings import Settings
from companion.table import Table
from firmware.devices import Glow, Tune
from firmware.keys import Key

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tests" / "panel" / "screens"
SHEETS = ROOT / "docs" / "screens"

TAXI, BUS, UNDERGROUND, BLACK = Ticket
Album = dict[str, Screen]
CLOCKS = ClockSettings(ClockKind.TURN, Manner.GENTLE, 120, 45, AtZero.BUZZ)


class Nothing:
    """Devices that nobody looks at."""

    def contrast(self, level: int) -> None: ...

    def play(self, tune: Tune) -> None: ...

    def close(self) -> None: ...


class NoDisplay(Nothing):
    def show(self, picture: Image.Image) -> None: ...


class NoLights(Nothing):
    def show(self, glow: Mapping[str, Glow], brightness: float = 1.0) -> None: ...


class SamePairing(Pairing):
    """One that draws the same code and the same symbols for every picture."""

    def open(self) -> None:
        super().open()
        assert self._offer is not None
        self._offer = replace(self._offer, code="K7QF9B")

    def ask(self, code: str, address: str = "") -> str:
        secret = super().ask(code, address)
        assert self._knock is not None
        self._knock = replace(self._knock, check=("key", "moon"))
        return secret


class Stage:
    """A table to take pictures of."""

    def __init__(self, language: str, album: Album, clocks: ClockSettings | None = None) -> None:
        self.time = 0.0
        self.album = album
        self.table = Table(Journal.in_memory())
        self.pairing = SamePairing(self.table, lambda: self.time)
        self.desk = Desk(
            self.table,
            Settings(language=language),
            clocks or ClockSettings(),
            lambda: self.time,
            self.pairing,
        )
        self.desk.address = lambda: "http://192.168.178.20:8080/"
        self.panel = Panel(self.desk, NoDisplay(), NoLights(), Nothing())
        self.panel.tick()

    def game(self, edition: str, detectives: list[str], starts: dict[str, int], **more: Any) -> Stage:
        """A game that has begun half a minute ago, these on these stations."""
        return self.begin(edition, detectives, starts, **more).wait(30)

    def begin(self, edition: str, detectives: list[str], starts: dict[str, int], **more: Any) -> Stage:
        """A game that begins just now."""
        said = {
            "do": "new",
            "edition": edition,
            "detectives": detectives,
            "starts": starts,
            "seed": 1,
            **more,
        }
        command = hear(said)
        assert isinstance(command, c.New)
        self.desk.begin(command, self.desk.usual_clocks)
        self.pair()
        self.panel.follow()
        self.panel.page = Playing(StartMenu())
        self.desk.resume()
        return self

    def pair(self) -> None:
        """Mister X has his phone."""
        self.pairing.open()
        self.knock()
        self.pairing.accept()

    def knock(self) -> Stage:
        """A phone uses the code."""
        assert self.pairing.offer is not None
        self.pairing.ask(self.pairing.offer.code)
        self.panel.look()
        return self

    def keys(self, keys: str) -> Stage:
        for key in keys.replace(" ", ""):
            if key in "ABCD":
                self.time += 2 * UNREAD
            self.panel.press(Key(key))
        return self

    def submit(self, *commands: c.Command) -> Stage:
        for command in commands:
            self.table.submit(command)
            self.panel.follow()
        return self

    def wait(self, seconds: float) -> Stage:
        self.panel.tick()
        self.time += seconds
        self.panel.tick()
        return self

    def calm(self) -> Stage:
        while self.panel.in_scene:
            self.wait(2)
        return self

    def snap(self, name: str) -> Stage:
        """Take a picture."""
        assert name not in self.album, name
        self.panel.tick()
        screen = self.panel.shown
        assert screen is not None
        self.album[name] = screen
        return self


def x(ticket: Ticket, to: int, double: bool = False) -> c.Travel:
    return c.Travel(c.MISTER_X, ticket, to, double)


def _menus(language: str, album: Album) -> None:
    stage = Stage(language, album).snap("start-menu")
    stage.keys("2").snap("settings").keys("4").snap("settings-switched").keys("4*")
    stage.keys("1").snap("editions").keys("B B B").snap("editions-more").keys("3").snap("how-many-detectives")
    stage.keys("9#").snap("out-of-range").keys("4#").snap("setup").keys("B B B").snap("setup-more")
    stage.keys("4").snap("setup-detectives").keys("* 3").snap("clocks-off").keys("1").snap("clocks-turn")
    stage.keys("2 9 0").snap("clocks-seconds").keys("#31").snap("clocks-side").keys("*5").snap("options")
    stage.keys("BBB").snap("options-2").keys("BBB").snap("options-3").keys("BBB").snap("options-4")
    stage.keys("1").snap("option-number").keys("**2").snap("cards-typed").keys("1").snap("start-card")
    stage.keys("7#").snap("not-a-card")
    for place, edition in enumerate(edition_names(), 1):
        Stage(language, album).keys(f"1{place}3#").snap(f"setup-{edition}").keys("BBB").snap(
            f"setup-{edition}-2"
        )
    Stage(language, album).keys("1 6 3# 6").keys("1").snap("board-lacks")


def _typed_cards(language: str, album: Album) -> None:
    stage = Stage(language, album).keys("1 3 2# 2 1").keys("26# 29# 50# 53#").keys("*").snap("card-no-phone")
    stage.keys("A").knock().wait(1).keys("#").calm().snap("card-awaited")
    stage.table.deal(35)
    stage.panel.follow()
    stage.snap("places").keys("#").snap("places-2").keys("#").snap("his-first-move").keys("*8#").snap(
        "start-menu-resume"
    )
    stage.keys("2 3 2# 1").snap("give-up")


def _pairing(language: str, album: Album) -> None:
    """A phone for Mister X: by its camera, by hand, and another one later."""
    stage = Stage(language, album).keys("1 2 3# 1 #").snap("code-to-scan").keys("A").snap("code-to-type")
    stage.keys("A").wait(100).snap("code-old").wait(30).snap("code-run-out").keys("*").snap("no-phone")
    stage.keys("5").snap("no-phone-refused").calm().keys("#").knock().snap("same-symbols").wait(1)
    stage.keys("#").snap("phone-in").calm().keys("*7").snap("another-phone").keys("#").snap("old-phone-out")
    stage.calm()
    stage.desk.address = lambda: "http://the-old-detectives-club.local:8080/"
    stage.keys("A").snap("code-to-type-far")
    stage.desk.address = lambda: None
    stage.snap("code-without-address")


def _london(language: str, album: Album) -> None:
    """A turn, the menu with all its leaves, and what is said to one who types nonsense."""
    team = ["red", "blue", "green", "yellow"]
    starts = {c.MISTER_X: 35, "red": 26, "blue": 29, "green": 50, "yellow": 53}
    stage = Stage(language, album, CLOCKS).game("london-2014", team, starts)
    stage.snap("his-turn").keys("5").snap("his-turn-refused").calm()
    stage.submit(x(TAXI, 22)).snap("he-took-a-taxi").calm().snap("turn-three-rides")
    stage.keys("2").snap("turn-typed").keys("#").snap("not-reachable").calm()
    stage.keys("#").snap("next-pawn").keys("300#").snap("no-such-station").calm()
    stage.keys("*").snap("game-menu").keys("BBB").snap("game-menu-2").keys("BBB").snap("game-menu-3")
    stage.keys("1").snap("tickets").keys("B").snap("tickets-2").keys("#2").snap("travel-log").keys("*")
    stage.keys("3").snap("take-back").keys("*5").snap("correct-who").keys("1").snap("correct-where")
    stage.keys("27#").snap("correct-consent").keys("*").keys("*4").snap("pause").keys("#")
    stage.keys("*8").snap("leave").keys("* *")
    stage.submit(c.Correct("red", 27)).snap("corrected").calm()
    stage.table.undo()
    stage.wait(0).snap("taken-back").calm()
    stage.desk.change(possible=True)
    stage.snap("turn-with-count")
    for pawn, to in (("red", 39), ("blue", 41), ("green", 49), ("yellow", 54)):
        stage.submit(c.Travel(pawn, TAXI, to))
    stage.calm().snap("his-turn-with-count")


def _hunt(language: str, album: Album) -> None:
    """Rides in plenty, a double move, a reveal, a capture."""
    team, free = ["red", "blue", "green"], {"options": {"free_start": True}}
    starts = {c.MISTER_X: 103, "red": 67, "blue": 29, "green": 41}
    stage = Stage(language, album).game("classic-1983", team, starts, **free)
    stage.submit(x(BLACK, 86, double=True)).snap("he-doubles").calm().submit(x(TAXI, 103)).calm()
    stage.snap("turn-thirteen-rides").keys("6").snap("turn-thirteen-rides-typed").keys("7#").snap(
        "already-there"
    )
    stage.calm().keys("111#").calm().snap("turn-seven-rides").keys("41#").snap("taken").calm().keys(
        "42#"
    ).snap("turn-which-ticket").keys("A")
    stage.keys("*").snap("game-menu-fixed-order").keys("*").submit(_first_ride(stage, "green")).calm()
    stage.submit(x(TAXI, 102)).wait(2).snap("reveal-three-digits").calm().keys("*").snap(
        "game-menu-later"
    ).keys("2")
    stage.snap("travel-log-with-reveal")
    stage = Stage(language, album).game("classic-1983", team, starts, **free)
    stage.submit(x(TAXI, 102)).calm().keys("102#").snap("caught").calm().snap("detectives-win")


def _fewer_dots(language: str, album: Album) -> None:
    """More rides left than letters, and a digit with which none begins."""
    free = {"options": {"free_start": True}}
    starts = {c.MISTER_X: 103, "red": 111, "blue": 29, "green": 41}
    stage = Stage(language, album, CLOCKS).game("classic-1983", ["red", "blue", "green"], starts, **free)
    stage.submit(x(TAXI, 102)).calm().keys("1").snap("turn-dots").keys("*9").snap("turn-nothing-left")


def _show_and_take(language: str, album: Album) -> None:
    starts = {c.MISTER_X: 103, "red": 26, "blue": 29, "green": 50}
    options = {"options": {"show_and_take": True}}
    stage = Stage(language, album).game("classic-1983", ["red", "blue", "green"], starts, **options)
    stage.submit(x(TAXI, 102)).calm().submit(c.Show({"red": UNDERGROUND, "blue": BUS}))
    stage.snap("shows-himself").wait(6).snap("takes-a-ticket")


def _in_sight(language: str, album: Album) -> None:
    starts = {"red": 41, "blue": 46, "green": 124}
    stage = Stage(language, album).begin("beginner-2014", ["red", "blue", "green"], starts)
    stage.snap("begins-in-sight").wait(2).snap("reveal-two-digits").calm().snap("his-turn-in-sight")
    for _ in range(2):
        stage.submit(_his_first_ride(stage), c.TimeUp("pass")).calm()
    stage.submit(_his_first_ride(stage)).snap("vanished").calm().submit(c.TimeUp("pass"))
    stage.snap("sent-on").calm().submit(c.TimeUp("pass")).wait(0).snap("his-time-is-up")
    stage.calm().keys("*1").snap("places-in-sight")


def _endings(language: str, album: Album) -> None:
    team, starts = ["red", "blue", "green"], {c.MISTER_X: 103, "red": 26, "blue": 29, "green": 50}
    one_round = {"options": {"rounds": 1, "free_start": True}}
    stage = Stage(language, album).game("classic-1983", team, starts, **one_round)
    stage.submit(x(TAXI, 102)).calm()
    stage.submit(c.Travel("red", TAXI, 15), c.Travel("blue", TAXI, 41)).submit(c.Travel("green", TAXI, 49))
    stage.snap("over").calm().snap("escaped").keys("#").snap("summary").keys("B").snap("summary-2")
    stage.keys("#").snap("open-log").keys("*").keys("*").snap("menu-of-the-end")
    stage.keys("1").snap("start-menu-after")
    strict = ClockSettings(ClockKind.SIDE, Manner.STRICT, 120, 1, AtZero.LOSE)
    stage = Stage(language, album, strict).game("classic-1983", team, starts, **one_round)
    stage.wait(25).snap("little-time").keys("*4").snap("pause-little-time").keys("#").wait(10).calm()
    stage.snap("lost-on-time")


def _first_ride(stage: Stage, pawn: str) -> c.Travel:
    sight = stage.table.sight()
    assert sight is not None
    his = stage.table.mister_x().mister_x.station  # nobody is to be caught before all the pictures are taken
    ticket, to = next(ride for ride in sight.choices.pawns[pawn].rides if ride[1] != his)
    return c.Travel(pawn, Ticket[ticket.upper()], to)


def _his_first_ride(stage: Stage) -> c.Travel:
    ticket, to = next(move for move in stage.table.mister_x().moves if move[0] != "black")
    return x(Ticket[ticket.upper()], to)


def _stuck(language: str, album: Album) -> None:
    """Pawns that can't move."""
    team, starts = ["red", "blue", "green"], {c.MISTER_X: 100, "red": 20, "blue": 40, "green": 60}
    poor = {"taxi": 0, "bus": 0, "underground": 0, "helicopters": 0, "mister_x_stuck": "loses"}
    stage = Stage(language, album).game("ny-chase-1999", team, starts, options=poor)
    stage.submit(x(UNDERGROUND, 65)).wait(2).snap("nobody-can-move").calm().snap("detectives-stuck")
    poor = {"mister_x_taxi": 0, "mister_x_bus": 0, "mister_x_underground": 0, "black": 0}
    stage = Stage(language, album)
    stage.game("ny-chase-1999", team, starts, options=poor)
    stage.keys("*8").snap("pieces-new-york")


def _new_york(language: str, album: Album) -> None:
    team, starts = ["red", "blue", "green"], {c.MISTER_X: 100, "red": 20, "blue": 40, "green": 60}
    stage = Stage(language, album).game("ny-chase-1999", team, starts)
    stage.submit(x(UNDERGROUND, 65)).snap("he-took-the-subway").calm().keys("*").snap(
        "game-menu-new-york"
    ).keys("1")
    stage.snap("fly-to").keys("123#").snap("pay-with").keys("1").snap("flies").calm()
    for pawn in ("blue", "green"):
        stage.submit(_first_ride(stage, pawn)).calm()
    stage.snap("barrier-offered").keys("A").snap("barrier").keys("1").snap("barrier-stands").calm()
    stage.submit(_his_first_ride(stage)).calm().snap("descend").keys("*")
    stage.keys("3").snap("tickets-common").keys("B").snap("tickets-his").keys("*8").snap("pieces-flight")


def _sherlock(language: str, album: Album) -> None:
    """Moriarty has moved once; each token is played in a game of its own, so that nobody runs out of room."""

    def game(*team: str) -> Stage:
        stage = Stage(language, album).game("sherlock-2022-variant", [*team], {}, map="demo")
        return stage.submit(c.Start(stage.table.mister_x().tile[0]))

    def moved(*team: str) -> Stage:
        stage = game(*team)
        return stage.submit(_his_first_ride(stage)).calm().submit(c.EndTurn()).calm()

    Stage(language, album).game("sherlock-2022-variant", ["holmes", "adler"], {}, map="demo").snap(
        "picks-his-start"
    )
    stage = game("holmes", "watson", "adler", "mycroft", "lestrade")
    stage.submit(_his_first_ride(stage)).snap("he-took-a-carriage").calm().submit(c.EndTurn()).calm()
    stage.keys("*1").snap("whose-token").keys("1").snap("quarter")
    moved("watson", "holmes").keys("*1 1").snap("which-symbol").keys("1").snap("symbol")
    moved("adler", "holmes").keys("*1 1").snap("which-ban").keys("1").snap("ban")
    stage = moved("lestrade", "holmes").keys("*").snap("game-menu-sherlock").keys("*")
    while (sight := stage.table.sight()) and sight.choices.pawns:
        stage.submit(_first_ride(stage, next(iter(sight.choices.pawns)))).calm()
    stage.snap("token-offered").keys("A 1").snap("lestrade").keys("1").snap("lestrades-barrier")
    stage = game("mycroft", "holmes")
    ((first, second), *_) = stage.table.mister_x().doubles
    stage.submit(x(Ticket[first[0].upper()], first[1], double=True)).calm()
    stage.submit(x(Ticket[second[0].upper()], second[1]), c.EndTurn()).calm()
    while (sight := stage.table.sight()) and sight.choices.pawns:
        stage.submit(_first_ride(stage, next(iter(sight.choices.pawns)))).calm()
    stage.submit(c.EndTurn()).calm().submit(_his_first_ride(stage)).calm().submit(c.EndTurn()).calm()
    stage.keys("*1").snap("mycroft").keys("1").snap("recalled")


def _balloon(language: str, album: Album) -> None:
    """Moriarty's balloon."""
    starts = {c.MISTER_X: 27}
    stage = Stage(language, album).game("sherlock-2022-variant", ["holmes", "watson"], starts, map="demo")
    stage.submit(c.Balloon()).snap("tile").calm()
    stage.submit(c.Balloon(stage.table.mister_x().landings[0])).snap("balloon-lands")


def _pieces(language: str, album: Album) -> None:
    team = ["holmes", "watson", "adler", "mycroft", "lestrade"]
    stage = Stage(language, album).game("sherlock-2022-variant", team, {}, map="demo")
    stage.keys("*7")
    for leaf in range(1, 4):
        stage.snap(f"pieces-sherlock-{leaf}").keys("B")


def _resting(language: str, album: Album) -> None:
    stage = Stage(language, album, CLOCKS).wait(300).snap("screen-saver").keys("*")
    stage.panel.device("lights", True)
    stage.snap("lights-lost").calm()
    stage.panel.stuck(Key.FIVE, True)
    stage.snap("stuck-key")


WALKS: tuple[Callable[[str, Album], None], ...] = (
    _menus,
    _typed_cards,
    _pairing,
    _london,
    _hunt,
    _fewer_dots,
    _show_and_take,
    _in_sight,
    _endings,
    _new_york,
    _stuck,
    _sherlock,
    _balloon,
    _pieces,
    _resting,
)


def album(language: str) -> Album:
    """Every screen in *language*, by name."""
    found: Album = {}
    for walk in WALKS:
        walk(language, found)
    return found


def draw_all(folder: Path) -> None:
    """Every screen of every language as a PNG."""
    for language in LANGUAGES:
        here = folder / language
        here.mkdir(parents=True, exist_ok=True)
        for old in here.glob("*.png"):
            old.unlink()
        for name, screen in album(language).items():
            picture(screen).save(here / f"{name}.png", optimize=True)


def contact_sheet(language: str, columns: int = 6, scale: int = 2) -> Image.Image:
    """All screens of *language* beside each other, as the display shows them: lit on black."""
    screens = album(language)
    wide, high = WIDTH * scale + 12, HEIGHT * scale + 24
    rows = -(-len(screens) // columns)
    sheet = Image.new("RGB", (columns * wide + 12, rows * high + 12), "#1b2530")
    draw = ImageDraw.Draw(sheet)
    for place, (name, screen) in enumerate(screens.items()):
        left, top = 12 + place % columns * wide, 12 + place // columns * high
        lit = Image.new("RGB", (WIDTH * scale, HEIGHT * scale), "#dff3ff")
        dark = Image.new("RGB", lit.size, "#05080c")
        sheet.paste(Image.composite(lit, dark, picture(screen).resize(lit.size)), (left, top))
        draw.text((left, top + HEIGHT * scale + 1), name, fill="#9fb3c4", font=font(SMALL))
    return sheet


def main() -> int:
    draw_all(FOLDER)
    SHEETS.mkdir(parents=True, exist_ok=True)
    for language in LANGUAGES:
        contact_sheet(language).save(SHEETS / f"{language}.png", optimize=True)
    print(f"{len(album('en'))} screens in {len(LANGUAGES)} languages; look at {SHEETS.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
