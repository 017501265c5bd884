"""Settings of a training run small enough for a test."""

from armarium.lab.train.settings import Settings, TableSetting

TABLES = (
    TableSetting(2, "manual"),
    TableSetting(4, "iello", 0.5, {"penalty": "medieval-bluff"}),
)


def make_small_settings(**changes) -> Settings:
    defaults = {
        "slots": 48, "rollout_steps": 8, "warmup_steps": 8, "minibatch_size": 64, "width": 16, "blocks": 1,
        "critic_blocks": 1, "pool_size": 2, "pool_share": 0.5, "pool_interval": 400, "precision": "float32",
        "moments_precision": "float32", "save_games": True, "evaluation_opponents": (),
        "warmup_updates": 3,
    }  # fmt: skip
    return Settings("biblios", TABLES).replace_with(**defaults | changes)
