"""Dare, a toy for the laws, begun by a seat."""
