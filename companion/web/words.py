"""Every text of the pages, by the name that templates call it; the catalogues know the other languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.language import Language, mark

TEXTS = {
    "title": mark("Mister X"),
    "back": mark("Back to the table"),
    # Answers
    "off": mark("The power is off."),
    "taken": mark("Somebody else has Mister X's page. The table can free it."),
    "freed": mark("This is Mister X's page no more. If it should be, open it again."),
    "elsewhere": mark("That came from another page."),
    "too_late": mark("That can't be taken back any more."),
    "full": mark("Too many pages are open. Close one."),
    "nothing_here": mark("There is nothing here."),
    "wrong_way": mark("That is not how this is asked."),
    "too_large": mark("That is too long."),
    "not_json": mark("Say it in JSON."),
    "unknown_name": mark("This table does not go by that name. Open it by its address in numbers."),
    "bad_station": mark("A station is a number from 1 to {largest}."),
    "unsaved": mark("That could not be saved. Check the memory card."),
    "bad_form": mark("That form makes no sense."),
    "bad_fault": mark("A fault is one of: {names}, each true or false, or stuck: a key or null."),
    "bad_power": mark("Say on: true or false."),
    "broken": mark("Something went wrong here. The game is safe."),
    # The simulated table
    "table": mark("The table"),
    "tagline": mark("A box beside the board"),
    "his_page": mark("Mister X's page"),
    "display": mark("Display"),
    "lights": mark("Lights"),
    "keypad": mark("Keypad"),
    "key": mark("Key {key}"),
    "key_star": mark("back, menu"),
    "key_hash": mark("OK"),
    "with_keys": mark("Your keyboard works too: digits, A to D, Enter is #, Backspace is *."),
    "sound": mark("Sound"),
    "workbench": mark("Pull a plug"),
    "oled": mark("Unplug the display"),
    "lights_out": mark("Unplug the lights"),
    "buzzer": mark("Unplug the buzzer"),
    "keypad_out": mark("Unplug the keypad"),
    "numpad": mark("Plug in a number pad"),
    "bounce": mark("Bouncing keys"),
    "stuck": mark("Stuck key"),
    "none": mark("none"),
    "power_cut": mark("Cut the power"),
    "power_on": mark("Power on"),
    "dead": mark("The power is off"),
    "lost": mark("No answer from the table. Trying again …"),
    "refused": mark("The table did not take that."),
    "needs_script": mark("This page needs JavaScript."),
    "unplugged": mark("unplugged"),
    # Welcome, where the box is a real one
    "welcome": mark("The box beside the board is the table. This is for Mister X."),
    # Mister X
    "cover": mark("Hold the screen to yourself, then open"),
    "cover_again": mark("Cover"),
    "no_game": mark("There is no game yet."),
    "your_turn": mark("Your move"),
    "paused": mark("Wait until the table goes on."),
    "their_turn": mark("The detectives move"),
    "over": mark("The game is over"),
    "you_won": mark("You got away."),
    "you_lost": mark("They have you."),
    "nobody_won": mark("Nobody won."),
    "you_are_at": mark("You are at"),
    "nowhere": mark("Nowhere yet"),
    "round": mark("Round {round}"),
    "shown_next": mark("seen in window {window}"),
    "rides": mark("Where to"),
    "double": mark("Double move"),
    "start": mark("Where do you begin"),
    "crime": mark("Commit a crime"),
    "hideout": mark("Take from the hideout"),
    "take_black": mark("Black ticket"),
    "take_double": mark("Double card"),
    "hide": mark("Stay hidden"),
    "balloon": mark("Take the balloon"),
    "land": mark("Land at"),
    "balloon_to": mark("The table's own tile? Land at"),
    "show": mark("Show yourself and take"),
    "show_button": mark("Show yourself"),
    "nothing": mark("nothing"),
    "end_turn": mark("End the turn"),
    "undo": mark("Take back"),
    "your_tickets": mark("Your tickets"),
    "doubles": mark("double moves"),
    "crimes": mark("Crime scenes"),
    "log": mark("Your log"),
    "window": mark("Window"),
    "ride": mark("Ride"),
    "station": mark("Station"),
    "seen": mark("seen"),
    "note_balloon": mark("balloon"),
    "note_crossed": mark("could not move"),
    "note_hideout": mark("hidden"),
    "note_time": mark("out of time"),
    "your_card": mark("Which start card did you draw?"),
    "take_card": mark("Begin there"),
    "detectives": mark("Detectives"),
    "in_the_air": mark("in the air"),
    "free": mark("rides free"),
}


class Words(Mapping[str, str]):
    """The texts in one language."""

    def __init__(self, code: str) -> None:
        self._language = Language(code)
        self.say = self._language.say

    def __getitem__(self, name: str) -> str:
        return self._language.code if name == "language" else self._language.say(TEXTS[name])

    def __iter__(self) -> Iterator[str]:
        return iter(("language", *TEXTS))

    def __len__(self) -> int:
        return len(TEXTS) + 1
