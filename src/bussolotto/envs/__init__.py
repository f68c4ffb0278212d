"""Environments for learning: one match or many at once, for Gymnasium, PettingZoo and OpenSpiel (docs/environments.md).

`observation` says what a seat may know, as described arrays; `world` is one match to be driven from Python; the other
modules dress it as those projects want it. A new game is found by itself.
"""
