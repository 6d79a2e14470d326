"""The programs of bench/cold: what each runs, what it is compared with, and why one cannot run here.

A program consists of one or more commands, each of them a process with empty caches of its own.
"""
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

MILLION = 1 << 20
POCL, LAVAPIPE = "pocl", "lavapipe"
PYTHON = "/usr/bin/python3"  # Debian's, which finds Debian's packages

# Peer -> the file that makes it the only platform, and the variables that name it.
PEERS = {
    POCL: (Path("/etc/OpenCL/vendors/pocl.icd"), ["OCL_ICD_VENDORS"]),
    LAVAPIPE: (Path("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"), ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"]),
}

# Ten of sasmodels' sixty models in C: spheres, cylinders, crystals, integrals in two dimensions, long series.
SASMODELS = ["barbell", "core_shell_ellipsoid", "cylinder", "fcc_paracrystal", "hollow_rectangular_prism", "onion",
             "pearl_necklace", "sphere", "spherical_sld", "stacked_disks"]
PIGLIT = Path("/usr/lib/x86_64-linux-gnu/piglit")
PIGLIT_PROGRAMS = 50
PIGLIT_FAILS = ["calls-struct.cl"]  # by Intel's compiler (docs/record/errata.md)
VULKAN = ["squares", "mandelbrot", "branches", "walk", "fft", "sort", "reduce", "matmul", "hash", "dispatches",
          "alone"]
INTEL_VULKAN = "/usr/share/vulkan/icd.d/intel_icd.x86_64.json"


@dataclass
class Program:
    name: str
    commands: dict[str, list]  # name of the part -> command
    peer: str = POCL
    same: bool = False         # both platforms must print the same
    gpu: str | None = None     # the GPU that it wants; None: that of --gpu
    good: str | None = None    # text that a run which has done its work prints; None: the status says so
    rounds: int | None = None  # at most as many, for what takes minutes
    missing: str | None = None  # why it cannot run here, and where to get it
    environment: dict = field(default_factory=dict)


def own_programs(bench, examples, scratch):
    """OpenCL programs of this repository."""

    def single(name, command, same=False):
        return Program(name, {name: command}, same=same)

    def workload(name, kernel, size, launches):
        return single(name, [bench / "cl_bench", kernel, "--size", size, "--repeat", launches])

    def cold(name, *words):
        return single(name, [bench / "cold_programs", *words], same=True)

    return [
        workload("vector_add.1", "vector_add", MILLION, 1),
        single("mandelbrot.1", [examples / "mandelbrot", scratch / "mandelbrot.png"]),
        workload("reduce.1", "reduce", MILLION, 1),
        workload("reduce.20", "reduce", 2 * MILLION, 20),
        workload("nbody.3", "nbody", 2048, 3),
        workload("sha256.1", "sha256", MILLION // 16, 1),
        cold("forty.1", "forty", 1),
        cold("forty.5", "forty", 5),
        cold("loop.20M", "loop", 20_000_000),
        cold("branches.20M", "branches", 20_000_000),
        *(workload(f"sgemm.{launches}", "sgemm_naive", 256, launches) for launches in (1, 5, 30)),
        *(cold(f"straight.{scalar}", "straight", scalar, 3) for scalar in ("float", "double", "int", "half", "long")),
    ]


def clfft(bench):
    found = (bench / "cold_fft").exists()
    return Program("clfft.4096", {"clfft": [bench / "cold_fft", 4096, 16]},
                   missing=None if found else "cold_fft was built without clFFT (tools/setup installs libclfft-dev)")


def sasmodels():
    missing = None
    if subprocess.run([PYTHON, "-c", "import sasmodels"], capture_output=True).returncode != 0:
        missing = "no Python module sasmodels (tools/setup --nightly installs it)"
    return [Program(f"sasmodels.{model}", {model: [PYTHON, "-m", "sasmodels.model_test", "-v", "-e", "opencl", model]},
                    gpu="skl", missing=missing, environment={"PYOPENCL_NO_CACHE": "1"}) for model in SASMODELS]


def piglit():
    """Every n-th program of the list of those with tests, so that each kind is there.

    piglit asks for OpenCL C 1.2 and skips what wants a later one.
    """
    tester = PIGLIT / "bin/cl-program-tester"
    names = sorted(str(each.relative_to(PIGLIT)) for folder in ("tests/cl/program/execute", "generated_tests/cl")
                   for each in (PIGLIT / folder).glob("**/*.cl")
                   if each.name not in PIGLIT_FAILS and "clc_version_min: 2" not in each.read_text(errors="replace"))
    chosen = [names[i * len(names) // PIGLIT_PROGRAMS] for i in range(PIGLIT_PROGRAMS)] if names else []
    return Program("piglit.50", {name: [tester, PIGLIT / name] for name in chosen}, gpu="skl", rounds=1,
                   good='PIGLIT: {"result": "pass" }',
                   missing=None if chosen and tester.exists() else "no piglit (tools/setup --nightly installs it)")


def mixbench(path):
    """mixbench of one million elements: each kernel is launched three times."""
    path = Path(path) if path else None
    missing = None
    if path is None or not path.exists():
        missing = ("it is not there: build mixbench-opencl of github.com/ekondis/mixbench with CMake, and name it by "
                   "--mixbench PATH or EUGENE_MIXBENCH=PATH")
    # The program reads its kernels from its working directory.
    command = ["env", "-C", path.parent, f"./{path.name}", 1, 256, 1] if path else []
    return Program("mixbench", {"mixbench": command}, rounds=1, missing=missing)


def vulkan(bench):
    # Mesa lists the processor as one more device; a program must not end up there on Eugene.
    environment = {variable: INTEL_VULKAN for variable in PEERS[LAVAPIPE][1]}
    return [Program(f"vulkan.{name}", {name: [bench / "vk_bench", name]}, peer=LAVAPIPE, same=True,
                    environment=environment) for name in VULKAN]


def all_programs(build, scratch, mixbench_path):
    bench = build / "bench"
    return [*own_programs(bench, build / "examples", scratch), clfft(bench), *sasmodels(), piglit(),
            mixbench(mixbench_path), *vulkan(bench)]
