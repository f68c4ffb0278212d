"""What each feature counts for, by number of seats; written by `python -m tools.learn wuerfelmarsch`."""

WEIGHTS: dict[int, tuple[float, ...]] = {
    3: (
        -0.0333,  # second to move
        -0.1335,  # last to move
        0.0000,  # foremost 0 rows away
        3.5040,  # foremost 1 rows away
        1.8455,  # foremost 2 rows away
        0.1894,  # foremost 3 rows away
        -0.5594,  # foremost 4 rows away
        -1.0875,  # foremost 5 rows away
        -1.2332,  # foremost 6 rows away
        -1.3394,  # foremost 7 rows away
        -1.3194,  # foremost 8 rows away
        0.4142,  # 1 rows away, moves first
        0.7797,  # 1 rows away, moves second
        0.7309,  # 2 rows away, moves first
        0.3492,  # 2 rows away, moves second
        0.3958,  # 3 rows away, moves first
        0.2362,  # 3 rows away, moves second
        2.1272,  # enters the corner now
        -3.2018,  # corner taken
        -3.1638,  # corner taken, near
        -0.0576,  # turns ahead
        0.0655,  # ahead
        -0.3987,  # second die at 0.85
        -0.4147,  # second die at 0.6
        -0.5490,  # third die at 0.85
        -0.3416,  # third die at 0.6
        0.4507,  # rows marched
        1.2597,  # dice
        -1.4825,  # no dice
        -0.0150,  # last die
        -0.3683,  # balance
        0.1279,  # strength
        0.4769,  # strength of the foremost
        -0.5906,  # pairs
        -0.2245,  # beside others
        -0.1512,  # stronger than beside
    ),
}
