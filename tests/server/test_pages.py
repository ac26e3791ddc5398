"""The files of the built page."""

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from triumvir.server.pages import add_page

SCRIPT = "console.log('Salve')\n" * 200


@pytest.fixture
def visitor(tmp_path):
    (tmp_path / "page" / "assets").mkdir(parents=True)
    (tmp_path / "page" / "index.html").write_text("<!doctype html><title>Triumvir</title>", encoding="utf-8")
    (tmp_path / "page" / "assets" / "main.js").write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "secret.txt").write_text("nobody's business", encoding="utf-8")
    app = FastAPI()
    add_page(app, tmp_path / "page")
    return TestClient(app)


def test_scripts_are_sent_compressed_and_kept(visitor):
    sent = visitor.get("/assets/main.js", headers={"Accept-Encoding": "gzip"})
    assert sent.text == SCRIPT
    assert sent.headers["Content-Encoding"] == "gzip"
    assert int(sent.headers["Content-Length"]) < len(SCRIPT) / 10
    assert "javascript" in sent.headers["Content-Type"]
    assert "immutable" in sent.headers["Cache-Control"]


def test_who_does_not_take_it_compressed_gets_it_plain(visitor):
    sent = visitor.get("/assets/main.js", headers={"Accept-Encoding": "identity"})
    assert sent.text == SCRIPT
    assert "Content-Encoding" not in sent.headers


def test_a_changed_file_is_sent_as_it_is_now(visitor, tmp_path):
    visitor.get("/assets/main.js")
    (tmp_path / "page" / "assets" / "main.js").write_text("changed", encoding="utf-8")
    assert visitor.get("/assets/main.js").text == "changed"


def test_paths_of_the_page_give_its_first_file_and_nothing_outside_is_sent(visitor):
    assert "Triumvir" in visitor.get("/t/some_table").text
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
        assert "business" not in visitor.get(path).text
    assert visitor.get("/api/nothing").status_code == 404
