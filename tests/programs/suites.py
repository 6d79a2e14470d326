"""The suites: what is run, and which of its tests passed.

Each has `missing()`, which says why it cannot be run here (None: it can), and `run(launcher)`, which gives
{test: verdict}; a verdict is PASSED, SKIPPED, or says how the test failed. Suites of many programs run those whose names
hold `launcher.only`. `reference` is what runs the same programs on the host's processor.
"""

import importlib.util
import json
import re
import shutil
import subprocess
from pathlib import Path

from launcher import MODES, REFERENCE

PASSED, SKIPPED = "passed", "skipped"
PYTHON = "/usr/bin/python3"  # Debian's, which finds Debian's packages


class Suite:
    reference = "pocl"
    modes = tuple(MODES)  # unless the command names some


def package(name):
    return None if importlib.util.find_spec(name) else f"no Python module {name} (tools/setup --nightly installs it)"


def unfinished(outcome):
    if outcome.status is None:
        return "did not end in the time allowed"
    return outcome.fault


class Sasmodels(Suite):
    """Scattering models: the own tests of each that is written in C, a third of them in double precision."""

    name = "sasmodels"

    def missing(self):
        return package("sasmodels")

    def run(self, launcher):
        outcome = launcher.run([PYTHON, "-m", "sasmodels.model_test", "-v", "-e", "opencl", launcher.only or "c"], 7200)
        # Between a test's name and its verdict, the compiler and Eugene may have printed lines.
        found = re.findall(r"^test_(\w+)_opencl .*\n(?:(?!test_).*\n)*?(?:.*\.\.\. )?(ok|FAIL|ERROR|skipped.*)$",
                           outcome.output, re.M)
        results = {model: PASSED if verdict == "ok" else verdict for model, verdict in found}
        if unfinished(outcome) or not results:
            results["(all)"] = unfinished(outcome) or "did not report"
        return results


class Compyle(Suite):
    """Python translated to OpenCL: element-wise kernels, reductions, scans, atomics, local memory."""

    name = "compyle"

    def missing(self):
        return package("compyle") or package("pytest")

    def run(self, launcher):
        outcome = launcher.run([PYTHON, "-m", "pytest", "-v", "-p", "no:cacheprovider", f"--rootdir={launcher.home}",
                                "--pyargs", "compyle.tests.test_parallel", "compyle.tests.test_low_level", "-k", "opencl"],
                               3600)
        found = re.findall(r"::(\w+::\w+) (PASSED|SKIPPED|FAILED|ERROR)", outcome.output)
        results = {test: {"PASSED": PASSED, "SKIPPED": SKIPPED}.get(verdict, verdict.lower()) for test, verdict in found}
        if unfinished(outcome):
            results["(all)"] = unfinished(outcome)
        return results


class StarPU(Suite):
    """A task runtime: its examples that have OpenCL kernels, with no other worker."""

    name = "starpu"
    directory = Path("/usr/lib/x86_64-linux-gnu/starpu/examples")
    environment = {"STARPU_NCPU": "0", "STARPU_NCUDA": "0", "STARPU_NOPENCL": "1", "STARPU_OPENCL_ON_CPUS": "1",
                   "STARPU_SILENT": "1"}
    examples = ["axpy", "binary", "block", "complex", "custom_mf_filter", "dot_product", "fblock", "incrementer",
                "incrementer_cpp", "mandelbrot", "matvecmult", "multiformat", "multiformat_data_interface", "spmv",
                "variable", "vector_scal"]

    def missing(self):
        return None if self.directory.is_dir() else "no starpu-examples (tools/setup --nightly installs it)"

    def run(self, launcher):
        return {name: self.example(launcher, name) for name in self.examples if launcher.only in name}

    def example(self, launcher, name):
        outcome = launcher.run([str(self.directory / name)], 60, STARPU_HOME=launcher.home, **self.environment)
        skipped = 77  # as in Automake
        # Some examples end with 0 though their results are wrong; others with wrong results do not end.
        if wrong := re.search(r"^.*(?:incorrect|FAILED).*$", outcome.output, re.M | re.I):
            return wrong.group().strip()
        if unfinished(outcome):
            return unfinished(outcome)
        return {0: PASSED, skipped: SKIPPED}.get(outcome.status, f"status {outcome.status}")


class Piglit(Suite):
    """Built-in functions, vector loads and stores, atomics and control flow, each with its expected results in the file."""

    name = "piglit"
    root = Path("/usr/lib/x86_64-linux-gnu/piglit")

    def missing(self):
        return None if (self.root / "bin/cl-program-tester").exists() else "no piglit (tools/setup --nightly installs it)"

    def run(self, launcher):
        programs = sorted([*self.root.glob("tests/cl/program/**/*.cl"), *self.root.glob("generated_tests/cl/**/*.cl")])
        results = {}
        for program in programs:
            name = str(program.relative_to(self.root))
            if launcher.only in name:
                outcome = launcher.run([str(self.root / "bin/cl-program-tester"), str(program)], 120)
                results.update(self.verdicts(name, outcome))
        return results

    @staticmethod
    def verdicts(program, outcome):
        """The verdicts of the program's tests, each of which prints a line of JSON, and of the whole program."""
        results = {}
        words = {"pass": PASSED, "skip": SKIPPED}
        for line in re.findall(r"^PIGLIT: (\{.*\})", outcome.output, re.M):
            report = json.loads(line)
            for test, verdict in report.get("subtest", {}).items():
                results[f"{program}: {test}"] = words.get(verdict, verdict)
            if "result" in report:
                results[program] = words.get(report["result"], report["result"])
        lost = unfinished(outcome)
        if lost or program not in results:
            results[program] = lost or "did not report"
        return results


