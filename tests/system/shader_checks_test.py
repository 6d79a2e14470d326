#!/usr/bin/env python3
"""`eugene run --check` of compute shaders by Mesa's OpenGL driver: wrong ones are found, right ones are not.

    shader_checks_test.py EUGENE
"""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]

# OpenGL ES without a window: a shader, two groups of 64, a buffer of a kilobyte.
PROGRAM = """
import ctypes, sys
egl, gl = ctypes.CDLL("libEGL.so.1"), ctypes.CDLL("libGLESv2.so.2")
pointer, integers = ctypes.c_void_p, lambda *all: (ctypes.c_int * len(all))(*all)
for name in "eglGetPlatformDisplay", "eglCreateContext":
    getattr(egl, name).restype = pointer
display = pointer(egl.eglGetPlatformDisplay(0x31DD, pointer(), pointer()))
assert display and egl.eglInitialize(display, None, None) and egl.eglBindAPI(0x30A0)
config, count = pointer(), ctypes.c_int()
assert egl.eglChooseConfig(display, integers(0x3040, 0x40, 0x3038), ctypes.byref(config), 1, ctypes.byref(count))
context = egl.eglCreateContext(display, config, pointer(), integers(0x3098, 3, 0x30FB, 1, 0x3038))
assert context and egl.eglMakeCurrent(display, pointer(), pointer(), pointer(context))
gl.glGetString.restype = ctypes.c_char_p
if b"Intel" not in gl.glGetString(0x1F01):
    sys.exit(77)
shader, program = gl.glCreateShader(0x91B9), gl.glCreateProgram()
source = ctypes.c_char_p(sys.argv[1].encode())
gl.glShaderSource(shader, 1, ctypes.byref(source), None)
gl.glCompileShader(shader)
gl.glAttachShader(program, shader)
gl.glLinkProgram(program)
linked = ctypes.c_int()
gl.glGetProgramiv(program, 0x8B82, ctypes.byref(linked))
assert linked.value
buffer = ctypes.c_uint()
gl.glGenBuffers(1, ctypes.byref(buffer))
gl.glBindBufferBase(0x90D2, 0, buffer)
gl.glBufferData(0x90D2, ctypes.c_ssize_t(1024), bytes(1024), 0x88E9)
gl.glUseProgram(program)
gl.glDispatchCompute(2, 1, 1)
gl.glFinish()
"""
SHADER = """#version 310 es
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Out { uint result[]; };
layout(std430, binding = 1) buffer In { uint source[]; };
layout(r32ui, binding = 0) uniform highp writeonly uimage2D picture;
shared uint all[64];
void main() {
  uint i = gl_LocalInvocationIndex, g = gl_GlobalInvocationID.x;
  %s
}"""
WRITE, READ, BARRIER = "all[i] = i + 5u;", "result[g] = all[63u - i];", "memoryBarrierShared(); barrier();"
# name: (finding, or nothing for a right one; body)
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
MEMORY = {
    "the last element": ([], "if (g == 127u) result[255] = result[128];"),
    "beyond": ([BEYOND.format("write of 4 bytes 508 bytes beyond"), "group (1,0,0), invocation 63",
                "memory  surface 0 (storage buffer of 1024 bytes), byte 1532, 4 bytes"], "if (g == 127u) result[g * 3u + 2u] = i;"),
    "before": ([BEYOND.format("write of 4 bytes 4 bytes before"), "group (0,0,0), invocation 0"], "result[g - 1u] = i;"),
    "read": ([BEYOND.format("read of 4 bytes right behind")], "result[g] = result[g + 192u];"),
    "atomic": ([BEYOND.format("atomic of 4 bytes right behind")], "atomicAdd(result[g + 192u], i);"),
    "length": ([], "if (g * 3u < uint(result.length())) result[g * 3u] = i;"),
    "shared": (["eugene: memory.local: write of 4 bytes right behind the shared memory of its group (1024 bytes)",
                "group (0,0,0), invocation 32"], "all[i * 8u] = i; " + BARRIER + " result[g] = all[i ^ 1u];"),
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
                        self.assertIn(line + "\n", done.stderr)

    def test_fidelity(self):
        sine = "all[i] = uint(100.0 * abs(sin(float(g))));" + BARRIER + "result[all[63u - i] & 127u] = 3u;"
        done = self.check(sine, "--jit", kinds="fidelity")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn("eugene: fidelity.address: an address depends on the result of math.sin, which is bounded\n", done.stderr)
        self.assertIn('data0.memory_fence: docs/undefined.md "cache options, operation and scope of a fence"\n', done.stderr)
        done = self.check("result[g] = i;", "--jit", kinds="fidelity")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"\d+ instructions, all exact; \d+ messages, all exact\n")

    def test_text(self):
        done = self.check(WRITE + READ, "--jit")
        self.assertRegex(done.stderr, r"eugene: race\.local: write and read of the same local memory by two work-items, in no order\n"
                                      r"  write .*  group \(0,0,0\), invocation 0\n  read .*\n  kernel  0x")
        self.assertNotIn("OpenCL", done.stderr)
        self.assertNotIn("-g adds", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
