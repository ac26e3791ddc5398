"""The same contests on a Ray cluster: two nodes on this machine, one of which loses a worker, and then everything."""

import os
import threading
import time
from contextlib import nullcontext
from pathlib import Path

import pytest

import triumvir
from arena.checks import STRANGER, assert_all_played_once, results
from triumvir.arena import Contest, Results, play_pairing

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'triumvir[cluster]'")

from ray.cluster_utils import Cluster  # noqa: E402

from triumvir.arena import cluster as on_ray  # noqa: E402
from triumvir.arena.cluster import play  # noqa: E402
from triumvir.arena.work import Setup  # noqa: E402
from triumvir.kernel.errors import TriumvirError  # noqa: E402

NODE = {"num_cpus": 1, "object_store_memory": 80_000_000, "include_dashboard": False}


@pytest.fixture(scope="module")
def game():
    return triumvir.game("porta_nigra")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """Two nodes with a core each. Their workers can import the strangers."""
    folder = tmp_path_factory.mktemp("cluster")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TRIUMVIR_TEST_FOLDER", str(folder))
        patch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parents[1]), *filter(None, [os.environ.get("PYTHONPATH")])]))
        made = Cluster(initialize_head=True, head_node_args=NODE)
        try:
            made.folder = folder
            made.second = made.add_node(**NODE)
            ray.init(address=made.address, log_to_driver=False)
            yield made
        finally:
            ray.shutdown()
            made.shutdown()


def test_a_worker_that_is_killed_loses_no_match_and_none_counts_twice(game, cluster, tmp_path):
    assert len([node for node in ray.nodes() if node["Alive"]]) == 2
    file = tmp_path / "results.jsonl"
    contest = Contest(game, 2, [STRANGER + "WaitsToBeKilled", "random"], 12, 0, file)
    assert_all_played_once(game, contest, contest.play(on="ray"), cluster.folder / "process")
    assert len(file.read_text().splitlines()) == 13
    assert len(Results.load(file)) == 12


def test_a_bot_that_takes_its_workers_with_it_loses(game, cluster):
    contest = Contest(game, 2, [STRANGER + "Dies", "random"], 2)
    (outcome,) = play(contest.setup, contest.pairings[:1], 1)
    assert outcome.winners == [1]
    assert "exit code 7 while arena.strangers:Dies was deciding" in outcome.crash.trace


def test_a_node_that_dies_loses_no_match(game, cluster):
    (cluster.folder / "doomed").write_text(str(cluster.second.all_processes["raylet"][0].process.pid))
    contest = Contest(game, 2, [STRANGER + "WaitsForTheEnd", "random"], 8, seed=9)
    switch = threading.Thread(target=switch_off, args=(cluster,), daemon=True)
    switch.start()
    played = list(contest.play(on="ray"))
    switch.join()
    assert not cluster.second.any_processes_alive()
    assert sorted(outcome.number for outcome in played) == list(range(8))
    assert results(contest) == [play_pairing(game, pairing).result for pairing in contest.pairings]


def switch_off(cluster):
    while not (cluster.folder / "reached").exists():
        time.sleep(0.01)
    cluster.remove_node(cluster.second, allow_graceful=False)


def test_who_has_other_bots_does_not_play_along(game, cluster):
    contest = Contest(game, 2, ["random", "greedy"], 2)
    with pytest.raises(TriumvirError, match=r"a worker could not start: .*other bots or rules") as refused:
        list(play(contest.setup._replace(sources="of last week"), contest.pairings, 1))
    assert "\n" not in str(refused.value)


class Stillborn:
    """A crew of which everybody dies before being ready."""

    idle = ()
    busy = False

    def __init__(self, setup, size):
        self.replaced = 0

    def news(self):
        yield object(), None, ray.exceptions.RayActorError()

    def replace(self, actor):
        self.replaced += 1
        assert self.replaced < 100

    def stop(self):
        pass


def test_workers_that_all_die_before_they_can_play_end_the_run_with_a_word(game, monkeypatch):
    contest = Contest(game, 2, ["greedy", "random"], 2)
    setup = Setup.of(game, 2, ("greedy", "random"), 60.0)
    monkeypatch.setattr(on_ray, "_connected", lambda cores: nullcontext())
    monkeypatch.setattr(on_ray, "_Crew", Stillborn)
    with pytest.raises(TriumvirError, match="10 workers in a row died before they could play"):
        list(play(setup, contest.pairings, 1))
