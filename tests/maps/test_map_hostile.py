"""Whatever the file holds, the answer is a list of faults: no traceback, no endless loop."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from map_samples import SMALL

from companion import marked_yaml
from companion.maps import check_map, find_map, read_map
from companion.marked_yaml import Fault

DEMO = find_map("demo").read_bytes()
quick = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def only_fault(tmp_path: Path, content: bytes | str) -> Fault:
    path = tmp_path / "town.yaml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    began = time.monotonic()
    faults = check_map(path)
    assert time.monotonic() - began < 5
    assert len(faults) == 1, faults
    return faults[0]


@pytest.mark.parametrize("content", ["", "\n\n", "# only a comment\n", "---\n", "\ufeff"])
def test_an_empty_file_is_named(tmp_path: Path, content: str) -> None:
    fault = only_fault(tmp_path, content)
    assert fault.line == 1
    assert "empty" in fault.message or "must be a mapping" in fault.message


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    (fault,) = check_map(tmp_path / "nowhere.yaml")
    assert "no such file" in fault.message


def test_a_directory_is_named(tmp_path: Path) -> None:
    (fault,) = check_map(tmp_path)
    assert "not a file" in fault.message


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (fault,) = check_map(tmp_path / "pipe")
    assert "not a file" in fault.message


def test_a_file_name_the_system_cannot_look_up_is_missing() -> None:
    assert "no such file" in check_map(Path("a\0b"))[0].message
    assert "no such file" in check_map(Path("x" * 5000))[0].message


def test_what_is_not_utf_8_is_named_with_its_line(tmp_path: Path) -> None:
    fault = only_fault(tmp_path, b"format: 1\ntitle: Gr\xfcnstadt\n")
    assert (fault.line, "UTF-8" in fault.message) == (2, True)


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "town.yaml"
    path.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    assert check_map(path) == []


def test_what_is_not_yaml_is_named_with_its_line(tmp_path: Path) -> None:
    fault = only_fault(tmp_path, "format: 1\ntitle: [My\naspect: 2\n")
    assert "not YAML" in fault.message
    assert fault.line in (2, 3)


def test_a_character_yaml_forbids_is_named_with_its_line(tmp_path: Path) -> None:
    fault = only_fault(tmp_path, "title: Grün\ntitle: bell \a\n")
    assert (fault.line, "character" in fault.message) == (2, True)


def test_two_documents_in_one_file_are_refused(tmp_path: Path) -> None:
    assert "not YAML" in only_fault(tmp_path, SMALL + "---\n" + SMALL).message


def test_a_billion_laughs_are_refused(tmp_path: Path) -> None:
    lines = ["a0: &a0 [ha, ha]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    fault = only_fault(tmp_path, "\n".join(lines))
    assert (fault.line, "anchors" in fault.message) == (1, True)


def test_a_node_that_holds_itself_is_refused(tmp_path: Path) -> None:
    assert "anchors" in only_fault(tmp_path, "stations: &s {1: *s}\n").message


def test_a_tag_is_refused_with_its_line(tmp_path: Path) -> None:
    fault = only_fault(tmp_path, "format: 1\ntitle: !!python/object/apply:os.system [ls]\n")
    assert (fault.line, "tags" in fault.message) == (2, True)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 900_000,
        "{a: " * 200_000,
        "- " * 400_000,
        "? " * 400_000,
        "\n".join(" " * depth + "a:" for depth in range(1200)),
        "stations: " + "[" * 5000 + "]" * 5000,
    ],
    ids=["lists", "mappings", "dashes", "question marks", "indents", "closed"],
)
def test_deep_nesting_is_refused(tmp_path: Path, text: str) -> None:
    assert "deeper than 10" in only_fault(tmp_path, text).message


def test_a_file_of_more_than_a_megabyte_is_refused(tmp_path: Path) -> None:
    assert "1 MB" in only_fault(tmp_path, SMALL + "#" * 1_000_000).message


def test_a_megabyte_of_faults_is_still_answered_soon(tmp_path: Path) -> None:
    path = tmp_path / "town.yaml"
    path.write_text(SMALL.replace("hideouts: [4]", f"hideouts: [{'9, ' * 150_000}]"))
    began = time.monotonic()
    assert len(check_map(path)) == 150_000
    assert time.monotonic() - began < 10


def test_a_text_of_many_lines_stays_on_one_line_of_the_report(tmp_path: Path) -> None:
    path = tmp_path / "town.yaml"
    path.write_text(SMALL + '"bad\\nkey\\e[31m": 1\n')
    (fault,) = check_map(path)
    assert str(fault).isprintable()


def test_the_loader_written_in_python_reads_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    fast = read_map(find_map("demo"))
    monkeypatch.setattr(marked_yaml, "_LOADER", yaml.SafeLoader)
    assert read_map(find_map("demo")) == fast
    assert "deeper than 10" in only_fault(tmp_path, "[" * 50_000).message
    assert "character" in only_fault(tmp_path, "title: bell \a\n").message
    assert "character" in only_fault(tmp_path, 'title: "\\U99999999"').message


@quick
@given(content=st.binary(max_size=300))
def test_random_bytes_give_faults(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "noise.yaml"
    path.write_bytes(content)
    assert all(str(fault).isprintable() for fault in check_map(path))
    assert check_map(path)


@quick
@given(content=st.text(alphabet="[]{}:,-?&*!|>'\"%@`# \n\t019azxy\\U", max_size=80))
def test_random_marks_of_yaml_give_faults(tmp_path: Path, content: str) -> None:
    path = tmp_path / "noise.yaml"
    path.write_text(content)
    assert check_map(path)


@quick
@given(
    start=st.integers(0, len(DEMO)),
    length=st.integers(0, 40),
    new=st.one_of(st.binary(max_size=8), st.text("[]{}:,- \n0129xy", max_size=8).map(str.encode)),
)
def test_a_spoilt_copy_of_the_demo_map_is_read_or_refused(
    tmp_path: Path, start: int, length: int, new: bytes
) -> None:
    path = tmp_path / "spoilt.yaml"
    path.write_bytes(DEMO[:start] + new + DEMO[start + length :])
    faults = check_map(path)
    assert all(1 <= fault.line <= DEMO.count(b"\n") + 10 for fault in faults)
    if not faults:
        assert read_map(path)["stations"]


words = st.sampled_from(
    ["null", "7", "-1", "0.5", "taxi", "[]", "{}", "[1, 2]", "[[1, 2]]", "{a: 1}", "yes", '"1"']
)
lines = st.integers(0, SMALL.count("\n") - 1)


@quick
@given(line=lines, value=words)
def test_any_value_of_any_kind_in_any_place_is_read_or_refused(tmp_path: Path, line: int, value: str) -> None:
    text = SMALL.splitlines()
    key, colon, _ = text[line].partition(":")
    text[line] = f"{key}{colon} {value}"
    path = tmp_path / "spoilt.yaml"
    path.write_text("\n".join(text))
    for fault in check_map(path):
        assert str(fault).isprintable()
