"""A training small enough for a test."""

from armarium.lab.train.settings import Settings, TableSetting

TABLES = (
    TableSetting(2, "manual"),
    TableSetting(4, "iello", 0.5, {"penalty": "medieval-bluff"}),
)


def small(**changes) -> Settings:
    asked = {
        "slots": 48, "steps": 8, "warm_steps": 8, "minibatch": 64, "width": 16, "blocks": 1, "critic_blocks": 1,
        "pool": 2, "pool_share": 0.5, "pool_every": 400, "precision": "float32", "moments": "float32",
        "keep_games": True, "meet": (), "warm_lessons": 3,
    }  # fmt: skip
    return Settings("biblios", TABLES).changed(**asked | changes)
