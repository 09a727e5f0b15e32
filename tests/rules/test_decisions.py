"""Decisions D1 to D12 of the rules checklist and their house rules; the default reading first."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.rules.cards import Card
from huhn_voice.rules.feiges_huhn import (
    Begin,
    CardTurned,
    Challenge,
    FeigesHuhn,
    Flip,
    GameEnded,
    GiftGiven,
    HouseRules,
    KeepPoints,
    PileKept,
    RoundEnded,
    RoundStarted,
    Stalemate,
    StalemateNear,
    Take,
    TuckPile,
)
from huhn_voice.rules.game import IllegalAction

if TYPE_CHECKING:
    from tests.rules.conftest import Rig

THREE = ("Anna", "Ben", "Cleo")


def end_of(game: FeigesHuhn) -> RoundEnded:
    return [event for event in game.events if isinstance(event, RoundEnded)][-1]


def test_d01_starter_by_cluck_by_name_or_at_random() -> None:
    assert FeigesHuhn(THREE, 1).to_act.phase == "starter"
    named = FeigesHuhn(THREE, 1, HouseRules(starter="name", starter_seat=2))
    assert named.opening[0] == RoundStarted(1, 2, (15, 15, 15))
    drawn = [FeigesHuhn(THREE, seed, HouseRules(starter="random")).to_act.player for seed in range(30)]
    assert set(drawn) == {0, 1, 2}
    assert drawn == [FeigesHuhn(THREE, seed, HouseRules(starter="random")).to_act.player for seed in range(30)]


def test_d01_a_named_starter_needs_a_seat() -> None:
    with pytest.raises(HuhnVoiceError, match="starter_seat names seat 3: choose one from 0 to 2"):
        FeigesHuhn(THREE, 1, HouseRules(starter="name", starter_seat=3))


def test_d01_random_also_settles_ties_of_later_rounds() -> None:
    rules = HouseRules(starter="random", stalemate_turns=1)
    for seed in range(20):
        game = FeigesHuhn(THREE, seed, rules)
        while game.to_act.phase != "over":
            assert game.to_act.phase == "turn"
            game.apply(game.legal_actions()[0])
        assert not any(isinstance(action, Begin) for action in game.history)


def test_d02_a_one_blocks_on_top_or_anywhere(rig: Rig) -> None:
    assert rig(5, 5, discard="P1 P8").can(Challenge(1))
    anywhere = rig(5, 5, discard="P1 P8", rules=HouseRules(one_blocks="anywhere"))
    assert not anywhere.can(Challenge(1))
    assert rig(5, 5, discard="P2 P8", rules=HouseRules(one_blocks="anywhere")).can(Challenge(1))


def test_d03_no_challenge_on_a_forced_flip(rig: Rig) -> None:
    game = rig(5, 5)
    with pytest.raises(IllegalAction, match="The middle is empty: Anna has no choice"):
        game.apply(Challenge(1))


def test_d03_challenge_on_empty(rig: Rig) -> None:
    game = rig(5, 5, rules=HouseRules(challenge_on_empty=True))
    game.apply(Challenge(1))
    assert GiftGiven(0, 1) in game.apply(Flip(0))  # any card is safe there
    assert game.view().chicken_piles == (3, 6)


def test_d04_bust_with_the_last_card_kept_as_points_ends_the_round(rig: Rig) -> None:
    game = rig("B5", 5, discard="Y3")
    game.apply(Flip(0))
    events = game.apply(KeepPoints(0))
    assert events[0] == PileKept(0, 2)
    assert not any(isinstance(event, CardTurned) for event in events)
    assert (end_of(game).by, end_of(game).reason) == (0, "penalty_pile")
    assert end_of(game).piles[0] == (Card(3, "yellow"), Card(5, "blue"))


def test_d04_must_slide_under(rig: Rig) -> None:
    rules = HouseRules(bust_empty_pile="must_slide_under")
    game = rig("B5", 5, discard="Y3", rules=rules)
    game.apply(Flip(0))
    assert game.legal_actions() == (TuckPile(0),)
    with pytest.raises(IllegalAction, match="You have no other cards left: these must go under your pile"):
        game.apply(KeepPoints(0))
    free = rig("B5 P2", 5, discard="Y3", rules=rules)
    free.apply(Flip(0))
    assert free.can(KeepPoints(0))


def test_d05_a_safe_last_card_ends_the_round_before_the_gift(rig: Rig) -> None:
    game = rig("B2", "P5", discard="Y3")
    game.apply(Challenge(1))
    events = game.apply(Flip(0))
    assert not any(isinstance(event, GiftGiven) for event in events)
    assert end_of(game).piles == ((), (Card(5, "pink"),))
    assert (end_of(game).by, end_of(game).reason) == (0, "last_card")


def test_d05b_the_active_player_keeps_the_challengers_last_card(rig: Rig) -> None:
    game = rig("B2", "P5", discard="Y3")
    game.apply(Challenge(1))
    game.apply(Take(0))
    assert end_of(game).piles == ((Card(2, "blue"), Card(3, "yellow"), Card(5, "pink")), ())


def test_d06_no_hesitation_is_needed(rig: Rig) -> None:
    assert rig(5, 5, discard="Y3").can(Challenge(1))


def test_d07_the_rules_take_whoever_the_table_names(rig: Rig) -> None:
    for seat in (1, 2):
        game = rig(5, 5, 5, discard="Y3")
        game.apply(Challenge(seat))
        assert game.view().challenger == seat


def test_d08_a_pile_goes_under_as_a_block_its_oldest_card_first(rig: Rig) -> None:
    game = rig("B5 P2 P3", 5, discard="P8 B1 Y3")
    game.apply(Flip(0))
    game.apply(TuckPile(0))
    assert [str(card) for card in game._state.cards.piles[0]] == ["pink 3", "pink 8", "blue 1", "yellow 3", "blue 5"]


def test_d08_shuffled_but_the_same_for_the_same_seed(rig: Rig) -> None:
    piles = []
    for _ in range(2):
        game = rig("B5 P2 P3", 5, discard="P8 P7 P6 B8 B7 B6 B1 Y3", rules=HouseRules(slide_order="shuffled"))
        game.apply(Flip(0))
        game.apply(TuckPile(0))
        piles.append([str(card) for card in game._state.cards.piles[0]][1:])
    oldest_first = ["pink 8", "pink 7", "pink 6", "blue 8", "blue 7", "blue 6", "blue 1", "yellow 3", "blue 5"]
    assert piles[0] == piles[1] != oldest_first
    assert sorted(piles[0]) == sorted(oldest_first)


def test_d09_a_challenge_is_a_challenge_by_word_or_cluck(rig: Rig) -> None:
    game = rig(5, 5, discard="Y3")
    game.apply(Challenge(1))
    assert not game.can(Challenge(1))


@pytest.mark.parametrize(("rule", "starter"), [("total", 0), ("last_round", 1)])
def test_d10_most_points_in_total_or_in_the_last_round(rig: Rig, rule: str, starter: int) -> None:
    rules = HouseRules(next_starter=rule)  # type: ignore[arg-type]
    game = rig("B2", "P5", discard="Y3", coop="Y5 B6 Y7", rules=rules)
    game._state.round, game._state.scores = 2, ((3, 1),)
    game.apply(Flip(0))
    assert game.scores == ((3, 1), (0, 1))
    assert game.to_act.player == starter


def test_d11_fewest_points_win_and_the_win_may_be_shared(rig: Rig) -> None:
    game = rig("B2", "P4", "P5", discard="Y3", coop="Y5 B6 Y7", rules=HouseRules(rounds=1))
    assert game.apply(Flip(0))[-1] == GameEnded((0, 0, 1), (2,), (0, 1))


def test_d12_endless_taking_is_warned_of_and_ended() -> None:
    game = FeigesHuhn(THREE, 1, HouseRules(starter="name"))
    while game.round == 1:
        seat = game.to_act.player or 0
        game.apply(Take(seat) if game.can(Take(seat)) else Flip(seat))
    turns = [event for event in game.events if isinstance(event, (StalemateNear, Stalemate))]
    assert turns == [StalemateNear(30), Stalemate(300)]
    assert (end_of(game).by, end_of(game).reason, end_of(game).turns) == (None, "stalemate", 300)
    assert len(game.history) == 300


def test_d12_after_how_many_turns_can_be_set() -> None:
    game = FeigesHuhn(THREE, 1, HouseRules(starter="name", stalemate_turns=2))
    game.apply(Flip(0))
    game.apply(Take(1))
    assert end_of(game).turns == 2
