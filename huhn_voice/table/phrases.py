"""Phrases and their meanings: data in `phrases/GAME.LANGUAGE.toml`, plus the players' names.

Three different things can be wrong with what was said: it is not a phrase at all, it is one but means nothing now, or it
fits more than one legal action. Each has its error, and each quotes what was said.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
"""Numbers that the set-up listens for."""


class NotUnderstood(ValueError):
    """The words are no phrase of this table."""


class NotNow(ValueError):
    """The phrase is understood, but means nothing at this moment."""


class Ambiguous(ValueError):
    """The phrase fits more than one legal action."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a phrase means.

    Attributes:
        name: the meaning, e.g. "flip", "yes", "name", "number".
        value: the seat for "name", the number for "number", else 0.
    """

    name: str
    value: int = 0


class Phrases:
    """Every phrase of one table.

    Example:
        >>> phrases = Phrases(["Anna", "Ben"])
        >>> phrases.meaning("turn over")
        Meaning(name='flip', value=0)
        >>> phrases.meaning("ben")
        Meaning(name='name', value=1)
        >>> phrases.split("chicken, Anna!")
        ['chicken', 'anna']
    """

    def __init__(self, names: Iterable[str], game: str = "feiges-huhn", language: str = "en") -> None:
        text = (files(__package__) / "phrases" / f"{game}.{language}.toml").read_text(encoding="utf-8")
        self._table: Mapping[str, dict[str, object]] = tomllib.loads(text)
        self._meanings = {said: Meaning(name) for name, row in self._table.items() for said in _said(row)}
        self._meanings |= {word: Meaning("number", number) for word, number in NUMBERS.items()}
        self._meanings |= {name.lower(): Meaning("name", seat) for seat, name in enumerate(names)}
        self._keys = {str(row["key"]): _said(row)[0] for row in self._table.values()}
        self._keys |= {str(number): word for word, number in NUMBERS.items()}

    @property
    def spoken(self) -> list[str]:
        """Every phrase, in lower case, as the ears must know it."""
        return sorted(self._meanings)

    @property
    def keys(self) -> dict[str, str]:
        """One-letter keys and the phrase that each stands for."""
        return dict(self._keys)

    def meaning(self, phrase: str) -> Meaning:
        """What a phrase means.

        Raises:
            NotUnderstood: it is no phrase of this table.
        """
        try:
            return self._meanings[phrase]
        except KeyError:
            raise NotUnderstood(phrase) from None

    def is_word(self, phrase: str) -> bool:
        """Whether this table already uses these words for something."""
        return phrase.lower() in self._meanings

    def split(self, typed: str) -> list[str]:
        """Cut a typed line into phrases, longest first; a lone letter is a key.

        Raises:
            NotUnderstood: some word of the line is no phrase.
        """
        words = "".join(c if c.isalnum() or c in "'-" else " " for c in typed.lower()).split()
        if len(words) == 1 and words[0] in self._keys:
            return [self._keys[words[0]]]
        phrases: list[str] = []
        while words:
            for size in range(len(words), 0, -1):
                if (phrase := " ".join(words[:size])) in self._meanings:
                    phrases.append(phrase)
                    del words[:size]
                    break
            else:
                raise NotUnderstood(" ".join(words))
        return phrases


def _said(row: Mapping[str, object]) -> list[str]:
    said = row["say"]
    assert isinstance(said, list)  # noqa: S101 - the data file is ours and tested
    return [str(phrase) for phrase in said]
