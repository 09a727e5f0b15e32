"""What a kitchen table does to speech: rooms, noise, other talk, distance, shouting, clipping. Batched torch."""

from __future__ import annotations

import math

import torch
from torch import Tensor

RATE_HZ = 16_000


def uniform(count: int, low: float, high: float, rng: torch.Generator) -> Tensor:
    """Column of random numbers, shape (count, 1)."""
    return low + (high - low) * torch.rand(count, 1, generator=rng)


def chosen(count: int, share: float, rng: torch.Generator) -> Tensor:
    """Column of 0 and 1, about `share` ones."""
    return (torch.rand(count, 1, generator=rng) < share).float()


def some(count: int, share: float, rng: torch.Generator) -> Tensor:
    """Indices of about `share` of the rows."""
    return torch.nonzero(torch.rand(count, generator=rng) < share)[:, 0]


def convolve(sound: Tensor, answer: Tensor) -> Tensor:
    """Row by row, cut to the length of the sound."""
    total = fast_size(sound.shape[1] + answer.shape[1])
    return torch.fft.irfft(torch.fft.rfft(sound, total) * torch.fft.rfft(answer, total), total)[:, : sound.shape[1]]


def fast_size(least: int) -> int:
    """The next size that a Fourier transform likes: a power of two times 1, 3, 5 or 9."""
    return min(k * 2 ** max(0, math.ceil(math.log2(least / k))) for k in (1, 3, 5, 9))


def rooms(sound: Tensor, rng: torch.Generator) -> Tensor:
    """Half of the batch in small synthetic rooms: exponential decay of noise, T60 0.1…0.7 s, behind a direct path."""
    rows = some(len(sound), 0.5, rng)
    if not len(rows):
        return sound
    size = 9_600
    time = torch.arange(size) / RATE_HZ
    tail = torch.randn(len(rows), size, generator=rng) * torch.exp(-6.9 * time / uniform(len(rows), 0.1, 0.7, rng))
    answer = tail / tail.square().sum(1, keepdim=True).sqrt() * 10 ** (uniform(len(rows), -14, 2, rng) / 20)
    answer[:, :32] = 0
    answer[:, 0] = 1
    wet = sound.clone()
    wet[rows] = convolve(sound[rows], answer)
    return wet


def coloured(count: int, length: int, rng: torch.Generator) -> Tensor:
    """Noise whose power falls with frequency to a random power between 0 (white) and 2 (brown)."""
    spectrum = torch.fft.rfft(torch.randn(count, length, generator=rng))
    frequency = torch.arange(spectrum.shape[1]).clamp(min=8)
    return torch.fft.irfft(spectrum * frequency ** -uniform(count, 0.0, 1.0, rng), length)


def tones(count: int, length: int, rng: torch.Generator) -> Tensor:
    """Music of a kind: three harmonic notes that change every 0.25 s."""
    notes = torch.randint(36, 84, (count, 3, length // 4_000 + 1), generator=rng).repeat_interleave(4_000, 2)
    phase = torch.cumsum(440 * 2 ** ((notes[:, :, :length] - 69) / 12) / RATE_HZ, 2) * 2 * math.pi
    return sum((torch.sin(k * phase) / k for k in (1, 2, 3)), torch.zeros(1)).sum(1)


def clatter(count: int, length: int, rng: torch.Generator) -> Tensor:
    """Cutlery and knocks: short ringing bursts, about four a second."""
    hits = (torch.rand(count, length, generator=rng) < 4 / RATE_HZ) * torch.rand(count, length, generator=rng)
    time = torch.arange(1_600) / RATE_HZ
    ring = torch.exp(-time / uniform(count, 0.002, 0.02, rng)) * torch.sin(
        2 * math.pi * uniform(count, 150, 5_000, rng) * time
    )
    ring = ring + 0.5 * torch.randn(count, 1_600, generator=rng) * torch.exp(-time / 0.004)
    return convolve(hits, ring)


def babble(sound: Tensor, rng: torch.Generator) -> Tensor:
    """Other people: one to four other utterances of the batch at once, or a whole pub of them."""
    count = len(sound)
    talk = torch.zeros_like(sound)
    most = 5 if torch.rand(1, generator=rng) < 0.6 else 13
    for _ in range(int(torch.randint(1, most, (1,), generator=rng))):
        shift = int(torch.randint(1, count, (1,), generator=rng))
        talk = talk + sound.roll(shift, 0).roll(int(torch.randint(0, sound.shape[1], (1,), generator=rng)), 1)
    return talk


def rms(sound: Tensor) -> Tensor:
    """Level of each row."""
    return sound.square().mean(1, keepdim=True).sqrt() + 1e-5


def table_sound(sound: Tensor, rng: torch.Generator) -> Tensor:
    """Put a clean batch (batch, samples), full scale 1, at the table; return it in 16-bit units."""
    count, length = sound.shape
    tilt = uniform(count, -0.5, 0.6, rng) * chosen(count, 0.5, rng)
    sound = sound + tilt * sound.roll(1, 1)
    shouted = chosen(count, 0.25, rng)
    drive = uniform(count, 1.0, 6.0, rng)
    sound = torch.where(
        shouted > 0, torch.tanh(drive * sound / sound.abs().amax(1, keepdim=True).clamp(min=1e-3)), sound
    )
    sound = rooms(sound, rng)
    level = rms(sound)
    talk = babble(sound, rng)
    for noise, share, low in ((coloured, 0.45, 0.0), (None, 0.45, 0.0), (tones, 0.12, 2.0), (clatter, 0.15, 0.0)):
        rows = some(count, share, rng)
        if not len(rows):
            continue
        other = talk[rows] if noise is None else noise(len(rows), length, rng)
        snr = uniform(len(rows), low, 28.0, rng)
        sound[rows] += other / rms(other) * level[rows] * 10 ** (-snr / 20)
    peak = sound.abs().amax(1, keepdim=True).clamp(min=1e-3)
    sound = sound / peak * 10 ** (uniform(count, -36, 0, rng) / 20)
    sound = sound * (1 + 3 * chosen(count, 0.08, rng))
    sound = sound + chosen(count, 0.05, rng) * uniform(count, -0.05, 0.05, rng)
    sound = sound + 10 ** (uniform(count, -95, -70, rng) / 20) * torch.randn(count, length, generator=rng)
    return sound.clamp(-1, 1) * 32_767
