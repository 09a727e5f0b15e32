from __future__ import annotations

import json
import struct
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import vosk

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.graph import UNKNOWN, Costs, compile_model, decoys, words_of
from huhn_voice.hearing.pronounce import Unpronounceable

BASE = Path(__file__).parents[2] / "models" / "en-small"
PHRASES = ["chicken", "flip", "turn it over", "take it", "take", "anna", "xanthippe"]

vosk.SetLogLevel(-1)


def recogniser(folder: Path, grammar: list[str]) -> Any:  # noqa: ANN401 - vosk has no types
    opened = vosk.KaldiRecognizer(vosk.Model(str(folder)), 16_000, json.dumps(grammar))
    opened.SetWords(True)  # noqa: FBT003 - vosk's way
    opened.SetPartialWords(True)  # noqa: FBT003
    return opened


def test_the_model_is_small() -> None:
    assert sum(file.stat().st_size for file in BASE.rglob("*") if file.is_file()) <= 8_000_000


def test_libvosk_loads_what_was_compiled_and_knows_every_word(tmp_path: Path) -> None:
    folder = compile_model(BASE, PHRASES, tmp_path / "table", also=["kitchen"])
    model = vosk.Model(str(folder))
    for word in [*words_of(PHRASES), "kitchen", UNKNOWN]:
        assert model.vosk_model_find_word(word) >= 0, word
    assert model.vosk_model_find_word("sausage") < 0


def test_silence_is_no_word(tmp_path: Path) -> None:
    opened = recogniser(compile_model(BASE, PHRASES, tmp_path), [*PHRASES, UNKNOWN])
    quiet = np.random.default_rng(1).normal(0, 3, 32_000).astype(np.int16)
    for at in range(0, len(quiet), 800):
        opened.AcceptWaveform(quiet[at : at + 800].tobytes())
    assert json.loads(opened.FinalResult())["text"] in {"", UNKNOWN}


def test_compiling_and_loading_sixty_words_is_quick(tmp_path: Path) -> None:
    words = [*PHRASES, *"bella carlo dana emil frida gustav hanna ivo jana karl lena moritz nora otto paula".split()]
    words += "one two three four five six seven eight nine ten eleven twelve yes no help score undo stop pause".split()
    started = time.process_time()
    recogniser(compile_model(BASE, words, tmp_path, also=decoys()), [*words, UNKNOWN])
    assert time.process_time() - started < 1.0


def test_links_fall_back_to_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(1, "no links here")

    monkeypatch.setattr(Path, "symlink_to", refuse)
    folder = compile_model(BASE, ["chicken"], tmp_path)
    assert (folder / "am" / "final.mdl").read_bytes() == (BASE / "am" / "final.mdl").read_bytes()
    assert not (folder / "am").is_symlink()


def test_the_same_folder_can_be_compiled_again(tmp_path: Path) -> None:
    first = compile_model(BASE, ["chicken"], tmp_path)
    before = (first / "graph" / "HCLr.fst").read_bytes()
    compile_model(BASE, ["chicken", "flip"], tmp_path)
    compile_model(BASE, ["chicken"], tmp_path)
    assert (tmp_path / "graph" / "HCLr.fst").read_bytes() == before


def test_the_transducer_is_a_sorted_openfst_file(tmp_path: Path) -> None:
    data = (compile_model(BASE, PHRASES, tmp_path) / "graph" / "HCLr.fst").read_bytes()
    magic, size = struct.unpack_from("<ii", data)
    assert magic == 2_125_659_606
    assert data[8 : 8 + size] == b"vector"
    at = 8 + size
    at += 4 + struct.unpack_from("<i", data, at)[0]
    _version, _flags, _known, start, states, arcs = struct.unpack_from("<iiQqqq", data, at)
    at += struct.calcsize("<iiQqqq")
    assert start == 0
    seen = 0
    for _ in range(states):
        _final, count = struct.unpack_from("<fq", data, at)
        at += 12
        labels = [struct.unpack_from("<iifi", data, at + 16 * k) for k in range(count)]
        assert [arc[1] for arc in labels] == sorted(arc[1] for arc in labels)
        assert all(0 <= arc[3] < states for arc in labels)
        at += 16 * count
        seen += count
    assert seen == arcs
    assert at == len(data)


def test_a_cost_on_garbage_changes_only_its_arcs(tmp_path: Path) -> None:
    plain = compile_model(BASE, ["chicken"], tmp_path / "a") / "graph" / "HCLr.fst"
    dear = compile_model(BASE, ["chicken"], tmp_path / "b", costs=Costs(garbage_frame=9.0)) / "graph" / "HCLr.fst"
    assert plain.read_bytes() != dear.read_bytes()
    assert len(plain.read_bytes()) == len(dear.read_bytes())


def test_the_costs_of_the_model_are_used_unless_others_are_given(tmp_path: Path) -> None:
    own = compile_model(BASE, ["chicken"], tmp_path / "a") / "graph" / "HCLr.fst"
    same = compile_model(BASE, ["chicken"], tmp_path / "b", costs=Costs.of_model(BASE)) / "graph" / "HCLr.fst"
    none = compile_model(BASE, ["chicken"], tmp_path / "c", costs=Costs()) / "graph" / "HCLr.fst"
    assert own.read_bytes() == same.read_bytes() != none.read_bytes()


def test_a_model_without_costs_has_none(tmp_path: Path) -> None:
    assert Costs.of_model(tmp_path) == Costs()


@pytest.mark.parametrize("text", ["decoy = ", "sausage = 3", "\xff"])
def test_damaged_costs_are_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "costs.toml").write_text(text, "latin-1")
    with pytest.raises(HuhnVoiceError, match="costs of the model"):
        Costs.of_model(tmp_path)


@pytest.mark.parametrize("word", ["#0", "<eps>", "[laughter]"])
def test_marks_of_the_format_are_no_words(tmp_path: Path, word: str) -> None:
    with pytest.raises(HuhnVoiceError, match="is no word"):
        compile_model(BASE, [word], tmp_path)


def test_an_unpronounceable_name_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unpronounceable):
        compile_model(BASE, ["chicken", "李"], tmp_path)


def test_a_folder_without_a_net_is_named(tmp_path: Path) -> None:
    with pytest.raises(HuhnVoiceError, match=r"No model in .*am/final\.mdl is missing"):
        compile_model(tmp_path, ["chicken"], tmp_path / "out")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(HuhnVoiceError, match="cannot be written"):
        compile_model(BASE, ["chicken"], tmp_path / "file" / "table")


def test_decoys_are_no_game_words() -> None:
    assert "kitchen" in decoys()
    assert not set(decoys()) & {"chicken", "flip", "take", "tuck", "points", "yes", "no"}
