"""End of a round, scoring, next round, end of the game: rows FH-34 to FH-46 of the rules checklist."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from huhn_voice.rules.cards import Card, deck
from huhn_voice.rules.feiges_huhn import (
    Begin,
    Challenge,
    FeigesHuhn,
    Flip,
    GameEnded,
    GiftGiven,
    HouseRules,
    KeepPoints,
    RoundEnded,
    RoundStarted,
    Take,
    TuckPile,
)
from huhn_voice.rules.scoring import fewest, most, penalty, weight

if TYPE_CHECKING:
    from huhn_voice.rules.game import Event
    from tests.rules.conftest import Rig

Read = Callable[[str], tuple[Card, ...]]


def ended(events: tuple[Event, ...]) -> RoundEnded:
    (event,) = [event for event in events if isinstance(event, RoundEnded)]
    return event


def test_fh_34_the_round_ends_at_once(rig: Rig) -> None:
    game = rig("B2", 5, 5, discard="Y3")
    names = [type(event).__name__ for event in game.apply(Flip(0))]
    assert names[:3] == ["CardTurned", "LuckyFlip", "RoundEnded"]
    assert "GiftGiven" not in names


def test_fh_35a_safe_last_card(rig: Rig) -> None:
    end = ended(rig("B2", 5, discard="Y3").apply(Flip(0)))
    assert (end.by, end.reason) == (0, "last_card")


def test_fh_35b_challenger_gives_the_last_card(rig: Rig) -> None:
    game = rig("B2 B3", "P5", discard="Y3")
    game.apply(Challenge(1))
    end = ended(game.apply(Take(0)))
    assert (end.by, end.reason) == (1, "gift")
    assert Card(5, "pink") in end.piles[0]


def test_fh_35c_active_player_gives_the_last_card(rig: Rig) -> None:
    game = rig("B2 B3", 5, discard="Y3")
    game.apply(Challenge(1))
    events = game.apply(Flip(0))
    assert GiftGiven(0, 1) in events
    assert (ended(events).by, ended(events).reason) == (0, "gift")


def test_fh_35d_last_card_onto_an_empty_pile(rig: Rig) -> None:
    assert ended(rig("B8", 5).apply(Flip(0))).reason == "last_card"


def test_fh_35e_last_card_starts_the_pile_again(rig: Rig) -> None:
    game = rig("B5 P2", 5, discard="Y3")
    game.apply(Flip(0))
    end = ended(game.apply(KeepPoints(0)))
    assert (end.by, end.reason) == (0, "last_card")
    assert end.piles[0] == (Card(3, "yellow"), Card(5, "blue"))  # P2 lies in the middle


def test_fh_35f_bust_with_the_last_card_does_not_end_the_round(rig: Rig) -> None:
    game = rig("B5", 5, discard="Y3")
    assert not any(isinstance(event, RoundEnded) for event in game.apply(Flip(0)))
    game.apply(TuckPile(0))
    assert (game.round, game.view().chicken_piles) == (1, (1, 5))


def test_fh_36_the_discard_pile_scores_for_nobody(rig: Rig) -> None:
    end = ended(rig("B1", "P5", discard="Y3 Y1", coop="Y4 Y6 Y7").apply(Flip(0)))
    assert end.points == (0, 0)
    assert end.piles == ((), (Card(5, "pink"),))


def test_fh_37_both_piles_of_everybody_count(rig: Rig, cards: Read) -> None:
    game = rig("B2", "P5 P6", discard="Y3", coop="Y5 Y7 Y8", penalties=["P5 P7", "B7"])
    end = ended(game.apply(Flip(0)))
    assert end.piles == (cards("P5 P7"), cards("P5 P6 B7"))
    assert end.points == (2, 2)


def test_fh_38_the_coop_is_shown_at_the_end_only(rig: Rig, cards: Read) -> None:
    game = rig("B2", 5, discard="Y3", coop="Y5 Y7 Y8")
    assert "value=7" not in repr(game.view(0))
    assert ended(game.apply(Flip(0))).coop == cards("Y5 Y7 Y8")


def test_fh_39_a_matching_value_costs_one_in_any_colour(cards: Read) -> None:
    assert penalty(cards("P5 B5 Y7 P6"), cards("Y5 Y7 Y8")) == 3


@pytest.mark.parametrize(("coop", "each"), [("Y5 Y7 Y8", 1), ("Y5 P5 Y8", 2), ("Y5 P5 B5", 3)])
def test_fh_40_a_value_twice_or_thrice_costs_two_or_three(cards: Read, coop: str, each: int) -> None:
    assert weight(5, cards(coop)) == each


@pytest.mark.parametrize(("coop", "each"), [("Y5 Y7 Y8", 1), ("Y1 P5 Y8", 2), ("Y1 P1 B5", 3), ("Y1 P1 B1", 4)])
def test_fh_41_a_one_costs_one_more(cards: Read, coop: str, each: int) -> None:
    assert weight(1, cards(coop)) == each


def test_fh_42_example_weights(cards: Read) -> None:
    coop = cards("P5 B5 Y8")
    assert [weight(value, coop) for value in range(1, 9)] == [1, 0, 0, 0, 2, 0, 0, 1]


def test_fh_43_whoever_has_most_points_starts_a_fresh_deal(rig: Rig) -> None:
    game = rig("B2", "P5", "P4", discard="Y3", coop="Y5 Y7 Y8")
    events = game.apply(Flip(0))
    assert RoundStarted(2, 1, (15, 15, 15)) in events
    assert game.to_act.player == 1
    assert sorted(card for zone in game._state.cards.zones for card in zone) == sorted(deck())


def test_fh_44_ties_cluck_for_the_start(rig: Rig) -> None:
    game = rig("B2", "P5", "B5", discard="Y3", coop="Y5 Y7 Y8")
    game.apply(Flip(0))
    assert game.to_act.phase == "starter"
    assert game.legal_actions() == (Begin(1), Begin(2))
    assert not game.can(Begin(0))
    game.apply(Begin(2))
    assert game.to_act.player == 2


def test_fh_44_also_when_nobody_has_points(rig: Rig) -> None:
    game = rig("B2", "P4", discard="Y3", coop="Y5 Y7 Y8")
    game.apply(Flip(0))
    assert game.legal_actions() == (Begin(0), Begin(1))


def test_fh_45_three_rounds_and_no_more() -> None:
    game = FeigesHuhn(["Anna", "Ben"], 3, HouseRules(stalemate_turns=1))
    numbers = []
    while game.to_act.phase != "over":
        numbers += [event.number for event in game.apply(game.legal_actions()[0]) if isinstance(event, RoundEnded)]
    assert numbers == [1, 2, 3]
    assert game.legal_actions() == ()


def test_fh_45_the_number_of_rounds_can_be_set(rig: Rig) -> None:
    game = rig("B2", "P5", discard="Y3", rules=HouseRules(rounds=1))
    assert isinstance(game.apply(Flip(0))[-1], GameEnded)


def test_fh_46_most_points_lose_and_several_may(rig: Rig) -> None:
    game = rig("B2", "P5", "B5", discard="Y3", coop="Y5 Y7 Y8", rules=HouseRules(rounds=1))
    assert game.apply(Flip(0))[-1] == GameEnded((0, 1, 1), (1, 2), (0,))
    assert most((4, 4)) == fewest((4, 4)) == (0, 1)


def test_fh_43_every_round_is_a_new_deal() -> None:
    game = FeigesHuhn(["Anna", "Ben"], 3, HouseRules(stalemate_turns=1))
    coops = []
    while game.to_act.phase != "over":
        coops += [event.coop for event in game.apply(game.legal_actions()[0]) if isinstance(event, RoundEnded)]
    assert len(Counter(coops)) == 3
