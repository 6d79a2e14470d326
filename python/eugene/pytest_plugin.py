"""A plugin of pytest: tests that fail with what --check finds in their kernels and programs.

    @pytest.mark.eugene(check="all")
    def test_kernel():
        gpu = eugene.Machine("skl")             # checked, as is each machine that the test makes
        ...

    @pytest.mark.eugene(check="all", gpu="skl")
    def test_app(eugene_run):
        assert eugene_run("./app", "--quick").stdout == "ok\\n"

The marker's arguments are options of `eugene run`, with _ in place of -; check is "memory,race,sync,driver" unless given.
A test without the marker runs its programs with the same default. EUGENE names the command where it is not on the path.
"""
from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from . import collecting
from .temporary import held_directory

_DEFAULT = {"check": "memory,race,sync,driver"}


def _option(name: str, value: Any) -> list[str]:
    flag = "--" + name.replace("_", "-")
    if value is None or value is False:
        return []
    return [flag if value is True else f"{flag}={value}"]


class Checked:
    """Runs programs on a GPU, and keeps the findings."""

    def __init__(self, options: dict[str, Any], directory: Path) -> None:
        self.options = _DEFAULT | options
        self.directory = directory
        self.texts: list[str] = []
        self.findings: list[dict[str, Any]] = []

    def __call__(self, *command: Any, **options: Any) -> subprocess.CompletedProcess[str]:
        """Runs a program like subprocess.run(). The output is text by default, and the status is the program's."""
        eugene = os.environ.get("EUGENE") or shutil.which("eugene")
        if eugene is None:
            pytest.fail("cannot find the command eugene: put it on the PATH, or name it in the environment variable EUGENE", pytrace=False)
        number = len(list(self.directory.iterdir()))
        log, findings = self.directory / f"{number}.log", self.directory / f"{number}.json"
        words = [word for name, value in self.options.items() for word in _option(name, value)]
        kept = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True} | options
        done = subprocess.run([eugene, "run", "--warn-only", *words, f"--check-log={log}", f"--check-json={findings}",
                               "--", *map(str, command)], **kept)
        if findings.exists():
            self.findings += json.loads(findings.read_text())["findings"]
        if log.exists():
            self.texts.append(log.read_text())
        return done

    def verify(self) -> None:
        """Fails the test if anything has been found."""
        if self.findings:
            pytest.fail("\n".join(self.texts), pytrace=False)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "eugene(check=KINDS, **options): fail with what --check finds in kernels that the "
                                       "test launches, and in programs that it runs by eugene_run")


_KEY = pytest.StashKey[Checked]()


@pytest.fixture
def eugene_run(request: pytest.FixtureRequest) -> Iterator[Callable[..., subprocess.CompletedProcess[str]]]:
    """Runs a program under `eugene run --check`; the test fails if anything is found in it."""
    marker = request.node.get_closest_marker("eugene")
    with held_directory() as directory:
        request.node.stash[_KEY] = Checked(dict(marker.kwargs) if marker else {}, Path(directory))
        yield request.node.stash[_KEY]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Makes findings fail the test itself: reads them when the test has ended, before its fixtures are torn down."""
    runtest = item.runtest
    marker = item.get_closest_marker("eugene")
    checks = collecting.Checks(marker.kwargs.get("check", _DEFAULT["check"])) if marker else None
    collecting.current.checks = checks  # set before the fixtures run, since fixtures may make machines

    def checked() -> None:
        runtest()
        if checks is not None and checks.findings:
            pytest.fail("\n".join(each.text for each in checks.findings), pytrace=False)
        if _KEY in item.stash:
            item.stash[_KEY].verify()

    item.runtest = checked  # type: ignore[method-assign]


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """The next test has machines of its own."""
    collecting.current.checks = None
