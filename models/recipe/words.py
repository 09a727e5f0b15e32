"""The words of words.toml, and the first names that players are called by."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
NAMES = HERE.parents[1] / "huhn_voice" / "table" / "phrases" / "names.en.txt"


@cache
def said() -> dict[str, Any]:
    """What words.toml holds."""
    return tomllib.loads((HERE / "words.toml").read_text())


@cache
def names() -> tuple[str, ...]:
    """First names, small letters."""
    return tuple(name.lower() for name in NAMES.read_text().split() if not name.startswith("#"))


@cache
def game_words() -> frozenset[str]:
    """Words that keep their phones: those of the games, and first names."""
    return frozenset([*said()["game"].split(), *names()])
