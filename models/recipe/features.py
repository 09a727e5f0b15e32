"""Kaldi's MFCC in batched torch, on sound in 16-bit units: what libvosk computes with our conf/mfcc.conf.

Povey, D. et al.: "The Kaldi Speech Recognition Toolkit" (feat/feature-window.cc, mel-computations.cc, feature-mfcc.cc).
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

RATE_HZ, FRAME, SHIFT, FFT = 16_000, 400, 160, 512
MELS = CEPSTRA = 40
LOW_HZ, HIGH_HZ, LIFTER, PREEMPHASIS = 20.0, 7600.0, 22.0, 0.97


def _mel(hertz: Tensor) -> Tensor:
    return 1127.0 * torch.log1p(hertz / 700.0)


def _banks() -> Tensor:
    """Triangles in the mel domain, shape (FFT / 2, MELS)."""
    low, high = _mel(torch.tensor([LOW_HZ, HIGH_HZ]))
    step = (high - low) / (MELS + 1)
    left = low + step * torch.arange(MELS)
    bins = _mel(torch.arange(FFT // 2) * RATE_HZ / FFT)[:, None]
    up, down = (bins - left) / step, (left + 2 * step - bins) / step
    return torch.minimum(up, down).clamp(min=0.0)


class Mfcc(nn.Module):
    """Sound (batch, samples) in 16-bit units → cepstra (batch, frames, CEPSTRA), edges snipped."""

    def __init__(self) -> None:
        super().__init__()
        n = torch.arange(FRAME)
        self.register_buffer("window", (0.5 - 0.5 * torch.cos(2 * math.pi * n / (FRAME - 1))) ** 0.85)
        self.register_buffer("banks", _banks())
        k = torch.arange(CEPSTRA)[None, :]
        dct = torch.cos(math.pi / MELS * (torch.arange(MELS)[:, None] + 0.5) * k) * math.sqrt(2 / MELS)
        dct[:, 0] = math.sqrt(1 / MELS)
        lift = 1 + 0.5 * LIFTER * torch.sin(math.pi * torch.arange(CEPSTRA) / LIFTER)
        self.register_buffer("dct", dct * lift)

    def forward(self, sound: Tensor) -> Tensor:
        """Compute."""
        frames = sound.unfold(1, FRAME, SHIFT)
        frames = frames - frames.mean(2, keepdim=True)
        before = torch.cat([frames[:, :, :1], frames[:, :, :-1]], 2)
        frames = (frames - PREEMPHASIS * before) * self.window
        power = torch.fft.rfft(frames, FFT).abs()[:, :, : FFT // 2].square()
        mels = (power @ self.banks).clamp(min=torch.finfo(torch.float32).eps).log()
        cepstra: Tensor = mels @ self.dct
        return cepstra
