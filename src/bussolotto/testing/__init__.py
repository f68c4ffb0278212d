"""What a game is tested with: laws, slow twins, golden playthroughs; for games of other packages, too.

`worlds` draws matches with every option; `laws` says what is true in every position of every game, `symmetry` what is
true of games on the pyramid, `policies` of compiled players; `compiled` plays beside the interpreter; `twins` drives a
slow twin beside a game; `golden` keeps whole matches as text. They assert; `check` says it in plain words.
"""
