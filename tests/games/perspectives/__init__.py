"""Perspectives under test."""
