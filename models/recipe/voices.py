"""Speech synthesis with its labels: espeak-ng and flite say when each sound starts, RHVoice and SVOX Pico are aligned.

What was said is labelled with the phones of the dictionary, not with those of the voice: the graph asks for the
dictionary's, and a Scottish "turn" is still a turn.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import soundfile
import soxr

from huhn_voice.hearing.phones import PHONES, SILENCE
from huhn_voice.hearing.pronounce import IPA, pronunciations
from models.recipe.align import align
from models.recipe.words import game_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from models.recipe.data import Labels

RATE_HZ, FRAME = 16_000, 160
VOWELS = {"AA", "AE", "AH", "AO", "AW", "AY", "EH", "ER", "EY", "IH", "IY", "OW", "OY", "UH", "UW"}
STOPS = {"P", "T", "K", "CH", "B", "D", "G", "JH"}
Timed = list[tuple[float, str]]
"""Start in seconds and phone of each sound; "" is a pause."""
PHONEME_EVENT = 7
"""espeakEVENT_PHONEME of speak_lib.h."""
EDIT = 0.9
"""Cost of a sound that only one of dictionary and voice has."""


@dataclass(frozen=True)
class Order:
    """One utterance to synthesise.

    Attributes:
        text: small words; punctuation tells the voice how to say it.
        voice: `espeak:VOICE`, `flite:VOICE`, `rhvoice:VOICE` or `pico:LANGUAGE`.
        rate: espeak-ng: words a minute; the others: per cent of their own speed.
        pitch: espeak-ng: 0 to 100, and `span` likewise, how far it moves; RHVoice and Pico: per cent of their own.
        phones: what it is labelled with, and whether each belongs to no game word. Looked up beforehand: two users of
            espeak-ng's library in one process would silence each other.
    """

    text: str
    voice: str
    rate: int
    pitch: int
    span: int
    phones: tuple[tuple[str, bool], ...]


def phones_of(text: str) -> tuple[tuple[str, bool], ...]:
    """The dictionary's phones of a text, and whether each belongs to a word that is no game word."""
    return tuple((phone, word not in game_words()) for word in text.split() for phone in pronunciations(word)[0])


def render(order: Order) -> tuple[NDArray[np.int16], Labels] | None:
    """Sound (16 kHz, half of full scale) and its labels, or None if the voice refused."""
    engine, voice = order.voice.split(":")
    if engine in {"rhvoice", "pico"}:
        return _aligned(_packaged(order, engine, voice), re.sub(r"[^a-z' ]", "", order.text.lower()))
    sound, timed = _espeak(order, voice) if engine == "espeak" else _flite(order, voice)
    if len(sound) < RATE_HZ // 10 or not timed or np.abs(sound).max() < 0.01:
        return None
    return _trimmed(sound, _labelled(sound, timed, order.phones))


def _aligned(sound: NDArray[np.float32], text: str) -> tuple[NDArray[np.int16], Labels] | None:
    samples = (sound / np.abs(sound).max() * 20_000).astype(np.int16)
    labels = align(samples, text) or align(samples, text, 1e-12)
    return None if labels is None else _trimmed(sound, labels)


