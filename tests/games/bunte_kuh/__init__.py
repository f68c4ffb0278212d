"""Bunte Kuh (Sums) under test."""
