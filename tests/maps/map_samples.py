"""A small sound map to spoil in tests."""

from __future__ import annotations

from collections.abc import Callable

from companion.marked_yaml import Fault

SMALL = """\
format: 1
name: my-town
title: My Town
aspect: 1.5
stations:
  1: {x: 0.1, y: 0.2, stops: [taxi, bus]}
  2: {x: 0.5, y: 0.1, stops: [taxi]}
  3: {x: 0.9, y: 0.3, stops: [taxi, bus]}
  4: {x: 0.6, y: 0.8, stops: [taxi]}
links:
  taxi: [[1, 2], [2, 3], [3, 4]]
  bus:
    - [1, 3]
optional_links:
  link_1_4: {taxi: [[1, 4]]}
decks:
  classic: {count: 3, cards: [1, 2, 4]}
  sherlock-moriarty: {count: 2, cards: [[1, 2], [3, 4]]}
quarters: {I: [1], II: [2, 3]}
symbols: {park: [1, 2], river: [2]}
hideouts: [4]
crime_tiles: {count: 2, tiles: [[1], [2, 3]]}
"""

Spoil = Callable[[str, str], list[Fault]]
"""Replaces a text of the small map by another, and gives the faults."""
