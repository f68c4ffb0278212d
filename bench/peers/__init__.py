"""The very same work elsewhere: random play of the games in bench/games, by other libraries, beside ours.

Each peer is a process of its own that answers over its standard input and output (worker.py), so that all of them can
play in turns, on one core. Those in Python run from an environment that `environments.py` makes.
"""
