#!/usr/bin/env python3
"""Attacks on a farm: lists and options that are wrong, commands that misbehave, and other programs that reach its ports.
farm_attacks_test.py, with the package in PYTHONPATH. `make nightly` runs it: it takes minutes."""
import json
import os
import shlex
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from farming import PATIENCE, farm


# A scheduler's port, found while a farm runs, and used by another program of this machine.
INTRUDER = """
import sys
from distributed import Client
for address in sys.argv[1:]:
    try:
        with Client(address, timeout=3) as client:
            print("in:", client.submit(lambda: 5).result(timeout=5))
    except Exception as error:
        print("out:", type(error).__name__)
"""


def ports_of(process):
    """The TCP ports at which a process or one of its children listens."""
    inodes = set()
    waiting = [process]
    while waiting:
        each = waiting.pop()
        try:
            for task in Path(f"/proc/{each}/task").iterdir():
                waiting += [int(child) for child in (task / "children").read_text().split()]
            inodes |= {link[8:-1] for file in Path(f"/proc/{each}/fd").iterdir() if (link := os.readlink(file)).startswith("socket:")}
        except OSError:
            pass
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return [int(row[1].split(":")[1], 16) for row in rows if row[3] == "0A" and row[9] in inodes]


class Attacks(unittest.TestCase):
    def refused(self, items, *options):
        begin = time.monotonic()
        status, results, messages = farm(items, *options)
        self.assertEqual((status, results), (2, []), messages)
        self.assertNotIn("Traceback", messages)
        self.assertLess(time.monotonic() - begin, 60)
        return messages

    def test_lists(self):
        for items, why in ((["{"], "not JSON"), (['{"command": 5}'], "needs a"), (["{}"], "needs a"), (['{"command": ["echo"]}'], "needs a"),
                           (['{"command": null}'], "needs a"), (['{"command": "true", "item": 7}'], "is a member of results"),
                           (['{"command": "false", "status": 0}'], "is a member"), (['{"command": "true", "output": "x"}'], "is a member"),
                           (['{"command": "true", "error": "x"}'], "is a member"), (['{"command": ' + "[" * 100_000], "not JSON"),
                           (['{"command": "true", "name": ' + '{"a":' * 100_000 + "1" + "}" * 100_000 + "}"], "not JSON"),
                           (["true", '{"command": "true"} x'], "line 2: this is not JSON")):
            with self.subTest(items=items[-1][:40]):
                self.assertIn(why, self.refused(items))

    def test_options(self):
        for options in (["--workers", "0"], ["--workers", "-1"], ["--workers", "1000000"], ["--workers", "two"], ["--timeout", "0"], ["--timeout", "-5"],
                        ["--timeout", "nan"], ["--timeout", "inf"], ["--scheduler", "tcp://127.0.0.1:1"], ["--scheduler", "nonsense://x"]):
            with self.subTest(options=options):
                self.refused(["true"], *options)
        for name in ("/", "/nonexistent", "/proc/self/mem"):
            done = subprocess.run([sys.executable, "-m", "eugene.farm", name], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
            self.assertEqual((done.returncode, done.stdout), (2, b""))

    def test_commands(self):
        """All at once, as a farm takes a while to start."""
        items = ["printf '\\377\\000\\033[31m'", "yes | head -c 3000000", "sleep 1000 & echo left", "exec >/dev/null; kill -9 $$", json.dumps({"command": "echo \0"}),
                 json.dumps({"command": "echo \ud800"}), "exit 300", "cd /dev/null", "cat", "echo '{\"item\": 9}'", "kill -STOP $$", "trap '' TERM INT; sleep 1000",
                 "echo x >/dev/full", json.dumps({"command": "true", "name": {"deep": [1, None, "\u2028"]}})]
        status, results, messages = farm(items, "--workers", "2", "--timeout", "20")
        self.assertEqual(status, 3, messages)
        self.assertEqual([each["item"] for each in results], list(range(len(items))))
        by = [each["status"] for each in results]
        self.assertEqual(by[:4], [0, 0, 0, -9])
        self.assertEqual([by[4], by[5], by[10], by[11]], [None] * 4)  # no command, and what does not end
        self.assertEqual([by[6], by[8], by[9], by[13]], [300 & 255, 0, 0, 0])
        self.assertTrue(by[7] and by[12])
        self.assertEqual(len(results[1]["output"]), 1 << 20)
        self.assertEqual(results[9]["output"], '{"item": 9}\n')

    def test_other_programs_of_this_machine(self):
        """They reach the ports of a farm, and get no further."""
        with tempfile.TemporaryDirectory() as directory:
            marker = Path(directory, "runs")
            process = subprocess.Popen([sys.executable, "-m", "eugene.farm", "-", "--workers", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.addCleanup(process.wait)
            self.addCleanup(process.kill)
            process.stdin.write(f"touch {shlex.quote(str(marker))}; sleep 30")
            process.stdin.close()
            end = time.monotonic() + PATIENCE
            while not marker.exists():
                self.assertLess(time.monotonic(), end)
                time.sleep(0.1)
            ports = ports_of(process.pid)
            self.assertTrue(ports)
            addresses = [f"{kind}://127.0.0.1:{port}" for port in ports for kind in ("tcp", "tls")]
            done = subprocess.run([sys.executable, "-c", INTRUDER, *addresses], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=PATIENCE, check=True)
            self.assertEqual({line.split(":")[0] for line in done.stdout.splitlines()}, {"out"}, done.stdout)


if __name__ == "__main__":
    unittest.main()
