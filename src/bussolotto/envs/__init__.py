"""Environments for learning, with one match or many at once: Gymnasium, PettingZoo, OpenSpiel (docs/environments.md).

`observation` describes the arrays that a seat may see. `match_env` is one match driven from Python. The other modules
adapt it to the interfaces of those projects. New games are discovered automatically.
"""
