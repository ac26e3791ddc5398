"""What every request passes first: limits, the origin check, security headers, the log. Plain ASGI, because it runs for all."""

import logging
import math
import time
from collections import Counter, OrderedDict
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from triumvir.server.errors import Refused
from triumvir.server.settings import Settings

log = logging.getLogger("triumvir.server")
SAFE = ("GET", "HEAD", "OPTIONS")
UPLOADS = ("/api/tables", "/api/records")
COSTLY_ENDS = ("/hint", "/chances", "/branch", "/rematch")
MOST_ADDRESSES = 10_000
SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Buckets:
    """A bucket of tokens for every address: it fills steadily, and a request takes one out."""

    def __init__(self, a_second: float, burst: int) -> None:
        self._a_second, self._burst = a_second, burst
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str, at: float | None = None) -> float:
        """0 if the request may pass, or the seconds after which one may."""
        if self._a_second <= 0:
            return 0.0
        at = time.monotonic() if at is None else at
        tokens, before = self._buckets.pop(address, (float(self._burst), at))
        tokens = min(self._burst, tokens + (at - before) * self._a_second)
        passed = tokens >= 1.0
        self._buckets[address] = (tokens - 1.0 if passed else tokens, at)
        while len(self._buckets) > MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return 0.0 if passed else (1.0 - tokens) / self._a_second


class Gate:
    """The first thing a request meets, and the last an answer passes."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._all = Buckets(settings.requests_a_second, settings.burst)
        self._costly = Buckets(settings.costly_a_minute / 60, settings.costly_burst)
        self._sockets: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._websocket(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        begin = time.perf_counter()
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in SECURITY.items():
                    headers[name] = value
                if scope["path"].startswith("/api/"):
                    headers["Cache-Control"] = "no-store"
            await send(message)

        try:
            self._check(scope)
            await self._app(scope, self._bounded(scope, receive), answer)
        except Refused as refused:
            await _refuse(refused, answer)
        except Exception:
            log.exception("failed", extra={"path": scope["path"]})
            if status == 0:
                await _refuse(Refused("internal", "something went wrong here, and it is not your fault"), answer)
        finally:
            if self._settings.log_requests:
                took = round(1000 * (time.perf_counter() - begin), 2)
                log.info(
                    "request", extra={"method": scope["method"], "path": scope["path"], "status": status, "ms": took, "address": _address(scope)}
                )

    async def _websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = _address(scope)
        try:
            self._check(scope)
            if self._settings.requests_a_second > 0 and self._sockets[address] >= self._settings.sockets_an_address:
                raise Refused("too_many_requests", "too many open connections from this address")
        except Refused:
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        self._sockets[address] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._sockets[address] -= 1
            if not self._sockets[address]:
                del self._sockets[address]

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        path, address = scope["path"], _address(scope)
        wait = self._all.take(address)
        if not wait and path.startswith("/api/") and _is_costly(scope):
            wait = self._costly.take(address)
        if wait:
            seconds = math.ceil(wait)
            raise Refused("too_many_requests", f"too many requests from this address: try again in {seconds} s", number=seconds)
        if scope["type"] == "websocket" or scope["method"] not in SAFE:
            self._check_origin(headers)
        if scope["type"] == "http" and headers.get("content-length", "0").isdecimal() and int(headers.get("content-length", "0")) > self._limit(path):
            raise Refused("too_large", f"a request here has at most {self._limit(path)} bytes", number=self._limit(path))

    def _check_origin(self, headers: Headers) -> None:
        """A page of another site cannot act for the person whose browser shows it."""
        origin = headers.get("origin")
        if origin is None or origin in self._settings.origins:
            return
        if urlsplit(origin).netloc != headers.get("host"):
            raise Refused("foreign_origin", "requests come from the page of this server only")

    def _limit(self, path: str) -> int:
        return self._settings.longest_upload if path in UPLOADS else self._settings.longest_body

    def _bounded(self, scope: Scope, receive: Receive) -> Receive:
        """Bodies without a length are counted as they come."""
        read, limit = 0, self._limit(scope["path"])

        async def bounded() -> Message:
            nonlocal read
            message: MutableMapping[str, Any] = await receive()
            read += len(message.get("body", b""))
            if read > limit:
                raise HTTPException(413)
            return message

        return bounded


def _is_costly(scope: Scope) -> bool:
    path = scope["path"]
    return (path in UPLOADS and scope.get("method") == "POST") or path.endswith(COSTLY_ENDS)


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "unknown"


async def _refuse(refused: Refused, send: Send) -> None:
    headers = [(b"content-type", b"application/json")]
    if refused.status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": orjson.dumps(refused.body())})
