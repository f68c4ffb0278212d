"""Whispers, a toy for the laws."""
