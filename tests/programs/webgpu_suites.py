"""WebGPU by npm's packages `webgpu` (Dawn) and `deno` (wgpu), both on Mesa's Vulkan driver. Debian has neither: `--npm` names the
directory in which `npm install webgpu deno` was run.

The cases in webgpu/cases.mjs compute their expected results themselves: Dawn does not take llvmpipe, so it has no reference.
"""
import re
import shutil
from pathlib import Path

from launcher import REFERENCE
from suites import PASSED, Suite, unfinished

HERE = Path(__file__).parent / "webgpu"


class WebGpu(Suite):
    def __init__(self, directory):
        self.directory = Path(directory).resolve() if directory else None

    def missing(self):
        if self.directory is None:
            return "no directory of npm's packages was named (--npm DIR, or EUGENE_NPM=DIR)"
        if not self.file().exists():
            return f"no {self.file()} (npm install {self.package})"
        return None if shutil.which("node") or self.package == "deno" else "no node (package nodejs)"

    def file(self):
        return self.directory / "node_modules" / self.package / self.part

    def run(self, launcher):
        outcome = launcher.run(self.command(), 300, XDG_RUNTIME_DIR=launcher.home)
        results = {name: PASSED if verdict == "passed" else verdict or "failed"
                   for name, verdict in re.findall(r"^case (\w+): ?(.*)$", outcome.output, re.M)}
        adapter = re.search(r"^adapter: .*", outcome.output, re.M)
        # Both libraries use the processor instead where the GPU does not suit them.
        if launcher.mode != REFERENCE and (adapter is None or "intel" not in adapter.group().lower()):
            return {"(all)": adapter.group() if adapter else "no adapter"}
        if lost := unfinished(outcome) or (outcome.status and f"status {outcome.status}"):
            results["(all)"] = lost
        return results


class Dawn(WebGpu):
    name, package, part = "dawn", "webgpu", "index.js"
    reference = "none"

    def command(self):
        return ["node", str(HERE / "dawn.mjs"), str(self.directory)]

    def run(self, launcher):
        return {} if launcher.mode == REFERENCE else super().run(launcher)


class Deno(WebGpu):
    name, package, part = "deno", "deno", "deno"
    reference = "llvmpipe"

    def command(self):
        return [str(self.file()), "run", "-A", "--unstable-webgpu", str(HERE / "deno.mjs")]