def _trimmed(sound: NDArray[np.float32], labels: Labels) -> tuple[NDArray[np.int16], Labels]:
    """Without the hush before and after it."""
    loud = np.flatnonzero(np.abs(sound) > 0.004 * np.abs(sound).max())
    first, last = max(0, loud[0] // FRAME - 5), min(len(labels[0]), loud[-1] // FRAME + 6)
    samples = (sound / np.abs(sound).max() * 20_000).astype(np.int16)[first * FRAME : last * FRAME]
    return samples, (labels[0][first:last], labels[1][first:last])


class _Id(ctypes.Union):
    _fields_ = (("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8))


class _Event(ctypes.Structure):
    """espeak_EVENT of speak_lib.h."""

    _fields_ = (
        ("type", ctypes.c_int), ("message", ctypes.c_uint), ("text_position", ctypes.c_int), ("length", ctypes.c_int),
        ("audio_ms", ctypes.c_int), ("sample", ctypes.c_int), ("user", ctypes.c_void_p), ("id", _Id),
    )  # fmt: skip


class _Espeak:
    """The library, one for each process; keeps what the last call said."""

    def __init__(self) -> None:
        import espeakng_loader  # noqa: PLC0415

        synchronous, ipa_phonemes, no_exit = 2, 3, 0x8000
        self.library = ctypes.CDLL(espeakng_loader.get_library_path())
        data = str(espeakng_loader.get_data_path()).encode()
        self.rate_hz = self.library.espeak_Initialize(synchronous, 0, data, ipa_phonemes | no_exit)
        self.sound: list[NDArray[np.int16]] = []
        self.timed: Timed = []
        kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event))
        self._callback = kind(self._said)
        self.library.espeak_SetSynthCallback(self._callback)

    def _said(self, wav: ctypes._Pointer[ctypes.c_short], count: int, events: ctypes._Pointer[_Event]) -> int:
        if wav and count:
            self.sound.append(np.ctypeslib.as_array(wav, (count,)).copy())
        at = 0
        while events[at].type:
            if events[at].type == PHONEME_EVENT:
                phones = _phones(events[at].id.string.decode(errors="ignore"))
                self.timed += [(events[at].audio_ms / 1000, phone) for phone in phones]
            at += 1
        return 0


@cache
def _library() -> _Espeak:
    return _Espeak()


_SOUND = re.compile("|".join(sorted(map(re.escape, IPA), key=len, reverse=True)))


def _phones(ipa: str) -> list[str]:
    return " ".join(IPA[sound] for sound in _SOUND.findall(ipa)).split() or [""]


def _espeak(order: Order, voice: str) -> tuple[NDArray[np.float32], Timed]:
    speaker = _library()
    speaker.sound, speaker.timed = [], []
    if speaker.library.espeak_SetVoiceByName(voice.encode()) != 0:
        return np.zeros(0, np.float32), []
    for parameter, value in ((1, order.rate), (3, order.pitch), (4, order.span)):
        speaker.library.espeak_SetParameter(parameter, value, 0)
    text = order.text.encode()
    speaker.library.espeak_Synth(text, len(text) + 1, 0, 1, 0, 1, None, None)
    sound = np.concatenate(speaker.sound or [np.zeros(1, np.int16)]).astype(np.float32) / 32_768
    return soxr.resample(sound, speaker.rate_hz, RATE_HZ), speaker.timed


def _flite(order: Order, voice: str) -> tuple[NDArray[np.float32], Timed]:
    with tempfile.TemporaryDirectory() as folder:
        wav = Path(folder) / "said.wav"
        stretch = f"duration_stretch={100 / order.rate:.2f}"
        command = ["flite", "-voice", voice, "-psdur", "--setf", stretch, "-t", order.text, "-o", str(wav)]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        sound, rate = soundfile.read(wav, dtype="float32")
    timed: Timed = []
    start = 0.0
    for name, end in re.findall(r"([a-z]+):([0-9.]+)", said):
        phone = {"ax": "AH", "pau": ""}.get(name, name.upper())
        timed.append((start, phone if phone in PHONES else ""))
        start = float(end)
    return soxr.resample(sound, rate, RATE_HZ), timed


def _packaged(order: Order, engine: str, voice: str) -> NDArray[np.float32]:
    with tempfile.TemporaryDirectory() as folder:
        wav, text = Path(folder) / "said.wav", Path(folder) / "text"
        text.write_text(order.text)
        settings = ["-p", voice, "-r", str(order.rate), "-t", str(order.pitch)]
        command = ["RHVoice-test", *settings, "-i", str(text), "-o", str(wav)]
        if engine == "pico":
            said = f"<speed level='{order.rate}'><pitch level='{order.pitch}'>{order.text}</pitch></speed>"
            command = ["pico2wave", "-l", voice, "-w", str(wav), said]
        subprocess.run(command, check=True, capture_output=True)
        sound, rate = soundfile.read(wav, dtype="float32")
    return soxr.resample(sound, rate, RATE_HZ)


def _labelled(sound: NDArray[np.float32], timed: Timed, wanted: tuple[tuple[str, bool], ...]) -> Labels:
    """Frame by frame: the dictionary's phones in the places of the voice's, stops with the hush before them."""
    frames = len(sound) // FRAME
    labels = np.full(frames, SILENCE, np.uint8)
    garbage = np.zeros(frames, np.uint8)
    starts = [start for start, _ in timed] + [len(sound) / RATE_HZ]
    spoken = [(starts[k], starts[k + 1], phone) for k, (_, phone) in enumerate(timed) if phone]
    for (phone, other), (start, end) in zip(wanted, places([p for p, _ in wanted], spoken), strict=True):
        span = slice(round(start * 100), max(round(end * 100), round(start * 100) + 1))
        labels[span], garbage[span] = PHONES[phone], other
    level = np.sqrt((sound[: frames * FRAME].reshape(frames, FRAME) ** 2).mean(1))
    for k in np.flatnonzero(np.diff(labels.astype(int))) + 1:
        if labels[k] in {PHONES[stop] for stop in STOPS}:
            while k > 1 and labels[k - 1] != SILENCE and level[k - 1] < 0.04 * level.max():
                labels[k - 1], garbage[k - 1] = labels[k], garbage[k]
                k -= 1  # noqa: PLW2901
    return labels, garbage


def places(wanted: list[str], spoken: list[tuple[float, float, str]]) -> list[tuple[float, float]]:
    """Where each wanted phone lies among the spoken ones: least edits; a missing one shares the place of its neighbour.

    Args:
        wanted: phones of the dictionary.
        spoken: start and end in seconds, and phone, of each sound of the voice.

    >>> places(["T", "ER", "N"], [(0.0, 0.1, "T"), (0.1, 0.3, "AH"), (0.3, 0.4, "R"), (0.4, 0.5, "N")])
    [(0.0, 0.1), (0.1, 0.4), (0.4, 0.5)]
    """
    owners: list[list[int]] = [[] for _ in spoken]
    for i, j in _matched(wanted, [phone for _, _, phone in spoken]):
        owners[j].append(i)
    shares: list[list[tuple[float, float]]] = [[] for _ in wanted]
    for (start, end, _), some in zip(spoken, owners, strict=True):
        step = (end - start) / max(1, len(some))
        for n, one in enumerate(some):
            shares[one].append((start + n * step, start + (n + 1) * step))
    return [(some[0][0], some[-1][1]) for some in shares]


def _matched(wanted: list[str], spoken: list[str]) -> list[tuple[int, int]]:
    """Pairs (wanted, spoken) on the way of the fewest edits; every one of both is in a pair."""
    rows, columns = len(wanted), len(spoken)
    cost = np.full((rows, columns), np.inf)
    back = np.zeros((rows, columns), int)
    for i in range(rows):
        for j in range(columns):
            unlike = _unlike(wanted[i], spoken[j])
            if i == j == 0:
                cost[i, j] = unlike
                continue
            ways = (
                cost[i - 1, j - 1] + unlike if i and j else np.inf,
                cost[i - 1, j] + EDIT if i else np.inf,
                cost[i, j - 1] + EDIT if j else np.inf,
            )
            back[i, j] = int(np.argmin(ways))
            cost[i, j] = ways[back[i, j]]
    pairs = [(rows - 1, columns - 1)]
    while pairs[0] != (0, 0):
        i, j = pairs[0]
        step = back[i, j]
        pairs.insert(0, (i - (step in {0, 1}), j - (step in {0, 2})))
    return pairs


def _unlike(one: str, other: str) -> float:
    if one == other:
        return 0.0
    return 0.5 if (one in VOWELS) == (other in VOWELS) else 1.5
