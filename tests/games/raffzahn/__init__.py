"""Raffzahn (Pack Rat) under test."""
