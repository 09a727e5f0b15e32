"""Recorded games, regenerated and compared: `python -m huhn_voice.rules.playthrough tests/rules/playthroughs`."""

from __future__ import annotations

from pathlib import Path

import pytest

from huhn_voice.rules.playthrough import PLAYTHROUGHS, main, record

FOLDER = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_playthrough_is_as_recorded(name: str) -> None:
    assert record(PLAYTHROUGHS[name]) == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_other_playthroughs_and_the_command_makes_the_same(tmp_path: Path) -> None:
    main([str(tmp_path / "new")])
    assert {file.name for file in (tmp_path / "new").iterdir()} == {file.name for file in FOLDER.iterdir()}


def test_together_they_show_everything_that_can_happen_but_a_stalemate() -> None:
    text = "".join(map(record, PLAYTHROUGHS.values()))
    for shown in ("GiftGiven", "reason=gift", "reason=last_card", "reason=penalty_pile", "PileKept", "PileTucked"):
        assert shown in text


def test_the_command_asks_for_a_folder() -> None:
    with pytest.raises(SystemExit, match="Which folder"):
        main([])
