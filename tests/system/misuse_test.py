#!/usr/bin/env python3
"""`eugene run --check=api`: calls that OpenCL forbids and Intel's driver accepts, and their right neighbours.

    misuse_test.py EUGENE
"""
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import keep_compiled, python, run  # noqa: E402

EUGENE = sys.argv[1]

SCRIPT = """
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''typedef long my_long;
kernel void scale(global int* data, int by, float3 unused, my_long own) {
  data[get_global_id(0)] *= by;
}
constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP;
kernel void brighten(read_only image2d_t from, write_only image2d_t to) {
  int2 at = {get_global_id(0), get_global_id(1)};
  write_imagef(to, at, read_imagef(from, nearest, at) * 2);
}''').build()
kernel = cl.Kernel(program, "scale")
buffer, other = (cl.Buffer(context, cl.mem_flags.READ_WRITE, 4096) for _ in range(2))
zeros = numpy.zeros(1024, "i4")

def arguments(data=buffer, by=numpy.int32(3), unused=numpy.zeros(4, "f4"), own=numpy.int64(1)):
    for number, value in enumerate((data, by, unused, own)):
        kernel.set_arg(number, value)

def launch():
    cl.enqueue_nd_range_kernel(queue, kernel, (64,), (64,))

def mapped(flags, offset=0, count=1024):
    return cl.enqueue_map_buffer(queue, buffer, flags, offset, (count,), "i4")[0]

def copy(source, target, size):
    cl.enqueue_copy(queue, buffer, buffer, src_offset=source, dst_offset=target, byte_count=size)

def image(flags=0, hostbuf=None):
    return cl.Image(context, cl.mem_flags.READ_WRITE | flags, cl.ImageFormat(cl.channel_order.R, cl.channel_type.FLOAT), (16, 16), hostbuf=hostbuf)

def brighten(source, target):
    program.brighten(queue, (16, 16), (16, 1), source, target)

host = numpy.zeros(1024, "i4")  # of calls that do not block
pixels = numpy.zeros((16, 16), "f4")

kept = []  # PyOpenCL waits for an event that nobody holds any more

def keep(event):
    kept.append(event)
    return event

def put():
    return keep(cl.enqueue_copy(queue, buffer, host, is_blocking=False))

def put_box():
    return keep(cl.enqueue_copy(queue, buffer, host, is_blocking=False, buffer_origin=(0, 0, 0), host_origin=(64, 2, 0), region=(32, 4, 1),
                           buffer_pitches=(64, 0), host_pitches=(256, 0)))

def put_image(target):
    return keep(cl.enqueue_copy(queue, target, pixels, is_blocking=False, origin=(0, 0), region=(8, 8), pitches=(64, 0)))

def get():
    return keep(cl.enqueue_copy(queue, host, buffer, is_blocking=False))

arguments()
write, read = cl.map_flags.WRITE, cl.map_flags.READ
exec(sys.argv[1])
queue.finish()
"""

