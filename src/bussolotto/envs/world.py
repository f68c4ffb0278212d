"""The former documented import path of `bussolotto.envs.match_env`."""

from bussolotto.envs.match_env import *  # noqa: F403
from bussolotto.envs.match_env import MatchEnv

World = MatchEnv  # the former name
