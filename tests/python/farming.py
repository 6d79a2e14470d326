"""Runs `python -m eugene.farm` for tests."""
import json
import subprocess
import sys

PATIENCE = 250  # seconds until something that should have happened counts as hanging


def farm(items, *options):
    """The command's exit status and results."""
    done = subprocess.run([sys.executable, "-m", "eugene.farm", "-", *options], input="\n".join(items), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr
