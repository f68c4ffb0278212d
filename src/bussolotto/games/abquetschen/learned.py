"""What each feature counts for, by number of seats; written by `python -m tools.learn abquetschen`."""

WEIGHTS: dict[int, tuple[float, ...]] = {
    3: (
        -0.3084,  # second to move
        -0.5801,  # third to move
        0.0000,  # last of four to move
        -2.4173,  # reserve
        -1.4849,  # reserve, root
        0.0411,  # reserve, logarithm
        1.2679,  # wins by a roll now
        0.2547,  # wins by a roll next
        -0.3452,  # wins by a roll later
        -0.2377,  # lead
        -0.0594,  # ahead
        -0.0292,  # level
        0.1358,  # lead by reserve
        0.2559,  # room
        1.0549,  # room 0
        1.2095,  # room 1
        1.2533,  # room 2
        0.7305,  # room 3
        0.5189,  # room 4
        0.1379,  # room 5
        0.0976,  # room 6
        0.5171,  # room that stays
        -0.0875,  # room alone
        1.4803,  # not built
        0.0974,  # guarded
        0.7228,  # ends now: ahead
        -0.7637,  # ends now: behind
        0.9043,  # ends next: margin
        0.2204,  # ends next: ahead
        0.0000,  # ends later: margin
        0.0000,  # ends later: ahead
        -0.0178,  # others close to the end: lead
        1.3239,  # close to the end: lead
        1.2916,  # rolls to build
        0.1994,  # builds nothing
        0.2461,  # longest row
        0.0070,  # rows
        -0.2649,  # rows alone
    ),
    4: (
        -0.2715,  # second to move
        -0.5641,  # third to move
        -0.6863,  # last of four to move
        -0.4830,  # reserve
        -2.4380,  # reserve, root
        -0.4037,  # reserve, logarithm
        1.3530,  # wins by a roll now
        0.6085,  # wins by a roll next
        0.0745,  # wins by a roll later
        -0.3569,  # lead
        0.0387,  # ahead
        -0.1326,  # level
        -0.1601,  # lead by reserve
        0.2839,  # room
        1.4581,  # room 0
        0.9185,  # room 1
        0.3260,  # room 2
        0.7168,  # room 3
        0.2156,  # room 4
        0.3536,  # room 5
        0.1964,  # room 6
        0.6155,  # room that stays
        0.0985,  # room alone
        1.8712,  # not built
        0.2200,  # guarded
        1.4381,  # ends now: ahead
        -1.9069,  # ends now: behind
        0.8487,  # ends next: margin
        0.8353,  # ends next: ahead
        1.0657,  # ends later: margin
        -0.2724,  # ends later: ahead
        0.2662,  # others close to the end: lead
        0.6802,  # close to the end: lead
        1.8182,  # rolls to build
        0.8851,  # builds nothing
        0.3897,  # longest row
        -0.1962,  # rows
        0.1400,  # rows alone
    ),
}
