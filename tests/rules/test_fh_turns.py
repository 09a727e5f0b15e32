"""Turning over and taking: rows FH-11 to FH-25 of the rules checklist."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import TYPE_CHECKING

import pytest

from huhn_voice.rules.cards import COLOURS, VALUES, Card
from huhn_voice.rules.feiges_huhn import (
    Bust,
    CardTaken,
    CardTurned,
    Challenge,
    Flip,
    HouseRules,
    KeepPoints,
    LuckyFlip,
    PileKept,
    PileTucked,
    Take,
    TuckPile,
    TurnStarted,
)
from huhn_voice.rules.game import IllegalAction

if TYPE_CHECKING:
    from tests.rules.conftest import Rig

Read = Callable[[str], tuple[Card, ...]]


def test_fh_11_the_top_card_is_turned_onto_the_discard_pile(rig: Rig, cards: Read) -> None:
    game = rig("B2 P8 Y8", 5, discard="B3")
    turned = game.apply(Flip(0))[0]
    assert turned == CardTurned(0, cards("B2")[0], cards("B3")[0])
    assert game.view().chicken_piles == (2, 5)
    assert game.view().discard == cards("B3 B2")
    assert game.view().top == cards("B2")[0]


@pytest.mark.parametrize("first", ["Y8", "P1"])
def test_fh_12_the_first_card_is_always_safe(rig: Rig, cards: Read, first: str) -> None:
    game = rig(f"{first} P2", 5)
    assert game.apply(Flip(0)) == (
        CardTurned(0, cards(first)[0], None),
        TurnStarted(1, cards(first)[0], must_flip=False, may_challenge=first != "P1"),
    )


def test_fh_13_only_the_card_directly_under_it_counts(rig: Rig) -> None:
    game = rig("B4 P2", 5, discard="Y1 Y8")
    assert LuckyFlip(0) in game.apply(Flip(0))
    game = rig("B4 P2", 5, discard="Y8 Y1")
    game.apply(Flip(0))
    assert game.to_act.phase == "bust"


def test_fh_14_same_or_lower_value_or_same_colour_is_lucky(rig: Rig) -> None:
    for text, under in [("B3", "Y4"), ("B4", "Y4"), ("B8", "B4"), ("B3", "B4"), ("B4", "B4")]:
        game = rig(f"{text} P2", 5, discard=under)
        assert LuckyFlip(0) in game.apply(Flip(0)), (text, under)
        assert game.to_act.player == 1


def test_fh_14_truth_table() -> None:
    every = [Card(value, colour) for value, colour in product(VALUES, COLOURS)]
    unlucky = [(card, under) for card, under in product(every, every) if card.beats(under)]
    assert len(unlucky) == 28 * 6  # 28 pairs of a higher and a lower value, 6 of different colours
    assert all(card.value > under.value and card.colour != under.colour for card, under in unlucky)


@pytest.mark.parametrize(("text", "under"), [("B2", "B6"), ("P2", "B6"), ("B7", "B6")])
def test_fh_15_the_three_lucky_examples(rig: Rig, text: str, under: str) -> None:
    assert LuckyFlip(0) in rig(f"{text} Y8", 5, discard=under).apply(Flip(0))


def test_fh_16_higher_and_another_colour_collects_everything(rig: Rig, cards: Read) -> None:
    game = rig("B5 P2", 5, discard="P6 Y3")
    assert game.apply(Flip(0)) == (CardTurned(0, cards("B5")[0], cards("Y3")[0]), Bust(0, cards("P6 Y3 B5")))
    assert game.view().discard == ()
    assert game.view().collected == cards("P6 Y3 B5")
    assert game.to_act == type(game.to_act)("bust", 0)


def test_fh_17_tuck_or_keep_all_of_them_and_nothing_else(rig: Rig, cards: Read) -> None:
    game = rig("B5 P2", 5, discard="Y3")
    game.apply(Flip(0))
    assert game.legal_actions() == (TuckPile(0), KeepPoints(0))
    for other in (Flip(0), Take(0)):
        with pytest.raises(IllegalAction, match="First say where the cards go"):
            game.apply(other)
    with pytest.raises(IllegalAction, match="Anna has to say where the cards go, not Ben"):
        game.apply(TuckPile(1))
    assert game.apply(TuckPile(0))[0] == PileTucked(0, 2)
    assert tuple(game._state.cards.piles[0]) == cards("Y3 B5")  # P2 has started the new discard pile
    assert game.view().penalty_piles == (0, 0)


def test_fh_17_keep(rig: Rig, cards: Read) -> None:
    game = rig("B5 P2 P3", 5, discard="Y3")
    game.apply(Flip(0))
    assert game.apply(KeepPoints(0))[0] == PileKept(0, 2)
    assert tuple(game._state.cards.penalties[0]) == cards("Y3 B5")
    assert game.view().chicken_piles == (1, 5)


def test_fh_18_the_penalty_pile_only_grows(rig: Rig) -> None:
    game = rig("B5 P2 B6 P3 P3", 9, discard="Y3", penalties=["Y8"])
    game.apply(Flip(0))
    game.apply(KeepPoints(0))
    assert game.view().penalty_piles == (3, 0)
    game.apply(Take(1))
    game._state.active = 0
    game._state.cards.discard.append(Card(1, "yellow"))
    game.apply(Flip(0))
    game.apply(KeepPoints(0))
    assert game.view().penalty_piles == (5, 0)
    assert all(not game.can(action) for action in (TuckPile(0), KeepPoints(0)))


def test_fh_19_keeping_with_few_cards_ends_the_round_sooner(rig: Rig) -> None:
    game = rig("B5 P2", 5, discard="Y3")
    game.apply(Flip(0))
    game.apply(KeepPoints(0))
    assert game.round == 2


def test_fh_20_the_discard_pile_is_started_again_at_once(rig: Rig, cards: Read) -> None:
    game = rig("B5 P8 P1", 5, 5, discard="Y3")
    game.apply(Flip(0))
    assert game.apply(TuckPile(0))[1:] == (
        CardTurned(0, cards("P8")[0], None, restart=True),
        TurnStarted(1, cards("P8")[0], must_flip=False, may_challenge=True),
    )


def test_fh_21_qwyneth(rig: Rig, cards: Read) -> None:
    game = rig("B5 P4 P2", 5, discard="P7 Y3")
    game.apply(Flip(0))
    game.apply(KeepPoints(0))
    assert tuple(game._state.cards.penalties[0]) == cards("P7 Y3 B5")
    assert game.view().discard == cards("P4")


def test_fh_22_the_top_card_goes_under_the_chicken_pile(rig: Rig, cards: Read) -> None:
    game = rig("B5 P4", 5, discard="P7 Y3")
    assert game.apply(Take(0))[0] == CardTaken(0, cards("Y3")[0])
    assert tuple(game._state.cards.piles[0]) == cards("B5 P4 Y3")
    assert game.view().top == cards("P7")[0]


def test_fh_23_nothing_to_take_means_turning_over(rig: Rig) -> None:
    game = rig(5, 5, 5)
    with pytest.raises(IllegalAction, match=r"^There is no card to take: you must turn one over\.$"):
        game.apply(Take(0))
    assert game.legal_actions() == (Flip(0),)


def test_fh_23_also_after_the_only_card_was_taken(rig: Rig) -> None:
    game = rig(5, 5, 5, discard="Y3")
    assert game.apply(Take(0))[-1] == TurnStarted(1, None, must_flip=True, may_challenge=False)
    assert not game.can(Take(1))


def test_fh_24_dottie_takes_and_hayden_faces_a_seven(rig: Rig, cards: Read) -> None:
    game = rig(5, 5, discard="B7 P2")
    game.apply(Take(0))
    assert (game.view().top, game.to_act.player) == (cards("B7")[0], 1)


def test_fh_25_after_the_action_it_is_the_next_players_turn(rig: Rig) -> None:
    lucky = rig("B2 P2", 5, 5, discard="Y3")
    lucky.apply(Flip(0))
    took = rig("B2 P2", 5, 5, discard="Y3")
    took.apply(Take(0))
    bust = rig("B5 P2", 5, 5, discard="Y3", rules=HouseRules())
    bust.apply(Flip(0))
    assert bust.to_act.player == 0
    bust.apply(TuckPile(0))
    assert [game.to_act.player for game in (lucky, took, bust)] == [1, 1, 1]
    assert not lucky.can(Challenge(1))
