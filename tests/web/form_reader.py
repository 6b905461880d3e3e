"""Reads Mister X's page as a browser does: its forms, and what can be pressed, ticked and chosen in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class Button:
    name: str | None
    value: str
    looks: frozenset[str]


@dataclass
class Form:
    action: str
    hidden: dict[str, str] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)
    ticks: list[str] = field(default_factory=list)
    choices: dict[str, list[str]] = field(default_factory=dict)

    @property
    def do(self) -> str:
        return self.hidden["do"]

    def pressed(self, button: Button, **more: str) -> dict[str, str]:
        """What the browser sends when *button* is pressed."""
        said = self.hidden | {name: values[0] for name, values in self.choices.items()} | more
        return said | {button.name: button.value} if button.name else said


class FormReader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._select: list[str] | None = None
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        got = {name: value or "" for name, value in attrs}
        if tag == "form":
            assert got["method"] == "post"
            self.forms.append(Form(got["action"]))
        elif tag == "input":
            self._input(got)
        elif tag == "button":
            looks = frozenset(got.get("class", "").split())
            self.forms[-1].buttons.append(Button(got.get("name"), got.get("value", ""), looks))
        elif tag == "select":
            self._select = self.forms[-1].choices.setdefault(got["name"], [])
        elif tag == "option" and self._select is not None:
            self._select.append(got["value"])

    def _input(self, got: dict[str, str]) -> None:
        if got.get("type") == "hidden":
            self.forms[-1].hidden[got["name"]] = got["value"]
        elif got.get("type") == "checkbox":
            self.forms[-1].ticks.append(got["name"])
        else:
            self.forms[-1].choices[got["name"]] = [""]

    def form(self, do: str) -> Form:
        return next(form for form in self.forms if form.do == do)

    def offers(self) -> set[str]:
        return {form.do for form in self.forms}
