"""Cui bono? under test."""
