"""Computer players at the table: they act and shout at their own pace, on the same clock as everybody."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from huhn_voice.hearing.sound import Heard
from huhn_voice.rules.bots import BOTS
from huhn_voice.rules.feiges_huhn import Challenge, Flip

if TYPE_CHECKING:
    from collections.abc import Mapping

    from huhn_voice.rules.feiges_huhn import FeigesHuhn
    from huhn_voice.rules.game import Action


class Robots:
    """The computer players of one game.

    Args:
        kinds: kind of bot by seat (as text, from a record): "cautious", "bold" or "sensible".
        seed: with the number of actions so far it decides everything that is random here.
    """

    def __init__(self, kinds: Mapping[str, str], seed: int) -> None:
        self._bots = {int(seat): BOTS[kind] for seat, kind in kinds.items()}
        self._seed = seed

    def __contains__(self, seat: int) -> bool:
        return seat in self._bots

    def decide(self, seat: int, game: FeigesHuhn) -> Action:
        """What the bot does where only it can act."""
        action = self._choice(seat, game)
        assert action is not None  # noqa: S101 - whose move it is must move
        return action

    def plan(self, player: int, game: FeigesHuhn, opened_s: float, think_s: float) -> list[tuple[Heard, int]]:
        """What the bots will say in this turn, earliest first, as if heard; with their seats.

        A bot that challenges shouts 0.4 to 1.4 s after the window opens; the active one speaks `think_s` after, so that
        people have time to shout.
        """
        said = []
        for seat in sorted(self._bots):
            action = self._choice(seat, game)
            if seat == player and action is not None:
                said.append((_said("flip" if isinstance(action, Flip) else "take", opened_s + think_s), seat))
            elif isinstance(action, Challenge):
                delay_s = self._rng(seat, game).uniform(0.4, 1.4)
                said.append((_said("chicken", opened_s + delay_s), seat))
        return sorted(said, key=lambda one: one[0].onset_s)

    def _choice(self, seat: int, game: FeigesHuhn) -> Action | None:
        legal = tuple(action for action in game.legal_actions() if action.player == seat)
        return self._bots[seat](game.view(seat), legal, self._rng(seat, game)) if legal else None

    def _rng(self, seat: int, game: FeigesHuhn) -> random.Random:
        return random.Random(f"{self._seed}/{len(game.history)}/{seat}")


def _said(word: str, at_s: float) -> Heard:
    return Heard("key", word, at_s, at_s, at_s)
