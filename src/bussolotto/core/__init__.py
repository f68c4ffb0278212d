"""The building blocks of rules: records, the contract of a game, dice, the pyramid, chance, and every refusal."""
