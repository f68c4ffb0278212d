"""Where things are in the picture of a position: the scene at the left, the seats beside it."""

WIDTH, HEIGHT = 1200, 630
SCENE = 820  # width of the scene; the seats are to its right
SIDE = WIDTH - SCENE - 44  # width of what is beside the scene
SEAT_TOP, SEAT_STEP, SEAT_HEIGHT = 110, 62, 52  # of the first seat, to the next one, of each


def seat_top(seat: int) -> int:
    """Return where the panel of a seat begins."""
    return SEAT_TOP + seat * SEAT_STEP
