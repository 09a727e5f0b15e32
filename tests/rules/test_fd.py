"""The descriptions beside the rulebook: rows FD-01 to FD-12 of the rules checklist."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from huhn_voice.rules.cards import Card
from huhn_voice.rules.feiges_huhn import (
    Begin,
    Bust,
    CardTurned,
    Challenge,
    FeigesHuhn,
    Flip,
    GameEnded,
    GiftGiven,
    HouseRules,
    KeepPoints,
    LuckyFlip,
    RoundEnded,
    Take,
    TuckPile,
)
from huhn_voice.rules.scoring import penalty

if TYPE_CHECKING:
    from tests.rules.conftest import Rig

Read = Callable[[str], tuple[Card, ...]]


def test_fd_01_three_aside_even_deal_rest_in_the_box() -> None:
    game = FeigesHuhn(["Anna", "Ben", "Cleo", "Dora"], 1)
    cards = game._state.cards
    assert (len(cards.coop), game.view().chicken_piles, len(cards.box)) == (3, (11, 11, 11, 11), 1)


def test_fd_02_the_start_player_flips_into_the_centre() -> None:
    game = FeigesHuhn(["Anna", "Ben"], 1)
    game.apply(Begin(1))
    assert game.legal_actions() == (Flip(1),)


def test_fd_03_the_next_player_takes_or_flips(rig: Rig) -> None:
    game = rig(5, 5, discard="Y1")
    assert game.legal_actions() == (Flip(0), Take(0))


def test_fd_04_lucky_ends_the_turn_unlucky_takes_all(rig: Rig, cards: Read) -> None:
    lucky = rig("B3 P2", 5, discard="Y3")
    lucky.apply(Flip(0))
    assert lucky.to_act.player == 1
    unlucky = rig("B4 P2", 5, discard="P8 Y3")
    assert Bust(0, cards("P8 Y3 B4")) in unlucky.apply(Flip(0))
    assert unlucky.legal_actions() == (TuckPile(0), KeepPoints(0))


def test_fd_05_in_either_case_the_pile_is_started_again(rig: Rig) -> None:
    for choice in (TuckPile(0), KeepPoints(0)):
        game = rig("B4 P2 P3", 5, discard="Y3")
        game.apply(Flip(0))
        assert game.apply(choice)[1] == CardTurned(0, Card(2, "pink"), None, restart=True)


def test_fd_06_after_the_only_card_was_taken_the_next_player_flips(rig: Rig) -> None:
    game = rig(5, 5, discard="Y3")
    game.apply(Take(0))
    assert game.legal_actions() == (Flip(1),)


def test_fd_07_another_player_may_yell(rig: Rig) -> None:
    game = rig(5, 5, 5, discard="Y3")
    assert {action for action in game.legal_actions() if isinstance(action, Challenge)} == {Challenge(1), Challenge(2)}


def test_fd_08_who_gives_whom_a_card(rig: Rig) -> None:
    took = rig("B2 P2 P4", "P6 P7", discard="Y3")
    took.apply(Challenge(1))
    assert GiftGiven(1, 0) in took.apply(Take(0))
    lucky = rig("B2 P2 P4", "P6 P7", discard="Y3")
    lucky.apply(Challenge(1))
    events = lucky.apply(Flip(0))
    assert LuckyFlip(0) in events
    assert GiftGiven(0, 1) in events
    assert lucky._state.cards.piles[1][-1] == Card(2, "pink")  # under their deck
    unlucky = rig("B4 P2 P4", "P6 P7", discard="Y3")
    unlucky.apply(Challenge(1))
    unlucky.apply(Flip(0))
    unlucky.apply(TuckPile(0))
    assert not any(isinstance(event, GiftGiven) for event in unlucky.events)


def test_fd_09_the_round_ends_when_a_deck_runs_out(rig: Rig) -> None:
    assert any(isinstance(event, RoundEnded) for event in rig("B2", 5).apply(Flip(0)))


def test_fd_10_point_stack_and_deck_score(rig: Rig) -> None:
    game = rig("B2", "P5 P7", discard="Y3", coop="Y5 B5 Y7", penalties=["", "B7 P7"])
    (end,) = [event for event in game.apply(Flip(0)) if isinstance(event, RoundEnded)]
    assert end.points == (0, 5)


def test_fd_11_a_one_costs_one_more_in_whichever_pile(cards: Read) -> None:
    assert penalty(cards("P1 B1"), cards("Y4 Y5 Y6")) == 2
    assert penalty(cards("P1 B1"), cards("Y1 Y5 Y6")) == 4


def test_fd_12_most_points_is_the_sad_chicken(rig: Rig) -> None:
    game = rig("B2", "P5", discard="Y3", coop="Y5 B5 Y7", rules=HouseRules(rounds=1))
    assert game.apply(Flip(0))[-1] == GameEnded(totals=(0, 2), losers=(1,), winners=(0,))
