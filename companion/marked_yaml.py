"""YAML files that people write by hand, read so that every fault is named with file, line and field.

All faults are gathered before any is reported. Nothing in a file, however odd, ends in a traceback.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import yaml

_LARGEST_FILE = 1_000_000  # bytes; London is a fiftieth of that
_DEEPEST = 10  # levels of brackets and indents; a map needs 5, a hostile file has thousands
_MOST_REPORTED = 20
_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT, _FLOAT, _NULL, _STR = (f"tag:yaml.org,2002:{name}" for name in ("int", "float", "null", "str"))
_SWITCHED = {"on": True, "yes": True, "true": True, "off": False, "no": False, "false": False}
WHOLE = re.compile(r"0|[1-9][0-9]{0,8}")  # YAML would also take 010 for eight and 1:30 for ninety
_DECIMAL = re.compile(r"[0-9]{1,20}(\.[0-9]{0,20})?|\.[0-9]{1,20}")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a file. In *field*, ``links.taxi[3]`` is the third taxi link."""

    file: str
    line: int
    field: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (f"{self.file}:{self.line}", self.field, self.message) if part)


class FileFault(ValueError):
    """A file cannot be used, and all the reasons why."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        lines = [str(fault) for fault in self.faults[:_MOST_REPORTED]]
        if len(self.faults) > _MOST_REPORTED:
            lines.append(f"and {len(self.faults) - _MOST_REPORTED} more")
        return "\n".join(lines)


def unusable(file: str, message: str, line: int = 1) -> FileFault:
    return FileFault([Fault(file, line, "", message)])


def exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name the system cannot even look up
        return False


def read_text(path: Path, file: str) -> str:
    if not exists(path):
        raise unusable(file, "there is no such file")
    if not path.is_file():  # a directory, or a pipe that would keep us waiting
        raise unusable(file, "this is not a file; give the path of one")
    try:
        with path.open("rb") as stream:
            raw = stream.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise unusable(file, f"the file cannot be read: {error.strerror}") from None
    if len(raw) > _LARGEST_FILE:
        raise unusable(
            file, "the file is larger than 1 MB; what belongs here is far smaller, so this is something else"
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise unusable(file, "this is not UTF-8 text; save the file as UTF-8", line) from None


def compose(text: str, file: str) -> yaml.Node:
    """The YAML nodes of *text*, which know their lines; a text without any is a fault."""
    root = compose_any(text, file)
    if root is None:
        raise unusable(file, "the file is empty; it begins with format: 1")
    return root


def compose_any(text: str, file: str) -> yaml.Node | None:
    """The YAML nodes of *text*; None if it holds nothing but comments."""
    try:
        _refuse_traps(text, file)
        root: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
    except FileFault:
        raise
    except yaml.reader.ReaderError as error:
        line = text.encode().count(b"\n", 0, error.position) + 1
        raise unusable(file, "YAML does not allow a character in this line; take it out", line) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        problem = shown(error.problem or "it cannot be read", 80)
        message = f"this is not YAML: {problem}; look at this line and the one before"
        raise unusable(file, message, mark.line + 1 if mark else 1) from None
    except (ValueError, OverflowError):  # the loader in Python lets these out; the one in C says where
        raise unusable(file, 'this is not YAML: an escape like "\\U99999999" names no character') from None
    return None if root is None or is_null(root) else root


def _refuse_traps(text: str, file: str) -> None:
    """Refuse what could make composing crash or never end. Events come one at a time, so to look is safe."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        line = event.start_mark.line + 1 if event.start_mark else 1
        if getattr(event, "anchor", None) is not None:
            message = "anchors (&) and aliases (*) have no place here; write the values out"
            raise unusable(file, message, line)
        if getattr(event, "tag", None) is not None:
            raise unusable(file, "tags (!) have no place here; write the plain value", line)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > _DEEPEST:
            message = f"brackets or indents go deeper than {_DEEPEST} levels; half as many are enough"
            raise unusable(file, message, line)


