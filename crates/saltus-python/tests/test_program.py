"""The programs inside the package behave as those of Rust."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import saltus

SALTUS = Path(sys.executable).with_name("saltus")
CHECK = Path(sys.executable).with_name("saltus-check")


def run(*words: object, **options: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


def test_both_are_on_the_path(tmp_path: Path) -> None:
    proof = tmp_path / "a.cert"
    solved = run(SALTUS, "solve", "shift", 3, 3, "--cert", proof)
    assert (solved.returncode, solved.stdout.splitlines()[0]) == (0, "shift 3 3: 15 moves, the fewest possible")
    checked = run(CHECK, proof)
    assert (checked.returncode, checked.stdout) == (0, "VERIFIED optimal 15 shift 3 3 by potential forward\n")
    assert saltus.check(proof.read_bytes()).verified
    assert run(SALTUS, "--version").stdout == f"saltus {saltus.__version__}\n"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["solve", "shift", "x"], 65),
        (["frobnicate"], 2),
        (["solve", "tiles", "2x2", "2", "1", "3", "0"], 10),
        (["solve", "tiles", "5x5", "random", "seed=3", "--node-limit", "10", "--solver", "a-star"], 22),
        (["--help"], 0),
    ],
)
def test_exit_codes_are_those_of_the_program(words: list[str], code: int) -> None:
    assert run(SALTUS, *words).returncode == code


def test_items_of_the_sources_run_this_program() -> None:
    item = run(SALTUS, "reproduce", "paper", "lemma-8")
    assert (item.returncode, item.stderr) == (0, ""), item.stdout


def test_a_closed_pipe_is_no_fault() -> None:
    command = f"{SALTUS} solve shift 300 300 --format moves | head -1"
    done = run("bash", "-o", "pipefail", "-c", command)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_ends_it() -> None:
    with subprocess.Popen([SALTUS, "solve", "tiles", "5x5", "random", "seed=3"], stderr=subprocess.PIPE) as running:
        time.sleep(1)
        running.send_signal(signal.SIGINT)
        begun = time.monotonic()
        assert running.wait(5) == 130
        assert time.monotonic() - begun < 1
        assert running.stderr is not None and b"Traceback" not in running.stderr.read()
