"""Many matches, and what they tell about a game and its players."""
