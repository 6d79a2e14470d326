"""Runs a command on the host's processor (PoCL, llvmpipe) or on Eugene, in one of Eugene's tiers."""

import os
import shutil
import subprocess
import tempfile

REFERENCE = "reference"
MODES = {"interpret": ["--interpret"], "default": [], "jit": ["--jit"]}
FAULTS = ("eugene: GPU fault", "lost the connection", "cannot be executed")


class Outcome:
    def __init__(self, status, output):
        self.status = status  # None: it did not end in the time allowed
        self.output = output
        # Eugene's own report: no test may call that a success.
        self.fault = next((line for line in output.splitlines() if line.startswith(FAULTS)), None)


class Launcher:
    """Commands find a home, perf models and caches of their own in `home`, and one OpenCL platform.

    `compiled` is where Intel's driver keeps the kernels it has compiled: they are the same in all of Eugene's tiers.
    """

    def __init__(self, mode, arguments, compiled):
        self.mode, self.eugene, self.gpu = mode, arguments.eugene, arguments.gpu
        self.scale, self.only = arguments.time_scale, arguments.only
        self.sample, self.seed = arguments.sample, arguments.seed
        self.home = tempfile.mkdtemp(prefix="eugene-programs-")
        # The driver looks for a directory of this name in the program's working directory.
        os.symlink(compiled, os.path.join(self.home, "cl_cache"))

    def close(self):
        shutil.rmtree(self.home, ignore_errors=True)

    def run(self, command, seconds, **environment):
        variables = {**os.environ, "HOME": self.home, "PYOPENCL_NO_CACHE": "1", "PYTHONUNBUFFERED": "1", **environment}
        if self.mode == REFERENCE:
            variables.update(OCL_ICD_VENDORS="/etc/OpenCL/vendors/pocl.icd", LIBGL_ALWAYS_SOFTWARE="1")
        else:
            command = [self.eugene, "run", "--no-cache", "--gpu", self.gpu, *MODES[self.mode], "--", *command]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                  env=variables, cwd=self.home, timeout=seconds * self.scale)
        except subprocess.TimeoutExpired as late:
            return Outcome(None, (late.stdout or b"").decode(errors="replace"))
        return Outcome(done.returncode, done.stdout.decode(errors="replace"))
