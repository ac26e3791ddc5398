"""The page's types are made from the server's schema: both must say the same."""

from pathlib import Path

from triumvir.server.running import schema

KEPT = Path(__file__).parent.parent.parent / "web" / "schema" / "server.json"


def test_the_schema_that_types_are_made_from_is_the_servers() -> None:
    assert KEPT.read_text(encoding="utf-8").strip() == schema().strip(), "run: triumvir serve --schema > web/schema/server.json; web/npm.sh run types"
