#!/usr/bin/env python3
"""Lists of real work on a scheduler and its workers, some of which are killed: nothing is lost, and results are those of
one machine. farm_test.py EUGENE PROGRAMS, a directory of assembly for `eugene exec`."""
import json
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from distributed import Client

from farming import PATIENCE, farm

PROGRAM, PROGRAMS = Path(sys.argv.pop(1)).absolute(), Path(sys.argv.pop(1)).absolute()


def one_machine(item):
    done = subprocess.run(item, shell=True, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout


def executions():
    return [f"{shlex.quote(str(PROGRAM))} exec {shlex.quote(str(each))}" for each in sorted(PROGRAMS.glob("a*.asm"))]


class Farm(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)

    def start(self, what, *options):
        process = subprocess.Popen([sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *options],
                                   cwd=self.directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def once(self, what):
        """A piece of sh that does something in the first execution only. $PPID is the worker."""
        return f"if mkdir {shlex.quote(str(self.directory / 'marker'))}; then {what}; exit 9; fi 2>/dev/null"

    def test_a_killed_worker_of_three(self):
        file = self.directory / "scheduler.json"
        self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
        workers = [self.start("worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny",
                              "--local-directory", str(self.directory)) for _ in range(3)]
        with Client(scheduler_file=str(file), timeout=PATIENCE) as client:
            client.wait_for_workers(3, timeout=PATIENCE)
            address = client.scheduler.address
        items = executions() + [f"{shlex.quote(str(PROGRAM))} exec no-such-file"]
        middle = len(items) // 2
        items[middle] = f"{self.once('kill -9 $PPID')}; {items[middle]}"

        status, results, _ = farm(items, "--scheduler", address)
        dead = [worker.poll() for worker in workers if worker.poll() is not None]
        self.assertEqual(dead, [-signal.SIGKILL])
        self.assertEqual(status, 1)  # because of the file that does not exist
        self.assertEqual([each["item"] for each in results], list(range(len(items))))
        self.assertEqual([each["command"] for each in results], items)
        self.assertEqual([(each["status"], each["output"]) for each in results], [one_machine(item) for item in items])

    def test_an_item_that_kills_each_worker(self):
        items = executions()[:4]
        items.insert(1, json.dumps({"command": "kill -9 $PPID", "name": "poison"}))
        status, results, messages = farm(items, "--workers", "2")
        self.assertEqual(status, 3, messages)
        self.assertIn("5 of 5 done, 1 failed", messages)
        poison = results.pop(1)
        self.assertEqual((poison["name"], poison["status"], poison["error"]), ("poison", None, "its workers died"))
        self.assertEqual([(each["status"], each["output"]) for each in results], [one_machine(item) for item in executions()[:4]])

    def test_time_limit_and_usage(self):
        status, results, _ = farm(["# a remark", "", "sleep 1000"], "--workers", "1", "--timeout", "0.5")
        self.assertEqual(status, 3)
        self.assertEqual([each["status"] for each in results], [None])
        self.assertEqual(results[0]["error"], "not done after 0.5 s")
        status, results, messages = farm(['{"name": "no command"}'])
        self.assertEqual((status, results), (2, []))
        self.assertIn("line 1: an item needs", messages)


if __name__ == "__main__":
    unittest.main()
