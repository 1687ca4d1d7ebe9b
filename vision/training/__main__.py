"""python -m vision.training: makes the weights of all networks again, from nothing, in one command."""

from __future__ import annotations

import argparse
import logging
import zlib
from pathlib import Path

import numpy as np
import torch

from vision.poses import PATCH_HEIGHT, PATCH_WIDTH
from vision.training.art import packs_in
from vision.training.faces import drawn_packs
from vision.training.fitting import (
    Batches,
    Class,
    FindBatches,
    export,
    fit,
    index_shares_right,
    learn_from_finds,
)
from vision.training.ink import fonts_in
from vision.training.photographs import background_tiles, photographed_cards
from vision.training.scenes import SIDE, Group
from vision.training.straight import StraightCard

logger = logging.getLogger("vision.training")

SHARES = {"drawn": 0.5, "art": 0.25, "edje": 0.12, "kaggle53": 0.1, "obind": 0.03}
HELD_OUT = 10
"""One photograph and one printed design in so many is kept back to measure with."""

MEASURED_ON = 3
"""Batches of scenes laid with what was kept back."""

MEASURED_EVERY = 500

LESSONS = ((0.62, 2.5e-3), (0.38, 1.2e-3))
"""Shares of all steps, and the rate at most, of two rounds of learning: the second goes over it again, more finely."""

FIND_STEPS, FIND_RATE = 0.5, 6e-4
"""So many times as many steps the index network learns last from what is found, and at most so fast."""


def main() -> None:
    args = _arguments()
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(args.threads)
    rng = np.random.default_rng(args.seed)
    fonts = fonts_in(args.fonts)
    cards: dict[str, list[StraightCard]] = {"drawn": list(drawn_packs(fonts, args.packs, rng))}
    if args.art:
        cards["art"] = list(packs_in(args.art))
    for folder in args.photographs:
        cards[folder.name] = list(photographed_cards(folder))
    cards = {name: [card for card in found if card.left is not None or not card.label] for name, found in cards.items()}
    tiles = [tile for folder in args.photographs for tile in background_tiles(folder, rng)]
    logger.info("%s and %d tiles", ", ".join(f"{len(found)} {name}" for name, found in cards.items()), len(tiles))
    taken, kept_back = (
        [
            Group([card for card in found if _is_held_out(name, card) is is_held], SHARES.get(name, 0.05))
            for name, found in cards.items()
        ]
        for is_held in (False, True)
    )
    measured = Batches(kept_back, tiles, args.seed + 1, MEASURED_ON)

    pupils = Class.of(args.seed)

    def report(step: int) -> None:
        if step % MEASURED_EVERY == 0 and any(group.cards for group in kept_back):
            logger.info("  kept back: %.2f %% of indices read right", 100 * index_shares_right(pupils.index, measured))

    for lesson, (share, rate) in enumerate(LESSONS):
        batches = Batches(taken, tiles, args.seed + 10 * lesson, max(1, round(share * args.steps)))
        fit(pupils, batches, rate, report)
    args.out.mkdir(parents=True, exist_ok=True)
    export(pupils.finder.kept, args.out / "finder.onnx", (SIDE, SIDE))
    export(pupils.aligner.kept, args.out / "aligner.onnx", (PATCH_HEIGHT, PATCH_WIDTH))
    found = FindBatches(taken, tiles, args.out, args.seed + 200, max(1, round(FIND_STEPS * args.steps)))
    learn_from_finds(pupils.index, found, FIND_RATE)
    export(pupils.index.kept, args.out / "index.onnx", (PATCH_HEIGHT, PATCH_WIDTH))
    logger.info("wrote finder.onnx, aligner.onnx and index.onnx into %s", args.out)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m vision.training", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder to write finder.onnx and index.onnx into")
    parser.add_argument("--art", type=Path, help="folder with unpacked deck art")
    parser.add_argument("--photographs", type=Path, nargs="*", default=(), help="folders with a labels.csv")
    parser.add_argument("--fonts", type=Path, default=Path("/usr/share/fonts"))
    parser.add_argument("--packs", type=int, default=160, help="how many packs are drawn")
    parser.add_argument("--steps", type=int, default=5300, help="batches of 16 scenes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


def _is_held_out(group: str, card: StraightCard) -> bool:
    key = card.source.encode() if group in ("drawn", "art") else card.pixels.tobytes()
    return zlib.crc32(key) % HELD_OUT == 0


if __name__ == "__main__":
    main()
