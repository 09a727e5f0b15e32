"""Who sits at the table: names that can be told apart, and whose shout it was."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from huhn_voice.errors import HuhnVoiceError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from huhn_voice.table.phrases import Phrases

LONGEST_NAME = 30
"""Characters; longer names cannot be shouted."""


def check_names(names: Sequence[str], phrases: Phrases) -> tuple[str, ...]:
    """Return the names, cleaned, or say what is wrong with them.

    Args:
        names: as typed or heard, in seating order, clockwise.
        phrases: the table's phrases without names; a name must not be one of them.

    Raises:
        HuhnVoiceError: a name is empty, too long, doubled, unpronounceable or a command, or the number of players is off.
    """
    cleaned = tuple(" ".join(unicodedata.normalize("NFC", name).split()) for name in names)
    for seat, name in enumerate(cleaned, start=1):
        where = f"Player {seat}"
        if not name:
            raise HuhnVoiceError(f"{where} has an empty name: give every player a name, e.g. --players Anna,Ben,Cleo.")
        if len(name) > LONGEST_NAME:
            raise HuhnVoiceError(
                f"{where}'s name “{name[:12]}…” has {len(name)} characters: "
                f"use at most {LONGEST_NAME}, a name must be short enough to shout."
            )
        if not any(c.isalpha() for c in name) or not all(c.isalpha() or c in " '-" for c in name):
            raise HuhnVoiceError(f"{where}'s name “{name}” cannot be spoken: use letters only, as the name sounds.")
        if phrases.is_word(name):
            raise HuhnVoiceError(f"{where}'s name “{name}” is already a word of the game: use another name.")
    doubled = next((n for n in cleaned if sum(m.lower() == n.lower() for m in cleaned) > 1), None)
    if doubled is not None:
        raise HuhnVoiceError(f"Two players are called “{doubled}”: give them names that can be told apart.")
    if not 2 <= len(cleaned) <= 5:
        raise HuhnVoiceError(f"{len(cleaned)} player(s) named: Feiges Huhn! is for 2 to 5 players.")
    return cleaned


def clockwise(seats: int, start: int) -> list[int]:
    """Every other seat in clockwise order, beginning left of `start`.

    Example:
        >>> clockwise(4, 2)
        [3, 0, 1]
    """
    return [(start + step) % seats for step in range(1, seats)]
