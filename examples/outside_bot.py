"""A bot of your own at a table of any Triumvir server: give it the link of a seat.

    python examples/outside_bot.py 'http://127.0.0.1:8000/t/TABLE#key=TOKEN'

The socket sends news: what happened, and the state. When it is our turn, `moves` lists the legal moves in notation. `view` is
what the seat sees (docs/interface tells what stands in it): a better bot would look at it.
"""

import json
import random
import sys
import uuid
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


def choose(view: dict, moves: list[str]) -> str:
    """Your idea goes here."""
    return random.choice(moves)


def play(link: str) -> dict:
    """Plays a seat to the end of the match; the last state."""
    parts = urlsplit(link)
    table, token = parts.path.rpartition("/")[2], parts.fragment.removeprefix("key=")
    scheme = "wss" if parts.scheme == "https" else "ws"
    address = f"{scheme}://{parts.netloc}/api/tables/{table}/live?parts=view,moves&frames=false&words=false"
    while True:  # after a lost connection the first message says where the match stands
        try:
            with connect(address, additional_headers={"Authorization": f"Bearer {token}"}, max_size=None) as socket:
                for message in map(json.loads, socket):
                    if message["type"] == "problem" and message["error"] != "wrong_number":
                        raise SystemExit(message["message"])
                    if message["type"] == "news" and (state := message["state"]):
                        if state["state"] == "over":
                            return state
                        if state["moves"]:
                            move = choose(state["view"], state["moves"])
                            socket.send(json.dumps({"type": "decide", "number": state["number"], "move": move, "key": uuid.uuid4().hex}))
        except (ConnectionClosed, OSError):
            print("the connection was lost: trying again", file=sys.stderr)


if __name__ == "__main__":
    last = play(sys.argv[1])
    print(f"scores {last['scores']}, winners {last['winners']}, own seat {last['viewer']}")
