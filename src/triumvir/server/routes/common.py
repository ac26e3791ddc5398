"""What routes share: who asks, in which language, and answers as JSON."""

import re
from typing import Annotated, Any

import orjson
from fastapi import Depends, Path, Query, Response
from pydantic import StringConstraints
from starlette.requests import HTTPConnection

from triumvir.kernel.errors import BadRequest
from triumvir.match import Game
from triumvir.server import tokens
from triumvir.server.errors import Refused
from triumvir.server.messages import Problem
from triumvir.server.window import PARTS

COOKIE = "triumvir"
YEAR = 365 * 24 * 3600
TOKEN = re.compile(r"[A-Za-z0-9_-]{1,100}")
PROBLEMS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Problem, "description": "Not carried out, and why"},
    "5XX": {"model": Problem, "description": "Not carried out: the server's fault"},
}

TableId = Annotated[str, Path(min_length=1, max_length=32, pattern=r"^[a-z0-9]+$")]
SeatPath = Annotated[int, Path(ge=0, le=3)]
SeatQuery = Annotated[int | None, Query(ge=0, le=3, description="Which of your seats; without it the one to decide, or your first")]
Lang = Annotated[str, StringConstraints(pattern=r"^[a-z]{2}$"), Query(description="A language of the game: en or de")]
Parts = Annotated[
    str,
    Query(max_length=40, description="Which parts of the state you want: view, choices, moves, text, with commas between; others are null"),
]


class Json(Response):
    """An answer that is plain data already."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return orjson.dumps(content)


def secrets_of(connection: HTTPConnection) -> tuple[str, ...]:
    """Hashes of the secrets that come with a request: a bearer token, and the browser's cookie."""
    found = []
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and TOKEN.fullmatch(token.strip()):
        found.append(tokens.hashed(token.strip()))
    cookie = connection.cookies.get(COOKIE)
    if cookie is not None and TOKEN.fullmatch(cookie):
        found.append(tokens.hashed(cookie))
    return tuple(found)


Secrets = Annotated[tuple[str, ...], Depends(secrets_of)]


class Browser:
    """The browser that asks. Its cookie, made where it has none, is all that it is known by."""

    def __init__(self, connection: HTTPConnection) -> None:
        cookie = connection.cookies.get(COOKIE)
        self._new = cookie is None or not TOKEN.fullmatch(cookie)
        self._token = tokens.new_token() if cookie is None or self._new else cookie
        self._secure = connection.url.scheme in ("https", "wss")
        self.hash = tokens.hashed(self._token)

    @property
    def known(self) -> str | None:
        """The hash of the cookie that came with the request, if one did."""
        return None if self._new else self.hash

    def remembered(self, response: Response) -> Response:
        """The answer, with the cookie."""
        response.set_cookie(COOKIE, self._token, max_age=YEAR, httponly=True, samesite="lax", secure=self._secure, path="/")
        return response


ThisBrowser = Annotated[Browser, Depends(Browser)]


def checked_lang(game: Game, lang: str) -> str:
    if lang not in game.languages:
        raise BadRequest(f"no language {lang!r}: there is {', '.join(game.languages)}")
    return lang


def chosen_parts(parts: str) -> tuple[str, ...]:
    chosen = tuple(part for part in parts.split(",") if part)
    unknown = sorted(set(chosen) - set(PARTS))
    if unknown:
        raise Refused("bad_request", f"no part {unknown[0]!r}: there is {', '.join(PARTS)}")
    return chosen


def link(table: str, token: str, kind: str = "key") -> str:
    """The path of a secret link: what follows # is never sent to a server, so it stands in no log."""
    return f"/t/{table}#{kind}={token}"
