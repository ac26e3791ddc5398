"""What is kept: the only file that talks SQL. SQLite by default, PostgreSQL by URL.

The log is the truth. A match is its seed, rules version, box and decisions; everything else that is known of it comes from
replaying them. One writer gathers what all tables want written within a few milliseconds into one transaction, and nobody
is answered before it is committed.
"""

import asyncio
import json
import logging
import queue
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import sqlalchemy
from alembic import command
from alembic.config import Config
from sqlalchemy import (
    BigInteger,
    Boolean,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    bindparam,
    create_engine,
    delete,
    event,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.engine import Connection, Engine, Row, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from triumvir.kernel.errors import BadRequest
from triumvir.server.errors import Refused

log = logging.getLogger("triumvir.server")
MOST_AT_ONCE = 500  # changes in one transaction


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Base(DeclarativeBase):
    """All tables of the database."""


class TableRow(Base):
    """A table and its match, without the decisions."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(64))
    players: Mapped[int] = mapped_column(Integer)
    seed: Mapped[int] = mapped_column(BigInteger)
    rules_version: Mapped[int] = mapped_column(Integer)
    box_digest: Mapped[str] = mapped_column(String(64))
    box: Mapped[str | None] = mapped_column(Text)  # the text of a changed box file
    match_options: Mapped[str] = mapped_column(Text)  # JSON
    options: Mapped[str] = mapped_column(Text)  # JSON
    listed: Mapped[bool] = mapped_column(Boolean)
    state: Mapped[str] = mapped_column(String(16))  # waiting, playing or over: for lists; the log decides
    to_decide: Mapped[int | None] = mapped_column(Integer)  # for lists, too
    result: Mapped[str | None] = mapped_column(Text)  # final scores
    take_backs: Mapped[int] = mapped_column(Integer)  # those a record came with; later ones are in the log
    origin: Mapped[str | None] = mapped_column(String(32))  # the table it is a rematch or a branch of
    created: Mapped[int] = mapped_column(BigInteger)
    touched: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index("tables_by_time", "touched"),)


TABLES = cast(sqlalchemy.Table, TableRow.__table__)


class SeatRow(Base):
    """Who sits in a seat."""

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))  # open, person or bot
    name: Mapped[str] = mapped_column(Text)
    bot: Mapped[str | None] = mapped_column(String(64))  # the bot in the seat, or the one that stands in
    away: Mapped[bool] = mapped_column(Boolean)


class AccessRow(Base):
    """What a secret opens: a seat's link, a browser that was shown one, the spectators' link, the invitation."""

    __tablename__ = "access"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    role: Mapped[str] = mapped_column(String(16), primary_key=True)  # seat, watch or join
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)  # -1 where the role is for no seat

    __table_args__ = (Index("access_by_hash", "hash"),)


class DecisionRow(Base):
    """One decision. Undone ones stay, marked; among the others a number is unique in its match."""

    __tablename__ = "decisions"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"))
    number: Mapped[int] = mapped_column(Integer)
    seat: Mapped[int] = mapped_column(Integer)
    move: Mapped[str] = mapped_column(Text)  # notation
    event: Mapped[int] = mapped_column(Integer)  # the event that told of it
    undone: Mapped[int | None] = mapped_column(Integer)  # the event that took it back

    __table_args__ = (
        Index("decision_once", "table_id", "number", unique=True, sqlite_where=text("undone IS NULL"), postgresql_where=text("undone IS NULL")),
        Index("decisions_by_event", "table_id", "event", unique=True),
    )


class EventRow(Base):
    """What happened at a table, numbered from 1 and never renumbered. Nothing in it is secret."""

    __tablename__ = "events"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(16))
    at: Mapped[int] = mapped_column(BigInteger)
    key: Mapped[str | None] = mapped_column(String(64))  # the idempotency key of the request that made it
    digest: Mapped[str | None] = mapped_column(String(32))  # of that request's content
    data: Mapped[str] = mapped_column(Text)  # JSON

    __table_args__ = (Index("key_once", "table_id", "key", unique=True),)


@dataclass
class Change:
    """What one request wants written: all of it or nothing."""

    tables: list[dict[str, Any]] = field(default_factory=list)
    seats: list[dict[str, Any]] = field(default_factory=list)  # new ones
    reseated: list[dict[str, Any]] = field(default_factory=list)  # seats that change
    revoked: list[tuple[str, int]] = field(default_factory=list)  # table and seat whose secrets die
    access: list[dict[str, Any]] = field(default_factory=list)
    undone: list[tuple[str, int, int]] = field(default_factory=list)  # table, first number taken back, event
    decisions: list[dict[str, Any]] = field(default_factory=list)
    events: list[dict[str, Any]] = field(default_factory=list)
    states: dict[str, dict[str, Any]] = field(default_factory=dict)  # columns of tables that change

    def write(self, connection: Connection) -> None:
        """Carries it out, in an order in which every row finds what it refers to."""
        write_all(connection, [self])


def write_all(connection: Connection, changes: Iterable[Change]) -> None:
    """Several changes at once; rows of a kind go together."""
    changes = list(changes)
    _insert(connection, TableRow, [row for change in changes for row in change.tables])
    _insert(connection, SeatRow, [row for change in changes for row in change.seats])
    for change in changes:
        for row in change.reseated:
            where = (SeatRow.table_id == row["table_id"]) & (SeatRow.seat == row["seat"])
            connection.execute(update(SeatRow).where(where).values(**row))
        for table, seat in change.revoked:
            connection.execute(delete(AccessRow).where((AccessRow.table_id == table) & (AccessRow.role == "seat") & (AccessRow.seat == seat)))
        for table, first, number in change.undone:
            where = (DecisionRow.table_id == table) & (DecisionRow.number >= first) & DecisionRow.undone.is_(None)
            connection.execute(update(DecisionRow).where(where).values(undone=number))
    _update_tables(connection, [(table, columns) for change in changes for table, columns in change.states.items()])
    _insert(connection, AccessRow, [row for change in changes for row in change.access])
    _insert(connection, DecisionRow, [row for change in changes for row in change.decisions])
    _insert(connection, EventRow, [row for change in changes for row in change.events])


def _update_tables(connection: Connection, rows: list[tuple[str, dict[str, Any]]]) -> None:
    """Those that change the same columns go together."""
    alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
    for table, columns in rows:
        alike.setdefault(tuple(columns), []).append({"which": table, **{f"new_{name}": value for name, value in columns.items()}})
    for names, changed in alike.items():
        values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in names}
        connection.execute(update(TABLES).where(TABLES.c.id == bindparam("which")).values(values), changed)


def _insert(connection: Connection, model: type[Base], rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(model), rows)


@dataclass(frozen=True)
class Saved:
    """All that is kept of a table."""

    table: Row[Any]
    seats: list[Row[Any]]
    access: list[Row[Any]]
    decisions: list[Row[Any]]
    events: list[Row[Any]]


class Store:
    """The database, read from any thread and written by one."""

    def __init__(self, url: str, gather_seconds: float = 0.0) -> None:
        self._gather = gather_seconds
        self.engine = _engine(url)
        self._queue: queue.SimpleQueue[tuple[Change, asyncio.Future[None], asyncio.AbstractEventLoop] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write_on, name="writer", daemon=True)

    def open(self) -> None:
        """Brings the database up to date."""
        try:
            migrate(self.engine)
        except SQLAlchemyError as error:
            raise BadRequest(f"the database {self.engine.url.render_as_string(hide_password=True)} cannot be opened: {_first_line(error)}") from None
        finally:
            self.engine.dispose()

    def start(self) -> None:
        """Opens the database and begins to write."""
        self.open()
        self._thread.start()

    def stop(self) -> None:
        """Writes what is waiting, then ends."""
        if self._thread.is_alive():
            self._queue.put(None)
            self._thread.join()
        self.engine.dispose()

    async def write(self, change: Change) -> None:
        """Returns when the change is committed; raises Refused when it cannot be, and then nothing of it is."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._queue.put((change, done, loop))
        await done

    def _write_on(self) -> None:
        """The life of the writer."""
        while (first := self._queue.get()) is not None:
            if self._gather:
                time.sleep(self._gather)
            group, last = [first], False
            while len(group) < MOST_AT_ONCE and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    last = True
                    break
                group.append(more)
            self._commit(group)
            if last:
                return

    def _commit(self, group: list[tuple[Change, "asyncio.Future[None]", asyncio.AbstractEventLoop]]) -> None:
        """All in one transaction; where that fails, each in its own, so that one bad change harms no other."""
        try:
            with self.engine.begin() as connection:
                write_all(connection, [change for change, _, _ in group])
            errors: list[SQLAlchemyError | None] = [None] * len(group)
        except SQLAlchemyError:
            errors = [self._alone(change) for change, _, _ in group]
        for loop in {id(loop): loop for _, _, loop in group}.values():
            ready = [(done, error) for (_, done, where), error in zip(group, errors, strict=True) if where is loop]
            loop.call_soon_threadsafe(_answer, ready)

    def _alone(self, change: Change) -> SQLAlchemyError | None:
        try:
            with self.engine.begin() as connection:
                change.write(connection)
        except SQLAlchemyError as error:
            log.error("write_failed", extra={"reason": _first_line(error)})
            return error
        return None

    # --- Reading

    def load(self, table: str) -> Saved | None:
        """Everything of one table."""
        with self.engine.connect() as connection:
            row = connection.execute(select(TableRow.__table__).where(TableRow.id == table)).first()
            if row is None:
                return None

            def rows(model: type[Base], *order: Any) -> list[Row[Any]]:
                t = model.__table__
                return list(connection.execute(select(t).where(t.c.table_id == table).order_by(*order)))

            seats, access = rows(SeatRow, SeatRow.seat), rows(AccessRow)
            return Saved(row, seats, access, rows(DecisionRow, DecisionRow.event), rows(EventRow, EventRow.number))

    def listed(self, hashes: list[str], most: int, since: int) -> list[dict[str, Any]]:
        """Listed tables that wait or are played, newest first."""
        where = TableRow.listed & TableRow.state.in_(("waiting", "playing")) & (TableRow.touched > since)
        return self._summaries(select(TableRow.__table__).where(where).order_by(TableRow.touched.desc()).limit(most), hashes)

    def of_secrets(self, hashes: list[str], most: int) -> list[dict[str, Any]]:
        """Tables at which one of these secrets has a seat, newest first."""
        mine = select(AccessRow.table_id).where(AccessRow.hash.in_(hashes) & (AccessRow.role == "seat"))
        return self._summaries(select(TableRow.__table__).where(TableRow.id.in_(mine)).order_by(TableRow.touched.desc()).limit(most), hashes)

    def _summaries(self, query: Any, hashes: list[str]) -> list[dict[str, Any]]:
        with self.engine.connect() as connection:
            tables = list(connection.execute(query))
            ids = [row.id for row in tables]
            own: dict[str, set[int]] = {}
            held = AccessRow.table_id.in_(ids) & AccessRow.hash.in_(hashes) & (AccessRow.role == "seat")
            for access in connection.execute(select(AccessRow.table_id, AccessRow.seat).where(held)) if hashes else ():
                own.setdefault(access.table_id, set()).add(access.seat)
            seats = select(SeatRow.__table__).where(SeatRow.table_id.in_(ids)).order_by(SeatRow.seat)
            sitting: dict[str, list[dict[str, Any]]] = {}
            for seat in connection.execute(seats):
                sitting.setdefault(seat.table_id, []).append(
                    {"seat": seat.seat, "kind": seat.kind, "name": seat.name, "bot": seat.bot, "away": seat.away}
                )
        return [
            {
                "table": row.id,
                "game": row.game,
                "players": row.players,
                "state": row.state,
                "listed": row.listed,
                "seats": sitting.get(row.id, []),
                "you": sorted(own.get(row.id, ())),
                "to_decide": row.to_decide,
                "options": json.loads(row.options),
                "created": row.created,
                "touched": row.touched,
            }
            for row in tables
        ]

    def lately_played(self, since: int, most: int) -> list[str]:
        """Tables with bots that were being played."""
        with_bots = select(SeatRow.table_id).where((SeatRow.kind == "bot") | SeatRow.away)
        where = (TableRow.state == "playing") & (TableRow.touched > since) & TableRow.id.in_(with_bots)
        with self.engine.connect() as connection:
            return list(connection.scalars(select(TableRow.id).where(where).order_by(TableRow.touched.desc()).limit(most)))

    def check(self) -> None:
        """Asks something, to see whether the database answers."""
        try:
            with self.engine.connect() as connection:
                connection.execute(select(TableRow.id).limit(1)).first()
        except SQLAlchemyError:
            raise Refused("storage", "the database does not answer") from None


def _answer(ready: list[tuple["asyncio.Future[None]", SQLAlchemyError | None]]) -> None:
    for done, error in ready:
        if done.done():  # nobody waits any more
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(Refused("storage", "the database could not be written: nothing was changed"))


def _engine(url: str) -> Engine:
    """An engine for a URL; a file name is a SQLite file."""
    try:
        parsed = make_url(url if "://" in url else f"sqlite:///{url}")
        if parsed.get_backend_name() == "sqlite":
            if parsed.database:
                Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
            engine = create_engine(parsed, connect_args={"timeout": 30})
            event.listen(engine, "connect", _set_up_sqlite)
            return engine
        if parsed.get_backend_name() == "postgresql":
            return create_engine(parsed.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    except ModuleNotFoundError:
        raise BadRequest("PostgreSQL needs a driver: pip install 'triumvir[postgres]'") from None
    except (ArgumentError, OSError) as error:
        raise BadRequest(f"{url}: no database can be opened there: {_first_line(error)}") from None
    raise BadRequest(f"a database is SQLite or PostgreSQL, not {parsed.get_backend_name()}")


def _set_up_sqlite(connection: Any, _record: Any) -> None:
    """Readers and the writer do not wait for each other, and a commit is on the disk when it returns."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.close()


def migrate(engine: Engine) -> None:
    """Brings a database to the newest schema."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(8018)"))  # several servers may start at once
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _first_line(error: BaseException) -> str:
    return str(getattr(error, "orig", None) or error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
