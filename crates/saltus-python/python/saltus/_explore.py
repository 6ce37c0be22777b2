"""Boards that are played inside a notebook: the page of saltus in a frame."""

from __future__ import annotations

import html
from dataclasses import dataclass
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

from saltus import _core
from saltus._errors import SaltusError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from saltus._puzzle import Puzzle

_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "wasm": "application/wasm",
    "webmanifest": "application/manifest+json",
}


@dataclass(frozen=True)
class Board:
    """A board that a notebook shows, to be played on.

    Attributes:
        address: Where the page is, with the puzzle and the moves.
        height: Of the frame, in pixels.
    """

    address: str
    height: int = 420

    def _repr_html_(self) -> str:
        style = f"width: 100%; height: {self.height}px; border: 0"
        return f'<iframe src="{html.escape(self.address)}" style="{style}" title="saltus"></iframe>'


def explore(
    puzzle: str | Puzzle, moves: Iterable[str] = (), *, answers: bool = True, height: int = 420, site: str | None = None
) -> Board:
    """Show a board that is played inside a notebook, with answers that the page finds by itself.

    The page is in the package and is served to this machine alone, as long as this process lives. A notebook on another machine needs `site`.

    Args:
        puzzle: A line of notation, or a puzzle.
        moves: Moves that are made already.
        answers: Whether the gauge, hints and reasons are shown.
        height: Of the frame, in pixels.
        site: The address of a folder that `saltus site` has written.

    Raises:
        SaltusError: This package was built without the page, and no site is named.

    >>> import saltus
    >>> saltus.explore("shift 3 3", ["3-4"], site="https://example.org/saltus").address
    'https://example.org/saltus/index.html?embed#p=shift+3+3&m=3-4'
    """
    place = _served() if site is None else site.rstrip("/")
    made = ",".join(moves)
    words = f"p={quote_plus(str(puzzle))}" + (f"&m={quote_plus(made, safe=',')}" if made else "")
    return Board(f"{place}/index.html?embed{'' if answers else '&answers=off'}#{words}", height)


@cache
def _served() -> str:
    """Serve the page on the loopback; its address."""
    found = _core.site()
    if found is None:
        raise SaltusError("this package was built without the page; name the address of a site of saltus by site=")
    files = dict(found)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.split("?")[0].lstrip("/") or "index.html"
            contents = files.get(name)
            if contents is None:
                self.send_error(404)
                return
            self.send_response(200)
            self.send_header("Content-Type", _TYPES.get(name.rsplit(".", 1)[-1], "application/octet-stream"))
            self.send_header("Content-Length", str(len(contents)))
            self.end_headers()
            self.wfile.write(contents)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, name="saltus page", daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"
