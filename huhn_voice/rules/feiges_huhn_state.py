"""Feiges Huhn!: where every card is and whose move it is. Complete and secret; players see a View instead."""

from __future__ import annotations

import hashlib
import json
import random
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from huhn_voice.rules.cards import deck
from huhn_voice.rules.feiges_huhn_types import Phase, View

if TYPE_CHECKING:
    from huhn_voice.rules.cards import Card
    from huhn_voice.rules.house_rules import HouseRules

COOP_SIZE = 3
"""Cards in the chicken coop (FH-02)."""


@dataclass(slots=True)
class Cards:
    """Where the 48 cards of a round are.

    Attributes:
        coop: the chicken coop, hidden until the end of the round.
        box: left-over cards, hidden for good (FH-04).
        piles: chicken pile of each seat, its top card first.
        penalties: penalty pile of each seat.
        discard: the discard pile, its top card last.
        collected: in the phase "bust", the cards to place, oldest first.
    """

    coop: tuple[Card, ...]
    box: tuple[Card, ...]
    piles: list[deque[Card]]
    penalties: list[list[Card]]
    discard: list[Card] = field(default_factory=list)
    collected: list[Card] = field(default_factory=list)

    @classmethod
    def deal(cls, players: int, rng: random.Random) -> Self:
        """Shuffle all 48 cards, fill the coop and deal the rest evenly (FH-02 to FH-04)."""
        cards = deck()
        rng.shuffle(cards)
        coop, rest = cards[:COOP_SIZE], cards[COOP_SIZE:]
        size = len(rest) // players
        piles = [deque(rest[seat * size : (seat + 1) * size]) for seat in range(players)]
        return cls(tuple(coop), tuple(rest[players * size :]), piles, [[] for _ in piles])

    @property
    def zones(self) -> tuple[tuple[Card, ...], ...]:
        """Every place that holds cards; together always the whole deck."""
        zones = (self.coop, self.box, *self.piles, *self.penalties, self.discard, self.collected)
        return tuple(map(tuple, zones))


@dataclass(slots=True)
class State:
    """One moment of a game.

    Attributes:
        players: names by seat.
        seed: of all shuffles and draws.
        rules: house rules.
        cards: where the cards of this round are.
        round: number of the round, from 1.
        turns: turns of this round that have started.
        phase: "starter", "turn", "bust" or "over".
        active: seat whose turn or choice it is; None in the phases "starter" and "over".
        challenger: seat that has challenged the active player in this turn.
        candidates: in the phase "starter", the seats that may start.
        scores: points of each finished round, by seat.
    """

    players: tuple[str, ...]
    seed: int
    rules: HouseRules
    cards: Cards
    round: int = 0
    turns: int = 0
    phase: Phase = "starter"
    active: int | None = None
    challenger: int | None = None
    candidates: tuple[int, ...] = ()
    scores: tuple[tuple[int, ...], ...] = ()

    @property
    def seats(self) -> range:
        """Every seat, clockwise."""
        return range(len(self.players))

    @property
    def totals(self) -> tuple[int, ...]:
        """Points so far, by seat."""
        return tuple(sum(points[seat] for points in self.scores) for seat in self.seats)

    @property
    def top(self) -> Card | None:
        """The card on top of the discard pile, if there is one."""
        return self.cards.discard[-1] if self.cards.discard else None

    def name(self, seat: int | None) -> str:
        """Name of the player in a seat."""
        return "Nobody" if seat is None else self.players[seat]

    def rng(self, purpose: str) -> random.Random:
        """A source of chance that depends on the seed, the place in the game and the purpose only."""
        return random.Random(f"{self.seed}/{self.round}/{purpose}")

    def view(self, seat: int | None, *, may_challenge: bool) -> View:
        """What may be known in a seat; None is an onlooker."""
        return View(
            seat=seat,
            players=self.players,
            phase=self.phase,
            active=self.active,
            challenger=self.challenger,
            may_challenge=may_challenge,
            round=self.round,
            rounds=self.rules.rounds,
            turns=self.turns,
            scores=self.scores,
            totals=self.totals,
            chicken_piles=tuple(map(len, self.cards.piles)),
            penalty_piles=tuple(map(len, self.cards.penalties)),
            discard=tuple(self.cards.discard),
            collected=tuple(self.cards.collected),
        )

    def digest(self) -> str:
        """A hash of everything, hidden cards included: equal for equal games, on every machine."""
        everything = {
            "players": self.players,
            "seed": self.seed,
            "rules": self.rules.as_dict(),
            "place": [self.round, self.turns, self.phase, self.active, self.challenger, self.candidates],
            "scores": self.scores,
            "cards": [[str(card) for card in zone] for zone in self.cards.zones],
        }
        return hashlib.sha256(json.dumps(everything, sort_keys=True).encode()).hexdigest()
