"""python -m vision.training: makes the weights of the index network again, from nothing, in one command."""

from __future__ import annotations

import argparse
import logging
import zlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

from vision.corners import cut_corners
from vision.training.art import packs_in
from vision.training.faces import drawn_packs
from vision.training.fitting import RANKS, Batches, IndexNetwork, export, fit
from vision.training.patches import Group
from vision.training.photographs import background_tiles, photographed_cards
from vision.training.straight import StraightCard, classes_of, frame_corners

logger = logging.getLogger("vision.training")

UNSUITED_FONTS = ("Symbol", "D050000L", "Biolinum_K", "Libertine_DR", "MathTeX", "Cupola", "Hairline", "Thin")
SHARES = {"drawn": 0.45, "art": 0.27, "edje": 0.13, "kaggle53": 0.12, "obind": 0.03}
HELD_OUT = 10
"""One photograph and one printed design in so many is kept back to measure with."""


def main() -> None:
    args = _arguments()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(args.threads)
    rng = np.random.default_rng(args.seed)
    fonts = tuple(
        path
        for path in sorted((*args.fonts.rglob("*.ttf"), *args.fonts.rglob("*.otf")))
        if not any(name in path.name for name in UNSUITED_FONTS)
    )
    cards: dict[str, list[StraightCard]] = {"drawn": list(drawn_packs(fonts, args.packs, rng))}
    if args.art:
        cards["art"] = list(packs_in(args.art))
    for folder in args.photographs:
        cards[folder.name] = list(photographed_cards(folder))
    tiles = [tile for folder in args.photographs for tile in background_tiles(folder, rng)]
    logger.info("%s and %d tiles", ", ".join(f"{len(found)} {name}" for name, found in cards.items()), len(tiles))
    kept_back = {name: [card for card in found if _is_held_out(name, card)] for name, found in cards.items()}
    groups = [
        Group([card for card in found if not _is_held_out(name, card)], SHARES.get(name, 0.05))
        for name, found in cards.items()
    ]
    network = fit(Batches(groups, tiles, args.seed, args.steps), args.seed, lambda step, net: _measure(net, kept_back))
    args.out.mkdir(parents=True, exist_ok=True)
    export(network, args.out / "index.onnx")
    logger.info("wrote %s", args.out / "index.onnx")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder to write index.onnx into")
    parser.add_argument("--art", type=Path, help="folder with unpacked deck art")
    parser.add_argument("--photographs", type=Path, nargs="*", default=(), help="folders with a labels.csv")
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    parser.add_argument("--packs", type=int, default=60, help="how many packs are drawn")
    parser.add_argument("--steps", type=int, default=3000, help="batches of 256 patches")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def _is_held_out(group: str, card: StraightCard) -> bool:
    key = card.source.encode() if group in ("drawn", "art") else card.pixels.tobytes()
    return zlib.crc32(key) % HELD_OUT == 0


def _top_left(card: StraightCard) -> npt.NDArray[np.uint8]:
    share = card.pixels[..., 3:].astype(np.float32) / 255
    picture = np.asarray(card.pixels[..., :3] * share + 90 * (1 - share), np.uint8)
    a, b, c, d = ((float(x), float(y)) for x, y in frame_corners())
    return np.asarray(cut_corners(picture, (a, b, c, d), is_right=False)[0], np.uint8)


def _measure(network: IndexNetwork, kept_back: dict[str, list[StraightCard]]) -> None:
    network.eval()
    for name, cards in kept_back.items():
        asked = [card for card in cards if card.label]
        if asked:
            logger.info("  held out %s: %.2f %% of %d corners right", name, 100 * _right(network, asked), len(asked))


def _right(network: IndexNetwork, cards: Sequence[StraightCard]) -> float:
    patches = torch.from_numpy(np.stack([_top_left(card) for card in cards])).permute(0, 3, 1, 2).float() / 127.5 - 1
    with torch.no_grad():
        answers = network(patches).flatten(1)
    ranks, suits = answers[:, :RANKS].argmax(1), answers[:, RANKS:].argmax(1)
    wanted = torch.tensor([classes_of(card.label) for card in cards])
    is_joker = wanted[:, 0] == classes_of("X")[0]
    return float(((ranks == wanted[:, 0]) & ((suits == wanted[:, 1]) | is_joker)).float().mean())


if __name__ == "__main__":
    main()
