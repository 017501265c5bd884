"""Register the games with Gymnasium as `armarium/<Game>-v0`, without loading their rules, for `import armarium`."""

from __future__ import annotations

__all__ = ["environment_id", "register"]

MODULE = "armarium.lab.adapters.gymnasium"


def environment_id(game: str) -> str:
    return f"armarium/{''.join(word.capitalize() for word in game.split('-'))}-v0"


def register() -> None:
    """Register every game that has observation rows. Games already registered stay unchanged."""
    import gymnasium

    if not hasattr(gymnasium, "registry"):
        return  # a module of the user's with the same name

    from armarium.core import registry
    from armarium.core.definition import GameDefinition
    from armarium.lab.extension import LabExtension, lab_extension

    for game in registry.game_names():
        definition = registry.find_game(game)
        # Reading the properties would compile kernels, so check whether the class overrides them.
        has_rows, has_batch = (
            type(lab_extension(game)).rows is not LabExtension.rows,
            type(definition).batch is not GameDefinition.batch,
        )
        is_solo = definition.seats == (1,)
        if has_rows and (is_solo or has_batch) and environment_id(game) not in gymnasium.registry:
            gymnasium.register(
                environment_id(game),
                entry_point=f"{MODULE}:OneSeat",
                vector_entry_point=f"{MODULE}_vector:SoloVectorEnv"
                if is_solo and has_batch
                else None,
                kwargs={"game": game},
            )
