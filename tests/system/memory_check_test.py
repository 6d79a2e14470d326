#!/usr/bin/env python3
"""`eugene run --check=memory`: memory that the program has released, parts of buffers, unified shared memory.

    memory_check_test.py EUGENE
"""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]

SOURCE = """kernel void dots(write_only image2d_t dots) { write_imagei(dots, (int2)(get_global_id(0), 3), (int4)(7)); }
kernel void count(global int* out, int ahead) { out[get_global_id(0) + ahead] = 7; }
"""
COMMON = f"""
import ctypes, os, sys, threading, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
program = cl.Program(context, '''{SOURCE}''').build()
kernel = program.count
library = ctypes.CDLL("libOpenCL.so.1")
pointer, number, size = ctypes.c_void_p, ctypes.c_uint, ctypes.c_size_t
def launch(ahead):
    kernel.set_arg(1, numpy.int32(ahead))
    cl.enqueue_nd_range_kernel(queue, kernel, (16,), (16,))
    queue.finish()
"""
# An array in scratch memory or, without optimisations, in a buffer of the driver's.
PRIVATE = COMMON + """
program = cl.Program(context, '''kernel void priv(global int* out, int step) {
  int g = get_global_id(0), all[100];
  for (int i = 0; i < 100; i++) all[i] = i * step + g;
  all[step * g] = 7;
  out[g] = all[(g * 7) % 100];
}''').build(options=sys.argv[2:])
out = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, 256)
program.priv(queue, (64,), (64,), out, numpy.int32(sys.argv[1]))
queue.finish()
"""
# What the kernel reads is not used, so the compiler deletes the read.
UNUSED = COMMON + """
program = cl.Program(context, '''kernel void unused(global int* out) {
  int behind = out[get_global_id(0) + 64];
  out[get_global_id(0)] = 7;
}''').build()
out = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=bytearray(256))
program.unused(queue, (64,), (64,), out)
queue.finish()
"""
# The handle stays set, and nothing else is created that could get it.
RELEASED = COMMON + """
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 4096)
kernel.set_arg(0, buffer)
launch(0)
if sys.argv[1] == "released":
    buffer.release()
try:
    launch(0)
except cl.Error:
    pass
"""
PART = COMMON + """
buffer = cl.Buffer(context, cl.mem_flags.READ_WRITE, 8192)
part = buffer.get_sub_region(4096, 1000)
kernel.set_arg(0, part)
launch(int(sys.argv[1]))
"""
USM = COMMON + """
def function(name, result, *arguments):
    find = library.clGetExtensionFunctionAddressForPlatform
    find.restype, find.argtypes = pointer, [pointer, ctypes.c_char_p]
    found = find(context.devices[0].platform.int_ptr, name.encode())
    return ctypes.CFUNCTYPE(result, *arguments)(found)
error = ctypes.c_int()
place = pointer(context.int_ptr), pointer(context.devices[0].int_ptr), None, size(1000), number(0), ctypes.byref(error)
host = function("clHostMemAllocINTEL", pointer, pointer, pointer, size, number, pointer)
device = function("clDeviceMemAllocINTEL", pointer, pointer, pointer, pointer, size, number, pointer)
shared = function("clSharedMemAllocINTEL", pointer, pointer, pointer, pointer, size, number, pointer)
free = function("clMemFreeINTEL", number, pointer, pointer)
set_pointer = function("clSetKernelArgMemPointerINTEL", number, pointer, number, pointer)
kind, ahead = sys.argv[1:]
memory = host(place[0], *place[2:]) if kind == "host" else (device if kind == "device" else shared)(*place)
assert memory and set_pointer(kernel.int_ptr, 0, memory) == 0
launch(int(ahead))
if kind == "freed":
    assert free(context.int_ptr, memory) == 0
    launch(0)
"""
# A pointer that a kernel reads from memory. Another allocation may come next.
CHASE = USM.split("kind, ahead")[0] + """
set_info = library.clSetKernelExecInfo
set_info.argtypes = pointer, number, size, pointer
info = function("clGetMemAllocInfoINTEL", number, pointer, pointer, number, size, pointer, pointer)
program = cl.Program(context, '''kernel void chase(global ulong* at, ulong ahead) {
  ((global int*)at[0])[get_global_id(0) + ahead] = 7;
}''').build()
kernel = program.chase
holder, memory, other = (shared(*place) for _ in range(3))
asked = size()
assert info(context.int_ptr, memory + 8, 0x419C, 8, ctypes.byref(asked), None) == 0 and asked.value == 1000
ctypes.cast(holder, ctypes.POINTER(ctypes.c_uint64))[0] = memory
pointers = (ctypes.c_void_p * 1)(memory)
if sys.argv[2:] == ["freed"]:
    assert free(context.int_ptr, memory) == 0
    assert all(shared(*place) != memory for _ in range(8))
assert set_pointer(kernel.int_ptr, 0, holder) == 0 and set_info(kernel.int_ptr, 0x4203, 8, pointers) == 0
kernel.set_arg(1, numpy.uint64(int(sys.argv[1])))
cl.enqueue_nd_range_kernel(queue, kernel, (16,), (16,))
queue.finish()
"""
# More than the GPU has, in parts.
CHURN = USM.split("kind, ahead")[0] + """
svm_alloc, svm_free = library.clSVMAlloc, library.clSVMFree
svm_alloc.restype, svm_alloc.argtypes, svm_free.argtypes = pointer, [pointer, ctypes.c_uint64, size, number], [pointer, pointer]
for _ in range(100):
    memory = svm_alloc(context.int_ptr, 1, 64 << 20, 0)
    assert memory
    svm_free(context.int_ptr, memory)
svm_free(context.int_ptr, None)
kernel = program = queue = None
context = None
print("done")
"""
IMAGE = COMMON + """
image = cl.Image(context, cl.mem_flags.READ_WRITE, cl.ImageFormat(cl.channel_order.RGBA, cl.channel_type.SIGNED_INT32), (20, 4))
program.dots(queue, (int(sys.argv[1]),), None, image)
queue.finish()
"""
USM_KINDS = "host", "device", "shared"


