"""The example of a bot from outside plays a whole match with nothing but the link of its seat."""

import importlib.util
from pathlib import Path

from server.clients import ME, OPEN, Client
from server.serving import Served


def example():
    path = Path(__file__).parents[2] / "examples" / "outside_bot.py"
    spec = importlib.util.spec_from_file_location("outside_bot", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_plays_a_match(lone: Served):
    with Client(lone.url) as client, Client(lone.url) as program:
        table = client.open("carpe_diem", ME, OPEN, listed=True)["table"]
        link = program.ask("POST", f"/tables/{table}/seats/1/take", 201, json={"name": "A program"})["link"]
        client.ask("POST", f"/tables/{table}/seats/0/leave", json={"bot": "greedy"})
        last = example().play(lone.url + link)
        assert last["state"] == "over"
        assert last["viewer"] == 1
        assert last["scores"] == client.state(table)["scores"]
