"""The built page, where there is one: its files, and its first file for every other path, because the page has paths of its own."""

import gzip
import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.exceptions import HTTPException

NO_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Triumvir</title>
<h1>Triumvir</h1>
<p>The server runs. The page is not built in this copy; its interface is described at <a href="/api/openapi.json">/api/openapi.json</a>,
and <code>triumvir play --terminal</code> plays in the terminal.</p>
</html>
"""


COMPRESSED = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}  # pictures and fonts are compressed already


@lru_cache(maxsize=256)
def compressed(file: Path, changed: int) -> bytes:
    """A file's contents, compressed once for every state of the file."""
    return gzip.compress(file.read_bytes(), mtime=0)


def answer(file: Path, accepted: str, kept: str) -> Response:
    """A file of the page, compressed for those who take it so."""
    headers = {"Cache-Control": kept, "Vary": "Accept-Encoding"}
    if file.suffix not in COMPRESSED or "gzip" not in accepted:
        return FileResponse(file, headers=headers)
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Response(compressed(file, file.stat().st_mtime_ns), media_type=kind, headers=headers | {"Content-Encoding": "gzip"})


def add_page(app: FastAPI, folder: Path | None) -> None:
    """Serves the page at every path outside the interface."""
    index = None if folder is None else folder / "index.html"

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str, request: Request) -> Response:
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404)
        if folder is None or index is None or not index.is_file():
            return HTMLResponse(NO_PAGE)
        accepted = request.headers.get("Accept-Encoding", "")
        file = (folder / path).resolve()
        if path and file.is_file() and file.is_relative_to(folder.resolve()):
            return answer(file, accepted, "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache")
        return answer(index, accepted, "no-cache")