class MemoryCheck(unittest.TestCase):
    def check(self, script, *words, options=()):
        done, _ = run(EUGENE, "run", "--check=memory", *options, "--", *python(script), *words)
        return done

    def expect(self, done, finding):
        self.assertEqual(done.stderr.count("eugene: memory."), 1, done.stderr)
        self.assertRegex(done.stderr, f"eugene: {finding}")
        self.assertEqual(done.returncode, 4, done.stderr)

    def test_without_optimisations(self):
        command = [EUGENE, "run", "--check=memory"]
        done, _ = run(*command, "--", *python(UNUSED))
        self.assertEqual(done.returncode, 0, done.stderr)
        done, _ = run(*command, "--unoptimised", "--", *python(UNUSED))
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertRegex(done.stderr, r"(?m)^  read    program \d:2  int behind = ")

    def test_private_memory(self):
        for options in [], ["-cl-opt-disable"]:
            for tier in "--interpret", "--jit":
                with self.subTest(options=options, tier=tier):
                    command = [EUGENE, "run", "--check=memory,race", tier, "--", *python(PRIVATE)]
                    done, _ = run(*command, "1", *options)
                    self.assertEqual((done.returncode, done.stderr.count("memory.private")), (0, 0), done.stderr)
                    done, _ = run(*command, "60", *options)
                    self.assertEqual(done.returncode, 4, done.stderr)
                    self.assertRegex(done.stderr, r"(?m)^eugene: memory.private: write (beyond the private memory of a work-item|of 4 bytes outside of private array `all`).*\n"
                                                  r"  write   program \d:4  all\[step \* g\] = 7;  global id ")

    def test_released_buffer(self):
        self.assertEqual(self.check(RELEASED, "held").returncode, 0)
        done = self.check(RELEASED, "released")
        self.assertIn("eugene: memory.freed: kernel count is launched with argument 0, a buffer of 4096 bytes, which the program has released\n  kernel  count, launch 2\n", done.stderr)
        self.assertEqual(done.stderr.count("eugene: memory."), 1, done.stderr)
        self.assertNotEqual(done.returncode, 0)  # the driver ends the program

    def test_part_of_a_buffer(self):
        self.assertEqual(self.check(PART, "234").returncode, 0)
        self.expect(self.check(PART, "240"),
                    r"memory\.bounds: write of 4 bytes right behind argument 0 `out` \(sub-buffer of 1000 bytes\)\n")

    def test_pixel_outside_of_an_image(self):
        for tier in "--interpret", "--jit":
            with self.subTest(tier):
                done = self.check(IMAGE, "20", options=[tier])
                self.assertEqual(done.returncode, 0, done.stderr)
                done = self.check(IMAGE, "32", options=[tier])
                self.expect(done, r"memory\.bounds: write of a pixel outside of argument 0 `dots` \(image\)\n")
                self.assertIn("global id (20,0,0)", done.stderr)

    def test_unified_shared_memory(self):
        for kind in USM_KINDS:
            with self.subTest(kind):
                done = self.check(USM, kind, "234")
                self.assertEqual(done.returncode, 0, done.stderr)
                self.expect(self.check(USM, kind, "240"), r"memory\.bounds: write of 4 bytes right behind argument 0 `out` \(shared memory of 1000 bytes\)\n")

    def test_behind_a_pointer_from_memory(self):
        done = self.check(CHASE, "234")
        self.assertEqual(done.returncode, 0, done.stderr)
        for tier in "--interpret", "--jit":
            self.expect(self.check(CHASE, "3000", options=[tier]), r"memory\.bounds: write of 4 bytes 11000 bytes beyond an allocation of 1000 bytes\n")

    def test_freed_unified_shared_memory(self):
        done = self.check(USM, "freed", "0")
        self.assertIn("eugene: memory.freed: kernel count is launched with argument 0, shared memory, which the program has released\n", done.stderr)
        self.assertEqual(done.returncode, 4, done.stderr)

    def test_freed_memory_is_not_given_out_again_at_once(self):
        for tier in "--interpret", "--jit":
            self.expect(self.check(CHASE, "0", "freed", options=[tier]), r"memory\.freed: write of 4 bytes ")

    def test_much_that_is_freed_comes_back(self):
        done = self.check(CHURN)
        self.assertEqual((done.returncode, done.stdout), (0, "done\n"), done.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)
