"""Files nobody should write."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config import Config
from companion.config_file import SECTIONS, SINGLE, read_config
from companion.marked_yaml import Fault, FileFault
from tests.config.config_files import SAMPLE, Faults, one, quick


def test_a_missing_file_and_a_directory_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileFault, match="there is no such file"):
        read_config(tmp_path / "nowhere.yaml")
    with pytest.raises(FileFault, match="this is not a file"):
        read_config(tmp_path)


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("web: [8080\nnumpad: on\n", "not YAML"),
        ("web: &a {port: 80}\n", "anchors"),
        ("numpad: !!python/name:os.system\n", "tags"),
        ("{a: " * 200_000, "deeper than 10"),
        ("#" * 1_000_001, "1 MB"),
        ("numpad: on\n---\nnumpad: off\n", "not YAML"),
        ("- numpad\n", "must be a mapping"),
        ("numpad: \a\n", "character"),
    ],
    ids=["not yaml", "anchor", "tag", "deep", "large", "two documents", "list", "bell"],
)
def test_a_hostile_file_is_refused_in_one_line(faults: Faults, text: str, part: str) -> None:
    assert part in one(faults(text))[2]


def test_a_megabyte_of_mistakes_is_answered_soon(faults: Faults) -> None:
    text = "".join(f"numpat{number}: 1\n" for number in range(60_000))
    began = time.monotonic()
    assert len(faults(text)) == 60_000
    assert time.monotonic() - began < 10


def is_read_or_refused(path: Path) -> None:
    """What is read is fit to be wired; what is refused has a reason."""
    config: Config | None = None
    found: tuple[Fault, ...] = ()
    try:
        config = read_config(path)
    except FileFault as fault:
        found = fault.faults
    assert all(str(each).isprintable() for each in found)
    if config is None:
        assert found
    else:
        pins = [*config.keypad.rows, *config.keypad.columns, *config.lights.values()]
        pins += [config.buzzer.pin] if config.buzzer else []
        assert len(set(pins)) == len(pins)
        assert set(pins) <= set(range(4, 28))


@quick
@given(content=st.one_of(st.text(max_size=200).map(str.encode), st.binary(max_size=200)))
def test_any_text_is_read_or_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "noise.yaml"
    path.write_bytes(content)
    is_read_or_refused(path)


@quick
@given(
    start=st.integers(0, len(SAMPLE)),
    length=st.integers(0, 30),
    new=st.text("[]{}:,-&!'\" \n0123xonf", max_size=8),
)
def test_a_spoilt_sample_is_read_or_refused(tmp_path: Path, start: int, length: int, new: str) -> None:
    path = tmp_path / "spoilt.yaml"
    path.write_text(SAMPLE[:start] + new + SAMPLE[start + length :], encoding="utf-8")
    is_read_or_refused(path)


words = st.sampled_from(
    [
        "",
        "null",
        "0",
        "7",
        "17",
        "-1",
        "0.5",
        "on",
        "off",
        "none",
        "auto",
        "turn",
        "[]",
        "{}",
        "[4, 7, 8, 9]",
        "::1",
    ]
)
fields = st.sampled_from(
    [*SINGLE, *SECTIONS, *(f"{name}.{key}" for name in SECTIONS for key in SECTIONS[name])]
)


@quick
@given(values=st.dictionaries(fields, words, max_size=12))
def test_any_value_in_any_field_is_read_or_refused(tmp_path: Path, values: dict[str, str]) -> None:
    lines = [f"{field}: {value}" for field, value in values.items() if "." not in field]
    for name in SECTIONS:
        parts = [
            f"  {key}: {values[field]}" for key in SECTIONS[name] if (field := f"{name}.{key}") in values
        ]
        if parts and name not in values:
            lines += [f"{name}:", *parts]
    path = tmp_path / "mixed.yaml"
    path.write_text("\n".join(lines), encoding="utf-8")
    is_read_or_refused(path)
