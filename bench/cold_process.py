"""Runs a process with empty caches, and times it."""
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass


@dataclass
class Run:
    seconds: float    # from start to end
    processor: float  # user and system time, of all processes
    text: str


def run(command, more):
    """A process with empty caches; None, and why, where it fails."""
    with tempfile.TemporaryDirectory() as caches:
        environment = {**os.environ, "XDG_CACHE_HOME": caches, "HOME": caches, "POCL_CACHE_DIR": caches + "/pocl",
                       "MESA_SHADER_CACHE_DISABLE": "true", **more}
        before, start = os.times(), time.monotonic()
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, env=environment)
        seconds, after = time.monotonic() - start, os.times()
    if done.returncode != 0:
        return None, (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
    processor = (after.children_user + after.children_system) - (before.children_user + before.children_system)
    return Run(seconds, processor, done.stdout), None


def tell(text):
    if sys.stderr.isatty():
        print(f"\r{text}\033[K", end="", file=sys.stderr)
