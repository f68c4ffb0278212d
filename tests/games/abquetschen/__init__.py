"""Abquetschen (Squeeze Play) under test."""