class Nodes:
    """Takes plain values out of YAML nodes. What is not as it should be is noted, and reading goes on."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def fault(self, node: yaml.Node, field: str, message: str) -> None:
        self.faults.append(Fault(self.file, line_of(node), field, message))

    def entries(
        self, node: yaml.Node | None, field: str, known: Collection[str] = (), needed: Collection[str] = ()
    ) -> dict[str, yaml.Node]:
        """The values of a mapping by key; none if it is not there or null."""
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            if not is_null(node) or needed:
                self.fault(node, field, f"must be a mapping, like {{key: value}}, not {seen(node)}")
            return {}
        found: dict[str, yaml.Node] = {}
        for key, value in node.value:
            word = key.value if isinstance(key, yaml.ScalarNode) else seen(key)
            place = inside(field, word)
            if word in found:  # YAML itself would silently take the last one
                self.fault(key, place, f"is here twice, first on line {line_of(found[word])}; keep one")
            elif known and word not in known:
                message = f"is no key; the keys here are {', '.join(known)}"
                self.fault(key, place, message + self.guess(word, known))
            else:
                found[word] = value
        for word in needed:
            if word not in found:
                self.fault(node, inside(field, word), "is missing; it must be given")
        return found

    def guess(self, word: str, known: Collection[str]) -> str:
        """The known word that was meant, if one is near. After so many faults nobody reads on: no more guesses."""
        near = get_close_matches(word, known, 1) if len(self.faults) < _MOST_REPORTED else []
        return f"; did you mean {near[0]}?" if near else ""

    def items(self, node: yaml.Node | None, field: str) -> list[tuple[yaml.Node, str]]:
        """The items of a list, each with its field; none if it is not there or null."""
        if node is None or is_null(node):
            return []
        if not isinstance(node, yaml.SequenceNode):
            self.fault(node, field, f"must be a list, like [1, 2], not {seen(node)}")
            return []
        return [(item, f"{field}[{place}]") for place, item in enumerate(node.value, 1)]

    def whole(self, node: yaml.Node | None, field: str, lowest: int, highest: int) -> int | None:
        if node is None:
            return None
        number = whole_number(node)
        if number is not None and lowest <= number <= highest:
            return number
        self.fault(node, field, f"must be a whole number from {lowest} to {highest}, not {seen(node)}")
        return None

    def decimal(self, node: yaml.Node | None, field: str, lowest: float, highest: float) -> float | None:
        if node is None:
            return None
        is_number = isinstance(node, yaml.ScalarNode) and node.tag in (_INT, _FLOAT)
        if is_number and _DECIMAL.fullmatch(node.value):
            number = float(node.value)
            if lowest <= number <= highest:
                return number
        self.fault(node, field, f"must be a number from {lowest} to {highest}, not {seen(node)}")
        return None

    def text(self, node: yaml.Node | None, field: str) -> str:
        """A text with its line breaks made spaces."""
        if node is None:
            return ""
        text = " ".join(node.value.split()) if isinstance(node, yaml.ScalarNode) and node.tag == _STR else ""
        if not text or not text.isprintable():
            self.fault(node, field, f"must be a text, in quotes if it looks like a number, not {seen(node)}")
        return text


def line_of(node: yaml.Node) -> int:
    return node.start_mark.line + 1


def is_null(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == _NULL


def switched(node: yaml.Node) -> bool | None:
    """True for on, yes or true, False for off, no or false; None if it is no switch."""
    return _SWITCHED.get(node.value.lower()) if isinstance(node, yaml.ScalarNode) else None


def whole_number(node: yaml.Node) -> int | None:
    if isinstance(node, yaml.ScalarNode) and node.tag == _INT and WHOLE.fullmatch(node.value):
        return int(node.value)
    return None


def inside(field: str, key: str) -> str:
    return f"{field}.{shown(key)}" if field else shown(key)


def seen(node: yaml.Node) -> str:
    """What stands in the file, in a few words."""
    if not isinstance(node, yaml.ScalarNode):
        return "a mapping" if isinstance(node, yaml.MappingNode) else f"a list of {len(node.value)}"
    if is_null(node):
        return "empty"
    return f'"{shown(node.value)}"' if node.style else shown(node.value)


def shown(text: str, length: int = 40) -> str:
    """Text from a file, short and on one line."""
    return printable(text if len(text) <= length else text[: length - 1] + "…")


def printable(text: str) -> str:
    return text if text.isprintable() else ascii(text)
