"""The interface as its schema describes it: schemathesis tries what nobody would, and nothing breaks."""

import json
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import load_all_checks

from server.clients import ME, Client, bot
from server.serving import Served
from triumvir.server.running import schema

load_all_checks()
SCHEMA = schemathesis.openapi.from_dict(json.loads(schema()))
CHECKS = [
    schemathesis.checks.not_a_server_error,
    *schemathesis.checks.CHECKS.get_by_names(["status_code_conformance", "content_type_conformance", "response_schema_conformance"]),
]


@pytest.fixture(scope="module")
def target(lone: Served):
    """A server with a table that requests can find: half of them name it."""
    with Client(lone.url) as client:
        made = client.open("carpe_diem", ME, ME, listed=True)
        over = client.open("carpe_diem", ME, bot(), listed=True)["table"]
        client.finish(over)
        yield lone.url, [made["table"], over], dict(client.cookies)


@SCHEMA.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate], derandomize=True)
def test_the_interface_keeps_its_word(target, case: schemathesis.Case):
    url, tables, cookies = target
    if "table" in case.path_parameters and len(json.dumps(case.path_parameters, default=str)) % 2 == 0:
        case.path_parameters["table"] = tables[len(str(case.query)) % 2]
    if "wait" in (case.query or {}):
        case.query["wait"] = 0
    case.call_and_validate(base_url=url, checks=CHECKS, cookies=cookies)


def test_the_schema_that_the_page_is_built_from_is_this_one():
    committed = Path(__file__).parents[2] / "docs" / "interface" / "openapi.json"
    assert json.loads(committed.read_text(encoding="utf-8")) == json.loads(schema()), (
        "triumvir serve --schema > docs/interface/openapi.json writes it anew"
    )
