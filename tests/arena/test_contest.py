"""Whole contests: in processes, with a file that can be gone on with, and from the command line."""

import contextlib
import errno
import json
import os
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from io import BytesIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

import triumvir
from arena import strangers
from arena.checks import STRANGER, assert_all_played_once, results
from triumvir.arena import Contest, Results, local, play_pairing, standings
from triumvir.arena.command import app, heeding
from triumvir.arena.picture import draw
from triumvir.arena.results import Writer, writing
from triumvir.kernel.errors import BadRequest, TriumvirError


@pytest.fixture(scope="module")
def game():
    return triumvir.game("porta_nigra")


def write(file, contest, count):
    """As if so many matches of a contest had been played."""
    with writing(file, contest.results.header) as (_, writer):
        for pairing in contest.pairings[:count]:
            writer.write(play_pairing(contest.game, pairing))


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_it_comes_out_the_same_on_any_number_of_cores(game):
    bots = ["greedy", "random", "search:5i"]
    contests = [Contest(game, 2, bots, 6, seed=4) for _ in range(2)]
    for cores, contest in enumerate(contests, start=1):
        assert len(list(contest.play(cores))) == 6
    here = [play_pairing(game, pairing).result for pairing in contests[0].pairings]
    assert results(contests[0]) == results(contests[1]) == here


def test_an_interrupted_contest_goes_on_where_it_stopped(game, tmp_path):
    file = tmp_path / "results.jsonl"
    asked = (game, 2, ["greedy", "random"], 10, 3, file)
    write(file, Contest(*asked), 3)
    before = file.read_bytes()
    assert len(before.splitlines()) == 4
    torn = before + before.splitlines(keepends=True)[1].replace(b'"number":0', b'"number":7')[:40]  # killed in the middle of a line
    file.write_bytes(torn)
    assert len(Results.load(file)) == 3
    assert file.read_bytes() == torn  # reading changes nothing

    contest = Contest(*asked)
    with contextlib.closing(contest.play(1)) as outcomes:
        assert next(outcomes).number == 3
    assert sorted(outcome.number for outcome in contest.play(1)) == list(range(4, 10))
    assert file.read_bytes().startswith(before)
    assert sorted(line["number"] for line in lines(file)[1:]) == list(range(10))
    whole = [play_pairing(game, pairing).result for pairing in contest.pairings]
    assert results(contest) == whole == [outcome.result for outcome in Results.load(file)]
    assert list(Contest(*asked).play(1)) == []  # nothing left


def test_a_header_that_was_torn_is_written_again(game, tmp_path):
    file = tmp_path / "results.jsonl"
    contest = Contest(game, 2, ["random", "random"], 2)
    write(file, contest, 0)
    whole = file.read_bytes()
    file.write_bytes(whole[:30])
    with pytest.raises(BadRequest, match="holds no results"):
        Results.load(file)
    write(file, contest, 2)
    assert file.read_bytes().startswith(whole)
    assert len(Results.load(file)) == 2


def test_more_matches_of_the_same_can_be_asked_for_but_not_fewer(game, tmp_path):
    file = tmp_path / "results.jsonl"
    write(file, Contest(game, 2, ["random", "greedy"], 2), 2)
    assert len(list(Contest(game, 2, ["random", "greedy"], 6, 0, file).play(1))) == 4
    found = Results.load(file)
    assert (len(found), found.header.games) == (6, 6)
    with pytest.raises(BadRequest, match="a contest of 6 matches, more than the 2"):
        list(Contest(game, 2, ["random", "greedy"], 2, 0, file).play(1))


