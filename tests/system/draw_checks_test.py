#!/usr/bin/env python3
"""`eugene run --check` of vertex and pixel shaders by Mesa's drivers for OpenGL and Vulkan: wrong ones are found, right
ones are not.

    draw_checks_test.py EUGENE [VULKAN_DRAW GLSLANG]
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import gles_program  # noqa: E402
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]
VULKAN_DRAW, GLSLANG = sys.argv[2:4] if len(sys.argv) > 3 else (None, None)

# A triangle over the lower left half of a picture of 16 x 16 pixels, and a buffer of a kilobyte.
PROGRAM = gles_program.BEGIN + """
link((VERTEX, sys.argv[1]), (PIXEL, sys.argv[2]))
bind_storage(bytes(1024))
gl.glBindFramebuffer(0x8D40, name("glGenFramebuffers"))
target = name("glGenTextures")
gl.glBindTexture(0x0DE1, target)
gl.glTexStorage2D(0x0DE1, 1, 0x8058, 16, 16)
gl.glFramebufferTexture2D(0x8D40, 0x8CE0, 0x0DE1, target, 0)
gl.glViewport(0, 0, 16, 16)
gl.glDrawArrays(4, 0, 3)
pixels = (ctypes.c_ubyte * 1024)()
gl.glReadPixels(0, 0, 16, 16, 0x1908, 0x1401, pixels)
assert gl.glGetError() == 0
print(bytes(pixels).hex())
"""
BUFFERS = """
layout(std430, binding = 0) buffer Out { uint result[]; };
layout(std430, binding = 1) buffer In { uint source[]; };
"""
# `left` is nearly 0 on the long side of the triangle, and negative for all pixels outside.
VERTEX = "#version 310 es\n" + BUFFERS + """
out float left;
void main() {
  uint i = uint(gl_VertexID);
  vec2 place = vec2(i & 1u, i >> 1u);
  gl_Position = vec4(2.0 * place - 1.0, 0.0, 1.0);
  left = 1.01 - place.x - place.y;
  %s
}"""
PIXEL = "#version 310 es\nprecision highp float;\n" + BUFFERS + """
layout(r32ui, binding = 0) uniform highp writeonly uimage2D picture;
in float left;
out vec4 color;
void main() {
  uvec2 place = uvec2(gl_FragCoord.xy);
  uint i = place.y * 16u + place.x;
  float seen = 0.0;
  %s
  color = vec4(seen, dFdx(seen), dFdy(seen), 1.0);
}"""
BEYOND = "memory.bounds: {} of 4 bytes {} bytes beyond surface N (storage buffer of 1024 bytes)"
# The index is that of an element only if the pixel is in the triangle.
INSIDE = "int(floor(left * 150.0))"
# name: (stage, first line of the finding or nothing, its place, body)
SHADERS = {
    "write": ("pixel", BEYOND.format("write", 176), "pixel (5, 3), layer 0", "if (place == uvec2(5, 3)) result[300] = 1u;"),
    "read": ("pixel", BEYOND.format("read", 128), "pixel (6, 4), layer 0", "seen = float(result[i == 70u ? 288u : i]);"),
    "atomic": ("pixel", BEYOND.format("atomic", 12), "pixel (3, 0), layer 0",
               "if (i == 3u) atomicAdd(result[256u + i], 1u); result[i] = 7u;"),
    "all inside": ("pixel", None, "", "result[255u - i] = i; seen = float(result[255u - i]);"),
    "by the length": ("pixel", None, "", "if (i * 3u < uint(result.length())) seen = float(result[i * 3u]);"),
    "helper pixels": ("pixel", None, "", f"seen = float(result[{INSIDE}]);"),
    "helper pixels, and others": ("pixel", BEYOND.format("read", 36), "pixel (14, 0), layer 0",
                                  f"seen = float(result[{INSIDE} + (i == 14u ? 255 : 0)]);"),
    "helper pixels write": ("pixel", None, "", f"result[{INSIDE}] = i; seen = left;"),
    "discarded": ("pixel", None, "", "uint at = i * 5u; if (at > 255u) discard; seen = float(result[at]);"),
    "read, then discarded": ("pixel", BEYOND.format("read", 4), "pixel (13, 1), layer 0",
                             "seen = float(result[i == 29u ? 257u : i]); if (seen != 0.0 || (i & 1u) != 0u) discard;"),
    "written after others are discarded": ("pixel", BEYOND.format("write", 4), "pixel (1, 0), layer 0",
                                           "if (i != 1u && i != 18u) discard; result[i == 1u ? 257u : 18u] = i;"),
    "pixels outside of an image": ("pixel", None, "", "imageStore(picture, ivec2(i, i), uvec4(1)); seen = 1.0;"),
    "nothing bound": ("pixel", "memory.null: read of 4 bytes through surface N (no buffer is bound)", "pixel (0, 0), layer 0",
                      "seen = float(source[i]);"),
    "vertex write": ("vertex", BEYOND.format("write", 176), "vertex 2 of instance 0", "if (i == 2u) result[300] = 1u;"),
    "vertex read": ("vertex", BEYOND.format("read", 4), "vertex 1 of instance 0", "left += float(result[i * 257u]);"),
    "vertex inside": ("vertex", None, "", "result[i + 253u] = i; left += float(result[i]);"),
}


class DrawChecks(unittest.TestCase):
    def draw(self, stage, body, *options):
        shaders = [VERTEX % (body if stage == "vertex" else ""), PIXEL % (body if stage == "pixel" else "seen = left;")]
        done, _ = run(EUGENE, "run", *options, "--", *python(PROGRAM), *shaders)
        if done.returncode == 77:
            self.skipTest("OpenGL is not Mesa's on this GPU")
        return done

    def test_each(self):
        for name, (stage, finding, place, body) in SHADERS.items():
            plain = self.draw(stage, body)
            self.assertEqual(plain.returncode, 0, plain.stderr)
            for options in ("--gpu", "skl", "--interpret"), ("--gpu", "bxt", "--jit"):
                with self.subTest(name, options=options):
                    done = self.draw(stage, body, "--check=memory,align", *options)
                    self.assertEqual(done.returncode, 4 if finding else 0, done.stderr)
                    self.assertEqual(done.stdout, plain.stdout)
                    found = [line for line in done.stderr.splitlines() if line.startswith("eugene: memory.")]
                    self.assertEqual(len(found), 1 if finding else 0, done.stderr)
                    if not finding:
                        continue
                    self.assertEqual(re.sub(r"surface \d+", "surface N", found[0]), "eugene: " + finding)
                    self.assertIn(f"  {stage} shader, {place}\n", done.stderr)
                    self.assertRegex(done.stderr, rf"\n  kernel  {stage} shader 0x[0-9a-f]+; instruction 0x")

    def test_json(self):
        """The finding has the stage and the pixel. A warning does not come too."""
        with tempfile.TemporaryDirectory() as directory:
            file = os.path.join(directory, "findings.json")
            done = self.draw("pixel", SHADERS["write"][-1], "--check", "--check-json", file)
            self.assertEqual(done.returncode, 4, done.stderr)
            self.assertNotIn("warning", done.stderr)
            finding, = json.loads(Path(file).read_text())["findings"]
        self.assertEqual(finding["id"], "memory.bounds")
        self.assertTrue(finding["kernel"].startswith("pixel shader 0x"))
        site, = finding["sites"]
        self.assertEqual((site["access"], site["item"]["stage"], site["item"]["group"]), ("write", "pixel", [5, 3, 0]))

    def test_warnings(self):
        """Those of --report-bounds, without --check, leave helper pixels out too."""
        done = self.draw("pixel", SHADERS["read"][-1], "--report-bounds")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("pixel shader, pixel (6, 4), layer 0\n", done.stderr)
        done = self.draw("pixel", SHADERS["helper pixels"][-1], "--report-bounds")
        self.assertNotIn("warning", done.stderr)


VULKAN_BUFFER = "layout(std430, set = 0, binding = 0) buffer Out { uint result[]; };\n"
VULKAN_VERTEX = "#version 450\n" + VULKAN_BUFFER + """
layout(location = 0) out float left;
void main() {
  uint i = uint(gl_VertexIndex);
  vec2 place = vec2(i & 1u, i >> 1u);
  gl_Position = vec4(2.0 * place - 1.0, 0.0, 1.0);
  left = 1.01 - place.x - place.y;
  %s
}"""
VULKAN_PIXEL = "#version 450\n" + VULKAN_BUFFER + """
layout(location = 0) in float left;
layout(location = 0) out vec4 color;
void main() {
  uvec2 place = uvec2(gl_FragCoord.xy);
  uint i = place.y * 16u + place.x;
  float seen = 0.0;
  %s
  color = vec4(seen, dFdx(seen), dFdy(seen), 1.0);
}"""
# Names of the SHADERS whose findings are the same with Vulkan. Its buffer has 1024 bytes too.
VULKAN = ("write", "read", "atomic", "all inside", "by the length", "helper pixels", "helper pixels, and others",
          "helper pixels write", "discarded", "read, then discarded", "written after others are discarded", "vertex write",
          "vertex read", "vertex inside")


class VulkanDrawChecks(unittest.TestCase):
    def draw(self, stage, body):
        if not VULKAN_DRAW:
            self.skipTest("there is no Vulkan to compile for")
        with tempfile.TemporaryDirectory() as directory:
            modules = []
            for suffix, text in (("vert", VULKAN_VERTEX % (body if stage == "vertex" else "")),
                                 ("frag", VULKAN_PIXEL % (body if stage == "pixel" else "seen = left;"))):
                source, module = Path(directory) / f"shader.{suffix}", Path(directory) / f"{suffix}.spv"
                source.write_text(text)
                subprocess.run([GLSLANG, "-V", "--quiet", "-o", module, source], check=True)
                modules.append(str(module))
            done, _ = run(EUGENE, "run", "--check", "--", VULKAN_DRAW, *modules, "1024")
        if done.returncode == 77:
            self.skipTest("Vulkan is not Mesa's on this GPU")
        return done

    def test_each(self):
        for name in VULKAN:
            with self.subTest(name):
                stage, finding, place, body = SHADERS[name]
                done = self.draw(stage, body)
                self.assertEqual(done.returncode, 4 if finding else 0, done.stderr)
                found = [line for line in done.stderr.splitlines() if line.startswith("eugene: memory.")]
                self.assertEqual(len(found), 1 if finding else 0, done.stderr)
                if finding:
                    self.assertEqual(re.sub(r"surface \d+", "surface N", found[0]), "eugene: " + finding)
                    self.assertIn(f"  {stage} shader, {place}\n", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
