"""The rule books, one YAML file each."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import yaml


def edition_names() -> list[str]:
    """The editions there are."""
    return sorted(
        file.name.removesuffix(".yaml") for file in files(__name__).iterdir() if file.name.endswith(".yaml")
    )


def read_edition(name: str) -> dict[str, Any]:
    """The data of edition *name*, or :exc:`KeyError`."""
    if name not in edition_names():
        raise KeyError(name)
    data: dict[str, Any] = yaml.safe_load(files(__name__).joinpath(f"{name}.yaml").read_text("utf-8"))
    return data
