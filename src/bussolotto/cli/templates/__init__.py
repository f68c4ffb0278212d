"""What `new-game` writes: a game that works, under the name `your-game`."""
