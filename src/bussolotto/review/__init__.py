"""The review of a finished match: see docs/review.md."""

from bussolotto.review.losses import Loss
from bussolotto.review.luck import Roll
from bussolotto.review.outlook import explain
from bussolotto.review.review import Choice, Point, Prospect, Review, review
from bussolotto.review.told import ReviewTold, TurningPoint, as_json, describe, fallen, turning_points, verdict

__all__ = [
    "Choice",
    "Loss",
    "Point",
    "Prospect",
    "Review",
    "ReviewTold",
    "Roll",
    "TurningPoint",
    "as_json",
    "describe",
    "explain",
    "fallen",
    "review",
    "turning_points",
    "verdict",
]
