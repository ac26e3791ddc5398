"""What a position is worth."""

from triumvir.bots.evaluation import Evaluation

EVALUATION = Evaluation()
