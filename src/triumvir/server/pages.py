"""The built page, where there is one: its files, and its first file for every other path, because the page has paths of its own."""

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.exceptions import HTTPException

NO_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Triumvir</title>
<h1>Triumvir</h1>
<p>The server runs. The page is not built in this copy; its interface is described at <a href="/api/openapi.json">/api/openapi.json</a>,
and <code>triumvir play --terminal</code> plays in the terminal.</p>
</html>
"""


def add_page(app: FastAPI, folder: Path | None) -> None:
    """Serves the page at every path outside the interface."""
    index = None if folder is None else folder / "index.html"

    @app.get("/{path:path}", include_in_schema=False)
    def page(path: str) -> Response:
        if path == "api" or path.startswith("api/"):
            raise HTTPException(404)
        if folder is None or index is None or not index.is_file():
            return HTMLResponse(NO_PAGE)
        file = (folder / path).resolve()
        if path and file.is_file() and file.is_relative_to(folder.resolve()):
            kept = "public, max-age=31536000, immutable" if path.startswith("assets/") else "no-cache"
            return FileResponse(file, headers={"Cache-Control": kept})
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
