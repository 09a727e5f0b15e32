"""The net: two layers at 10 ms, then four on every third frame, and one output for each sound of hearing/phones.py.

Each layer sees a few frames of the one before, named by their offsets. Looks 15 frames (150 ms) ahead, so that answers
are quick, and 33 back, since a whole word must be seen to tell it from one that begins alike. Batch norm folds into the
next layer when the net is exported.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

from huhn_voice.hearing.phones import NAMES
from models.recipe.features import CEPSTRA

OFFSETS = ((-2, -1, 0, 1, 2), (-1, 0, 1), (-3, 0, 3), (-6, 0, 3), (-9, 0, 3), (-12, 0, 3))
"""Frames of 10 ms that each layer sees, relative to its own."""
STRIDES = (1, 3, 1, 1, 1, 1)
LEFT = -sum(offsets[0] for offsets in OFFSETS)
RIGHT = sum(offsets[-1] for offsets in OFFSETS)


class Splice(nn.Module):
    """Put frames at several offsets on top of each other.

    Args:
        offsets: in frames of the input.
        stride: every how many frames of the input the output has one.
    """

    def __init__(self, offsets: tuple[int, ...], stride: int) -> None:
        super().__init__()
        self.offsets = offsets
        self.stride = stride

    def forward(self, x: Tensor) -> Tensor:
        """Shape (batch, dim, frames) → (batch, dim · offsets, fewer frames)."""
        first, last = self.offsets[0], self.offsets[-1]
        end = x.shape[2] - last
        return torch.cat([x[:, :, offset - first : end + offset : self.stride] for offset in self.offsets], 1)


class Net(nn.Module):
    """Cepstra (batch, CEPSTRA, frames) → log-odds (batch, len(NAMES), (frames - LEFT - RIGHT - 1) // 3 + 1).

    Attributes:
        shift, scale: fixed normalisation of the cepstra, from the first batches.
        layers: splice, affine, ReLU, batch norm; repeated.
        out: the last affine layer.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.shift: Tensor
        self.scale: Tensor
        self.register_buffer("shift", torch.zeros(CEPSTRA, 1))
        self.register_buffer("scale", torch.ones(CEPSTRA, 1))
        layers: list[nn.Module] = []
        before, every = CEPSTRA, 1
        for offsets, stride in zip(OFFSETS, STRIDES, strict=True):
            splice = Splice(tuple(offset // every for offset in offsets), stride)
            layers += [splice, nn.Conv1d(before * len(offsets), width, 1), nn.ReLU(), nn.BatchNorm1d(width)]
            before, every = width, every * stride
        self.layers = nn.Sequential(*layers)
        self.out = nn.Conv1d(width, len(NAMES), 1)

    def forward(self, cepstra: Tensor) -> Tensor:
        """Judge."""
        judged: Tensor = self.out(self.layers((cepstra + self.shift) * self.scale))
        return judged
