"""After which plies all may look at what was laid open, and for how long; rules know no time, so it stands here."""

LIFT_MS = 1500
RESTS_MS = {"eintrichtern": {"lift": LIFT_MS}}  # by game and word of the ply (EIN-6)
