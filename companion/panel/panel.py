"""The panel: keys in, pictures, lights and tones out. One thread, one queue, no waiting but for what is due."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from firmware.devices import Buzzer, Display, Glow, Lights
from firmware.keys import Key

from ..clock_settings import AtZero, Manner
from ..games.pursuit.commands import MISTER_X, TimeUp
from ..games.pursuit.refusals import Refused
from ..journal import JournalFault
from ..language import mark
from ..table import NoGame
from .clocks import HURRY
from .desk import Desk, Tidings
from .pages.game_menu import GameMenu
from .pages.page import Page
from .pages.play import Playing
from .pages.start import StartMenu
from .scenes import LONG, Scene, scenes
from .screens.message import MessageScreen
from .screens.resting import SaverScreen
from .screens.screen import Screen, picture
from .signals import glow
from .tunes import TUNES, Tone

SAVER_STEP = 15.0
"""Seconds between two steps of the screen saver."""
ASIDE = 3.0
"""Seconds for a notice that has nothing to do with the game."""
CHECKPOINT = 10.0
"""A power cut costs a running clock at most so many seconds."""

DEVICES = {
    "oled": mark("The display does not answer. Check its wires."),
    "keypad": mark("The keypad is lost. Check its wires."),
    "lights": mark("The lights are lost. Check their wires."),
    "buzzer": mark("The buzzer is lost. Check its wires."),
    "numpad": mark("The number pad is gone."),
}


@dataclass(frozen=True, slots=True)
class Manners:
    """What the configuration says about light and sound."""

    tones: frozenset[str] = frozenset(Tone)
    contrast: int = 255
    night_contrast: int = 16
    is_night: Callable[[], bool] = lambda: False
    saver: float | None = 300.0


class Panel:
    """Everything on the box that people press, see and hear."""

    def __init__(
        self, desk: Desk, display: Display, lights: Lights, buzzer: Buzzer, manners: Manners | None = None
    ) -> None:
        self.desk = desk
        self._display, self._lights, self._buzzer = display, lights, buzzer
        self._manners = manners or Manners()
        self.page: Page = StartMenu()
        self._scenes: deque[Scene] = deque()
        self._scene_ends = 0.0
        self._step = desk.sight.step if desk.sight else -1
        self._touched = desk.now()
        self._screen: Screen | None = None
        self._glow: object = None
        self._contrast = -1
        self._checkpoint = desk.now()
        self._hurried = self._late = ""
        """The turns in which a reminder was given, and in which the time was up."""
        self._sent_on = 0

    @property
    def shown(self) -> Screen | None:
        """What was drawn last."""
        return self._screen

    @property
    def in_scene(self) -> bool:
        """Something is being told; the page waits."""
        return bool(self._scenes)

    # What comes in

    def press(self, key: Key) -> None:
        """Somebody pressed *key*."""
        self._touched = self.desk.now()
        if self._scenes:
            aside = all(scene.aside for scene in self._scenes)
            self._scenes.clear()
            if key in (Key.HASH, Key.STAR) and not aside:
                return
        self.desk.tidings = Tidings()
        try:
            self.page = self.page.press(key, self.desk)
        except Refused as refused:
            self.desk.tell(self.desk.explain(refused))
        except (JournalFault, NoGame):
            self.desk.tell(self.desk.say("That could not be saved. Check the memory card."))
        tidings = self.desk.tidings
        if tidings.sentence:
            self._play(Scene(MessageScreen(tidings.sentence), LONG, Tone.REFUSED))
        elif tidings.refused:
            self._sound(Tone.REFUSED)
        self.follow()

    def follow(self) -> None:
        """Something may have happened at the table: tell it, and start the right clock."""
        sight = self.desk.sight
        if sight is None or sight.step == self._step:
            return
        self._step = sight.step
        self._touched = self.desk.now()
        self.page = self.page.refresh(self.desk)
        told = scenes(sight, self.desk)
        if not told:
            self._sound(Tone.ACCEPTED)
        for scene in told:
            self._play(scene)

    def device(self, name: str, lost: bool) -> None:
        """A device was lost or is back."""
        if lost:
            self._play(Scene(MessageScreen(self.desk.say(DEVICES[name])), ASIDE, Tone.REFUSED, aside=True))
        self._screen = self._glow = None

    def stuck(self, key: Key, is_stuck: bool) -> None:
        """A key does not come up again, or has come up after all."""
        if is_stuck:
            text = self.desk.say("Key {key} is stuck. The others work.", key=key.value)
            self._play(Scene(MessageScreen(text), ASIDE, Tone.REFUSED, aside=True))

    # What goes out

    def tick(self) -> float | None:
        """Do what is due, show what is to be seen, and tell how many seconds nothing more will happen by itself."""
        now = self.desk.now()
        self._pass_scenes(now)
        self._run_clocks(now)
        self._show(now)
        dues = [self._scene_ends if self._scenes else None, self._saver_due(now), *self._clock_dues(now)]
        waiting = [due - now for due in dues if due is not None]
        return max(min(waiting), 0.0) if waiting else None

    def _play(self, scene: Scene) -> None:
        if not self._scenes:
            self._scene_ends = self.desk.now() + scene.seconds
            if scene.tone:
                self._sound(scene.tone)
        self._scenes.append(scene)

    def _pass_scenes(self, now: float) -> None:
        while self._scenes and now >= self._scene_ends:
            self._scenes.popleft()
            if self._scenes:
                self._scene_ends = now + self._scenes[0].seconds
                if tone := self._scenes[0].tone:
                    self._sound(tone)

    def _sound(self, tone: Tone) -> None:
        if self.desk.settings.sound and tone in self._manners.tones:
            self._buzzer.play(TUNES[tone])

    def _saver_due(self, now: float) -> float | None:
        after = self._manners.saver
        if after is None:
            return None
        asleep = now - self._touched - after
        return self._touched + after if asleep < 0 else now + SAVER_STEP - asleep % SAVER_STEP

    def _asleep(self, now: float) -> bool:
        after = self._manners.saver
        return after is not None and not self._scenes and now - self._touched >= after

    def _show(self, now: float) -> None:
        screen: Screen
        if self._scenes:
            screen = self._scenes[0].screen
        elif self._asleep(now):
            screen = SaverScreen(int((now - self._touched) / SAVER_STEP))
        else:
            screen = self.page.screen(self.desk)
        if screen != self._screen:
            self._display.show(picture(screen))
            self._screen = screen
        self._show_lights(now)

    def _show_lights(self, now: float) -> None:
        dim = self.desk.settings.night or self._manners.is_night()
        contrast = self._manners.night_contrast if dim else self._manners.contrast
        if contrast != self._contrast:
            self._display.contrast(contrast)
            self._contrast = contrast
        sight = self.desk.sight
        alarm = bool(self._scenes and self._scenes[0].alarm)
        proposed = self.page.pawn if isinstance(self.page, Playing | GameMenu) else ""
        if sight and not proposed:
            proposed = next(iter(sight.choices.pawns), "")
        lit = glow(sight.view if sight and self.desk.playing else None, proposed, alarm)
        if self._asleep(now):
            lit = {name: how for name, how in lit.items() if how is Glow.ON}
        if (lit, dim) != self._glow:
            self._lights.show(lit, 0.2 if dim else 1.0)
            self._glow = (lit, dim)

    # Clocks

    def _run_clocks(self, now: float) -> None:
        """Give the time to whoever is at turn, remind him, and do what the table agreed on at zero."""
        desk = self.desk
        sight, clocks = desk.sight, desk.clocks
        if sight is None or not clocks.on or not desk.playing:
            return
        view = sight.view
        if view.outcome:
            clocks.pause(now)
            return
        side = MISTER_X if view.turn == MISTER_X else "detectives"
        # Who is sent on by the clock begins another turn, even where the table sees the same one go on.
        who = view.turn if isinstance(view.turn, str) else side
        turn = f"{view.round} {who} {self._sent_on}"
        clocks.begin(side, turn, now)
        if not clocks.running:
            return
        left = clocks.left(now)
        if left <= HURRY and self._hurried != turn:
            self._hurried = turn
            self._sound(Tone.TIME)
        if left <= 0 and self._late != turn:
            self._late = turn
            self._sound(Tone.TIME)
            self._time_is_up()
        if now - self._checkpoint >= CHECKPOINT:
            self._checkpoint = now
            desk.checkpoint()

    def _time_is_up(self) -> None:
        settings = self.desk.clocks.settings
        if settings.manner is Manner.STRICT and settings.at_zero is not AtZero.BUZZ:
            self._sent_on += 1
            with suppress(
                JournalFault
            ):  # can't be written down, so it did not happen: the clock just runs on
                self.desk.submit(TimeUp(settings.at_zero.value))
                self.follow()

    def _clock_dues(self, now: float) -> list[float]:
        due = self.desk.clocks.due(now) if self.desk.playing else None
        return [] if due is None else [due]
