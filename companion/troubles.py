"""What can be wrong with the box, in words for the people around it."""

from __future__ import annotations

from .language import mark
from .names import Say

DEVICES = {
    "oled": mark("The display does not answer. Check its wires."),
    "keypad": mark("The keypad is lost. Check its wires."),
    "lights": mark("The lights are lost. Check their wires."),
    "buzzer": mark("The buzzer is lost. Check its wires."),
    "numpad": mark("The number pad is gone."),
}
STUCK = mark("Key {key} is stuck. The others work.")


def sentence(say: Say, what: str) -> str:
    """What to say of a device that is lost, or of a key that does not come up."""
    return say(DEVICES[what]) if what in DEVICES else say(STUCK, key=what)
