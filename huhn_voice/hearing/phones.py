"""The sounds that the bundled model knows: silence, garbage (any speech that is no word of the table) and 39 phones."""

SILENCE = 0
GARBAGE = 1
NAMES = (
    "SIL", "GBG",
    "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH", "IH", "IY", "JH", "K",
    "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH", "UH", "UW", "V", "W", "Y", "Z", "ZH",
)  # fmt: skip
"""Output k of the net stands for the sound NAMES[k]; the phones are those of the CMU dictionary without stress."""

PHONES = {name: index for index, name in enumerate(NAMES) if index > GARBAGE}

POSITIONS = ("B", "E", "I", "S")
"""Where a phone stands in its word: begin, end, inside, alone. Positions share one output; word times need them."""

PDFS = (SILENCE, GARBAGE, *(output for output in PHONES.values() for _ in POSITIONS))
"""Output of the net for each phone of the graph; those are counted from 1: silence, garbage, AA_B, AA_E, …"""


def graph_phone(name: str, position: str) -> int:
    """Number in the graph of a phone at a position of its word.

    >>> graph_phone("AA", "B"), graph_phone("ZH", "S"), len(PDFS)
    (3, 158, 158)
    """
    return 3 + (PHONES[name] - 2) * len(POSITIONS) + POSITIONS.index(position)
