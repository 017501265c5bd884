"""What examples/ppo.py has learnt: shares against the players of the house, and the learning curves as a picture.

python examples/ppo_report.py --deals 200 --picture docs/pictures/ppo.svg
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from ppo import FOLDER, SEATS, Network

from armarium.games.biblios import Game
from armarium.lab.adapters.rows import rows_of
from armarium.lab.arena.intervals import estimate
from armarium.lab.pictures.plots import drawn, per_cent
from armarium.players import load, position_of

ROWS = rows_of("biblios")
OPPONENTS = ("random", "oblate", "novice", "monk")


def load_network(seed: int) -> Network:
    network = Network(ROWS.size, len(ROWS.codes))
    network.load_state_dict(torch.load(FOLDER / f"seed-{seed}.pt"))
    return network


def choose(network: Network, games: list[Game], seats: list[int]) -> list[str]:
    """The likeliest action of each game's seat."""
    rows = torch.tensor(np.array([ROWS.observation(g, s) for g, s in zip(games, seats)]))
    masks = torch.tensor(np.array([ROWS.mask(game) for game in games]))
    with torch.no_grad():
        choice, _ = network(rows, masks)
    return [ROWS.texts[code] for code in choice.logits.argmax(1).tolist()]


def shares(network: Network, opponent: str, deals: int, seed: int) -> np.ndarray:
    """Of the wins: for each deal, the mean over both ways to sit; all games are played side by side."""
    tables = [
        (Game.new(seats=SEATS, seed=seed + deal), mine)
        for deal in range(deals)
        for mine in range(SEATS)
    ]
    other = load(opponent, seed=seed)
    while going := [(game, mine) for game, mine in tables if game.to_act is not None]:
        for game, mine in going:
            while game.to_act is not None and game.to_act != mine:
                game.play(other.choose(position_of(game, game.to_act)))
        going = [(game, mine) for game, mine in going if game.to_act is not None]
        if going:
            actions = choose(network, [game for game, _ in going], [mine for _, mine in going])
            for (game, _), action in zip(going, actions):
                game.play(action)
    worth = [ROWS.worth(game.outcome() or {}, mine) for game, mine in tables]
    return np.array(worth).reshape(deals, SEATS).mean(1)


def picture(curves: list[list[list[float]]]) -> str:
    """The share against random over the decisions, a line a seed."""

    def panel(axes) -> None:
        axes.set_title("PPO, self-play at 2 seats: share of wins against random")
        axes.set_xlabel("million decisions")
        per_cent(axes)
        for seed, curve in enumerate(curves, 1):
            decisions, seconds, share = zip(*curve)
            label = f"seed {seed}: {seconds[-1] / 60:.1f} min"
            axes.plot([number / 1e6 for number in decisions], share, label=label)
        axes.legend(loc="lower right")

    return drawn([panel])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--deals", type=int, default=200, help="against each player, both ways to sit"
    )
    parser.add_argument(
        "--seeds", type=int, nargs="*", help="whose networks play; all, if not given"
    )
    parser.add_argument("--picture", type=Path, default=FOLDER / "curves.svg")
    asked = parser.parse_args()
    seeds = sorted(int(path.stem.split("-")[1]) for path in FOLDER.glob("seed-*.json"))
    curves = [json.loads((FOLDER / f"seed-{seed}.json").read_text()) for seed in seeds]
    for seed in seeds if asked.seeds is None else asked.seeds:
        network = load_network(seed)
        for opponent in OPPONENTS:
            of_deals = shares(network, opponent, asked.deals, seed=9_000_000_000)
            found = estimate(of_deals)
            between = f"{found.low:.1%}–{found.high:.1%}, {asked.deals} deals"
            print(f"seed {seed} – {opponent}: {found.mean:.1%} ({between})", flush=True)
    asked.picture.write_text(picture(curves), encoding="utf-8")


if __name__ == "__main__":
    main()
