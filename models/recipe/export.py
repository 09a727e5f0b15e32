"""From a checkpoint to the model folder that libvosk loads: am/final.mdl and conf/."""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from huhn_voice.hearing.phones import GARBAGE, PDFS
from models.recipe import kaldi
from models.recipe.features import CEPSTRA
from models.recipe.net import FIRST, OFFSETS, Block, Net, Norm, Shape

HERE = Path(__file__).parent
FLATTEN, GARBAGE_PRIOR = 0.6, 0.4
PRIOR_FLOOR = 1e-4
"""A sound that training never had would otherwise be divided by zero."""


def decoding_priors(counted: torch.Tensor, flatten: float, garbage: float) -> torch.Tensor:
    """What the decoder divides the net's answers by.

    Args:
        counted: share of each output in the labels of training, shape (outputs,).
        flatten: power that the shares are raised to: 1 divides by them in full, which makes too much of rare sounds.
        garbage: in place of garbage's own share; the knob between misses and false alarms.
    """
    priors = counted.double().clamp(min=PRIOR_FLOOR) ** flatten
    priors[GARBAGE] = garbage
    return priors


def _affine(
    name: str,
    offsets: tuple[int, ...],
    weights: torch.Tensor,
    bias: torch.Tensor | None = None,
    norm: Norm | None = None,
    around: str = "",
) -> kaldi.Affine:
    """A layer; a batch norm that follows is folded in, with a ReLU behind it."""
    weights = weights.detach().double()
    bias = torch.zeros(len(weights)).double() if bias is None else bias.detach().double()
    if norm is not None:
        assert norm.running_var is not None  # noqa: S101
        assert norm.running_mean is not None  # noqa: S101
        scale = norm.weight.detach().double() / (norm.running_var.double() + norm.eps).sqrt()
        bias = norm.bias.detach().double() + (bias - norm.running_mean.double()) * scale
        weights = weights * scale[:, None]
    return kaldi.Affine(name, offsets, weights.float().numpy(), bias.float().numpy(), norm is not None, around)


def layers(net: Net) -> list[kaldi.Affine]:
    """The net's layers in Kaldi's form; normalisation of the input and batch norm are folded in."""
    first = net.first.weight.double() * net.scale.double().repeat(len(FIRST))
    found = [_affine("first", FIRST, first, first @ net.shift.double().repeat(len(FIRST)), net.norm)]
    for number, offsets in enumerate(OFFSETS, start=1):
        block, before = net.blocks[number - 1], found[-1].name
        assert isinstance(block, Block)  # noqa: S101
        found.append(_affine(f"narrow{number}", offsets, block.narrow.weight))
        found.append(_affine(f"wide{number}", (0,), block.wide.weight, norm=block.norm, around=before))
    return [*found, _affine("out", (0,), net.out.weight, net.out.bias)]


def export(checkpoint: Path, into: Path, flatten: float = FLATTEN, garbage: float = GARBAGE_PRIOR) -> Path:
    """Write the model folder (its am/ and conf/; the graph is compiled for each table) and return it."""
    saved = torch.load(checkpoint, map_location="cpu", weights_only=True)
    net = Net(Shape(*saved["shape"]))
    net.load_state_dict(saved["state"])
    net.eval()
    priors = decoding_priors(saved["priors"], flatten, garbage).float().numpy()
    model = kaldi.final_mdl(PDFS, CEPSTRA, layers(net), priors)
    (into / "am").mkdir(parents=True, exist_ok=True)
    (into / "conf").mkdir(exist_ok=True)
    temporary = into / "am" / "final.mdl.tmp"
    temporary.write_bytes(model)
    temporary.replace(into / "am" / "final.mdl")
    (into / "costs.toml").write_text((HERE / "conf" / "costs.toml").read_text())
    for conf in sorted((HERE / "conf").glob("*.conf")):
        (into / "conf" / conf.name).write_text(conf.read_text())
    return into


def main() -> None:
    """Export the newest checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", type=Path, required=True)
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--flatten", type=float, default=FLATTEN)
    parser.add_argument("--garbage", type=float, default=GARBAGE_PRIOR)
    options = parser.parse_args()
    folder = export(options.checkpoint, options.into, options.flatten, options.garbage)
    size = sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())
    print(f"{folder}: {size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
