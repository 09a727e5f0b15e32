"""Feiges Huhn!: why an action is not allowed, as a sentence to speak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from huhn_voice.rules.feiges_huhn_types import Begin, Challenge, Flip, KeepPoints, Take, TuckPile

if TYPE_CHECKING:
    from huhn_voice.rules.feiges_huhn_state import State
    from huhn_voice.rules.game import Action


def refusal(state: State, action: Action) -> str | None:
    """Why the action is not allowed now; None if it is."""
    if state.phase == "over":
        return "The game is over."
    if action.player not in state.seats:
        return f"Nobody sits in seat {action.player}."
    match action:
        case Begin(seat):
            reason = _no_begin(state, seat)
        case Challenge(seat):
            reason = _no_challenge_by(state, seat)
        case Flip(seat) | Take(seat):
            reason = _no_turn(state, seat, taking=isinstance(action, Take))
        case TuckPile(seat) | KeepPoints(seat):
            reason = _no_placing(state, seat, keeping=isinstance(action, KeepPoints))
        case _:
            reason = "That is nothing you can do in this game."
    return reason


def no_challenge(state: State) -> str | None:
    """Why nobody may challenge the active player now; None if somebody may (FH-26, FH-27, FH-31)."""
    if state.phase != "turn":
        return _NO_TURN[state.phase]
    active = state.name(state.active)
    if state.challenger is not None:
        return f"{state.name(state.challenger)} was faster."
    if not state.cards.discard and not state.rules.challenge_on_empty:
        return f"The middle is empty: {active} has no choice."
    ones = state.cards.discard if state.rules.one_blocks == "anywhere" else state.cards.discard[-1:]
    if any(card.value == 1 for card in ones):
        return f"There is a one on the pile: nobody may challenge {active}."
    return None


_NO_TURN = {
    "starter": "The round has not started yet.",
    "bust": "Too late: the card has been turned over.",
    "over": "The game is over.",
}


def _no_challenge_by(state: State, seat: int) -> str | None:
    if seat == state.active:
        return "You cannot challenge yourself."
    return no_challenge(state)


def _no_begin(state: State, seat: int) -> str | None:
    if state.phase != "starter":
        return "The round has started already."
    if seat not in state.candidates:
        return f"{state.name(seat)} cannot start: only those with the most points can."
    return None


def _no_turn(state: State, seat: int, *, taking: bool) -> str | None:
    if state.phase == "starter":
        return "First somebody has to start the round."
    if seat != state.active:
        return f"It is not {state.name(seat)}'s turn: it is {state.name(state.active)}'s."
    if state.phase == "bust":
        return "First say where the cards go: under your pile, or to your points."
    if taking and not state.cards.discard:
        return "There is no card to take: you must turn one over."
    return None


def _no_placing(state: State, seat: int, *, keeping: bool) -> str | None:
    if state.phase != "bust":
        return "There are no collected cards to place."
    if seat != state.active:
        return f"{state.name(state.active)} has to say where the cards go, not {state.name(seat)}."
    must_tuck = state.rules.bust_empty_pile == "must_slide_under" and not state.cards.piles[seat]
    if keeping and must_tuck:
        return "You have no other cards left: these must go under your pile."
    return None
