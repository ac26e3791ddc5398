"""What the views of all games have in common: seats, as plain data and in a sentence."""

from triumvir.kernel.words import Words


def seat_or_none(seat: int) -> int | None:
    """A seat out of a record, where nobody is a negative number."""
    return None if seat < 0 else int(seat)


def who(p: int, seat: int, words: Words) -> str:
    """A seat's name, for the seat that looks."""
    name = words("seat", seat=int(p))
    return f"{name} ({words('you')})" if p == seat else name
