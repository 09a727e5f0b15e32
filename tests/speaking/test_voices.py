from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
import soundfile

import huhn_voice
from huhn_voice.errors import HuhnVoiceError
from huhn_voice.speaking.cache import BadSound, SpeechCache
from huhn_voice.speaking.voices import FASTEST_WPM, SLOWEST_WPM, Voice, VoiceUnavailable, choose_voice

if TYPE_CHECKING:
    from numpy.typing import NDArray

MakeVoice = Callable[..., Voice]
VOICES = [
    {"id": "gmw/en", "name": "English (Great Britain)", "languages": ["en-gb"]},
    {"id": "gmw/en-us", "name": "English (America)", "languages": ["en-us"]},
    {"id": "gmw/de", "name": "German", "languages": ["de"]},
    {"id": "quiet", "name": "No language", "languages": []},
]


def gone(pid: int, limit_s: float = 2.0) -> bool:
    """Whether a process ends within the limit; a zombie that nobody collects counts as ended."""
    for _ in range(int(limit_s / 0.02)):
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.02)
    return False


def engine_pid(voice: Voice) -> int:
    assert voice.engine_pid is not None
    return voice.engine_pid


def test_a_rendered_file_holds_speech_without_silent_edges(voice: Voice) -> None:
    samples, rate_hz = soundfile.read(voice.render("Ben. On a blue five."), dtype="float32")
    assert 1.0 < len(samples) / rate_hz < 3.0
    loud = np.flatnonzero(np.abs(samples) > 0.05 * np.abs(samples).max())
    assert np.abs(samples).max() > 0.1
    assert loud[0] / rate_hz < 0.2
    assert (len(samples) - loud[-1]) / rate_hz < 0.2


def test_rendering_is_quick_in_a_warm_engine(voice: Voice) -> None:
    voice.warm()
    began_s = time.perf_counter()
    for number in range(5):
        voice.render(f"Anna turns card number {number}.")
    assert (time.perf_counter() - began_s) / 5 < 0.3


def test_the_same_sentence_comes_from_the_cache(voice: Voice) -> None:
    path = voice.render("Lucky.")
    os.kill(engine_pid(voice), signal.SIGKILL)
    assert voice.render("Lucky.") == path
    assert voice.render(" Lucky.\n") == path
    assert voice.restarts == 0


def test_the_cache_outlives_the_voice(new_voice: MakeVoice) -> None:
    path = new_voice().render("Lucky.")
    written_ns = path.stat().st_ctime_ns
    content = path.read_bytes()
    assert new_voice().render("Lucky.") == path
    assert path.read_bytes() == content
    assert written_ns <= path.stat().st_ctime_ns


def test_two_engines_render_the_same_samples(new_voice: MakeVoice, tmp_path: Path) -> None:
    first, second = new_voice(cache_dir=tmp_path / "a"), new_voice(cache_dir=tmp_path / "b")
    second.render("Something else before.")
    assert first.render("Oh dear.").read_bytes() == second.render("Oh dear.").read_bytes()


def test_rate_and_voice_belong_to_the_key(new_voice: MakeVoice) -> None:
    voice = new_voice()
    normal = voice.render("Round one, Anna starts.")
    assert voice.change_rate(-60)
    slow = voice.render("Round one, Anna starts.")
    other = new_voice("en-gb+f3").render("Round one, Anna starts.")
    assert len({normal, slow, other}) == 3
    assert soundfile.info(slow).duration > 1.2 * soundfile.info(normal).duration


def test_the_rate_has_bounds(new_voice: MakeVoice) -> None:
    voice = new_voice(None, 1000)
    assert voice.rate_wpm == FASTEST_WPM
    assert not voice.change_rate(20)
    assert voice.change_rate(-1000)
    assert voice.rate_wpm == SLOWEST_WPM


def test_a_killed_engine_is_started_again(voice: Voice) -> None:
    voice.render("One.")
    killed = engine_pid(voice)
    os.kill(killed, signal.SIGKILL)
    assert voice.render("Two.").exists()
    assert voice.restarts == 1
    assert engine_pid(voice) != killed


def test_a_hanging_engine_is_killed_by_the_watchdog(new_voice: MakeVoice) -> None:
    voice = new_voice(render_limit_s=0.5)
    voice.render("One.")
    hanging = engine_pid(voice)
    os.kill(hanging, signal.SIGSTOP)
    began_s = time.perf_counter()
    assert voice.render("Two.").exists()
    assert time.perf_counter() - began_s < 3.0
    assert gone(hanging)


def test_a_damaged_cache_file_is_rendered_again(voice: Voice) -> None:
    path = voice.render("Lucky.")
    content = path.read_bytes()
    path.write_bytes(b"cluck")
    assert voice.render("Lucky.").read_bytes() == content


def test_hostile_texts_are_spoken_or_refused(voice: Voice) -> None:
    for text in ("Zoë, <b>dares</b> [[x]] & Łukasz\x00\x07!", "Ba-gawk! " * 60, "ß", "—1—"):
        assert soundfile.info(voice.render(text)).frames > 0
    for text in ("", " \n", "…!"):
        with pytest.raises(ValueError, match="nothing to say"):
            voice.render(text)


def test_a_noise_goes_before_the_words(voice: Voice) -> None:
    plain = soundfile.info(voice.render("Ben.")).duration
    assert soundfile.info(voice.render("Ben.", "dare")).duration == pytest.approx(plain + 0.18 + 0.08, abs=0.01)
    assert soundfile.info(voice.render("", "dare")).duration == pytest.approx(0.18, abs=0.01)


