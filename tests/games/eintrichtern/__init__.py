"""Eintrichtern under test."""
