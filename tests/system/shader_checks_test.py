#!/usr/bin/env python3
"""`eugene run --check` of compute shaders by Mesa's drivers for OpenGL and Vulkan: wrong ones are found, right ones are not.

    shader_checks_test.py EUGENE [VULKAN_DISPATCH GLSLANG]
"""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import gles_program  # noqa: E402
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]
VULKAN_DISPATCH, GLSLANG = sys.argv[2:4] if len(sys.argv) > 3 else (None, None)

# OpenGL ES without a window: a shader, two groups of 64, a buffer of a kilobyte.
PROGRAM = gles_program.BEGIN + """
link((COMPUTE, sys.argv[1]))
bind_storage(bytes(1024))
gl.glDispatchCompute(2, 1, 1)
gl.glFinish()
"""
SHADER = """#version 310 es
#define SIZE 8
layout(local_size_x = SIZE, local_size_y = 8) in;
layout(std430, binding = 0) buffer Out { uint result[]; };
layout(std430, binding = 1) buffer In { uint source[]; };
layout(r32ui, binding = 0) uniform highp writeonly uimage2D picture;
shared uint all[64];
void main() {
  uint i = gl_LocalInvocationIndex, g = gl_WorkGroupID.x * 64u + i;
  %s
}"""
WRITE, READ, BARRIER = "all[i] = i + 5u;", "result[g] = all[63u - i];", "memoryBarrierShared(); barrier();"
# name: (finding, or nothing for a right shader; body)
SHADERS = {
    "shared": ("race.local", WRITE + READ),
    "shared, with a barrier": ("", WRITE + BARRIER + READ),
    "two groups": ("race.global", "result[i] = g;"),
    "two groups write the same": ("", "result[i] = i;"),
    "two groups count": ("", "atomicAdd(result[i], g);"),
    "some come to the barrier": ("sync.barrier", "if (i < 40u) { " + BARRIER + " } result[g] = i;"),
    "sums": ("", WRITE + BARRIER + "for (uint n = 32u; n > 0u; n /= 2u) { if (i < n) all[i] += all[i + n];" + BARRIER +
             "} if (i == 0u) result[g] = all[0];"),
}
# Kinds memory and init. name: (lines of findings, none for a right one; body).
BEYOND = "eugene: memory.bounds: {} surface 0 (storage buffer of 1024 bytes)"
LAST = "global id (15,7,0)"  # of the last invocation: two groups of 8x8
MEMORY = {
    "the last element": ([], "if (g == 127u) result[255] = result[128];"),
    "beyond": ([BEYOND.format("write of 4 bytes 508 bytes beyond"), LAST, "kernel  program 2; instruction 0x",
                "memory  surface 0 (storage buffer of 1024 bytes), byte 1532, 4 bytes"], "if (g == 127u) result[g * 3u + 2u] = i;"),
    "before": ([BEYOND.format("write of 4 bytes 4 bytes before"), "global id (0,0,0)"], "result[g - 1u] = i;"),
    "read": ([BEYOND.format("read of 4 bytes right behind")], "result[g] = result[g + 192u];"),
    "atomic": ([BEYOND.format("atomic of 4 bytes right behind")], "atomicAdd(result[g + 192u], i);"),
    "length": ([], "if (g * 3u < uint(result.length())) result[g * 3u] = i;"),
    "shared": (["eugene: memory.local: write of 4 bytes right behind the shared memory of its group (1024 bytes)",
                "global id (0,4,0)"], "all[i * 8u] = i; " + BARRIER + " result[g] = all[i ^ 1u];"),
    "nothing bound": (["eugene: memory.null: read of 4 bytes through surface 1 (no buffer is bound)"],
                      "result[g] = source[i];"),
    "pixels outside": ([], "imageStore(picture, ivec2(g, i), uvec4(1)); result[g] = i;"),
    "never written": (["eugene: init.local: a branch depends on what local memory holds before anything is written there"],
                      "if (i < 32u) all[i] = i; " + BARRIER + " if (all[63u - i] == 5u) result[g] = 1u;"),
    "written": ([], "all[63u - i] = i; " + BARRIER + " if (all[i ^ 1u] == 5u) result[g] = 1u;"),
}


