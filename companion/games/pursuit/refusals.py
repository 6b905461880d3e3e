"""Why not: every reason the referee can give, in words that are safe to show anyone.

A text may name what the speaker said and what lies open on the table, never where Mister X is.
"""

from __future__ import annotations

from enum import StrEnum


class Refusal(StrEnum):
    """One clear sentence each. Braces are filled from the command or from the open table."""

    GAME_OVER = "The game is over."
    MOVED_ON = "The table has moved on. Look again."
    NOT_YOUR_TURN = "It is not {pawn}'s turn."
    NO_SUCH_PAWN = "There is no pawn called {pawn}."
    NO_SUCH_STATION = "There is no station {to} on this board."
    ALREADY_MOVED = "{pawn} has already moved this round."
    SETUP = "{what}"
    HOW_MANY = "{edition} is for {least} to {most} detectives."
    PAWN_NAME = "{pawn} can't be a detective's name: take another word."
    PAWN_TWICE = "There are two detectives called {pawn}."
    CHARACTERS = "The detectives here are called: {choices}."
    NO_CARDS = "No start cards for {pawn} are known on {map}: type yours, or start anywhere."
    NOT_A_CARD = "{pawn} can't have drawn {to}."
    START_TAKEN = "{to} is the start of somebody else."
    NO_ROOM = "There is no free station left for Mister X to start from."
    MISSING = "{map} lacks: {what}."

    START_FIRST = "Mister X picks his start first."
    NO_START_TO_PICK = "There is no start to pick."
    START_NOT_ON_TILE = "{to} is not one of the free stations on the start tile."

    TAKEN = "{to} is taken."
    BARRED = "There is a barrier on {to}."
    NOT_REACHABLE = "No {ticket} goes there from here."
    NO_TICKET = "No {ticket} ticket is left."
    NO_SUCH_TICKET = "{ticket} is not a ticket {pawn} can use here."
    BANNED = "{ticket} tickets are not allowed this turn."
    IN_THE_AIR = "{pawn} is in the helicopter and has to descend first."

    NO_DOUBLE = "No double-move card is left."
    NOT_HIS_CARD = "Only Mister X has double-move cards."
    ONE_DOUBLE = "Only one double move a round."
    TOO_FEW_WINDOWS = "A double move needs two windows; only one is left."
    NO_SECOND_LEG = "There would be no second move from there."

    NOT_IN_THIS_GAME = "This game is played without that."
    MUST_MOVE = "Somebody can still move, and must."
    MISTER_X_MUST_MOVE = "Mister X has to move first."
    LAND_FIRST = "The balloon has to land first."

    SHOW_ONLY_AFTER_MOVE = "Mister X can only show himself right after his move."
    CANNOT_TAKE = "{pawn} has no {ticket} ticket to take."

    NOT_IN_THE_AIR = "{pawn} is not in the helicopter."
    NO_FLIGHT_LEFT = "No helicopter card is left."
    BOBBIES_DONT_FLY = "Only a detective boards the helicopter."
    HELICOPTER_BUSY = "The helicopter is in the air; one flight at a time."
    TARGET_TAKEN = "The landing place is taken; {pawn} waits."
    ALREADY_THERE = "{pawn} is there already."

    NO_BARRIER_LEFT = "No barrier is left; move one that stands."
    NO_BARRIER_THERE = "There is no barrier on {to}."
    NOT_JUST_LEFT = "A barrier goes on the station {pawn} has just left."
    NOT_LEFT_OR_REACHED = "A barrier goes on a station that {pawn} left or reached this turn."
    BARRIER_STANDS = "There is a barrier on {to} already."
    BARRIERS_STAY = "A barrier stays where it is in this edition."

    NO_TOKEN = "{pawn} has no token left."
    ONE_TOKEN = "Only one token a round for the whole team."
    NOT_HIS_TOKEN = "{pawn} has no such token."
    TOKEN_WORDS = "{pawn}'s token needs no such word."
    TOKEN_BARRIER = "Lestrade's token is a barrier: say where."
    WHICH_SYMBOL = "Watson asks for one symbol: {choices}."
    WHICH_BAN = "Adler forbids one ticket: {choices}."
    TOO_EARLY = "Mycroft looks two windows back: not before window 3."

    ONLY_AFTER_MOVE = "Only right after a move."
    NO_CRIME_HERE = "None of his crime tiles can be played here."
    NO_HIDEOUT = "Only in a hideout."
    NOT_DUE = "No reveal is due in this window."
    TOOK_HERE = "He took a ticket here: not both."
    HID_HERE = "He hid here: not both."
    ONE_TICKET_HERE = "One ticket a stop."
    SUPPLY_EMPTY = "No {ticket} is left in the supply."
    BALLOON_GONE = "The balloon flies once a game."
    NO_TILE_LEFT = "No start tile with a free station is left to turn up."
    NOT_ON_TILE = "{to} is not a free station of the tile that was turned up."
    NOT_ON_ANY_TILE = "{to} is not a free station on any tile that is left."


class Refused(Exception):
    """A command that the rule book forbids. Nothing has changed."""

    def __init__(self, refusal: Refusal, **words: object) -> None:
        self.refusal = refusal
        self.words = words
        super().__init__(refusal.value.format(**words))
