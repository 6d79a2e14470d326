"""The suites of pictures: piglit's tests of OpenGL and Khronos' tests of OpenGL ES 2, a random sample of each.

The seed decides the sample, so the same seed gives the same tests on every GPU. Tests that name stages
or several samples, which Eugene does not draw (docs/user/status.md), are not in the sample.
"""

import ast
import gzip
import itertools
import random
import re
import xml.etree.ElementTree
from pathlib import Path

from suites import PASSED, SKIPPED, OpenGl, Piglit, ShaderRunner, unfinished

NOT_DRAWN = re.compile(r"geometry|\bgs\b|[-_@]gs[-_]|tess|\btc?[es]s\b|transform.?feedback|\bxfb|multi.?sampl|msaa|samples?\b"
                       r"|sample_?shading", re.I)
DRAWS_NOTHING = re.compile(r"^eugene: .*: the command draws nothing", re.M)


class Pictures(OpenGl):
    modes = ("default",)

    def results(self, launcher):
        names = sorted(name for name in self.names() if launcher.only in name)
        random.Random(launcher.seed).shuffle(names)
        chosen = itertools.islice(filter(self.is_drawn, names), launcher.sample)
        return self.verdicts(launcher, sorted(chosen))

    def is_drawn(self, name):
        return not NOT_DRAWN.search(name)


class PiglitProfile(Pictures):
    """Tests of a profile of piglit."""

    root = Piglit.root

    def missing(self):
        return super().missing() if self.profile_file().exists() else "no piglit (tools/setup --nightly installs it)"

    def profile_file(self):
        return self.root / "tests" / f"{self.profile}.xml.gz"

    def names(self):
        """Also finds the command of each test that is installed and can run without a window."""
        self.commands = {}
        for test in xml.etree.ElementTree.parse(gzip.open(self.profile_file())).getroot():
            options = {option.get("name"): ast.literal_eval(option.get("value")) for option in test.findall("option")
                       if option.get("name") in ("command", "run_concurrent", "require_platforms", "exclude_platforms")}
            program, *words = options["command"]
            if (self.root / "bin" / program).exists() and self.runs_without_window(options):
                self.commands[test.get("name")] = [program, *words, "-auto", *["-fbo"] * options["run_concurrent"]]
        return self.commands

    @staticmethod
    def runs_without_window(options):
        platform = "surfaceless_egl"
        return platform in options.get("require_platforms", [platform]) and platform not in options.get("exclude_platforms", [])


class PiglitGl(PiglitProfile):
    """Programs that draw and read back, each a process."""

    name, profile = "piglit_quick_gl", "quick_gl"

    def verdicts(self, launcher, names):
        return {name: self.verdict(launcher, name) for name in names}

    def verdict(self, launcher, name):
        program, *words = self.commands[name]
        outcome = launcher.run([str(self.root / "bin" / program), *words], 120, PIGLIT_PLATFORM="surfaceless_egl",
                               PIGLIT_SOURCE_DIR=str(self.root))
        told = re.findall(r'^PIGLIT: \{.*"result": *"(\w+)"', outcome.output, re.M)
        verdict = ShaderRunner.words.get(told[-1], told[-1]) if told else "did not report"
        missing = DRAWS_NOTHING.search(outcome.output)
        return unfinished(outcome) or (f"{verdict} ({missing.group()})" if missing and verdict != PASSED else verdict)


class PiglitShader(PiglitProfile):
    """Scripts of shaders, draws and the pixels they have to give."""

    name, profile = "piglit_quick_shader", "quick_shader"
    others = re.compile(r"^\[(compute|geometry|tess\w* (control|evaluation)) shader|^GL_\w*(multisample|sample_shading)"
                        r"|^(fb|texture) .*\bms\b|transform feedback|\bxfb_", re.M | re.I)

    def is_drawn(self, name):
        script = self.root / self.commands[name][1]
        return super().is_drawn(name) and not self.others.search(script.read_text(errors="replace"))

    def verdicts(self, launcher, names):
        results = {}
        for program in sorted({self.commands[name][0] for name in names}):
            scripts = {self.commands[name][1]: name for name in names if self.commands[name][0] == program}
            found = ShaderRunner(launcher, program).results(sorted(scripts))
            results.update({scripts[script]: verdict for script, verdict in found.items()})
        return results


class DeqpGles2(Pictures):
    """deqp-gles2 of VK-GL-CTS. Debian has no package: `--deqp` names sources with a build of that module in them."""

    name = "deqp_gles2"
    at_once = 100  # cases of a process

    def __init__(self, directory):
        found = {name: next(Path(directory).resolve().glob(f"**/{name}"), None) if directory else None
                 for name in ("deqp-gles2", "aosp_mustpass/main/gles2-main.txt")}
        self.program, self.list = found.values()
        self.directory = directory

    def missing(self):
        if self.directory is None:
            return "no build of VK-GL-CTS was named (--deqp DIR, or EUGENE_DEQP=DIR)"
        return super().missing() if self.program and self.list else f"no deqp-gles2 with its list below {self.directory}"

    def names(self):
        return self.list.read_text().split()

    def verdicts(self, launcher, names):
        results = {}
        while names:
            some = names[:self.at_once]
            found = self.verdicts_of_a_process(launcher, some)
            # The process ended early: the first case without a verdict is to blame, the others follow in another one.
            lost = next((name for name in some if name not in found), None)
            if lost:
                found[lost] = found.pop("(process)", "did not report")
            results.update({name: verdict for name, verdict in found.items() if name in some})
            names = [name for name in names if name not in results]
        return results

    words = {"Pass": PASSED, "QualityWarning": PASSED, "CompatibilityWarning": PASSED, "NotSupported": SKIPPED}

    def verdicts_of_a_process(self, launcher, names):
        cases = Path(launcher.home) / "cases.txt"
        cases.write_text("\n".join(names) + "\n")
        outcome = launcher.run([str(self.program), f"--deqp-caselist-file={cases}", "--deqp-log-images=disable",
                                f"--deqp-archive-dir={self.program.parent}", "--deqp-surface-type=fbo",
                                "--deqp-gl-config-name=rgba8888d24s8ms0", "--deqp-surface-width=256",
                                "--deqp-surface-height=256", f"--deqp-log-filename={launcher.home}/log.qpa"],
                               60 + 5 * len(names), EGL_PLATFORM="surfaceless")
        results = {}
        for told in re.split(r"^Test case '", outcome.output, flags=re.M)[1:]:
            name = told.partition("'")[0]
            if verdict := re.search(r"^  (\w+) \((.*)\)$", told, re.M):
                word = self.words.get(verdict.group(1), f"{verdict.group(1)}: {verdict.group(2)}")
                missing = DRAWS_NOTHING.search(told)
                results[name] = f"{word} ({missing.group()})" if missing and word != PASSED else word
        if lost := unfinished(outcome):
            results["(process)"] = lost
        return results
