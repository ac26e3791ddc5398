"""Secrets of seats and browsers: 256 random bits, of which only a hash is kept."""

import hashlib
import secrets

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # none that look alike: ids are read aloud


def new_token() -> str:
    return secrets.token_urlsafe(32)


def hashed(token: str) -> str:
    """What is kept of a token. It is random and long, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def new_id() -> str:
    """The id of a table: about 80 bits."""
    return "".join(secrets.choice(LETTERS) for _ in range(16))


def digest(*parts: object) -> str:
    """The same for the same content, to tell a repeated request from another one with its key."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]
