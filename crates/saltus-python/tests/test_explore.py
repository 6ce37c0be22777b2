"""Boards in a notebook."""

import urllib.error
import urllib.request

import pytest

import saltus
from saltus import _core


def test_a_site_is_named() -> None:
    board = saltus.Puzzle("shift 3 3").explore(["3-4", "5-3"], answers=False, height=300, site="https://example.org/x/")
    assert board.address == "https://example.org/x/index.html?embed&answers=off#p=shift+3+3&m=3-4,5-3"
    shown = board._repr_html_()
    assert 'src="https://example.org/x/index.html?embed&amp;answers=off#p=shift+3+3&amp;m=3-4,5-3"' in shown
    assert "height: 300px" in shown


def test_the_page_is_served() -> None:
    if _core.site() is None:
        with pytest.raises(saltus.SaltusError, match="without the page"):
            saltus.explore("shift 3 3")
        pytest.skip("this package was built without the page")
    board = saltus.explore("shift 3 3")
    place = board.address.split("/index.html")[0]
    with urllib.request.urlopen(board.address.split("#")[0]) as page:
        assert page.headers["Content-Type"].startswith("text/html")
        assert "wasm-unsafe-eval" in page.read().decode()
    with urllib.request.urlopen(f"{place}/saltus.wasm") as module:
        assert module.headers["Content-Type"] == "application/wasm"
        assert module.read(4) == b"\0asm"
    for name in ["nothing", "../Cargo.toml", "kept.js/"]:
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(f"{place}/{name}")
    assert saltus.explore("shift 2 2").address.startswith(place), "one server for all boards"
