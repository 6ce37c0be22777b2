"""Questions to the library: JSON in, JSON or bytes out."""

from __future__ import annotations

import functools
import json
import os
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from saltus import _core
from saltus._errors import LimitReached, NotationError, SaltusError

MEMORY = 4 << 30
"""Bytes that a search may use unless it is told otherwise."""

NODES = 2**64 - 1

_P = ParamSpec("_P")
_T = TypeVar("_T")


def renamed(**names: str) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """Tell callers who give an argument by its old name the new one."""

    def named(function: Callable[_P, _T]) -> Callable[_P, _T]:
        @functools.wraps(function)
        def called(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            for old, new in names.items():
                if old in kwargs:
                    raise TypeError(f"{function.__name__}() has no argument {old!r}: it is now {new!r}")
            return function(*args, **kwargs)

        return called

    return named


def whole(value: int | str) -> int:
    """Read a whole number of a record: from 2^53 on it is a text."""
    if isinstance(value, int):
        return value
    if len(value) <= 4000:
        return int(value)
    # Python refuses to read more digits at once.
    half = len(value) // 2
    shift: int = 10**half
    return whole(value[:-half]) * shift + whole(value[-half:])


def threads_of(threads: int | None) -> int:
    """Count the threads that are meant: None is one for each core that this process may use."""
    if threads is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if threads < 1:
        raise ValueError("threads is at least 1")
    return threads


def fault(word: str, reply: bytes) -> SaltusError:
    """Make the exception of a reply that is no answer."""
    told = json.loads(reply)
    if word == "bad":
        return NotationError(told["error"], 1, told.get("column"), told.get("made"))
    return LimitReached(told["error"]) if word == "too-much" else SaltusError(told["error"])


def request(line: str, solver: str | None = None, timeout: float | None = None, node_limit: int | None = None) -> bytes:
    """Write the request of a search."""
    asked: dict[str, Any] = {"line": line}
    limits = {"timeout": timeout, "nodes": node_limit}
    if timeout is not None and not 0 <= timeout < float("inf"):
        raise ValueError("timeout is a number of seconds from 0")
    if any(limit is not None for limit in limits.values()):
        asked["limits"] = {name: limit for name, limit in limits.items() if limit is not None}
    if solver is not None:
        asked["solver"] = solver
    return json.dumps(asked).encode()


def call(name: str, asked: bytes, memory_limit: int = MEMORY, threads: int | None = 1) -> bytes:
    """Ask for the bytes of an answer."""
    word, reply = _core.call(name, asked, memory=memory_limit, nodes=NODES, threads=threads_of(threads))
    if word in ("json", "bytes"):
        return reply
    raise fault(word, reply)


def ask(name: str, **fields: Any) -> Any:
    """Ask a question that takes no search, or a short one."""
    return json.loads(call(name, json.dumps(fields).encode()))


def limited(compute: Callable[[], _T]) -> _T:
    """Tell of limits and mistakes with exceptions of this package."""
    try:
        return compute()
    except MemoryError as error:
        raise LimitReached(str(error)) from None
    except ValueError as error:
        if isinstance(error, SaltusError):
            raise
        raise NotationError(str(error)) from None
