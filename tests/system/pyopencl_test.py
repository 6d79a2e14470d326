# A PyOpenCL script as its users write them: arrays, element-wise and reduction kernels that the library generates.

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import GenericScanKernel

context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
print("device:", context.devices[0].name)

generator = np.random.default_rng(1)
a = generator.random(5000, dtype=np.float32)
b = generator.random(5000, dtype=np.float32)
device_a = cl_array.to_device(queue, a)
device_b = cl_array.to_device(queue, b)

total = (2 * device_a + device_b * device_b).get()
assert np.allclose(total, 2 * a + b * b, rtol=1e-6), "array arithmetic"

squares = ElementwiseKernel(context, "float *x, int *m, float s", "x[i] = s * m[i] * m[i]", "squares")
numbers = cl_array.to_device(queue, np.arange(1000, dtype=np.int32))
out = cl_array.empty(queue, 1000, np.float32)
squares(out, numbers, np.float32(0.5))
assert np.array_equal(out.get(), 0.5 * np.arange(1000, dtype=np.float32) ** 2), "element-wise kernel"

dot = ReductionKernel(context, np.float32, neutral="0", reduce_expr="a+b", map_expr="x[i]*y[i]",
                      arguments="__global float *x, __global float *y")
assert np.isclose(dot(device_a, device_b).get(), np.dot(a.astype(np.float64), b), rtol=1e-5), "reduction"

integers = generator.integers(-100, 100, 3000).astype(np.int32)
scan = GenericScanKernel(context, np.int32, arguments="__global int *in, __global int *out", input_expr="in[i]",
                         scan_expr="a+b", neutral="0", output_statement="out[i] = item;")
device_in = cl_array.to_device(queue, integers)
scanned = cl_array.empty_like(device_in)
scan(device_in, scanned, queue=queue)
assert np.array_equal(scanned.get(), np.cumsum(integers, dtype=np.int32)), "scan"

program = cl.Program(context, """
kernel void collatz(global const uint* in, global uint* out) {
  uint i = get_global_id(0), n = in[i], steps = 0;
  while (n > 1) { n = n % 2 ? 3 * n + 1 : n / 2; ++steps; }
  out[i] = steps;
}
""").build()
starts = np.arange(1, 257, dtype=np.uint32)
steps = np.empty_like(starts)
flags = cl.mem_flags
source = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=starts)
target = cl.Buffer(context, flags.WRITE_ONLY, steps.nbytes)
program.collatz(queue, starts.shape, None, source, target)
cl.enqueue_copy(queue, steps, target)


def collatz(n):
    count = 0
    while n > 1:
        n = 3 * n + 1 if n % 2 else n // 2
        count += 1
    return count


assert [collatz(int(n)) for n in starts] == list(steps), "kernel"
print("PyOpenCL: all results right")
