"""What a table needs to take moves back, to save and to resume."""

from __future__ import annotations

import json

import pytest

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.rules.feiges_huhn import ACTIONS, Begin, FeigesHuhn, Flip, HouseRules, Take
from huhn_voice.rules.game import Action, IllegalAction

NAMES = ("Anna", "Ben", "Cleo")
FIRST = (Begin(0), Flip(0), Take(1))


def test_what_was_seen_cannot_be_unseen() -> None:
    game = FeigesHuhn(NAMES, 1)
    assert not game.last_reveals
    revealing = []
    for action in FIRST:
        game.apply(action)
        revealing.append(game.last_reveals)
    assert revealing == [False, True, False]
    assert [game.reveals_since(index) for index in range(4)] == [True, True, False, False]


def test_replay_is_undo() -> None:
    game = FeigesHuhn(NAMES, 1)
    digests = [game.digest()]
    for action in FIRST:
        game.apply(action)
        digests.append(game.digest())
    assert len(set(digests)) == 4
    for count in range(4):
        assert FeigesHuhn.replay(NAMES, 1, None, FIRST[:count]).digest() == digests[count]


def test_replay_refuses_what_was_never_legal() -> None:
    with pytest.raises(IllegalAction, match="First somebody has to start the round"):
        FeigesHuhn.replay(NAMES, 1, None, [Flip(0)])


def test_actions_by_name_and_house_rules_survive_json() -> None:
    assert [ACTIONS[name](1).player for name in ("begin", "flip", "take", "challenge", "tuck", "points")] == [1] * 6
    rules = HouseRules(one_blocks="anywhere", stalemate_turns=40)
    assert HouseRules(**json.loads(json.dumps(rules.as_dict()))) == rules


@pytest.mark.parametrize(
    ("rule", "value"),
    [
        ("one_blocks", "below"),
        ("bust_empty_pile", None),
        ("challenge_on_empty", "no"),
        ("rounds", 0),
        ("rounds", 2.5),
        ("stalemate_turns", True),
        ("starter_seat", -1),
    ],
)
def test_a_bad_house_rule_is_named(rule: str, value: object) -> None:
    with pytest.raises(HuhnVoiceError, match=f"^House rule {rule} cannot be “{value}”: choose .*\\.$"):
        HouseRules(**{rule: value})  # type: ignore[arg-type]


def test_sentences_for_strange_actions() -> None:
    game = FeigesHuhn(NAMES, 1)
    with pytest.raises(IllegalAction, match=r"Nobody sits in seat 7\."):
        game.apply(Begin(7))
    with pytest.raises(IllegalAction, match=r"That is nothing you can do in this game\."):
        game.apply(Action(0))
    game.apply(Begin(1))
    with pytest.raises(IllegalAction, match=r"The round has started already\."):
        game.apply(Begin(0))
