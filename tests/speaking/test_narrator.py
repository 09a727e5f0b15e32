from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import numpy as np
import pytest
import soundfile

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.speaking.narrator import KEPT, Narrator
from huhn_voice.speaking.player import Playback
from huhn_voice.speaking.utterance import NarratorSettings
from huhn_voice.speaking.voices import Voice, VoiceUnavailable

if TYPE_CHECKING:
    from pathlib import Path


class FakeVoice:
    """Renders files of 1 s; fails where told to."""

    def __init__(self, folder: Path) -> None:
        self.rate_wpm = 165
        self.folder = folder
        self.fails = False
        self.closed = False

    def render(self, text: str, noise: str | None = None) -> Path:
        del text, noise
        if self.fails:
            raise VoiceUnavailable("The voice is not available.")
        path = self.folder / "second.wav"
        soundfile.write(path, np.full(16000, 0.1), 16000)
        return path

    def change_rate(self, step_wpm: int) -> bool:
        self.rate_wpm += step_wpm
        return True

    def close(self) -> None:
        self.closed = True


class FakePlayer:
    """A loudspeaker whose clock and sounds are moved by the test; a sound begins 0.1 s after it was asked for."""

    def __init__(self) -> None:
        self.clock_s = 100.0
        self.played: list[Playback] = []
        self.asked = threading.Event()
        self.broken = False

    def now_s(self) -> float:
        return self.clock_s

    def play(self, path: Path, gap_s: float = 0.0) -> Playback:
        del path, gap_s
        if self.broken:
            raise HuhnVoiceError("The loudspeaker is gone.")
        playback = Playback(start_s=self.clock_s + 0.1)
        self.played.append(playback)
        self.asked.set()
        return playback

    def wait(self, playback: Playback) -> None:
        assert playback.done.wait(5)

    def end(self, at_s: float) -> None:
        """Let the sound end at a time of this clock."""
        assert self.asked.wait(5)
        self.asked.clear()
        self.clock_s = at_s
        self.played[-1].end_s = at_s
        self.played[-1].done.set()

    def stop(self) -> None:
        if self.played and not self.played[-1].done.is_set():
            self.end(self.clock_s)

    def close(self) -> None:
        self.stop()


def test_sentences_are_laid_one_after_the_other(tmp_path: Path) -> None:
    narrator = Narrator(FakeVoice(tmp_path), settings=NarratorSettings(gap_s=0.1))
    first, second, third = narrator.say("One.", 5.0), narrator.say("Two.", 5.2), narrator.say("Three.", 60.0)
    assert (first.start_s, first.end_s) == pytest.approx((5.0, 6.0))
    assert (second.start_s, second.end_s) == pytest.approx((6.1, 7.1))
    assert (third.start_s, third.end_s) == pytest.approx((60.0, 61.0))
    assert narrator.quiet_from_s == pytest.approx(61.0)
    assert narrator.last is third


def test_the_real_voice_gives_the_same_times_every_time(voice: Voice) -> None:
    def times() -> list[tuple[float, float]]:
        narrator = Narrator(voice)
        said = [narrator.say(text, 0.0) for text in ("Anna. On a pink one.", "Oh dear.", "Lucky.")]
        return [(one.start_s, one.end_s) for one in said]

    assert times() == times()
    assert all(end_s - start_s > 0.3 for start_s, end_s in times())


def test_the_gate_is_closed_while_it_speaks_and_a_tail_longer(tmp_path: Path) -> None:
    narrator = Narrator(FakeVoice(tmp_path), settings=NarratorSettings(tail_s=0.25, lead_s=0.05))
    narrator.say("Chicken!", 10.0)
    answers = [narrator.speaking_at(t) for t in (9.9, 9.96, 10.0, 10.99, 11.24, 11.26)]
    assert answers == [False, True, True, True, True, False]
    spoken = narrator.utterance_at(10.5)
    assert spoken is not None
    assert spoken.text == "Chicken!"


def test_text_without_a_voice_takes_time_but_shuts_no_gate() -> None:
    narrator = Narrator(settings=NarratorSettings(text_rate_wpm=120))
    utterance = narrator.say("one two three four", 3.0)
    assert utterance.end_s == pytest.approx(3.0 + 0.2 + 2.0)
    assert utterance.path is None
    assert not narrator.speaking_at(4.0)
    assert narrator.say("", 10.0).end_s == pytest.approx(10.0)


def test_a_failing_voice_is_noticed_once_and_the_text_goes_on(tmp_path: Path) -> None:
    notices: list[str] = []
    voice = FakeVoice(tmp_path)
    voice.fails = True
    narrator = Narrator(voice, notice=notices.append)
    assert narrator.say("One two.", 0.0).end_s > 0.5
    narrator.say("Three.", 0.0)
    assert notices == ["The voice is not available."]


def test_interrupt_cuts_and_drops_on_the_audio_clock(tmp_path: Path) -> None:
    narrator = Narrator(FakeVoice(tmp_path), out_dir=tmp_path / "told")
    first, second = narrator.say("One.", 0.0), narrator.say("Two.", 0.0)
    narrator.interrupt(0.4)
    assert first.end_s == pytest.approx(0.4)
    assert second.state == "dropped"
    assert not narrator.speaking_at(1.5)
    assert narrator.say("Three.", 0.5).start_s == pytest.approx(0.5)
    assert "(interrupted)" in (tmp_path / "told" / "index.txt").read_text()


