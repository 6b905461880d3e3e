"""A box with copper and wire: keys close contacts that the real scanner finds, pictures cross a simulated bus."""

from __future__ import annotations

from companion.panel.panel import UNREAD, Panel
from companion.panel.screens.screen import picture
from firmware.keys import Key
from firmware.oled import Oled
from firmware.simulated.chip import SimulatedBus, SimulatedChip
from tests.firmware.keypad_fingers import Fingers, tap
from tests.panel.boxes import Box


class WiredBox(Box):
    """The panel between a coupled matrix and a simulated display chip."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.chip = SimulatedChip("ssd1306")
        self.fingers = Fingers()
        self.panel = Panel(
            self.desk, Oled("ssd1306", SimulatedBus(self.chip)), self.lights, self.buzzer, self.manners
        )
        self.panel.tick()

    def keys(self, keys: str) -> WiredBox:
        for key in keys.replace(" ", ""):
            if key in "ABCD":
                self.time += 2 * UNREAD
            self.fingers.pressed.clear()
            self.fingers.play(tap(Key(key), 0.005), then=0.03)
            for heard in self.fingers.pressed:
                self.panel.press(heard)
                self.panel.tick()
        return self

    def look(self) -> None:
        assert self.shows() == picture(self.screen).tobytes()

    def shows(self) -> bytes:
        """The pixels that a person sees."""
        return self.chip.picture().tobytes()
