"""The panel: keys in, pictures, lights and tones out. One thread, one queue, no waiting but for what is due."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from firmware.devices import Buzzer, Display, Glow, Lights
from firmware.keys import KEYS, Key

from ..games.pursuit.refusals import Refusal, Refused
from ..journal import JournalFault
from ..table import NoGame
from ..troubles import sentence
from .desk import Desk, Tidings
from .pages.opening import opening
from .pages.page import Page
from .pages.play import PICKS
from .pages.start import StartMenu
from .programme import Programme
from .scenes import BRIEF, LONG, UNMISSABLE, Scene, scenes
from .screens.heard import HeardScreen
from .screens.message import MessageScreen
from .screens.resting import SaverScreen
from .screens.screen import Screen, picture
from .signals import glow
from .timekeeper import Timekeeper
from .tunes import TUNES, Tone

SAVER_STEP = 15.0
"""Seconds between two steps of the screen saver."""
ASIDE = 3.0
"""Seconds for a notice that has nothing to do with the game."""
UNREAD = 0.3
"""Seconds in which nobody has read what is new on the display."""
REMIND = 60.0
"""Seconds between two reminders of a device that stays lost."""


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
        self._page: Page = StartMenu()
        self._programme = Programme(self._begin_scene)
        self._timekeeper = Timekeeper(desk, self._sound)
        self._touched = desk.now()
        self._reminded = desk.now()
        self._followed = desk.now() - UNREAD
        self._screen: Screen | None = None
        self._shown_since = desk.now()
        self._glow: object = None
        self._contrast = -1

    @property
    def page(self) -> Page:
        """What the keys mean now."""
        return self._page

    @page.setter
    def page(self, page: Page) -> None:
        # However people got away from a code: once it can't be seen, it is void.
        if self._page.shows_a_code and not page.shows_a_code and self.desk.pairing:
            self.desk.pairing.close()
        self._page = page

    @property
    def shown(self) -> Screen | None:
        """What was drawn last."""
        return self._screen

    @property
    def in_scene(self) -> bool:
        """Something is being told; the page waits."""
        return self._programme.on is not None

    # What comes in

    def press(self, key: Key) -> None:
        """Somebody pressed *key*."""
        now = self.desk.now()
        covered = self._untouched(now)
        self._touched = now
        if self.follow() or self.look():
            return  # the finger answered a picture that was out of date
        if self.page.is_home and key in PICKS and now - self._followed < UNREAD:
            return  # and nobody reads a list of rides as quickly as that
        if scene := self._programme.on:
            if not self._programme.close(now) or self._programme.on:
                return
            covered |= not scene.aside
        if covered and key.digit is None:
            return  # whoever presses a letter that he can't see wants to see, not to ride
        if self.page.must_be_read and not self._was_read(now):
            return
        self.desk.tidings = Tidings()
        self._turn_page(key)
        tidings = self.desk.tidings
        if tidings.sentence and tidings.refused:
            self._tell(Scene(MessageScreen(tidings.sentence), LONG, Tone.REFUSED, refusal=True))
        elif tidings.sentence:
            self._tell(Scene(HeardScreen(tidings.sentence), BRIEF, Tone.ACCEPTED, least=UNMISSABLE))
        elif tidings.refused:
            self._sound(Tone.REFUSED)
        self.follow()

    def _turn_page(self, key: Key) -> None:
        try:
            self.page = self.page.press(key, self.desk)
        except Refused as refused:
            self.desk.tell(self.desk.explain(refused))
        except JournalFault:
            self.desk.tell(self.desk.say("That could not be saved. Check the memory card."))
        except NoGame:  # what there was to take back, or to deal, somebody else has just dealt with
            self.desk.tell(self.desk.explain(Refused(Refusal.MOVED_ON)))

    def follow(self) -> bool:
        """Tell what has happened at the table since the last time; False if nothing has."""
        desk = self.desk
        news = desk.table.news(desk.seen)
        if news.step == desk.seen:
            return False
        desk.seen = news.step
        self._followed = self._touched = desk.now()
        self._programme.forget_refusals(self._touched)
        if news.begun:
            desk.sit_down()
            self.page = opening(self.page)
        self.page = self.page.refresh(desk)
        if news.taken_back:
            self._timekeeper.turn_came_back()
        told = scenes(news, desk)
        if news.heard and not told:
            self._sound(Tone.ACCEPTED)
        for scene in told:
            self._tell(scene)
        return True

    def look(self) -> bool:
        """See whether the page has changed by itself: a phone knocks, a code has run out; False if it has not."""
        page = self.page.look(self.desk)
        if page is self.page:
            return False
        self.page = page
        self._touched = self.desk.now()
        if page.must_be_read:
            self._sound(Tone.TIME)
        return True

    def _was_read(self, now: float) -> bool:
        """The page is what people see, and not only since this instant."""
        seen = self._screen == self.page.screen(self.desk) and "oled" not in self.desk.troubles
        return seen and now - self._shown_since >= UNREAD

    def device(self, name: str, lost: bool) -> None:
        """A device was lost or is back."""
        if lost:
            self._complain(name)
        elif name in self.desk.troubles:
            self._sound(Tone.ACCEPTED)
        if name == "keypad":  # a key that is still stuck on it will be told anew
            self.desk.troubles = tuple(trouble for trouble in self.desk.troubles if trouble not in KEYS)
        # A number pad is pulled out when people like: that is no trouble.
        self._note_trouble(name, lost and name != "numpad")
        self._screen = self._glow = None

    def stuck(self, key: Key, is_stuck: bool) -> None:
        """A key does not come up again, or has come up after all."""
        if is_stuck:
            self._complain(key.value)
        self._note_trouble(key.value, is_stuck)

    def _complain(self, what: str, *, tone: Tone | None = Tone.REFUSED) -> None:
        screen = MessageScreen(sentence(self.desk.say, what))
        # A dark display can't say so: then the lights do.
        self._tell(Scene(screen, ASIDE, tone, alarm=what == "oled", aside=True))

    def _note_trouble(self, what: str, there: bool) -> None:
        others = tuple(trouble for trouble in self.desk.troubles if trouble != what)
        self.desk.troubles = (*others, what) if there else others
        self._reminded = self.desk.now()

    # What goes out

    def tick(self) -> float | None:
        """Do what is due, show what is to be seen, and tell how many seconds nothing more will happen by itself."""
        now = self.desk.now()
        self._programme.pass_by(now)
        scene = self._programme.on
        self._timekeeper.tick(
            now, listening=self.page.holds_the_clock or (scene is not None and scene.is_news)
        )
        self.follow()
        self.look()
        self._remind(now)
        self._show(now)
        dues = [
            self._programme.due,
            self._saver_due(now),
            self._timekeeper.due(now),
            self.page.due(self.desk),
            self._reminded + REMIND if self.desk.troubles else None,
        ]
        waiting = [due - now for due in dues if due is not None]
        return max(min(waiting), 0.0) if waiting else None

    def _tell(self, scene: Scene) -> None:
        self._programme.add(scene, self.desk.now())

    def _begin_scene(self, scene: Scene) -> None:
        if scene.tone:
            self._sound(scene.tone)

    def _remind(self, now: float) -> None:
        """What stays broken is said again, without a sound, and not while somebody is at it."""
        if self.desk.troubles and now - self._reminded >= REMIND:
            self._reminded = now
            if not self.in_scene and not self._asleep(now) and now - self._touched >= ASIDE:
                for what in self.desk.troubles:
                    self._complain(what, tone=None)

    def _sound(self, tone: Tone) -> None:
        if self.desk.settings.sound and tone in self._manners.tones:
            self._buzzer.play(TUNES[tone])

    @property
    def _patience(self) -> float | None:
        """After how many seconds without a key the screen saver comes; None if it does not."""
        return None if self.page.is_wakeful else self._manners.saver

    def _saver_due(self, now: float) -> float | None:
        after = self._patience
        if after is None:
            return None
        asleep = now - self._touched - after
        return self._touched + after if asleep < 0 else now + SAVER_STEP - asleep % SAVER_STEP

    def _untouched(self, now: float) -> bool:
        """Nobody has pressed a key for so long that the screen saver is on, or would be."""
        after = self._patience
        return after is not None and now - self._touched >= after

    def _asleep(self, now: float) -> bool:
        return not self.in_scene and self._untouched(now)

    def _show(self, now: float) -> None:
        screen: Screen
        if scene := self._programme.on:
            screen = scene.screen
        elif self._asleep(now):
            face = self.desk.clock_face() if self.desk.going else None
            screen = SaverScreen(int((now - self._touched) / SAVER_STEP), face.text if face else "")
        else:
            screen = self.page.screen(self.desk)
        if screen != self._screen:
            self._display.show(picture(screen))
            self._screen, self._shown_since = screen, now
        self._show_lights(now)

    def _show_lights(self, now: float) -> None:
        dim = self.desk.settings.night or self._manners.is_night()
        contrast = self._manners.night_contrast if dim else self._manners.contrast
        if contrast != self._contrast:
            self._display.contrast(contrast)
            self._contrast = contrast
        sight = self.desk.sight
        scene = self._programme.on
        proposed = self.page.pawn
        if sight and not proposed:
            proposed = next(iter(sight.choices.pawns), "")
        alarm = scene is not None and scene.alarm
        lit = glow(sight.view if sight and self.desk.playing else None, proposed, alarm)
        if self._asleep(now):
            lit = {name: how for name, how in lit.items() if how is Glow.ON}
        if (lit, dim) != self._glow:
            self._lights.show(lit, 0.2 if dim else 1.0)
            self._glow = (lit, dim)