def test_narration_is_written_down_and_continued(tmp_path: Path) -> None:
    out_dir = tmp_path / "told"
    Narrator(FakeVoice(tmp_path), out_dir=out_dir).say("Anna. On a\nblue five.", 1.5)
    Narrator(FakeVoice(tmp_path), out_dir=out_dir).say("Ben.", 4.0)
    Narrator(out_dir=out_dir).say("Silent.", 9.0)
    lines = [line.split("\t") for line in (out_dir / "index.txt").read_text().splitlines()[1:]]
    assert lines[0] == ["1", "1.500", "2.500", "0001.wav", "Anna. On a blue five."]
    assert [line[0] + line[3] for line in lines] == ["10001.wav", "20002.wav", "3-"]
    assert soundfile.info(out_dir / "0002.wav").duration == pytest.approx(1.0)


def test_a_folder_that_cannot_be_written_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(HuhnVoiceError, match=r"narration cannot be written to .*file.*choose another"):
        Narrator(out_dir=tmp_path / "file" / "told")


def test_a_full_disk_ends_the_writing_and_not_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notices: list[str] = []
    narrator = Narrator(FakeVoice(tmp_path), out_dir=tmp_path / "told", notice=notices.append)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("shutil.copyfile", full)
    narrator.say("One.", 0.0)
    narrator.say("Two.", 0.0)
    assert len(notices) == 1
    assert "No space left" in notices[0]


def test_memory_is_bounded() -> None:
    narrator = Narrator()
    for second in range(2 * KEPT):
        narrator.say("Cluck.", float(second))
    assert len(narrator._kept) == KEPT


def test_live_times_are_those_of_the_loudspeaker(tmp_path: Path) -> None:
    player = FakePlayer()
    narrator = Narrator(FakeVoice(tmp_path), player)
    utterance = narrator.say("Chicken!", 20.0)  # stream time 100.0
    assert player.asked.wait(5)
    assert narrator.speaking_at(23.0)  # still open: whatever is heard now may be its own
    assert not narrator.speaking_at(20.0)
    assert (utterance.start_s, utterance.end_s) == pytest.approx((20.1, 21.1))
    player.end(101.5)
    assert narrator.wait(5)
    assert (utterance.start_s, utterance.end_s) == pytest.approx((20.1, 21.5))
    assert narrator.speaking_at(21.7)
    assert not narrator.speaking_at(21.8)
    narrator.close()


def test_live_times_follow_the_clock_of_the_microphone(tmp_path: Path) -> None:
    player = FakePlayer()
    narrator = Narrator(FakeVoice(tmp_path), player, clock=lambda: 50.0)
    utterance = narrator.say("Chicken!", 20.0)
    player.end(101.0)
    assert narrator.wait(5)
    assert (utterance.start_s, utterance.end_s) == pytest.approx((50.1, 51.0))
    narrator.close()


def test_live_say_returns_at_once_and_in_order(tmp_path: Path) -> None:
    player = FakePlayer()
    narrator = Narrator(FakeVoice(tmp_path), player, out_dir=tmp_path / "told")
    began_s = time.perf_counter()
    said = [narrator.say(text, 0.0) for text in ("One.", "Two.", "Three.")]
    assert time.perf_counter() - began_s < 0.1
    assert said[0].end_s <= said[1].start_s
    for at_s in (101.0, 102.0, 103.0):
        player.end(at_s)
    assert narrator.wait(5)
    assert [one.state for one in said] == ["said"] * 3
    assert len(list((tmp_path / "told").glob("*.wav"))) == 3
    narrator.close()


def test_live_interrupt_drops_stale_sentences(tmp_path: Path) -> None:
    player = FakePlayer()
    narrator = Narrator(FakeVoice(tmp_path), player)
    first, second = narrator.say("One.", 0.0), narrator.say("Two.", 0.0)
    assert player.asked.wait(5)
    narrator.interrupt(0.3)
    assert narrator.wait(5)
    assert (first.state, second.state) == ("said", "dropped")
    assert len(player.played) == 1
    third = narrator.say("Three.", 0.5)
    player.end(102.0)
    assert narrator.wait(5)
    assert third.state == "said"
    narrator.close()


def test_a_lost_loudspeaker_is_noticed_and_the_text_goes_on(tmp_path: Path) -> None:
    notices: list[str] = []
    player = FakePlayer()
    player.broken = True
    narrator = Narrator(FakeVoice(tmp_path), player, notice=notices.append)
    for _ in range(5):
        narrator.say("One.", 0.0)
    assert narrator.wait(5)
    assert notices == ["The loudspeaker is gone."]
    narrator.close()


def test_closing_while_it_speaks_is_quick(tmp_path: Path) -> None:
    player, voice = FakePlayer(), FakeVoice(tmp_path)
    narrator = Narrator(voice, player)
    narrator.say("A long sentence.", 0.0)
    narrator.say("Another.", 0.0)
    assert player.asked.wait(5)
    began_s = time.perf_counter()
    narrator.close()
    narrator.close()
    assert time.perf_counter() - began_s < 2.0
    assert voice.closed
    assert not any(thread.name == "narrator" for thread in threading.enumerate())


def test_the_rate_can_be_changed_between_sentences(tmp_path: Path) -> None:
    voice = FakeVoice(tmp_path)
    assert Narrator(voice).change_rate(-25)
    assert voice.rate_wpm == 140
    assert not Narrator().change_rate(-25)
