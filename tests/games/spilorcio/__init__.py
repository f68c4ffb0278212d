"""Spilorcio (Geizen) under test."""
