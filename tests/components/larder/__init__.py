"""Larder, a toy for the general page: dice on trays of every kind, which are taken by a tap."""
