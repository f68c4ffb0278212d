"""Würfelmarsch (Dice March) under test."""
