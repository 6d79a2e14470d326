#!/usr/bin/env python3
"""examples/ci, the project whose pull requests are tested on GitHub and GitLab: its job's commands, run here as those services would,
pass, and fail for a wrong result and where nothing runs on the GPU. The action's own commands install a package made of this build;
apt-get is a script here that does nothing.

    ci_test.py EUGENE SOURCES
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import yaml

EUGENE, SOURCES = (Path(each).resolve() for each in sys.argv[1:3])
PROJECT = SOURCES / "examples/ci"


def load(path):
    return yaml.safe_load((SOURCES / path).read_text())


class Job(unittest.TestCase):
    def setUp(self):
        self.home = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.project = self.home / "project"
        shutil.copytree(PROJECT, self.project)
        self.environment = {"HOME": str(self.home), "PATH": f"{EUGENE.parent}:/usr/bin:/bin", "PYOPENCL_NO_CACHE": "1"}

    def shell(self, script, **more):
        """Runs a step like a runner: bash stops at the first command that fails."""
        return subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=self.project, text=True,
                              env={**self.environment, **more}, capture_output=True, check=False, timeout=100)

    def change(self, old, new, file="saxpy.cl"):
        program = self.project / file
        text = program.read_text()
        self.assertIn(old, text)
        program.write_text(text.replace(old, new))

    def expect(self, script, status, words):
        done = self.shell(script)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn(words, done.stdout + done.stderr)

    def check(self, script):
        """A job with this script sees what is wrong."""
        self.expect(script, 0, "0 of 4096 are wrong")
        self.change("a * x[i] + y[i]", "a * x[i] - y[i]")
        self.expect(script, 1, "4096 of 4096 are wrong")
        self.change("    context = ", "    return 0\n    context = ", "saxpy.py")
        self.expect(script, 3, "nothing has run on the GPU")

    def test_github(self):
        steps = load("examples/ci/.github/workflows/test.yml")["jobs"]["gpu"]["steps"]
        self.check("\n".join(step["run"] for step in steps if "run" in step))

    def test_findings_are_at_their_lines(self):
        steps = load("examples/ci/.github/workflows/test.yml")["jobs"]["gpu"]["steps"]
        [step] = [each["run"] for each in steps if "--check-sarif" in each.get("run", "")]
        self.change("size_t i = get_global_id(0);", "size_t i = get_global_id(0) + (get_global_id(0) == 100 ? 5000 : 0);")
        done = self.shell(step)
        self.assertNotEqual(done.returncode, 0, done.stderr)
        [report] = [each for each in steps if "sarif_file" in each.get("with", {})]
        run = json.loads((self.project / report["with"]["sarif_file"]).read_text())["runs"][0]
        places = [each["locations"][0]["physicalLocation"] for each in run["results"]]
        self.assertEqual({each["region"]["startLine"] for each in places}, {3})
        self.assertEqual({each["artifactLocation"]["uri"] for each in places}, {(self.project / "saxpy.cl").as_uri()})

    def test_gitlab(self):
        template = load("packaging/gitlab/eugene.yml")
        job = load("examples/ci/.gitlab-ci.yml")["gpu"]
        job = {**template[job["extends"]], **job}
        for name, value in job["variables"].items():
            self.environment[name] = value.replace("$CI_PROJECT_DIR", str(self.project))
        self.check("\n".join(job["before_script"] + job["script"]))
        for directory in job["cache"]["paths"]:
            self.assertTrue((self.project / directory).is_dir(), directory)

    def test_action(self):
        """Runs the steps of packaging/github/action.yml with a file as `package`, then the project's command with the installed Eugene."""
        installed = self.home / "eugene-0"
        subprocess.run(["cmake", "--install", EUGENE.parent, "--prefix", installed], check=True, capture_output=True)
        package = self.home / "package.tar"
        subprocess.run(["tar", "-C", self.home, "-cf", package, installed.name], check=True)
        tools = self.home / "tools"
        tools.mkdir()
        for name in ("apt-get", "sudo"):
            (tools / name).write_text(f'#!/bin/sh\necho {name} "$@" >>"$HOME/called"\n')
            (tools / name).chmod(0o755)
        self.environment["PATH"] = f"{tools}:/usr/bin:/bin"
        action = load("packaging/github/action.yml")
        given = {name: each["default"] for name, each in action["inputs"].items()} | {"package": str(package)}
        files = {name: str(self.home / name) for name in ("GITHUB_PATH", "GITHUB_ENV", "GITHUB_OUTPUT")}
        (self.home / "runner").mkdir()
        for step in action["runs"]["steps"]:
            if "run" not in step or step.get("if", "").startswith("inputs.package == ''"):
                continue
            variables = {name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: given[found[1]], value)
                         for name, value in step.get("env", {}).items()}
            done = self.shell(step["run"], **files, **variables, RUNNER_TEMP=str(self.home / "runner"))
            self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex((self.home / "called").read_text(), r"apt-get install .*xz-utils ocl-icd-libopencl1 intel-opencl-icd")
        self.assertRegex(Path(files["GITHUB_OUTPUT"]).read_text(), r"^version=.*\d+\.\d+\.\d+")
        added = Path(files["GITHUB_PATH"]).read_text().split()
        self.environment["PATH"] = ":".join([*added, "/usr/bin", "/bin"])
        self.environment |= dict(line.split("=", 1) for line in Path(files["GITHUB_ENV"]).read_text().splitlines())
        self.test_github()
        self.assertTrue(any((self.home / ".cache/neo_compiler_cache").iterdir()), "Intel's compiler keeps what it compiled")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
