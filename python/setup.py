"""The settings that pyproject.toml cannot have: the version, and how the libraries are built.

EUGENE_STAGE names a directory with the package as `cmake --install BUILD --component python` and `python_libraries` have made it:
then nothing is built.
EUGENE_PLATFORM is the wheel's platform where it is not only for this machine, such as manylinux_2_36_x86_64.
"""
import os
import re
import shutil
import subprocess
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.search(r"^project\(eugene VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M).group(1)
OFF = ("TESTS", "BENCH", "EXAMPLES")


class Build(build_ext):
    """The extension's file is made by CMake, with the libraries that it loads."""

    def build_extension(self, ext):
        stage = os.environ.get("EUGENE_STAGE") or self.stage()
        target = Path(self.get_ext_fullpath(ext.name)).parent
        target.mkdir(parents=True, exist_ok=True)
        for file in Path(stage, "eugene").glob("*.so*"):
            shutil.copy(file, target)

    def stage(self):
        build, stage = Path(self.build_temp, "cmake"), Path(self.build_temp, "stage").resolve()
        subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release"] +
                       [f"-DEUGENE_{each}=OFF" for each in OFF], check=True)
        subprocess.run(["cmake", "--build", build, "--target", "eugene_python"], check=True)
        for component in ("python", "python_libraries"):
            subprocess.run(["cmake", "--install", build, "--component", component, "--prefix", stage, "--strip"], check=True)
        return stage


options = {"bdist_wheel": {"plat_name": os.environ["EUGENE_PLATFORM"]}} if "EUGENE_PLATFORM" in os.environ else {}
setup(version=VERSION, ext_modules=[Extension("eugene._native", [])], cmdclass={"build_ext": Build}, options=options)
