"""Launches the kernel that a description of Oclgrind's tests names, on the first GPU, and reads its buffers.

    oclgrind_launch.py FILE.sim [OPTION OF THE COMPILER]...
"""
import sys
from pathlib import Path

import numpy
import oclgrind_sim
import pyopencl as cl

ACCESS = {"ro": cl.mem_flags.READ_ONLY, "wo": cl.mem_flags.WRITE_ONLY, "": cl.mem_flags.READ_WRITE}


def value_for(context, kernel, number, argument):
    if argument.is_null:
        return None
    declared = kernel.get_arg_info(number, cl.kernel_arg_info.TYPE_NAME)
    space = kernel.get_arg_info(number, cl.kernel_arg_info.ADDRESS_QUALIFIER)
    contents = argument.values(declared)
    if space == cl.kernel_arg_address_qualifier.LOCAL:
        return cl.LocalMemory(argument.bytes)
    if space == cl.kernel_arg_address_qualifier.PRIVATE:
        return contents
    # OpenCL has no buffers of no bytes.
    if contents:
        return cl.Buffer(context, ACCESS[argument.access] | cl.mem_flags.COPY_HOST_PTR, hostbuf=bytearray(contents))
    return cl.Buffer(context, ACCESS[argument.access], max(argument.bytes, 1))


def main():
    path = Path(sys.argv[1])
    launch = oclgrind_sim.read(path)
    context = cl.create_some_context(interactive=False)
    queue = cl.CommandQueue(context)
    options = [*launch.options, "-cl-kernel-arg-info", f"-I{path.parent}", *sys.argv[2:]]
    kernel = cl.Kernel(cl.Program(context, launch.source.read_text()).build(options=options), launch.kernel)
    values = [value_for(context, kernel, number, each) for number, each in enumerate(launch.arguments)]
    for number, value in enumerate(values):
        kernel.set_arg(number, value)
    cl.enqueue_nd_range_kernel(queue, kernel, launch.total, launch.group)
    for value in values:
        if isinstance(value, cl.Buffer):
            cl.enqueue_copy(queue, numpy.empty(value.size, "u1"), value)
    queue.finish()


main()
