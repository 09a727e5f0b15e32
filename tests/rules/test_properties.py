"""What holds in every game, whoever plays it however."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from huhn_voice.rules.cards import Card, deck
from huhn_voice.rules.feiges_huhn import (
    ACTIONS,
    Bust,
    CardTaken,
    CardTurned,
    FeigesHuhn,
    HouseRules,
    RoundEnded,
    TurnStarted,
)
from huhn_voice.rules.game import IllegalAction

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")

house_rules = st.builds(
    HouseRules,
    one_blocks=st.sampled_from(["top", "anywhere"]),
    challenge_on_empty=st.booleans(),
    bust_empty_pile=st.sampled_from(["end_round", "must_slide_under"]),
    slide_order=st.sampled_from(["block", "shuffled"]),
    next_starter=st.sampled_from(["total", "last_round"]),
    starter=st.sampled_from(["cluck", "name", "random"]),
    stalemate_turns=st.integers(1, 80),
    rounds=st.integers(1, 3),
)
new_games = st.builds(FeigesHuhn, st.integers(2, 5).map(lambda n: NAMES[:n]), st.integers(0, 2**32), house_rules)
choices = st.randoms(use_true_random=False)


def play(game: FeigesHuhn, chance: random.Random, most: int = 150) -> FeigesHuhn:
    """Apply random legal actions, up to `most`."""
    while (legal := game.legal_actions()) and len(game.history) < most:
        game.apply(chance.choice(legal))
    return game


def faces(value: Any) -> list[Card]:  # noqa: ANN401 - looks through anything
    """Every card in a value, however deep."""
    if isinstance(value, Card):
        return [value]
    if dataclasses.is_dataclass(value):
        return [card for field in dataclasses.fields(value) for card in faces(getattr(value, field.name))]
    if isinstance(value, (list, tuple)):
        return [card for one in value for card in faces(one)]
    return []


@settings(max_examples=25, deadline=None)
@given(game=new_games, chance=choices)
def test_in_every_state(game: FeigesHuhn, chance: random.Random) -> None:
    whole = Counter(deck())
    box, number = game._state.cards.box, game.round
    for _ in range(150):
        state = game._state
        assert Counter(card for zone in state.cards.zones for card in zone) == whole  # 48 cards, each in one place
        assert state.cards.box == box or game.round != number  # the box stays as it is for a round
        box, number = state.cards.box, game.round
        assert all(points >= 0 for points in game.totals)
        legal = game.legal_actions()
        assert bool(legal) == (game.to_act.phase != "over")
        assert (game.to_act.player is None) == (game.to_act.phase in {"starter", "over"})
        assert set(faces(game.view(0))) <= set(state.cards.discard) | set(state.cards.collected)
        for action in (kind(seat) for kind in ACTIONS.values() for seat in range(-1, len(game.players) + 1)):
            assert game.can(action) == (action in legal)
        if state.phase == "turn":
            assert all(state.cards.piles)  # nobody is ever to act, or to give, without a card (D5b)
        if not legal:
            return
        game.apply(chance.choice(legal))


@settings(max_examples=25, deadline=None)
@given(game=new_games, chance=choices)
def test_events_show_public_cards_only(game: FeigesHuhn, chance: random.Random) -> None:
    for event in play(game, chance).events:
        if not isinstance(event, (CardTurned, CardTaken, Bust, TurnStarted, RoundEnded)):
            assert faces(event) == []


@settings(max_examples=25, deadline=None)
@given(game=new_games, chance=choices, other=st.integers())
def test_a_view_does_not_depend_on_hidden_cards(game: FeigesHuhn, chance: random.Random, other: int) -> None:
    play(game, chance, most=40)
    before = [game.view(seat) for seat in range(len(game.players))], game.legal_actions()
    cards = game._state.cards
    hidden = [*cards.coop, *cards.box, *(card for pile in cards.piles for card in pile)]
    random.Random(other).shuffle(hidden)
    cards.coop, cards.box, rest = tuple(hidden[:3]), tuple(hidden[3 : 3 + len(cards.box)]), hidden[3 + len(cards.box) :]
    for pile in cards.piles:
        for place in range(len(pile)):
            pile[place] = rest.pop()
    assert before == ([game.view(seat) for seat in range(len(game.players))], game.legal_actions())


@settings(max_examples=25, deadline=None)
@given(game=new_games, chance=choices)
def test_seed_and_actions_are_the_whole_game(game: FeigesHuhn, chance: random.Random) -> None:
    play(game, chance)
    rules = HouseRules(**game.rules.as_dict())
    again = FeigesHuhn.replay(game.players, game.seed, rules, game.history)
    assert again.events == game.events
    assert again.digest() == game.digest()
    if game.history:
        assert FeigesHuhn.replay(game.players, game.seed, rules, game.history[:-1]).digest() != game.digest()


@settings(max_examples=25, deadline=None)
@given(game=new_games, chance=choices)
def test_a_bust_costs_no_card(game: FeigesHuhn, chance: random.Random) -> None:
    held = 0
    for _ in range(150):
        if not (legal := game.legal_actions()):
            return
        view = game.view()
        choosing = view.active if view.phase == "bust" else None
        if view.phase == "turn" and view.active is not None:
            held = view.chicken_piles[view.active] + view.penalty_piles[view.active]
        number = game.round
        game.apply(chance.choice(legal))
        if choosing is not None and game.round == number and game.to_act.phase != "over":
            after = game.view()
            assert after.chicken_piles[choosing] + after.penalty_piles[choosing] >= held


@settings(max_examples=25, deadline=None)
@given(game=new_games, chance=choices)
def test_an_illegal_action_changes_nothing_and_says_why(game: FeigesHuhn, chance: random.Random) -> None:
    play(game, chance, most=chance.randrange(60))
    before = game.digest(), game.history, game.events
    for action in (kind(seat) for kind in ACTIONS.values() for seat in range(-1, len(game.players) + 1)):
        if not game.can(action):
            with pytest.raises(IllegalAction) as refused:
                game.apply(action)
            sentence = str(refused.value)
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert len(sentence) <= 80
    assert before == (game.digest(), game.history, game.events)


@settings(max_examples=10, deadline=None)
@given(game=new_games, chance=choices)
def test_every_game_ends(game: FeigesHuhn, chance: random.Random) -> None:
    play(game, chance, most=10_000)
    assert game.to_act.phase == "over"
    assert len([event for event in game.events if isinstance(event, RoundEnded)]) == game.rules.rounds