@pytest.mark.parametrize("stopped", [False, True])
def test_closing_leaves_no_engine_behind(new_voice: MakeVoice, stopped: bool) -> None:  # noqa: FBT001
    voice = new_voice()
    voice.warm()
    pid = engine_pid(voice)
    if stopped:
        os.kill(pid, signal.SIGSTOP)
    began_s = time.perf_counter()
    voice.close()
    voice.close()
    assert gone(pid, 0.2)
    assert time.perf_counter() - began_s < 2.0
    with pytest.raises(VoiceUnavailable, match="closed"):
        voice.render("Too late.")


def test_the_engine_ends_when_the_table_is_killed(tmp_path: Path) -> None:
    table = (
        "import sys, time; from pathlib import Path\n"
        "from huhn_voice.speaking.voices import Voice, VoiceSettings\n"
        "voice = Voice(settings=VoiceSettings(cache_dir=Path(sys.argv[1]))); voice.warm()\n"
        "print(voice.engine_pid, flush=True); time.sleep(60)\n"
    )
    env = os.environ | {"PYTHONPATH": str(Path(huhn_voice.__file__).parents[1])}
    command = [sys.executable, "-c", table, str(tmp_path)]
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        assert not gone(pid, 0.1)
        process.kill()
    assert gone(pid)


def test_without_espeak_there_is_no_voice_and_it_says_so(
    new_voice: MakeVoice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The real engine, with a pyttsx3 that behaves as where neither espeakng_loader nor libespeak is installed.
    (tmp_path / "espeakng_loader.py").write_text("raise ImportError\n")
    (tmp_path / "pyttsx3.py").write_text("raise RuntimeError('you do not have eSpeak installed')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    voice = new_voice()
    with pytest.raises(VoiceUnavailable, match=r"eSpeak.*text.*doctor"):
        voice.warm()
    began_s = time.perf_counter()
    with pytest.raises(VoiceUnavailable):
        voice.render("Hello.")
    with pytest.raises(VoiceUnavailable):
        voice.voices()
    assert time.perf_counter() - began_s < 0.2


def test_an_engine_that_only_fails_is_given_up(new_voice: MakeVoice, tmp_path: Path) -> None:
    program = tmp_path / "engine.py"
    program.write_text(
        "import json, sys\n"
        "print(json.dumps({'ok': True, 'version': 'stub'}), flush=True)\n"
        "for line in sys.stdin:\n"
        "    op = json.loads(line)['op']\n"
        "    print(json.dumps({'ok': True, 'voices': []} if op == 'voices' else {'ok': True}), flush=True)\n"
    )
    voice = new_voice(program=program, give_up_after=2)
    for _ in range(2):
        with pytest.raises(VoiceUnavailable, match="no sound file"):
            voice.render("Hello.")
    starts = voice.restarts
    with pytest.raises(VoiceUnavailable, match="no sound file"):
        voice.render("Hello.")
    assert voice.restarts == starts


def test_an_unknown_voice_names_those_there_are(new_voice: MakeVoice) -> None:
    with pytest.raises(HuhnVoiceError, match=r"no voice 'Gockel'.*en") as caught:
        new_voice("Gockel").warm()
    assert not isinstance(caught.value, VoiceUnavailable)


def test_the_machine_lists_its_voices(voice: Voice) -> None:
    assert any("en" in found["id"] for found in voice.voices())


@pytest.mark.parametrize(
    ("wanted", "chosen"),
    [
        (None, "gmw/en-us"),
        ("en_GB", "gmw/en"),
        ("german", "gmw/de"),
        ("gmw/EN-US+f3", "gmw/en-us+f3"),
        ("quiet", "quiet"),
    ],
)
def test_a_voice_goes_by_id_name_or_language(wanted: str | None, chosen: str) -> None:
    assert choose_voice(VOICES, wanted) == chosen


def test_without_an_english_voice_the_engine_chooses() -> None:
    assert choose_voice(VOICES[2:], None) is None


def test_a_cache_that_cannot_be_written_gives_way_to_a_temporary_one(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cache = SpeechCache(tmp_path / "file" / "cache")
    assert cache.folder.is_dir()
    assert tmp_path not in cache.folder.parents


def test_the_cache_forgets_what_was_used_longest_ago(tmp_path: Path) -> None:
    for age, name in enumerate(("new", "middle", "old")):
        (tmp_path / f"{name}.wav").write_bytes(bytes(1000))
        os.utime(tmp_path / f"{name}.wav", (1e9 - age, 1e9 - age))
    SpeechCache(tmp_path, limit_mb=0.002)
    assert sorted(path.stem for path in tmp_path.iterdir()) == ["middle", "new"]


@pytest.mark.parametrize("samples", [np.zeros(8000), np.full(100, 0.5), np.zeros(0)], ids=["silent", "short", "empty"])
def test_a_file_without_speech_is_refused(tmp_path: Path, samples: NDArray[np.float64]) -> None:
    cache = SpeechCache(tmp_path)
    soundfile.write(tmp_path / "new-0.wav", samples, 22050)
    with pytest.raises(BadSound, match="silence"):
        cache.take_in(tmp_path / "new-0.wav", tmp_path / "kept.wav")
    assert list(tmp_path.iterdir()) == []


def test_aiff_under_a_wrong_name_becomes_wav(tmp_path: Path) -> None:
    tone = 0.5 * np.sin(np.arange(22050) / 10)
    soundfile.write(tmp_path / "new-0.wav", np.stack([tone, tone], axis=1), 22050, format="AIFF")
    SpeechCache(tmp_path).take_in(tmp_path / "new-0.wav", tmp_path / "kept.wav")
    info = soundfile.info(tmp_path / "kept.wav")
    assert (info.format, info.channels) == ("WAV", 1)