class ShaderChecks(unittest.TestCase):
    def check(self, body, tier, kinds="race,sync"):
        done, _ = run(EUGENE, "run", f"--check={kinds}", tier, "--", *python(PROGRAM), SHADER % body)
        if done.returncode == 77:
            self.skipTest("OpenGL is not Mesa's on this GPU")
        return done

    def test_each(self):
        for name, (finding, body) in SHADERS.items():
            for tier in ["--interpret", "--jit"] if name in ("shared", "sums") else ["--jit"]:
                with self.subTest(name, tier=tier):
                    done = self.check(body, tier)
                    self.assertEqual(done.returncode, 4 if finding else 0, done.stderr)
                    self.assertEqual(f"eugene: {finding}: " in done.stderr, bool(finding), done.stderr)

    def test_memory(self):
        for name, (lines, body) in MEMORY.items():
            for tier in ["--interpret", "--jit"] if name == "beyond" else ["--jit"]:
                with self.subTest(name, tier=tier):
                    done = self.check(body, tier, kinds="memory,init,align")
                    self.assertEqual(done.returncode, 4 if lines else 0, done.stderr)
                    self.assertEqual("eugene: memory" in done.stderr or "eugene: init" in done.stderr, bool(lines), done.stderr)
                    for line in lines:
                        self.assertIn(line + ("" if line.endswith("0x") else "\n"), done.stderr)

    def test_fidelity(self):
        sine = "all[i] = uint(100.0 * abs(sin(float(g))));" + BARRIER + "result[all[63u - i] & 127u] = 3u;"
        done = self.check(sine, "--jit", kinds="fidelity")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("eugene: fidelity.address: an address depends on the result of math.sin, which is bounded\n", done.stderr)
        self.assertIn('data0.memory_fence: docs/record/undefined.md "cache options, operation and scope of a fence"\n', done.stderr)
        done = self.check("result[g] = i;", "--jit", kinds="fidelity")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"\d+ instructions, all exact; \d+ messages, all exact\n")

    def test_text(self):
        done = self.check(WRITE + READ, "--jit")
        self.assertRegex(done.stderr, r"eugene: race\.local: write and read of the same local memory by two work-items, in no order\n"
                                      r"  write .*  global id \(0,0,0\)\n  read .*  global id \(7,7,0\)\n  kernel  program 2; ")
        self.assertNotIn("OpenCL", done.stderr)
        self.assertNotIn("-g adds", done.stderr)

    def test_order_of_invocations(self):
        """In shaders that access images, invocations are numbered in another order: first four along y, then along
        x."""
        picture = "imageStore(picture, ivec2(g, 0), uvec4(1)); if ({}) result[g + 256u] = i;"
        for condition, place in ("gl_LocalInvocationID == uvec3(5, 6, 0) && g > 64u", "(13,6,0)"), ("i == 17u && g < 64u", "(1,2,0)"):
            done = self.check(picture.format(condition), "--jit", kinds="memory")
            self.assertIn("global id " + place, done.stderr)

    def test_binding(self):
        """The name of a block is known if the shader has no other block."""
        alone = "\n".join(line for line in SHADER.splitlines() if "source" not in line and "picture" not in line)
        done, _ = run(EUGENE, "run", "--check=memory", "--", *python(PROGRAM), alone % "result[g + 192u] = i;")
        if done.returncode != 77:
            self.assertIn("write of 4 bytes right behind binding 0 `Out` (storage buffer of 1024 bytes)\n", done.stderr)
            self.assertIn("memory  binding 0 `Out` (storage buffer of 1024 bytes), byte 1024, 4 bytes\n", done.stderr)


VULKAN_SHADER = """#version 450
layout(local_size_x_id = 0, local_size_y = 4) in;
layout(std430, set = 0, binding = 2) buffer Out { uint result[]; };
shared uint all[32];
void main() {
  uint i = gl_LocalInvocationIndex, g = gl_WorkGroupID.x * 32u + i;
  %s
}"""
VULKAN_BEYOND = "eugene: memory.bounds: {} set 0 binding 2 `Out` (storage buffer of 1001 bytes)"
# Cases like those of MEMORY, with three groups of 8x4. The buffer has 1001 bytes, so that a part of the last dword is
# beyond it.
VULKAN = {
    "all of it": ([], "result[g * 2u] = i; if (g == 95u) result[249] = result[248];"),
    "beyond": ([VULKAN_BEYOND.format("write of 4 bytes 3 bytes beyond"), "global id (14,3,0)",
                "kernel  pipeline 1; instruction 0x"], "if (g == 62u) result[g * 4u + 3u] = i;"),
    "a part of a dword": ([VULKAN_BEYOND.format("write of 4 bytes that begins in") + " and ends beyond it", "global id (2,1,0)"],
                          "if (g == 10u) result[250] = i;"),
    "shared": (["eugene: init.local: a branch depends on what local memory holds before anything is written there",
                "global id (3,1,0)"], "if (i > 20u) all[i] = i; barrier(); if (all[31u - i] == 40u) result[0] = 1u;"),
    "shared, beyond": (["eugene: memory.local: write of 4 bytes right behind shared variable `all` (128 bytes)",
                        "global id (0,2,0)"], "all[i * 2u] = i; barrier(); result[g] = all[i & 30u];"),
    "shared, to the end": ([], "all[31u - i] = i; barrier(); result[g] = all[i];"),
    "race": (["eugene: race.local: write and read of the same local memory by two work-items, in no order"],
             "all[i] = i; result[g] = all[31u - i];"),
    "no race": ([], "all[i] = i; barrier(); result[g] = all[31u - i];"),
}


class VulkanChecks(unittest.TestCase):
    def check(self, body, kinds, name="-"):
        if not VULKAN_DISPATCH:
            self.skipTest("there is no Vulkan to compile for")
        with tempfile.TemporaryDirectory() as directory:
            source, module = Path(directory) / "shader.comp", Path(directory) / "shader.spv"
            source.write_text(VULKAN_SHADER % body)
            subprocess.run([GLSLANG, "-V", "--quiet", "-o", module, source], check=True)
            done, _ = run(EUGENE, "run", f"--check={kinds}", "--threads", "1", "--", VULKAN_DISPATCH, str(module), "3", name,
                          "0", "0", "1001")
        if done.returncode == 77:
            self.skipTest("Vulkan is not Mesa's on this GPU")
        return done

    def test_each(self):
        for name, (lines, body) in VULKAN.items():
            with self.subTest(name):
                done = self.check(body, "race" if "race" in name else "memory,init,align")
                self.assertEqual(done.returncode, 4 if lines else 0, done.stderr)
                for line in lines:
                    self.assertIn(line + ("" if line.endswith("0x") else "\n"), done.stderr)

    def test_name(self):
        done = self.check(VULKAN["beyond"][1], "memory", name="blur")
        self.assertIn("\n  kernel  blur; instruction 0x", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