@pytest.mark.parametrize(
    ("players", "bots", "seed", "message"),
    [
        (2, ["greedy", "random"], 1, r"seed \(0, not 1\)"),
        (2, ["random", "greedy"], 0, "bots"),
        (3, ["greedy", "random", "random"], 0, r"players \(2, not 3\)"),
    ],
)
def test_a_file_of_another_contest_is_refused_and_left_alone(game, tmp_path, players, bots, seed, message):
    file = tmp_path / "results.jsonl"
    file.write_text(Contest(game, 2, ["greedy", "random"], 2).results.header.model_dump_json() + '\n{"torn')
    before = file.read_bytes()
    with pytest.raises(BadRequest, match=f"another contest.*{message}"):
        list(Contest(game, players, bots, 2, seed, file).play(1))
    assert file.read_bytes() == before


def test_another_box_is_another_contest(game, tmp_path):
    file, box = tmp_path / "results.jsonl", tmp_path / "box.toml"
    file.write_text(Contest(game, 2, ["random", "random"], 2).results.header.model_dump_json() + "\n")
    box.write_text(game.original_box.read_text().replace("coins = 20", "coins = 25"))
    changed = triumvir.game("porta_nigra", box)
    with pytest.raises(BadRequest, match=r"another contest.*box"):
        list(Contest(changed, 2, ["random", "random"], 2, 0, file).play(1))
    contest = Contest(changed, 2, ["random", "random"], 2)
    box.unlink()  # what was read counts
    list(contest.play(1))
    assert results(contest) == [play_pairing(changed, pairing).result for pairing in contest.pairings]
    assert results(contest) != [play_pairing(game, pairing).result for pairing in contest.pairings]


@pytest.mark.parametrize("content", ["my diary", "my diary\n", '{"arena":1}\n'])
def test_a_file_of_something_else_is_refused_and_left_alone(game, tmp_path, content):
    file = tmp_path / "diary.txt"
    file.write_text(content)
    with pytest.raises(BadRequest, match=r"diary\.txt"):
        list(Contest(game, 2, ["random", "random"], 2, 0, file).play(1))
    assert file.read_text() == content


def test_a_line_that_is_no_result_or_comes_twice_is_named(game, tmp_path):
    file = tmp_path / "results.jsonl"
    write(file, Contest(game, 2, ["random", "random"], 2), 2)
    good = file.read_text()
    file.write_text(good + "{}\n")
    with pytest.raises(BadRequest, match="line 4: not the outcome"):
        Results.load(file)
    file.write_text(good + good.splitlines()[1] + "\n")
    with pytest.raises(BadRequest, match="line 4: this match is in the file already"):
        Results.load(file)


def test_two_arenas_do_not_write_the_same_file(game, tmp_path):
    file = tmp_path / "results.jsonl"
    contest = Contest(game, 2, ["random", "random"], 4, 0, file)
    with writing(file, contest.results.header), pytest.raises(BadRequest, match="another arena is writing"):
        list(contest.play(1))


def test_results_that_cannot_be_written_end_the_contest_with_a_line(game, tmp_path):
    class Full(BytesIO):
        def write(self, _):
            raise OSError(errno.ENOSPC, "No space left on device")

    played = play_pairing(game, Contest(game, 2, ["random", "random"], 2).pairings[0])
    with pytest.raises(BadRequest, match=r"results\.jsonl: No space left on device"):
        Writer(tmp_path / "results.jsonl", Full()).write(played)


def test_a_file_system_without_locks_says_so(game, tmp_path, monkeypatch):
    def unsupported(*_):
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")

    monkeypatch.setattr("fcntl.flock", unsupported)
    with pytest.raises(BadRequest, match="Operation not supported"):
        list(Contest(game, 2, ["random", "random"], 2, 0, tmp_path / "results.jsonl").play(1))


def test_bots_that_fail_lose_and_the_contest_goes_on(game, tmp_path):
    file = tmp_path / "results.jsonl"
    bad = [STRANGER + "Raises", STRANGER + "Illegal"]
    contest = Contest(game, 2, ["random", *bad], 6, 0, file)
    assert len(list(contest.play(1))) == 6
    found = {one.bot: one for one in standings(Results.load(file))}
    assert found["random"].wins.wins == found["random"].wins.tries == 4
    assert found["random"].crashes == 0
    assert sum(found[bot].crashes for bot in bad) == 6
    traces = {line["bots"][line["crash"]["seat"]]: line["crash"]["trace"] for line in lines(file)[1:]}
    assert "I never learnt to divide" in traces[bad[0]]
    assert "IllegalMove" in traces[bad[1]]


