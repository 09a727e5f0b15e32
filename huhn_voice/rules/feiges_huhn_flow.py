"""Feiges Huhn!: what an allowed action does. Every function changes the state and yields what happened, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from huhn_voice.rules.feiges_huhn_legal import no_challenge
from huhn_voice.rules.feiges_huhn_state import Cards
from huhn_voice.rules.feiges_huhn_types import (
    Begin,
    Bust,
    CardTaken,
    CardTurned,
    Challenge,
    Challenged,
    Flip,
    GameEnded,
    GiftGiven,
    KeepPoints,
    LuckyFlip,
    PileKept,
    PileTucked,
    Reason,
    RoundEnded,
    RoundStarted,
    Stalemate,
    StalemateNear,
    Take,
    TuckPile,
    TurnStarted,
)
from huhn_voice.rules.scoring import fewest, most, penalty

if TYPE_CHECKING:
    from collections.abc import Iterator

    from huhn_voice.rules.feiges_huhn_state import State
    from huhn_voice.rules.game import Action, Event

WARN_AT = 0.9
"""Part of `stalemate_turns` after which the table is warned (D12)."""


def carry_out(state: State, action: Action) -> Iterator[Event]:
    """Do what an allowed action does."""
    match action:
        case Begin(seat):
            yield from _start(state, seat)
        case Challenge(seat):
            yield from _challenge(state, seat)
        case Flip(seat):
            yield from _flip(state, seat)
        case Take(seat):
            yield from _take(state, seat)
        case TuckPile(seat):
            yield from _tuck(state, seat)
        case KeepPoints(seat):
            yield from _keep(state, seat)


def set_up(state: State, starters: tuple[int, ...]) -> Iterator[Event]:
    """Deal a new round (FH-02 to FH-07, FH-43) that one of these seats may start; a single one does at once."""
    state.round += 1
    state.turns = 0
    state.cards = Cards.deal(len(state.players), state.rng("deal"))
    state.phase, state.active, state.challenger = "starter", None, None
    if len(starters) > 1 and state.rules.starter == "random":
        starters = (state.rng("starter").choice(starters),)
    state.candidates = starters
    if len(starters) == 1:
        yield from _start(state, starters[0])


def _start(state: State, seat: int) -> Iterator[Event]:
    state.candidates = ()
    yield RoundStarted(state.round, seat, tuple(map(len, state.cards.piles)))
    yield from _start_turn(state, seat)


def _start_turn(state: State, seat: int) -> Iterator[Event]:
    state.phase, state.active, state.challenger = "turn", seat, None
    state.turns += 1
    yield TurnStarted(seat, state.top, not state.cards.discard, no_challenge(state) is None)


def _next_turn(state: State, seat: int) -> Iterator[Event]:
    """Go on clockwise (FH-09, FH-25), unless the round goes in circles (D12)."""
    limit = state.rules.stalemate_turns
    if state.turns >= limit:
        yield Stalemate(state.turns)
        yield from _end_round(state, None, "stalemate")
        return
    if state.turns == int(limit * WARN_AT):
        yield StalemateNear(limit - state.turns)
    yield from _start_turn(state, (seat + 1) % len(state.players))


def _challenge(state: State, seat: int) -> Iterator[Event]:
    assert state.active is not None  # noqa: S101 - a challenge is legal in a turn only
    state.challenger = seat
    yield Challenged(state.active, seat)


def _flip(state: State, seat: int) -> Iterator[Event]:
    """Turn over a card (FH-11 to FH-16); if it is safe the challenger gets a card (FH-29)."""
    under = state.top
    card = state.cards.piles[seat].popleft()
    state.cards.discard.append(card)
    yield CardTurned(seat, card, under)
    if under is not None and card.beats(under):
        state.phase = "bust"
        state.cards.collected, state.cards.discard = state.cards.discard, []
        yield Bust(seat, tuple(state.cards.collected))
        return
    if under is not None:
        yield LuckyFlip(seat)
    if not state.cards.piles[seat]:  # before the gift: there is nothing left to give (D5)
        yield from _end_round(state, seat, "last_card")
        return
    if state.challenger is not None:
        yield from _give(state, seat, state.challenger)
        if not state.cards.piles[seat]:
            yield from _end_round(state, seat, "gift")
            return
    yield from _next_turn(state, seat)


def _take(state: State, seat: int) -> Iterator[Event]:
    """Take a card (FH-22); a challenger was right and gives one (FH-28)."""
    card = state.cards.discard.pop()
    state.cards.piles[seat].append(card)
    yield CardTaken(seat, card)
    if (challenger := state.challenger) is not None:
        yield from _give(state, challenger, seat)
        if not state.cards.piles[challenger]:
            yield from _end_round(state, challenger, "gift")
            return
    yield from _next_turn(state, seat)


def _give(state: State, giver: int, receiver: int) -> Iterator[Event]:
    """Top card of one chicken pile to the very bottom of another, unseen (FH-28, FH-29, D8)."""
    state.cards.piles[receiver].append(state.cards.piles[giver].popleft())
    yield GiftGiven(giver, receiver)


def _tuck(state: State, seat: int) -> Iterator[Event]:
    """Under the chicken pile, turned over as a block: the oldest card comes up first (D8)."""
    cards, state.cards.collected = state.cards.collected, []
    if state.rules.slide_order == "shuffled":
        state.rng(f"slide {state.turns}").shuffle(cards)
    state.cards.piles[seat].extend(cards)
    yield PileTucked(seat, len(cards))
    yield from _restart(state, seat)


def _keep(state: State, seat: int) -> Iterator[Event]:
    """To the penalty pile; with no card left to restart with, the round ends (D4)."""
    cards, state.cards.collected = state.cards.collected, []
    state.cards.penalties[seat].extend(cards)
    yield PileKept(seat, len(cards))
    if state.cards.piles[seat]:
        yield from _restart(state, seat)
    else:
        yield from _end_round(state, seat, "penalty_pile")


def _restart(state: State, seat: int) -> Iterator[Event]:
    """Start the discard pile again in the same turn: one card, always safe, no challenge, no gift (FH-20, FH-30)."""
    card = state.cards.piles[seat].popleft()
    state.cards.discard.append(card)
    yield CardTurned(seat, card, None, restart=True)
    if state.cards.piles[seat]:
        yield from _next_turn(state, seat)
    else:
        yield from _end_round(state, seat, "last_card")


def _end_round(state: State, by: int | None, reason: Reason) -> Iterator[Event]:
    """Score the round (FH-36 to FH-42), then the next one or the end (FH-43 to FH-46)."""
    cards = state.cards
    piles = tuple((*pile, *kept) for pile, kept in zip(cards.piles, cards.penalties, strict=True))
    points = tuple(penalty(pile, cards.coop) for pile in piles)
    state.scores = (*state.scores, points)
    yield RoundEnded(state.round, by, reason, cards.coop, piles, points, state.totals, state.turns)
    if state.round < state.rules.rounds:
        yield from set_up(state, most(state.totals if state.rules.next_starter == "total" else points))
        return
    state.phase, state.active, state.challenger = "over", None, None
    yield GameEnded(state.totals, most(state.totals), fewest(state.totals))
