#!/usr/bin/env python3
"""`eugene run --check=race,sync,fidelity` of compute shaders by Mesa's OpenGL driver: wrong ones are found, right ones are not.

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
                                      r"  write .*  group \(0,0,0\), EU thread 0, channel 0\n  read .*\n  kernel  0x")
        self.assertNotIn("OpenCL", done.stderr)
        self.assertNotIn("-g adds", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
