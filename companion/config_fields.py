"""The fields of a settings file, one by one: each may be left out, and then its default holds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import yaml

from .marked_yaml import Nodes, is_null, seen, switched, whole_number


class Fields(Nodes):
    """A sheet of sections, spread out. After a mistake any value will do: the whole is not used."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.given: dict[str, yaml.Node] = {}
        """By field, like ``web.port``."""
        self.off: set[str] = set()
        """Sections that were switched off as a whole."""

    def spread(
        self,
        root: yaml.Node | None,
        single: Iterable[str],
        sections: Mapping[str, tuple[str, ...]],
        may_be_off: Iterable[str],
    ) -> None:
        """Note every field of the file that is known, *single* or in one of the *sections*."""
        for name, node in self.entries(root, "", (*single, *sections)).items():
            if name not in sections:
                self.given[name] = node
            elif name in may_be_off and switched(node) is False:
                self.off.add(name)
            elif isinstance(node, yaml.MappingNode) or is_null(node):
                parts = self.entries(node, name, sections[name])
                self.given |= {name: node} | {f"{name}.{key}": value for key, value in parts.items()}
            else:
                off = "off or " if name in may_be_off else ""
                message = f"must be {off}a section with {', '.join(sections[name])}, not {seen(node)}"
                self.fault(node, name, message)

    def word(self, field: str, words: Iterable[str], default: str) -> str:
        node = self.given.get(field)
        if node is None:
            return default
        known = [str(word) for word in words]
        # YAML reads off, no and false alike, and so do we where off is one of the words
        word = "off" if switched(node) is False else node.value if isinstance(node, yaml.ScalarNode) else ""
        if word in known:
            return word
        self.fault(node, field, f"must be one of {', '.join(known)}, not {seen(node)}")
        return default

    def switch(self, field: str, default: bool) -> bool:
        node = self.given.get(field)
        if node is None:
            return default
        on = switched(node)
        if on is None:
            self.fault(node, field, f"must be on or off, not {seen(node)}")
        return bool(on)

    def is_off(self, field: str) -> bool:
        return field in self.given and switched(self.given[field]) is False

    def number(self, field: str, allowed: range, default: int, otherwise: str = "") -> int:
        node = self.given.get(field)
        if node is None:
            return default
        number = whole_number(node)
        if number is None or number not in allowed:
            message = (
                f"must be {otherwise}a whole number from {allowed[0]} to {allowed[-1]}, not {seen(node)}"
            )
            self.fault(node, field, message)
            return default
        return number
