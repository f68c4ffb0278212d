"""Statistics over many matches: what they show about a game and its players."""
