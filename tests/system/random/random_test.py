"""Random kernels on Eugene and on PoCL: every result must be the same. Both platforms must be visible.

usage: eugene run --all-platforms -- random_test.py FIRST_SEED COUNT [--per-program N] [--options TEXT] [--show]
"""

import argparse
import os
import sys
import warnings

import numpy
import pyopencl as cl

import generator

UNOPTIMIZED = "-cl-opt-disable"
# Two passes of Intel's register allocator break kernels whose channels diverge (docs/record/errata.md).
os.environ["IGC_VISAOptions"] = "-noremat -nosplitonspill"


def run(device, kernels, options):
    """Returns the results of each kernel on the device, by seed."""
    context = cl.Context([device])
    queue = cl.CommandQueue(context)
    program = cl.Program(context, generator.PRELUDE + "".join(kernel.text() for kernel in kernels)).build(options)
    flags = cl.mem_flags
    results = {}
    for kernel in kernels:
        given = cl.Buffer(context, flags.READ_ONLY | flags.COPY_HOST_PTR, hostbuf=inputs_of(kernel.seed))
        result = numpy.zeros(kernel.results, numpy.uint64)
        out = cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=result)
        getattr(program, kernel.name)(queue, (generator.ITEMS,), (kernel.group,), given, out)
        cl.enqueue_copy(queue, result, out)
        results[kernel.seed] = result
    return results


def inputs_of(seed):
    inputs = numpy.random.default_rng(seed).integers(-2**31, 2**31, generator.ITEMS, numpy.int32)
    inputs[::3] %= 100
    return inputs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("first", type=int)
    parser.add_argument("count", type=int)
    parser.add_argument("--per-program", type=int, default=4)
    parser.add_argument("--options", default="", help="build options on Eugene")
    parser.add_argument("--show", action="store_true", help="print the kernels that differ")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")  # of the compilers
    devices = [device for platform in cl.get_platforms() for device in platform.get_devices()]
    eugene = next(device for device in devices if device.vendor.startswith("Intel(R)") and device.type == cl.device_type.GPU)
    reference = next(device for device in devices if device.platform.name.startswith("Portable"))

    wrong = 0
    end = arguments.first + arguments.count
    for first in range(arguments.first, end, arguments.per_program):
        kernels = [generator.Kernel(seed) for seed in range(first, min(first + arguments.per_program, end))]
        # PoCL's optimizer, of LLVM, has its own bugs.
        have, want = run(eugene, kernels, arguments.options), run(reference, kernels, UNOPTIMIZED)
        for kernel in kernels:
            if numpy.array_equal(have[kernel.seed], want[kernel.seed]):
                continue
            wrong += 1
            differing = numpy.flatnonzero(have[kernel.seed] != want[kernel.seed])
            try:
                plain = run(eugene, [kernel], UNOPTIMIZED)[kernel.seed]
                verdict = "right" if numpy.array_equal(plain, want[kernel.seed]) else "wrong too"
            except cl.RuntimeError:
                verdict = "it faults"
            print(f"seed {kernel.seed}: {len(differing)} results differ, first {differing[0]};",
                  verdict, "if Intel's compiler does not optimize", flush=True)
            if arguments.show:
                print(kernel.text(), flush=True)
    print(f"{arguments.count} kernels, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
