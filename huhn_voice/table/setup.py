"""Spoken set-up: how many play, their names one by one, read back and confirmed."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from huhn_voice.table.talk import Talk

if TYPE_CHECKING:
    from huhn_voice.table.phrases import Phrases
    from huhn_voice.table.stage import Conversation, Stage


def first_names(language: str = "en") -> list[str]:
    """The names that the set-up can hear; any other name can be given with --players."""
    text = (files(__package__) / "phrases" / f"names.{language}.txt").read_text(encoding="utf-8")
    return [line for line in text.split() if not line.startswith("#")]


def set_up(stage: Stage, phrases: Phrases, names: list[str]) -> Conversation[tuple[str, ...]]:
    """Ask who plays until the answer is confirmed; return the names in seating order.

    Args:
        stage: where to talk.
        phrases: phrases whose "name" meanings are indices into `names`.
        names: names that can be heard.
    """
    talk = Talk(stage, phrases)
    while True:
        count = yield from _how_many(talk)
        players: list[str] = []
        for seat in range(count):
            players.append((yield from _name_of(talk, seat, names, players)))
        answer = yield from talk.ask("setup confirm", ("yes", "no"), "names_read_back", names=players)
        if answer is None or answer.meaning.name == "yes":
            return tuple(players)


def _how_many(talk: Talk) -> Conversation[int]:
    while True:
        answer = yield from talk.ask("setup count", ("number",), "how_many")
        if answer is None:
            continue
        if answer.meaning.value < 2:
            talk.stage.say("too_few")
        elif answer.meaning.value > 5:
            talk.stage.say("too_many")
        else:
            return answer.meaning.value


def _name_of(talk: Talk, seat: int, names: list[str], taken: list[str]) -> Conversation[str]:
    for _ in range(3):
        answer = yield from talk.ask(f"setup name {seat + 1}", ("name",), "name_of", number=seat + 1)
        if answer is None:
            break
        name = names[answer.meaning.value]
        if name not in taken:
            return name
        talk.stage.say("name_taken", name=name)
    return f"Player {('One', 'Two', 'Three', 'Four', 'Five')[seat]}"
