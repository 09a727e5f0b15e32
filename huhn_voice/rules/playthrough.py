"""Readable records of whole games, by which a change of the rules shows at once.

`python -m huhn_voice.rules.playthrough DIR` writes them to a folder again; tests/rules/playthroughs holds those that
the tests compare. Every action is followed by what happened, every turn by what everybody can see.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from huhn_voice.rules.bots import BOTS
from huhn_voice.rules.feiges_huhn import ACTIONS, FeigesHuhn, HouseRules, RoundEnded, View
from huhn_voice.rules.simulate import next_action

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from huhn_voice.rules.cards import Card
    from huhn_voice.rules.game import Event

SEATS = {"player", "by", "starter", "giver", "receiver", "losers", "winners"}
"""Fields of events that hold seats."""


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A game to record: who plays, which bot for whom, the seed, the house rules."""

    players: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    rules: HouseRules


PLAYTHROUGHS = {
    "three_players": Playthrough(("Anna", "Ben", "Cleo"), ("sensible", "bold", "cautious"), 8, HouseRules()),
    "two_players": Playthrough(
        ("Dottie", "Hayden"), ("bold", "sensible"), 27, HouseRules(starter="name", starter_seat=1)
    ),
    "five_players_house_rules": Playthrough(
        ("Anna", "Ben", "Cleo", "Dora", "Emil"),
        ("bold", "sensible", "cautious", "bold", "sensible"),
        23,
        HouseRules(
            one_blocks="anywhere",
            challenge_on_empty=True,
            bust_empty_pile="must_slide_under",
            slide_order="shuffled",
            next_starter="last_round",
            starter="random",
        ),
    ),
}
"""The games that are recorded, by file name."""


def record(game: Playthrough) -> str:
    """The game as text, one line for each thing that is done, happens or can be seen."""
    return "\n".join(_lines(game)) + "\n"


def write(folder: Path) -> None:
    """Write every playthrough to a folder, as NAME.txt."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, game in PLAYTHROUGHS.items():
        (folder / f"{name}.txt").write_text(record(game), encoding="utf-8")


def _lines(playthrough: Playthrough) -> Iterator[str]:
    names = playthrough.players
    bots = [BOTS[name] for name in playthrough.bots]
    rng = random.Random(playthrough.seed)
    game = FeigesHuhn(names, playthrough.seed, playthrough.rules)
    yield f"Feiges Huhn!, seed {playthrough.seed}"
    yield "players: " + ", ".join(f"{name} ({bot})" for name, bot in zip(names, playthrough.bots, strict=True))
    yield from (f"rule {name}: {value}" for name, value in playthrough.rules.as_dict().items())
    yield ""
    yield from _events(game.opening, names)
    while game.to_act.phase != "over":
        yield _visible(game.view(), names)
        action = next_action(game, bots, rng)
        kind = next(name for name, kind in ACTIONS.items() if type(action) is kind)
        yield f"> {names[action.player]}: {kind}"
        events = game.apply(action)
        yield from _events(events, names)
        if any(isinstance(event, RoundEnded) for event in events):
            yield f"  state {game.digest()[:16]}"
            yield ""


def _events(events: Iterable[Event], names: Sequence[str]) -> Iterator[str]:
    for event in events:
        values = [f"{field.name}={_text(field.name, getattr(event, field.name), names)}" for field in fields(event)]
        yield f"  {type(event).__name__}: {' '.join(values)}"


def _text(field: str, value: object, names: Sequence[str]) -> str:
    """A field of an event: seats as names, lists in brackets."""
    if isinstance(value, tuple):
        return "[" + ", ".join(_text(field, one, names) for one in value) + "]"
    if field in SEATS and isinstance(value, int):
        return names[value]
    return str(value)


def _visible(view: View, names: Sequence[str]) -> str:
    """What everybody sees: cards in each chicken pile (and penalty pile), the pile in the middle, its top card last."""
    piles = ", ".join(
        f"{name} {pile}+{penalty}"
        for name, pile, penalty in zip(names, view.chicken_piles, view.penalty_piles, strict=True)
    )
    return f"{view.phase}: {piles} | {_pile(view.discard)}"


def _pile(cards: Sequence[Card]) -> str:
    return ", ".join(map(str, cards)) if cards else "empty"


def main(arguments: Sequence[str]) -> None:
    """Write the playthroughs to the folder that is named."""
    if len(arguments) != 1:
        sys.exit("Which folder? python -m huhn_voice.rules.playthrough DIR")
    write(Path(arguments[0]))


if __name__ == "__main__":
    main(sys.argv[1:])
