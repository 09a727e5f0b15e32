"""Settings of the hearing, with their units."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class WordSettings:
    """When a word counts as heard.

    Attributes:
        step_frames: frames decoded at once; also how often a partial result is looked at.
        stable: successive partial results in which a word must stand at the same place.
        confidence: least confidence, 0…1.
        settle_s: a word that is the last of a partial result must have ended so long ago.
        longest_s: talk without a pause is cut after so long, so that memory stays bounded.
    """

    step_frames: int = 800
    stable: int = 2
    confidence: float = 0.5
    settle_s: float = 0.05
    longest_s: float = 15.0


@dataclass(frozen=True, slots=True)
class CluckSettings:
    """What a cluck sounds like: a train of short bursts, regular, in the band of a hen.

    Attributes:
        low_hz, high_hz: band that is looked at.
        over_db: a burst rises so far over the noise floor.
        shortest_s, longest_s: length of a burst.
        apart_low_s, apart_high_s: from the onset of a burst to the next.
        bursts: bursts in a train.
        evenness: largest allowed ratio of the longest to the shortest interval of a train.
        spread_db: largest allowed difference in level between the bursts of a train.
        dark_hz, bright_hz: range of a burst's spectral centroid.
    """

    low_hz: float = 400.0
    high_hz: float = 4000.0
    over_db: float = 12.0
    shortest_s: float = 0.015
    longest_s: float = 0.16
    apart_low_s: float = 0.1
    apart_high_s: float = 0.36
    bursts: int = 4
    evenness: float = 1.8
    spread_db: float = 9.0
    dark_hz: float = 500.0
    bright_hz: float = 2400.0


@dataclass(frozen=True, slots=True)
class HearingSettings:
    """Everything the ears can be told."""

    words: WordSettings = field(default_factory=WordSettings)
    clucks: CluckSettings = field(default_factory=CluckSettings)