def test_bots_that_take_their_process_with_them_lose_and_the_contest_goes_on(game):
    bots = [STRANGER + "Dies", STRANGER + "Sleeps", "random"]
    contest = Contest(game, 2, bots, 6, patience=0.3)
    chosen = [next(pairing for pairing in contest.pairings if bot in pairing.bots and "random" in pairing.bots) for bot in bots[:2]]
    quiet = contest.pairings[-1]._replace(number=99, bots=("random", "random"))
    died, slept, played = sorted(local.play(contest.setup, [*chosen, quiet], 1), key=lambda outcome: outcome.number)
    assert died.bots[died.crash.seat] == bots[0]
    assert died.winners == [died.bots.index("random")]
    assert "exit code 7 while arena.strangers:Dies was deciding" in died.crash.trace
    assert slept.bots[slept.crash.seat] == bots[1]
    assert "in choose" in slept.crash.trace
    assert played.result == play_pairing(game, quiet).result


def test_a_bot_that_lets_nobody_else_have_a_turn_loses_and_the_contest_goes_on(game):
    contest = Contest(game, 2, [STRANGER + "HoldsPython", "random"], 2, patience=0.3)
    quiet = contest.pairings[-1]._replace(number=99, bots=("random", "random"))
    held, played = sorted(local.play(contest.setup, [contest.pairings[0], quiet], 1), key=lambda outcome: outcome.number)
    assert held.winners == [1]
    assert "while arena.strangers:HoldsPython was deciding" in held.crash.trace
    assert played.result == play_pairing(game, quiet).result


def test_a_process_that_cannot_start_is_done_without_unless_it_is_the_only_one(game, monkeypatch):
    contest = Contest(game, 2, ["random", "greedy"], 4)
    unfit = contest.setup._replace(rules=0)
    with pytest.raises(TriumvirError, match="could not start"):
        list(local.play(unfit, contest.pairings, 2))
    starts = []

    def start(crew):
        hand = local._Hand(unfit if starts else contest.setup)
        if starts:
            hand.process.join()
        starts.append(hand)
        crew._hands.append(hand)

    monkeypatch.setattr(local._Crew, "start", start)
    assert sorted(outcome.number for outcome in contest.play(2)) == [0, 1, 2, 3]
    assert len(starts) == 2


def test_who_has_other_bots_does_not_play_along(game):
    setup = Contest(game, 2, ["random", "greedy"], 2).setup
    with pytest.raises(TriumvirError, match="other bots or rules"):
        setup._replace(sources="of last week").open()
    with pytest.raises(BadRequest, match="no bot 'nowhere:bot'"):  # it would lose for it
        setup._replace(bots=("nowhere:bot", "random")).open()


def test_a_process_that_is_killed_in_the_middle_is_replaced(game, tmp_path, monkeypatch):
    monkeypatch.setenv("TRIUMVIR_TEST_FOLDER", str(tmp_path))
    contest = Contest(game, 2, [STRANGER + "WaitsToBeKilled", "random"], 8)
    assert_all_played_once(game, contest, contest.play(2), tmp_path / "process")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 7}, "2 to 4 players, not 7"),
        ({"bots": ["random", "deep_blue"]}, "no bot 'deep_blue'"),
        ({"bots": ["random"]}, "2 players need 2 bots"),
        ({"games": 0}, "at least one match"),
        ({"patience": 0.0}, "patience"),
    ],
)
def test_what_cannot_be_played_is_refused(game, changes, message):
    with pytest.raises(BadRequest, match=message):
        Contest(**{"game": game, "players": 2, "bots": ["random", "random"], "games": 2, **changes})


# --- The command line


def command(*arguments):
    code = "import sys\nfrom triumvir.arena.command import app\nsys.argv[0] = 'arena'\napp()"
    return [sys.executable, "-c", code, *map(str, arguments)]