class OpenGl(Suite):
    """Programs of OpenGL without a window, by Mesa's driver for these GPUs."""

    reference = "llvmpipe"

    def missing(self):
        return None if shutil.which("eglinfo") else "no eglinfo (package mesa-utils-bin)"

    def run(self, launcher):
        # Where a GPU's driver does not start, Mesa computes on the processor and says nothing.
        said = launcher.run(["eglinfo", "-B"], 60).output.partition("Surfaceless platform")[2]
        found = re.search(r"EGL driver name: (\w+)", said)
        driver = found.group(1) if found else "not told"
        wanted = "swrast" if launcher.mode == REFERENCE else "iris"
        return {"(all)": f"Mesa's driver is {driver}"} if driver != wanted else self.results(launcher)


class ShaderRunner:
    """Runs scripts of shaders, many in a process. A script is named by its path in piglit's directory."""

    root = Piglit.root
    at_once = 60  # scripts of a process
    words = {"pass": PASSED, "skip": SKIPPED}

    def __init__(self, launcher, program="shader_runner"):
        self.launcher, self.program = launcher, str(self.root / "bin" / program)

    def results(self, names):
        # A process that has loaded GLSL refuses SPIR-V ("Cannot mix SPIR-V and non-SPIR-V shaders"), whatever the driver.
        alone = [name for name in names if self.is_spirv(name)]
        names = [name for name in names if name not in alone]
        results = {name: self.verdict_alone(name) for name in alone}
        for first in range(0, len(names), self.at_once):
            some = names[first:first + self.at_once]
            found = self.verdicts(some)
            # One that faults or crashes concerns the others of its process.
            if set(found) != set(some) or "(all)" in found:
                found = {name: self.verdict_alone(name) for name in some}
            results.update(found)
        return results

    def is_spirv(self, name):
        return re.search(r"^\[\w+ shader spirv", (self.root / name).read_text(errors="replace"), re.M)

    def outcome(self, names):
        scripts = [str(self.root / name) for name in names]
        return self.launcher.run([self.program, *scripts, "-auto", "-fbo", "-report-subtests"], 20 + 10 * len(names),
                                 PIGLIT_PLATFORM="surfaceless_egl")

    def verdict_alone(self, name):
        outcome = self.outcome([name])
        told = re.search(r'^PIGLIT: \{"result": "(\w+)"', outcome.output, re.M)
        verdict = told.group(1) if told else "did not report"
        return unfinished(outcome) or self.words.get(verdict, verdict)

    def verdicts(self, names):
        """Verdicts by name of the script. Under "(all)": what went wrong with the process itself."""
        outcome = self.outcome(names)
        results = {}
        # The number says which program printed the lines that follow: names of files may be alike.
        for told in re.split(r"^PIGLIT TEST: ", outcome.output, flags=re.M)[1:]:
            number = int(told.split(" ", 1)[0])
            for subtests in re.findall(r'^PIGLIT: \{"subtest": (\{.*\})\}', told, re.M):
                verdict = next(iter(json.loads(subtests).values()))
                results[names[number - 1]] = self.words.get(verdict, verdict)
        if lost := unfinished(outcome):
            results["(all)"] = lost
        return results


class PiglitCompute(OpenGl):
    """Compute shaders of OpenGL: built-in functions, shared memory, atomics, images."""

    name = "piglit_compute"
    root = Piglit.root

    def missing(self):
        if not (self.root / "bin/shader_runner").exists():
            return "no piglit (tools/setup --nightly installs it)"
        return super().missing()

    def results(self, launcher):
        # There are some eighty thousand files.
        found = subprocess.run(["grep", "-rl", "--include=*.shader_test", "^.compute shader", "tests", "generated_tests"],
                               cwd=self.root, stdout=subprocess.PIPE, text=True, check=True).stdout
        return ShaderRunner(launcher).results([name for name in sorted(found.splitlines()) if launcher.only in name])


class C11Atomics(Suite):
    """OpenCL-CTS: atomics with memory order and scope. Debian has no package: `--cts` says where it was built.

    Each combination of type, order, scope and place is a program of its own, some fifty thousand of them: nearly all of
    the time is the compiler's. The tiers share what is compiled, so the first of them takes hours, the others minutes.
    """

    name = "c11_atomics"

    def __init__(self, directory):
        self.program = next(Path(directory).glob("**/test_c11_atomics"), None) if directory else None
        self.directory = directory

    def missing(self):
        if self.directory is None:
            return "no build of OpenCL-CTS was named (--cts DIR, or EUGENE_CTS=DIR)"
        return None if self.program else f"no test_c11_atomics below {self.directory}"

    def run(self, launcher):
        listed = subprocess.run([str(self.program.resolve()), "--list"], stdout=subprocess.PIPE, text=True, check=True)
        tests = re.findall(r"^\s+(\w+)$", listed.stdout, re.M)
        results = {}
        for test in tests:
            if launcher.only in test:
                results.update(self.verdicts(launcher, test))
        return results

    def verdicts(self, launcher, test):
        report = Path(launcher.home) / f"{test}.json"
        outcome = launcher.run([str(self.program.resolve()), test], 7200, CL_CONFORMANCE_RESULTS_FILENAME=str(report))
        if lost := unfinished(outcome):
            return {test: lost}
        found = json.loads(report.read_text())["results"] if report.exists() else {}
        verdict = found.get(test, "did not report")
        return {test: {"pass": PASSED, "skip": SKIPPED}.get(verdict, verdict)}
