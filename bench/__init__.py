"""How fast and how sound: benches of the whole platform. `python -m bench` runs all of them."""
