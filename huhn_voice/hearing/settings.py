"""Settings of the hearing, with their units."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class WordSettings:
    """When a word counts as heard.

    Attributes:
        step_frames: frames decoded at once; also how often a partial result is looked at.
        stable: successive partial results in which a phrase must stand before a second look is taken at it.
        look_steps: steps from one second look to the next.
        looks: most second looks at one candidate; after that only the final result counts.
        confidence: least confidence, 0…1.
        shouts: phrases that count in the midst of talk too, and that are one shout with a cluck in the same breath.
        shout_confidence: least confidence of those.
        alone_s: other phrases must be so far from talk that is no phrase of the table.
        talk_s: what is no phrase is talk if it is so long; shorter, it is a breath or a click.
        settle_s: a phrase must have ended so long ago, so that "chick" is no "chicken" yet.
        longest_s: talk without a pause is cut after so long, so that its lattice stays small.
        renew_s: libvosk keeps the features of all sound since its start (1.5 MB a minute); it starts anew at the first
            pause after so long, at twice that in any case.
    """

    step_frames: int = 800
    stable: int = 5
    look_steps: int = 3
    looks: int = 4
    confidence: float = 0.7
    shouts: tuple[str, ...] = ("chicken",)
    shout_confidence: float = 0.6
    alone_s: float = 0.12
    talk_s: float = 0.15
    settle_s: float = 0.1
    longest_s: float = 15.0
    renew_s: float = 120.0


@dataclass(frozen=True, slots=True)
class CluckSettings:
    """What a cluck sounds like: a train of short bursts, regular and alike, in the band of a hen.

    Attributes:
        low_hz, high_hz: band that is looked at.
        over_db: a burst rises so far over the noise floor.
        dip: the level falls on either side of a burst by this share of its height over the floor,
        dip_low_db, dip_high_db: but by no less and no more than this.
        shortest_s, longest_s: length of a burst.
        apart_low_s, apart_high_s: from the onset of a burst to the next.
        bursts: bursts in a train.
        evenness: largest ratio of the longest to the shortest interval of a train.
        spread_db: largest difference in level between the bursts of a train; weaker ones in between are the room.
        dark_hz, bright_hz: range of a burst's spectral centroid.
        alike_centroid, alike_length: largest ratio of the centroids, and of the lengths, of a train's bursts.
    """

    low_hz: float = 400.0
    high_hz: float = 4000.0
    over_db: float = 12.0
    dip: float = 0.6
    dip_low_db: float = 6.0
    dip_high_db: float = 12.0
    shortest_s: float = 0.015
    longest_s: float = 0.16
    apart_low_s: float = 0.1
    apart_high_s: float = 0.36
    bursts: int = 4
    evenness: float = 1.4
    spread_db: float = 8.0
    dark_hz: float = 500.0
    bright_hz: float = 2400.0
    alike_centroid: float = 1.25
    alike_length: float = 2.4


@dataclass(frozen=True, slots=True)
class HearingSettings:
    """Everything the ears can be told.

    Attributes:
        words: when a word counts.
        clucks: what a cluck sounds like.
        cluck_phrases: phrases that are a cluck in letters; they are emitted as a cluck.
        breath_s: a phrase and a cluck of one channel that are no further apart are in one breath.
    """

    words: WordSettings = field(default_factory=WordSettings)
    clucks: CluckSettings = field(default_factory=CluckSettings)
    cluck_phrases: tuple[str, ...] = ("bok bok",)
    breath_s: float = 0.5
