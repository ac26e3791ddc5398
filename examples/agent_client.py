"""Plays a match through `triumvir agent`: `python examples/agent_client.py porta_nigra random --players 3 --bot greedy`."""

import json
import random
import subprocess
import sys


def play(game: str, choice: str, options: list[str]) -> dict:
    """The first legal move or a random one, until the match is over; the result."""
    command = [sys.executable, "-m", "triumvir", "agent", game, "--format", "json", "--brief", *options]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8") as agent:
        for line in agent.stdout:
            answer = json.loads(line)
            if answer["type"] == "over":
                return answer
            if answer["type"] == "error":  # names the rule; the position is what it was
                raise ValueError(answer["message"])
            if answer["type"] == "position":
                move = random.choice(answer["legal"]) if choice == "random" else answer["legal"][0]
                agent.stdin.write(json.dumps({"move": move["move"]}) + "\n")
                agent.stdin.flush()
    raise SystemExit(2)  # it said why on standard error


if __name__ == "__main__":
    game, choice, *options = sys.argv[1:] or ["porta_nigra", "random"]
    result = play(game, choice, options)
    print(f"scores: {result['scores']}, winners: {result['winners']}")
