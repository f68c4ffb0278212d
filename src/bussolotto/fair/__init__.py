"""Dice that anyone can verify: commitments, nonces, transcripts and rolls. docs/fair-dice.md explains the protocol.

Nothing here knows a game, a server or a file. `transcript` says what enters the heads and in which order, `roll` how
dice follow from them, `proof` checks both again when the seed is known, `signature` signs what a server hands out.
"""
