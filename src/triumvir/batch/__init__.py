"""Many matches at once, on all cores or on a GPU, behind one interface."""

from triumvir.batch.batch import DEVICES, Batch

__all__ = ["DEVICES", "Batch"]
