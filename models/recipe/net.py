"""The net: a layer on every frame of 10 ms, then factored layers on every third, one output for each sound of phones.py.

Each layer sees a few frames of the one before, named by their offsets. Looks 15 frames (150 ms) ahead, so that answers
are quick, and 45 back, since a whole word must be seen to tell it from one that begins alike. Factored layers with a way
past each: Povey, D. et al. (2018): "Semi-Orthogonal Low-Rank Matrix Factorization for Deep Neural Networks". Batch norm
folds into the affine layer before it when the net is exported.
"""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import Tensor, nn

from huhn_voice.hearing.phones import NAMES
from models.recipe.features import CEPSTRA

FIRST = (-2, -1, 0, 1, 2)
OFFSETS = ((-1, 0, 1), (-3, 0, 3), (-3, 0, 3), (-6, 0, 3), (-6, 0, 3), (-6, 0), (-9, 0), (-9, 0))
"""Frames of 10 ms that each layer sees, relative to its own: the first one, and the blocks."""
EVERY = 3
"""From the first block on one frame in three is judged."""
LEFT = -FIRST[0] - sum(offsets[0] for offsets in OFFSETS)
RIGHT = FIRST[-1] + sum(offsets[-1] for offsets in OFFSETS)


class Shape(NamedTuple):
    """Size of the net: outputs of each layer, and of the narrow place inside each block."""

    width: int = 320
    bottleneck: int = 128


def spliced(x: Tensor, offsets: tuple[int, ...], stride: int) -> Tensor:
    """Put frames at several offsets side by side: (batch, frames, dim) → (batch, fewer frames, dim · offsets).

    Args:
        x: frames.
        offsets: in frames of the input, earliest first.
        stride: every how many frames of the input the output has one.
    """
    first, last = offsets[0], offsets[-1]
    end = x.shape[1] - last
    return torch.cat([x[:, offset - first : end + offset : stride] for offset in offsets], 2)


class Norm(nn.BatchNorm1d):
    """Batch norm over (batch, frames, dim)."""

    def forward(self, x: Tensor) -> Tensor:
        """Normalise."""
        return super().forward(x.flatten(0, 1)).view(x.shape)


class Block(nn.Module):
    """What came in, and beside it what a few frames of it say: narrow affine, affine, batch norm, ReLU.

    Args:
        shape: of the net.
        offsets: in frames of the input.
        stride: every how many frames of the input the output has one.
    """

    def __init__(self, shape: Shape, offsets: tuple[int, ...], stride: int) -> None:
        super().__init__()
        self.offsets, self.stride = offsets, stride
        self.narrow = nn.Linear(shape.width * len(offsets), shape.bottleneck, bias=False)
        self.wide = nn.Linear(shape.bottleneck, shape.width, bias=False)
        self.norm = Norm(shape.width)

    def forward(self, x: Tensor) -> Tensor:
        """Shape (batch, frames, width) → (batch, fewer frames, width)."""
        said: Tensor = torch.relu(self.norm(self.wide(self.narrow(spliced(x, self.offsets, self.stride)))))
        return said + x[:, -self.offsets[0] :: self.stride][:, : said.shape[1]]


class Net(nn.Module):
    """Cepstra (batch, frames, CEPSTRA) → log-odds (batch, (frames - LEFT - RIGHT - 1) // EVERY + 1, len(NAMES)).

    Attributes:
        shift, scale: fixed normalisation of the cepstra, from the first batches.
        first, norm: affine layer and batch norm, before a ReLU.
        blocks: the factored layers.
        out: the last affine layer.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shift: Tensor
        self.scale: Tensor
        self.register_buffer("shift", torch.zeros(CEPSTRA))
        self.register_buffer("scale", torch.ones(CEPSTRA))
        self.first = nn.Linear(CEPSTRA * len(FIRST), shape.width, bias=False)
        self.norm = Norm(shape.width)
        blocks = [Block(shape, OFFSETS[0], EVERY)]
        blocks += [Block(shape, tuple(offset // EVERY for offset in offsets), 1) for offsets in OFFSETS[1:]]
        self.blocks = nn.Sequential(*blocks)
        self.out = nn.Linear(shape.width, len(NAMES))

    def forward(self, cepstra: Tensor) -> Tensor:
        """Judge."""
        x = spliced((cepstra + self.shift) * self.scale, FIRST, 1)
        judged: Tensor = self.out(self.blocks(torch.relu(self.norm(self.first(x)))))
        return judged