# Statements of the program: the finding and a part of its text, or nothing.
WRONG = {
    "arguments(by=numpy.int64(3))": ("api.argument", "argument 1 (by) of kernel scale is set with 8 bytes, and has 4"),
    "arguments(by=numpy.int16(3))": ("api.argument", "with 2 bytes, and has 4: it is int"),
    "arguments(unused=numpy.zeros(3, 'f4'))": ("api.argument", "argument 2 (unused) of kernel scale is set with 12 bytes"),
    "m = mapped(write); launch()": ("api.mapped", "kernel scale is launched with argument 0 (data), which is mapped"),
    "m = mapped(read); cl.enqueue_fill_buffer(queue, buffer, zeros[:1], 0, 64)":
        ("api.mapped", "clEnqueueFillBuffer writes bytes 0 to 63 of a buffer of 4096 that is mapped"),
    "m = mapped(write); cl.enqueue_copy(queue, zeros, buffer)": ("api.mapped", "reads bytes 0 to 4095"),
    "copy(0, 64, 128)": ("api.overlap", "bytes 0 to 127 of a buffer to its bytes 64 to 191"),
    "c = cl.Context(context.devices); arguments(cl.Buffer(c, cl.mem_flags.READ_WRITE, 4096))":
        ("api.context", "argument 0 (data) of kernel scale is set to a buffer of another context"),
    "i = image(); brighten(i, i)":
        ("api.images", "kernel brighten is launched with one image as argument 0 (from), which it reads, and as argument 1 (to)"),
    "put(); host[1023] = 1":
        ("api.host", "clEnqueueWriteBuffer does not block, and the program has changed the 4096 bytes that it reads"),
    "put(); host[0] = 1; put().wait()": ("api.host", "clEnqueueWriteBuffer"),
    "put(); other_queue = cl.CommandQueue(context); other_queue.finish(); host[5] = 1": ("api.host", "clEnqueueWriteBuffer"),
    "put_box(); host[2 * 64 + 16] = 1": ("api.host", "clEnqueueWriteBufferRect does not block, and the program has changed the 128 bytes"),
    "put_box(); host[5 * 64 + 23] = 1": ("api.host", "clEnqueueWriteBufferRect"),
    "put_image(image()); pixels[7][7] = 1": ("api.host", "clEnqueueWriteImage does not block, and the program has changed the 256 bytes"),
    # Nothing says that the command has ended.
    "import time; put(); queue.flush(); time.sleep(0.3); host[0] = 1": ("api.host", "clEnqueueWriteBuffer"),
}
RIGHT = (
    "launch()",
    "arguments(own=numpy.int64(7)); launch()",
    "m = mapped(write); m.base.release(queue); launch()",
    "m = mapped(write, 2048, 16); launch()",  # the kernel may leave that part alone
    "m = mapped(read); launch()",
    "m = mapped(read); cl.enqueue_copy(queue, zeros, buffer)",
    "m = mapped(write, 2048, 16); cl.enqueue_fill_buffer(queue, buffer, zeros[:1], 0, 64)",
    "copy(0, 64, 64)",
    "brighten(image(), image())",
    "i = image(); brighten(i, image()); brighten(image(), i)",
    "i, j = image(), image(); kernel = program.brighten; brighten(i, j); brighten(j, i)",
    "put(); queue.finish(); host[0] = 1",
    "put().wait(); host[0] = 1",
    "put(); put().wait(); host[0] = 1",  # a queue that is in order
    "put(); cl.enqueue_marker(queue).wait(); host[0] = 1",
    "put(); cl.enqueue_barrier(queue).wait(); host[0] = 1",
    "e = put(); queue.flush()\nwhile e.command_execution_status != 0: pass\nhost[0] = 1",
    "put(); cl.enqueue_copy(queue, zeros, buffer); host[0] = 1",  # which blocks
    "cl.enqueue_copy(queue, buffer, host); host[0] = 1",
    "e = put(); q = cl.CommandQueue(context); cl.enqueue_copy(q, zeros, other, wait_for=[e]); host[0] = 1",
    "e = put(); e.set_callback(0, lambda status: host.__setitem__(0, 1)); queue.finish()",
    # The device itself writes, before or after the copy.
    "put(); get().wait()",
    "cl.enqueue_fill_buffer(queue, buffer, numpy.int32(7), 0, 4096); get(); keep(cl.enqueue_copy(queue, other, host, is_blocking=False)); queue.finish()",
    "put_box(); host[2 * 64 + 15] = host[2 * 64 + 24] = host[64 + 16] = host[6 * 64 + 16] = 1",
    "put_image(image()); pixels[7][8] = pixels[8][0] = 1; queue.finish(); pixels[0][0] = 1",
    # A pattern is copied by the call.
    "p = numpy.int32([3]); cl.enqueue_fill_buffer(queue, buffer, p, 0, 4096); p[0] = 4",
    # The memory of a buffer with CL_MEM_USE_HOST_PTR: the device may change it.
    "b = cl.Buffer(context, cl.mem_flags.USE_HOST_PTR, hostbuf=host); arguments(b); put(); launch()",
    "b = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=host); host[0] = 1",
    "for i in range(400):\n  put()\nqueue.finish(); host[0] = 1",
)


class Misuse(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        keep_compiled()

    def check(self, action, kinds="api"):
        with tempfile.TemporaryDirectory() as directory:
            report = Path(directory) / "found.json"
            done, _ = run(EUGENE, "run", f"--check={kinds}", "--check-json", report, "--", *python(SCRIPT), action)
            return done, json.loads(report.read_text())["findings"]

    def test_misuse_is_told(self):
        for action, (name, words) in WRONG.items():
            with self.subTest(action):
                done, found = self.check(action)
                self.assertEqual((done.returncode, [each["id"] for each in found]), (4, [name]), done.stderr)
                self.assertIn(words, found[0]["what"])
                self.assertIn("OpenCL 3.0 API", found[0]["reference"])

    def test_what_is_right_is_not(self):
        for action in RIGHT:
            with self.subTest(action):
                done, found = self.check(action)
                self.assertEqual((done.returncode, found), (0, []), done.stderr)

    def test_it_is_told_where_it_is_asked_for(self):
        done, found = self.check("copy(0, 64, 128)", "memory")
        self.assertEqual((done.returncode, found), (0, []), done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
