"""Runs a list of commands on many processes or machines, by Dask's distributed scheduler: python3 -m eugene.farm LIST

A line of LIST is a command of sh, or JSON: {"command": "eugene replay a.bin", "name": "a"}. For each a line of JSON is
written, in the list's order, with the command's `status`, `output` and `seconds`. docs/user/farm.md says more.
"""
from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO

Item = dict[str, Any]

ALL_PASSED, SOME_FAILED, USAGE, SOME_LOST = 0, 1, 2, 3  # exit statuses
OUTPUT_BYTES = 1 << 20  # the end of an item's output that is kept
MOST_WORKERS = 1024
RESULT_MEMBERS = {"item", "status", "output", "seconds", "error"}  # which the farm adds to an item


def read_list(lines: TextIO) -> list[Item]:
    """Returns the items of a list. Empty lines, and lines that begin with #, are not items."""
    items = []
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        try:
            item = json.loads(line) if line.startswith("{") else {"command": line}
        except (ValueError, RecursionError) as error:
            raise ValueError(f"line {number}: this is not JSON: {error}") from None
        if not isinstance(item.get("command"), str):
            raise ValueError(f"line {number}: an item needs a \"command\"")
        if taken := sorted(RESULT_MEMBERS & item.keys()):
            raise ValueError(f"line {number}: \"{taken[0]}\" is a member of results, so an item cannot have it")
        items.append(item)
    return items


def run_item(command: str, directory: str, timeout: float | None, output_bytes: int) -> Item:
    """Runs a command on this machine. Workers call this function, and may lack this package, so it imports its modules itself."""
    import os
    import signal
    import subprocess
    import tempfile
    import time

    start = time.monotonic()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(["/bin/sh", "-c", command], cwd=directory, stdin=subprocess.DEVNULL, stdout=output,
                                   stderr=subprocess.STDOUT, start_new_session=True)
        result: Item = {}
        try:
            result["status"] = process.wait(timeout)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            result = {"status": None, "error": f"not done after {timeout:g} s"}
        size = output.seek(0, os.SEEK_END)
        output.seek(max(0, size - output_bytes))
        result["output"] = output.read().decode(errors="replace")
    return result | {"seconds": round(time.monotonic() - start, 3)}


def results(client: Any, items: list[Item], directory: str, timeout: float | None) -> Iterator[tuple[int, Item]]:
    """Each item's number and result, as they come.

    Where a worker dies, Dask starts its items again, and gives an item up after some deaths. It also counts deaths
    while the item only waited at that worker. So an item that was given up runs once more, alone; if its workers die
    then too, it has no result.
    """
    from distributed import KilledWorker, as_completed

    def submit(number: int) -> Any:
        return client.submit(run_item, items[number]["command"], directory, timeout, OUTPUT_BYTES, pure=False)

    def outcome(future: Any) -> Item | None:
        try:
            return future.result()
        except KilledWorker:
            return None
        except Exception as error:  # an error of the worker: no such directory, no memory
            return {"status": None, "output": "", "seconds": 0, "error": f"{type(error).__name__}: {error}"}

    numbers = {submit(number): number for number in range(len(items))}
    given_up = []
    for future in as_completed(list(numbers)):
        number, result = numbers.pop(future), outcome(future)
        if result is None:
            given_up.append(number)
        else:
            yield number, result
    for number in sorted(given_up):
        result = outcome(submit(number))
        yield number, result or {"status": None, "output": "", "seconds": 0, "error": "its workers died"}


def run(client: Any, items: list[Item], out: TextIO, progress: TextIO | None = None, directory: str | None = None,
        timeout: float | None = None) -> int:
    """Writes the results of all items in their order, and returns the exit status."""
    waiting: dict[int, Item] = {}
    written = failed = lost = 0
    for done, (number, result) in enumerate(results(client, items, directory or os.getcwd(), timeout), 1):
        waiting[number] = result
        failed += result["status"] != 0
        lost += result["status"] is None
        while written in waiting:
            out.write(json.dumps({"item": written} | items[written] | waiting.pop(written)) + "\n")
            written += 1
        out.flush()
        if progress:
            progress.write(f"\r{done} of {len(items)} done, {failed} failed" + ("\n" if done == len(items) else ""))
            progress.flush()
    return SOME_LOST if lost else SOME_FAILED if failed else ALL_PASSED


def workers_of(text: str) -> int:
    """Converts an argument to a number of workers, for argparse."""
    number = int(text)
    if not 1 <= number <= MOST_WORKERS:
        raise ValueError
    return number


def seconds_of(text: str) -> float:
    """Converts an argument to a time, for argparse."""
    number = float(text)
    if not (number > 0 and math.isfinite(number)):
        raise ValueError
    return number


def own_certificates() -> Any:
    """Certificates by which Dask lets nobody else in: every user of this machine can reach its ports, and whoever is
    let in by the scheduler can run commands. None: the package that makes certificates is not installed."""
    from distributed.security import Security

    try:
        return Security.temporary()
    except ImportError:
        print("farm: without the package cryptography (Debian: python3-cryptography) other users of this machine can run "
              "commands as you while the farm runs", file=sys.stderr)
        return None


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python3 -m eugene.farm", description="Runs a list of commands by Dask's distributed scheduler.",
        epilog="Exit status: 0 all commands ended with 0, 1 some did not, 2 usage, 3 some items have no status.")
    parser.add_argument("list", metavar="LIST", help="a file with a command or a JSON object in each line; - reads standard input")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="Dask's scheduler; without it, workers on this machine")
    parser.add_argument("--workers", type=workers_of, default=os.cpu_count(), help="number of these workers (default: one for each processor)")
    parser.add_argument("--timeout", type=seconds_of, metavar="SECONDS", help="end a command after this time")
    parser.add_argument("--quiet", action="store_true", help="print no progress")
    arguments = parser.parse_args()
    try:
        with sys.stdin if arguments.list == "-" else open(arguments.list, encoding="utf-8") as lines:
            items = read_list(lines)
    except (OSError, ValueError) as error:
        print(f"farm: {arguments.list}: {error}", file=sys.stderr)
        return USAGE
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        print("farm: needs Dask's distributed (Debian: python3-distributed)", file=sys.stderr)
        return USAGE
    progress = None if arguments.quiet else sys.stderr
    if arguments.scheduler:
        try:
            client = Client(arguments.scheduler)
        except (OSError, ValueError) as error:
            print(f"farm: {arguments.scheduler}: {error}", file=sys.stderr)
            return USAGE
        with client:
            return run(client, items, sys.stdout, progress, timeout=arguments.timeout)
    with LocalCluster(n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None, silence_logs=50,
                      security=own_certificates()) as cluster, Client(cluster) as client:
        return run(client, items, sys.stdout, progress, timeout=arguments.timeout)


if __name__ == "__main__":
    sys.exit(main())
