""" "Chicken!": rows FH-26 to FH-33 of the rules checklist."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from huhn_voice.rules.cards import Card
from huhn_voice.rules.feiges_huhn import (
    Bust,
    CardTaken,
    CardTurned,
    Challenge,
    Challenged,
    FeigesHuhn,
    Flip,
    GiftGiven,
    LuckyFlip,
    Take,
    TuckPile,
    TurnStarted,
)
from huhn_voice.rules.game import IllegalAction

if TYPE_CHECKING:
    from tests.rules.conftest import Rig

Read = Callable[[str], tuple[Card, ...]]


def test_fh_26_everyone_else_may_challenge_before_the_action(rig: Rig) -> None:
    game = rig(5, 5, 5, discard="Y3")
    assert [game.can(Challenge(seat)) for seat in range(3)] == [False, True, True]
    assert game.apply(Challenge(2)) == (Challenged(0, 2),)
    assert game.to_act.player == 0  # the action is still to come


def test_fh_26_not_after_the_action(rig: Rig) -> None:
    game = rig("B2 P2", 5, 5, discard="Y3")
    game.apply(Flip(0))
    assert not game.can(Challenge(1))  # it is Ben's turn now
    with pytest.raises(IllegalAction, match="You cannot challenge yourself"):
        game.apply(Challenge(1))


def test_fh_26_not_during_a_bust_choice_nor_before_nor_after_the_game(rig: Rig) -> None:
    game = rig("B5 P2", 5, discard="Y3")
    game.apply(Flip(0))
    with pytest.raises(IllegalAction, match="Too late: the card has been turned over"):
        game.apply(Challenge(1))
    with pytest.raises(IllegalAction, match="The round has not started yet"):
        FeigesHuhn(["Anna", "Ben"], 1).apply(Challenge(1))


def test_fh_26_the_active_player_may_act_at_once(rig: Rig) -> None:
    game = rig("B2 P2", 5, discard="Y3")
    assert game.can(Flip(0))
    assert game.can(Take(0))


def test_fh_27_the_fastest_only(rig: Rig) -> None:
    game = rig(5, 5, 5, discard="Y3")
    game.apply(Challenge(2))
    with pytest.raises(IllegalAction, match=r"^Cleo was faster\.$"):
        game.apply(Challenge(1))
    assert not game.view().may_challenge
    assert game.view().challenger == 2


def test_fh_27_the_next_turn_can_be_challenged_anew(rig: Rig) -> None:
    game = rig(5, 5, 5, discard="Y3 Y8")
    game.apply(Challenge(1))
    game.apply(Take(0))
    assert game.can(Challenge(0))
    assert game.view().challenger is None


def test_fh_28_gift_goes_under_the_pile(rig: Rig, cards: Read) -> None:
    game = rig("B5 P4", "P6 P8", 5, discard="P7 Y3")
    game.apply(Challenge(1))
    events = game.apply(Take(0))
    assert events[:2] == (CardTaken(0, cards("Y3")[0]), GiftGiven(1, 0))
    assert tuple(game._state.cards.piles[0]) == cards("B5 P4 Y3 P6")  # the gift at the very bottom
    assert game.view().chicken_piles == (4, 1, 5)
    assert len(game.view().discard) == 1


def test_fh_28_the_face_of_a_gift_is_never_told(rig: Rig) -> None:
    game = rig("B5 P4", "P6 P8", discard="Y3")
    game.apply(Challenge(1))
    assert "pink" not in repr(game.apply(Take(0)))


def test_fh_29_lucky_gives_the_challenger_a_card(rig: Rig, cards: Read) -> None:
    game = rig("B2 P4 P5", "P6 P8", 5, discard="Y3")
    game.apply(Challenge(1))
    events = game.apply(Flip(0))
    assert events[:3] == (CardTurned(0, cards("B2")[0], cards("Y3")[0]), LuckyFlip(0), GiftGiven(0, 1))
    assert game.view().chicken_piles == (1, 3, 5)
    assert tuple(game._state.cards.piles[1]) == cards("P6 P8 P4")
    assert "value=4" not in repr(events)


def test_fh_30_unlucky_collects_as_usual_and_gets_no_gift(rig: Rig, cards: Read) -> None:
    game = rig("B5 P4 P5", "P6 P8", 5, discard="Y3")
    game.apply(Challenge(1))
    assert game.apply(Flip(0))[1:] == (Bust(0, cards("Y3 B5")),)
    events = game.apply(TuckPile(0))
    assert not any(isinstance(event, GiftGiven) for event in events)
    assert game.view().chicken_piles == (3, 2, 5)


@pytest.mark.parametrize("one", ["P1", "B1", "Y1"])
def test_fh_31_no_challenge_on_a_one(rig: Rig, one: str) -> None:
    game = rig(5, 5, 5, discard=f"Y8 {one}")
    assert not game.view().may_challenge
    with pytest.raises(IllegalAction, match="There is a one on the pile: nobody may challenge Anna"):
        game.apply(Challenge(1))


def test_fh_31_a_one_further_down_does_not_count_until_it_is_on_top_again(rig: Rig) -> None:
    game = rig(5, 5, 5, discard="P1 P8")
    assert game.can(Challenge(1))
    assert game.apply(Take(0))[-1] == TurnStarted(1, Card(1, "pink"), must_flip=False, may_challenge=False)
    assert not game.can(Challenge(2))


def test_fh_32_hayden_is_challenged_by_qwyneth_and_takes(rig: Rig) -> None:
    game = rig(6, 6, discard="P2 P3 P4 P5")
    game.apply(Challenge(1))
    game.apply(Take(0))
    assert game.view().chicken_piles == (8, 5)


def test_fh_33_a_cluck_beside_the_word_is_no_second_challenge(rig: Rig) -> None:
    game = rig(5, 5, discard="Y3")
    game.apply(Challenge(1))
    with pytest.raises(IllegalAction, match="Ben was faster"):
        game.apply(Challenge(1))
