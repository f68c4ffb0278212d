"""Cincinnati under test."""
