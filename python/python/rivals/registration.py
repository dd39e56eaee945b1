"""The names of the environments for Gymnasium, such as `rivals/pig-v1`."""

from __future__ import annotations

from rivals._rivals import games

#: The version of the environments, which is raised with their observations.
VERSION = 1


def register() -> None:
    """Makes the environments known to `gymnasium.make`, once."""
    import gymnasium

    for name in games():
        env = f"rivals/{name}-v{VERSION}"
        if env not in gymnasium.registry:
            gymnasium.register(env, entry_point="rivals.envs:Seat", kwargs={"game": name})
