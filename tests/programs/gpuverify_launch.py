"""Launches kernels of GPUVerify's test suite, each with random contents of its buffers, and says how each went.

    gpuverify_launch.py FILE.cl...

For each file one line of JSON: its path, the number of its launch in this process (0: not launched) and why not.
"""
import json
import random
import re
import sys
import tempfile
from math import prod
from pathlib import Path

import numpy as np
import pyopencl as cl

# GPUVerify's annotations, which a compiler does not know. They state conditions for its proof.
ANNOTATIONS = ("requires global_requires ensures global_ensures invariant global_invariant function_wide_invariant candidate_invariant "
               "candidate_global_invariant function_wide_candidate_invariant assert global_assert assume reads_from writes_to spec_bar "
               "array_snapshot requires_fresh_array barrier_invariant barrier_invariant_1 barrier_invariant_2 barrier_invariant_3 barrier_invariant_13 barrier_invariant_binary barrier_invariant_binary_1 non_temporal read_permission").split()
PRELUDE = "".join(f"#define __{name}(...) ((void)0)\n" for name in ANNOTATIONS)
BUFFER, LOCAL, MOST_ITEMS, MOST_LOCAL = 1 << 20, 4096, 1 << 16, 256
DEFAULT = 64  # the value of a number for which the file states no condition


class Skipped(Exception):
    pass


def sizes(line):
    """The local and the global size that the test's second line gives."""
    found = {name: [int(each) for each in re.findall(r"\d+", value)]
             for name, value in re.findall(r"--(local_size|num_groups|global_size)=(\[[\d, ]*\]|\d+)", line)}
    if "local_size" not in found:
        raise Skipped("no sizes")
    local = found["local_size"]
    while prod(local) > MOST_LOCAL:
        local[local.index(max(local))] //= 2
    groups = found.get("num_groups") or [-(-whole // each) for whole, each in zip(found.get("global_size", local), local)]
    groups += [1] * (len(local) - len(groups))
    local += [1] * (len(groups) - len(local))
    while prod(local) * prod(groups) > MOST_ITEMS and max(groups) > 2:
        groups[groups.index(max(groups))] //= 2
    return local, [each * count for each, count in zip(local, groups)]


def number(type_name, wanted):
    kinds = {"char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4", "long": "i8", "ulong": "u8",
             "float": "f4", "double": "f8", "bool": "u1", "size_t": "u8"}
    scalar = re.fullmatch(r"(?:unsigned )?([a-z_]+?)(\d*)", type_name)
    kind = scalar and kinds.get(scalar[1])
    if not kind:
        raise Skipped(f"argument of type {type_name}")
    lanes = {"": 1, "3": 4}.get(scalar[2]) or int(scalar[2])
    value = np.full(lanes, wanted, dtype=kind)
    return value[0] if lanes == 1 else value.tobytes()


def argument(context, kernel, index, wanted):
    space = kernel.get_arg_info(index, cl.kernel_arg_info.ADDRESS_QUALIFIER)
    declared = kernel.get_arg_info(index, cl.kernel_arg_info.TYPE_NAME)
    if "image" in declared or declared == "sampler_t":
        raise Skipped("images")
    if space == cl.kernel_arg_address_qualifier.LOCAL:
        return cl.LocalMemory(LOCAL)
    if space == cl.kernel_arg_address_qualifier.PRIVATE:
        return number(declared, wanted.get(kernel.get_arg_info(index, cl.kernel_arg_info.NAME), DEFAULT))
    contents = np.random.randint(0, 16, BUFFER // 4, dtype="i4")
    if "float" in declared:
        contents = contents.astype("f4")
    return cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=contents)


def conditions(path, text):
    """The values that arguments must have: a file and those that it includes state them by `==`."""
    for name in re.findall(r'#include "(.*?)"', text):
        if (path.parent / name).is_file():
            text += (path.parent / name).read_text(errors="replace")
    text = re.sub(r"/\*.*?\*/", "", text)
    found = re.findall(r"__requires\(\s*(\w+)\s*==\s*(\d+(?:\s*\*\s*\d+)*)U?\s*\)", text)
    return {name: prod(int(each) for each in value.split("*")) for name, value in found}


def launch(context, queue, prelude, path):
    text = path.read_text(errors="replace")
    head = text.splitlines()
    local, whole = sizes(head[1])
    wanted = conditions(path, text)
    options = [f"-I{path.parent}", f"-I{prelude}", "-cl-kernel-arg-info", *re.findall(r"-D\S+", head[1])]
    try:
        program = cl.Program(context, f'#include "prelude.h"\n' + text.partition("\n")[2]).build(options=options)
        kernels = program.all_kernels()
    except cl.Error as error:
        raise Skipped("does not compile: " + " ".join(re.findall(r"error: (.*)", str(error))[:1])) from error
    if len(kernels) != 1:
        raise Skipped(f"{len(kernels)} kernels")
    kernel = kernels[0]
    values = [argument(context, kernel, index, wanted) for index in range(kernel.num_args)]  # held until it has ended
    for index, value in enumerate(values):
        kernel.set_arg(index, value)
    cl.enqueue_nd_range_kernel(queue, kernel, whole, local)
    queue.finish()


def main():
    random.seed(1)
    np.random.seed(1)
    context = cl.create_some_context(interactive=False)
    queue = cl.CommandQueue(context)
    launched = 0
    directory = tempfile.TemporaryDirectory()
    (Path(directory.name) / "prelude.h").write_text(PRELUDE)
    for path in map(Path, sys.argv[1:]):
        line = {"path": str(path), "launch": 0}
        try:
            print(json.dumps({"begins": str(path)}), flush=True)
            launch(context, queue, directory.name, path)
        except Skipped as skipped:
            print(json.dumps({**line, "why": str(skipped)}), flush=True)
            continue
        except cl.Error as error:
            if error.code in (cl.status_code.INVALID_WORK_GROUP_SIZE, cl.status_code.OUT_OF_RESOURCES) and "ENQUEUE" in str(error).upper():
                print(json.dumps({**line, "why": str(error)}), flush=True)
                continue
            launched += 1
            print(json.dumps({**line, "launch": launched, "why": f"fault: {error}"}), flush=True)
            return  # nothing more runs here
        launched += 1
        print(json.dumps({**line, "launch": launched, "why": ""}), flush=True)


main()
