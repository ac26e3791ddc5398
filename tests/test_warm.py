"""Compiled code is missed before anybody sits in front of a board that does not answer."""

import pytest

from triumvir import warm
from triumvir.server import command, logs, running
from triumvir.server.settings import Settings


@pytest.fixture
def nothing_compiled(tmp_path, monkeypatch):
    monkeypatch.setattr(warm, "PLAIN", False)
    monkeypatch.setattr(warm, "cache_folder", lambda module: tmp_path / module)
    return tmp_path


def mark(folder, *modules):
    for module in modules:
        (folder / f"triumvir.{module}").mkdir()
        (folder / f"triumvir.{module}" / "warm").touch()


def test_cold_games_are_those_without_rules_or_bots(nothing_compiled):
    assert warm.cold() == ["Carpe Diem", "Porta Nigra", "Via Appia"]
    mark(nothing_compiled, "games.porta_nigra", "bots.evaluation.porta_nigra", "games.via_appia")
    assert warm.cold() == ["Carpe Diem", "Via Appia"]


def test_a_server_compiles_before_it_answers(nothing_compiled, monkeypatch, capsys, tmp_path):
    done = []
    monkeypatch.setattr(warm, "all_games", lambda everything: done.append("compiled"))
    monkeypatch.setattr(logs, "set_up", lambda _: None)
    monkeypatch.setattr(running, "run", lambda *_: done.append("served"))
    settings = Settings(database=f"sqlite:///{tmp_path / 'tables.db'}")
    command._begin(settings, None, "warning", lambda: None)
    assert done == ["compiled", "served"]
    assert "Compiling Carpe Diem, Porta Nigra, Via Appia" in capsys.readouterr().err
    mark(nothing_compiled, *(f"{area}.{name}" for area in ("games", "bots.evaluation") for name in ("carpe_diem", "porta_nigra", "via_appia")))
    command._begin(settings, None, "warning", lambda: None)
    assert done == ["compiled", "served", "served"]
