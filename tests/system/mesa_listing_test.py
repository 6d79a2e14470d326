#!/usr/bin/env python3
"""Mesa's listings of whole programs assemble to the code that Mesa ran, which breaks no rule of the machine.

    mesa_listing_test.py EUGENE GL_SQUARES

The program's compute shader is replaced by ones with loops, branches, constants of each kind and barriers
(MESA_SHADER_READ_PATH). What INTEL_DEBUG=cs prints, marks of basic blocks included, goes through `eugene asm --dialect
mesa` as it stands. The result is the start of the kernel that `--save-kernels` wrote.
"""
import itertools
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HEAD = """#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Numbers { uint numbers[]; };
shared float row[64];
"""
BODIES = {
    "branches": """uint n = numbers[gl_GlobalInvocationID.x], s = 0u;
      for (uint k = 0u; k < 20u; ++k) { if ((n >> k & 1u) != 0u) { s += k * n; } else { s ^= n; } if (s > 1000u) break; }
      numbers[gl_GlobalInvocationID.x] = s;""",
    "floats": """float x = float(numbers[gl_GlobalInvocationID.x]); vec4 v = vec4(0.0, 1.0, 2.0, 0.5) * x;
      v = clamp(mix(sqrt(v), exp2(-v), 0.25), 0.0, 1.0);
      numbers[gl_GlobalInvocationID.x] = floatBitsToUint(dot(v, vec4(1.0, -0.5, sin(x), x / 3.0)));""",
    "barrier": """uint l = gl_LocalInvocationID.x; row[l] = float(numbers[gl_GlobalInvocationID.x]); barrier(); memoryBarrierShared();
      float s = 0.0; for (uint k = 0u; k < 64u; ++k) s = row[k] * row[63u - k] + s;
      numbers[gl_GlobalInvocationID.x] = uint(s) + bitfieldReverse(l) + uint(bitCount(l)) + uint(findMSB(l));""",
    "atomics": """uint n = numbers[gl_GlobalInvocationID.x];
      if (n % 3u == 0u) atomicAdd(numbers[0], n); else if (n % 5u == 0u) atomicMax(numbers[1], n / 7u);
      uint high, low; umulExtended(n, 2654435761u, high, low); numbers[gl_GlobalInvocationID.x] = high ^ low;""",
}


def run(eugene, program, kernels, gpu="skl", **environment):
    kernels.mkdir()
    # The replaced shaders compute no squares: the program's own status says nothing here.
    return subprocess.run([eugene, "run", "--gpu", gpu, "--save-kernels", kernels, "--", program], capture_output=True,
                          env={**os.environ, "MESA_SHADER_CACHE_DISABLE": "1", **environment})


def check(eugene, kernels, gpu):
    done = subprocess.run([eugene, "check", "--gpu", gpu, *kernels.glob("*.bin")], capture_output=True)
    assert done.returncode == 0, done.stderr.decode()


def main():
    eugene, program = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        (directory / "shaders").mkdir()
        run(eugene, program, directory / "first", MESA_SHADER_DUMP_PATH=str(directory / "shaders"))
        shaders = list((directory / "shaders").iterdir())
        assert len(shaders) == 1, f"{program} compiled {len(shaders)} shaders"
        instructions = 0
        for body, gpu in itertools.product(BODIES, ("skl", "glk")):
            shaders[0].write_text(HEAD + "void main() {\n" + BODIES[body] + "\n}\n")
            kernels = directory / f"{body}.{gpu}"
            done = run(eugene, program, kernels, gpu, INTEL_DEBUG="cs", MESA_SHADER_READ_PATH=str(directory / "shaders"))
            shown = re.split(r"^Native code", done.stderr.decode(), flags=re.M)[1:]
            listings = [re.search(r"^ *START B0.*^ *END B\d+", one, re.M | re.S).group() for one in shown]
            saved = [kernel.read_bytes() for kernel in kernels.glob("*.bin")]
            assert listings and saved, f"{body}: {len(listings)} listings, {len(saved)} kernels\n{done.stderr.decode()}"
            check(eugene, kernels, gpu)
            for listing in listings:
                asm = subprocess.run([eugene, "asm", "--gen", "gen9", "--dialect", "mesa", "-"], input=listing.encode(),
                                     capture_output=True)
                assert asm.returncode == 0, f"{body}:\n{asm.stderr.decode()}\n{listing}"
                assert any(kernel.startswith(asm.stdout) or asm.stdout.startswith(kernel) for kernel in saved), \
                    f"{body}: other bytes than Mesa's\n{listing}"
                instructions += listing.count(";")
    assert instructions > 300, instructions
    print(f"{len(BODIES)} programs for two machines, {instructions} instructions")


main()
