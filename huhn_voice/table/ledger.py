"""The game and its record, changed together: verified, on disk, then told."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.rules.feiges_huhn import ACTIONS, FeigesHuhn, HouseRules
from huhn_voice.rules.game import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from huhn_voice.hearing.sound import Heard
    from huhn_voice.rules.game import Action, Event
    from huhn_voice.table.record import Record, Saved


class Ledger:
    """One game with its record.

    Attributes:
        game: the game as it stands.
        record: where every operation goes before it is told.
        opening: events to tell when play starts or goes on.
    """

    def __init__(self, game: FeigesHuhn, record: Record) -> None:
        self.game = game
        self.record = record
        self.opening: tuple[Event, ...] = () if game.history else game.opening

    def apply(self, action: Action, at_s: float, heard: Heard | None) -> tuple[Event, ...]:
        """Verify, record and carry out an action; `heard` is the evidence for it."""
        self.game.verify(action)
        self.record.append(_line(action, at_s, heard))
        return self.game.apply(action)

    def undo(self, at_s: float) -> None:
        """Take back the last action."""
        self.record.append({"undo": 1, "at_s": round(at_s, 3)})
        self.game = FeigesHuhn.replay(self.game.players, self.game.seed, self.game.rules, self.game.history[:-1])

    def draw(self, candidates: Sequence[int]) -> int:
        """One of the candidates, by the game's seed."""
        return random.Random(f"{self.game.seed}/{len(self.game.history)}").choice(list(candidates))


def header(game: FeigesHuhn) -> dict[str, Any]:
    """First line of a record: everything the game starts from."""
    return {
        "game": "feiges-huhn",
        "players": list(game.players),
        "seed": game.seed,
        "rules": game.rules.as_dict(),
    }


def restore(saved: Saved, path: Path) -> FeigesHuhn:
    """Play a record's operations again.

    Raises:
        HuhnVoiceError: the record names unknown or illegal operations.
    """
    head = saved.header
    try:
        game = FeigesHuhn(head["players"], head["seed"], HouseRules(**head["rules"]))
        actions: list[Action] = []
        for operation in saved.operations:
            if "undo" in operation:
                actions.pop()
            else:
                actions.append(ACTIONS[operation["action"]](operation["player"]))
        return FeigesHuhn.replay(game.players, game.seed, game.rules, actions)
    except (KeyError, TypeError, IndexError, ValueError, IllegalAction) as error:
        raise HuhnVoiceError(
            f"The record {path} does not replay ({error}): it is damaged or of another version."
        ) from error


def _line(action: Action, at_s: float, heard: Heard | None) -> dict[str, Any]:
    name = next(name for name, kind in ACTIONS.items() if type(action) is kind)
    line: dict[str, Any] = {"action": name, "player": action.player, "at_s": round(at_s, 3)}
    if heard is not None:
        line["heard"] = {
            "kind": heard.kind,
            "word": heard.word,
            "onset_s": round(heard.onset_s, 3),
            "confidence": round(heard.confidence, 3),
            "channel": heard.channel,
        }
    return line
