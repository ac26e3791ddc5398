"""Puts the server together."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException

import triumvir
from triumvir.kernel.errors import TriumvirError
from triumvir.server.errors import Refused, refused
from triumvir.server.gate import Gate
from triumvir.server.house import House
from triumvir.server.live import Tables
from triumvir.server.messages import LiveMessage, LiveRequest
from triumvir.server.pages import add_page
from triumvir.server.routes import games, news, play, records, tables
from triumvir.server.routes.common import Json
from triumvir.server.routes.news import invalid
from triumvir.server.settings import Settings
from triumvir.server.store import Store
from triumvir.server.workers import Workers

log = logging.getLogger("triumvir.server")
BY_STATUS = {400: "malformed", 404: "no_such_path", 405: "wrong_method", 413: "too_large"}
SENTENCES = {
    400: "the request cannot be read",
    404: "there is nothing here",
    405: "this path takes other methods",
    413: "the request is too long",
}


def create_app(settings: Settings) -> FastAPI:
    """A server with these settings. It opens its database when it starts, not before."""

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        store = Store(settings.database, settings.gather_seconds)
        await asyncio.to_thread(store.start)
        workers = Workers(settings.workers, settings.grace_seconds)
        house = House(settings, store, workers, Tables(store, workers, settings))
        app.state.house = house
        workers.start()
        house.tables.start()
        resuming = asyncio.create_task(house.tables.resume())
        try:
            yield
        finally:
            resuming.cancel()
            await house.tables.stop()
            await workers.stop()
            await asyncio.to_thread(store.stop)

    app = FastAPI(
        title="Triumvir",
        version=triumvir.__version__,
        description="Tables, seats and matches of three Roman board games. docs/server.md tells how to use it.",
        lifespan=life,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    for part in (games, tables, play, news, records):
        app.include_router(part.router)
    _add_errors(app)
    add_page(app, settings.page)
    app.openapi = lambda: _schema(app)  # type: ignore[method-assign]
    app.add_middleware(Gate, settings=settings)
    return app


def _add_errors(app: FastAPI) -> None:
    """Every refusal has the same shape and a stable name."""

    @app.exception_handler(Refused)
    async def by_server(_: Request, error: Refused) -> Json:
        return Json(error.body(), status_code=error.status)

    @app.exception_handler(TriumvirError)
    async def by_rules(_: Request, error: TriumvirError) -> Json:
        found = refused(error)
        return Json(found.body(), status_code=found.status)

    @app.exception_handler(SQLAlchemyError)
    async def by_database(_: Request, error: SQLAlchemyError) -> Json:
        log.error("database", extra={"reason": type(error).__name__})
        found = Refused("storage", "the database does not answer: nothing was changed")
        return Json(found.body(), status_code=found.status)

    @app.exception_handler(RequestValidationError)
    async def by_model(_: Request, error: RequestValidationError) -> Json:
        found = invalid(error.errors())
        return Json(found.body(), status_code=found.status)

    @app.exception_handler(HTTPException)
    async def by_router(_: Request, error: HTTPException) -> Json:
        found = Refused(BY_STATUS.get(error.status_code, "bad_request"), SENTENCES.get(error.status_code, "the request cannot be carried out"))
        return Json(found.body(), status_code=error.status_code, headers=error.headers)


def _schema(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI schema, with the messages of the socket among its models."""
    if app.openapi_schema is None:
        schema = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        models = schema["components"]["schemas"]
        sockets: list[tuple[str, Any]] = [("LiveMessage", LiveMessage), ("LiveRequest", LiveRequest)]
        for name, kind in sockets:
            made = TypeAdapter(kind).json_schema(ref_template="#/components/schemas/{model}")
            models |= made.pop("$defs", {})
            models[name] = made
        for path in schema["paths"].values():
            for operation in path.values():
                operation["responses"].pop("422", None)  # refusals look the same everywhere
        models.pop("HTTPValidationError", None)
        models.pop("ValidationError", None)
        app.openapi_schema = schema
    return app.openapi_schema
