"""Tables, seats, secrets, decisions and events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("seed", sa.BigInteger, nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("box_digest", sa.String(64), nullable=False),
        sa.Column("box", sa.Text),
        sa.Column("match_options", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("take_backs", sa.Integer, nullable=False),
        sa.Column("origin", sa.String(32)),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_by_time", "tables", ["touched"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.String(64)),
        sa.Column("away", sa.Boolean, nullable=False),
    )
    op.create_table(
        "access",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("role", sa.String(16), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
    )
    op.create_index("access_by_hash", "access", ["hash"])
    op.create_table(
        "decisions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("move", sa.Text, nullable=False),
        sa.Column("event", sa.Integer, nullable=False),
        sa.Column("undone", sa.Integer),
    )
    standing = sa.text("undone IS NULL")
    op.create_index("decision_once", "decisions", ["table_id", "number"], unique=True, sqlite_where=standing, postgresql_where=standing)
    op.create_index("decisions_by_event", "decisions", ["table_id", "event"], unique=True)
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("key", sa.String(64)),
        sa.Column("digest", sa.String(32)),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_index("key_once", "events", ["table_id", "key"], unique=True)


def downgrade() -> None:
    for name in ("events", "decisions", "access", "seats", "tables"):
        op.drop_table(name)