ENVIRONMENT = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}


def run(*arguments):
    done = subprocess.run(command(*arguments), capture_output=True, text=True, env=ENVIRONMENT, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_plays_and_report_says_the_same_and_draws(tmp_path):
    file = tmp_path / "results.jsonl"
    text = run("porta_nigra", "--bots", "greedy,random", "--games", "4", "--file", file, "--cores", "1")
    for word in ("Porta Nigra, 2 players: 4 matches", "greedy", "100.0 %", "51.0-100.0", "rating", "margin", "longest", "late", "crashes"):
        assert word in text
    assert max(map(len, text.splitlines()[1:])) <= 80
    png = tmp_path / "ladder.png"
    assert run("report", file, "--out", png) == f"{text}drawn: {png}\n"
    assert_picture(png)
    assert run("report", file).endswith("results.svg\n")
    assert_drawing(tmp_path / "results.svg", "greedy", "random", "100.0")


def test_a_picture_has_the_whole_name_of_its_results(game, tmp_path):
    for name in ("greedy-0.05s", "greedy-0.2s"):
        list(Contest(game, 2, ["random", "random"], 2, file=tmp_path / name).play(cores=1))
        assert CliRunner().invoke(app, ["report", str(tmp_path / name)]).exit_code == 0
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["greedy-0.05s.svg", "greedy-0.2s.svg"]


def test_who_cannot_draw_is_told_what_it_needs_and_sees_the_tables_all_the_same(tmp_path, monkeypatch):
    file = tmp_path / "results.jsonl"
    list(Contest(triumvir.game("porta_nigra"), 2, ["greedy", "random"], 2, file=file).play(cores=1))
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    told = CliRunner().invoke(app, ["report", str(file)])
    assert told.exit_code == 0
    assert "Standings" in told.output
    assert "not drawn: pictures and reports need matplotlib" in told.output
    asked = CliRunner().invoke(app, ["report", str(file), "--out", str(tmp_path / "ladder.png")])
    assert isinstance(asked.exception, BadRequest)
    assert not list(tmp_path.glob("*.png")) + list(tmp_path.glob("*.svg"))


def test_results_go_on_only_with_the_same_experience(tmp_path, monkeypatch):
    game = triumvir.game("porta_nigra")
    file, bots = tmp_path / "results.jsonl", ["greedy", "random"]
    list(Contest(game, 2, bots, 2, file=file).play(cores=1))
    (tmp_path / "porta_nigra-2.npz").write_bytes(b"learnt")
    monkeypatch.setattr("triumvir.arena.results.EXPERIENCE", tmp_path)
    with pytest.raises(BadRequest, match="sources"):
        list(Contest(game, 2, bots, 4, file=file).play(cores=1))


def test_results_do_not_go_on_when_somebody_has_changed_her_bot(game, tmp_path, monkeypatch):
    file, module = tmp_path / "results.jsonl", tmp_path / "improving.py"
    monkeypatch.syspath_prepend(tmp_path)
    text = "from triumvir.bots.simple import RandomBot\n\n\ndef bot(game, seed):\n    return RandomBot(seed, 'first')\n"
    module.write_text(text)
    bots = ["improving:bot", "random"]
    write(file, Contest(game, 2, bots, 2), 2)
    write(file, Contest(game, 2, bots, 4), 0)
    module.write_text(text.replace("first", "second"))
    with pytest.raises(BadRequest, match="sources"):
        write(file, Contest(game, 2, bots, 6), 0)


def test_results_do_not_go_on_when_somebodys_bot_has_learnt_more(game, tmp_path, monkeypatch):
    weights = tmp_path / "weights"
    monkeypatch.setattr(strangers.Harmless, "files", (weights,), raising=False)
    bots = [STRANGER + "Harmless", "random"]
    with pytest.raises(BadRequest, match="weights: No such file"):
        Contest(game, 2, bots, 2)
    weights.write_bytes(b"little")
    before = Contest(game, 2, bots, 2).results.header
    assert Contest(game, 2, bots, 2).results.header == before
    weights.write_bytes(b"much")
    assert Contest(game, 2, bots, 2).results.header != before


def test_somebodys_bot_may_lie_in_the_folder_where_the_command_was_given(tmp_path):
    (tmp_path / "beside.py").write_text(
        "from triumvir.bots.simple import RandomBot\n\n\ndef bot(game, seed):\n    return RandomBot(seed, 'beside')\n"
    )
    (tmp_path / "broken.py").write_text("def bot(game, seed:\n")
    command = [str(Path(sys.executable).with_name("triumvir")), "arena", "porta_nigra", "--games", "2", "--bots"]
    played = subprocess.run([*command, "beside:bot,random"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    assert "beside:bot" in played.stdout
    refused = subprocess.run([*command, "broken:bot,random"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert len(refused.stderr.splitlines()) == 1
    assert "SyntaxError" in refused.stderr


def assert_picture(path):
    from matplotlib.image import imread  # noqa: PLC0415

    pixels = imread(path)
    assert min(pixels.shape[:2]) > 300
    assert len({tuple(pixel) for pixel in pixels[::7, ::7].reshape(-1, pixels.shape[2]).tolist()}) > 5  # not blank


def assert_drawing(path, *words):
    root = ET.fromstring(path.read_text())
    assert root.tag.endswith("svg")
    texts = "".join(root.itertext())
    assert all(word in texts for word in words)


def test_control_c_ends_with_what_was_done_and_the_same_command_goes_on(tmp_path):
    file = tmp_path / "results.jsonl"
    asked = ("porta_nigra", "--bots", "greedy,search:20i", "--games", "4000", "--file", file, "--cores", "1")
    running = subprocess.Popen(command(*asked), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
    try:
        while running.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < 3):
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        out, error = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130, error
    assert "the same command goes on" in error
    assert "Traceback" not in error
    done = len(Results.load(file))
    assert done >= 2
    assert f"{done:,} of 4,000 matches" in out
    with contextlib.closing(Contest(triumvir.game("porta_nigra"), 2, ["greedy", "search:20i"], 4000, 0, file).play(1)) as outcomes:
        assert next(outcomes).number not in range(done)


def test_an_interrupt_that_python_throws_away_is_remembered(monkeypatch):
    lost = []
    monkeypatch.setattr(sys, "unraisablehook", lambda thrown: lost.append(thrown.exc_type))

    class Cleared:
        def __del__(self):
            signal.raise_signal(signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    with heeding() as pressed:
        thing = Cleared()
        assert not pressed.is_set()
        del thing
        assert pressed.is_set()
    assert lost == [KeyboardInterrupt]
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("report", "nowhere.jsonl"), "nowhere.jsonl: No such file"),
        (("report", __file__), "line 1: not the header"),
        (("chess", "--bots", "random,random"), "no game 'chess'"),
        (("porta_nigra", "--bots", "random,random", "--on", "the moon"), "no way to play 'the moon'"),
        (("porta_nigra", "--bots", "random,random", "--cores", "0"), "at least one core"),
        (("porta_nigra", "--bots", "random,random", "--file", "/nowhere/at/all"), "No such file"),
        (("porta_nigra", "--bots", "random,random", "--box", "nowhere.toml"), "cannot be read"),
    ],
)
def test_bad_input_is_refused_with_a_line(arguments, message):
    with pytest.raises(triumvir.TriumvirError) as refused:
        app(list(arguments), standalone_mode=False)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_picture_of_another_kind_is_refused(game, tmp_path):
    contest = Contest(game, 2, ["random", "random"], 2)
    with pytest.raises(BadRequest, match=r"ends in \.png or \.svg"):
        draw(contest.results, tmp_path / "ladder.docx")
    with pytest.raises(BadRequest, match="nothing to draw"):
        draw(contest.results, tmp_path / "ladder.png")
