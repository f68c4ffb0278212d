"""The server as a whole: how it is built, run and stopped."""
