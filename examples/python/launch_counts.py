"""The instructions of each of several launches: NVBit's instr_count_cuda_graph."""
import eugene
import numpy as np

DOUBLE = "kernel void doubled(global int* values) { values[get_global_id(0)] *= 2; }"
SUM = "kernel void sums(global int* values) { int i = get_global_id(0); for (int k = 0; k < i; k++) values[i] += k; }"


def counts(launches):
    """For each (kernel, array, work-items): the kernel's name, its groups and its instructions, without a trace."""
    runs = [(kernel.name, kernel(array, global_size=items)) for kernel, array, items in launches]
    return [(name, run.groups, run.instructions) for name, run in runs]


if __name__ == "__main__":
    gpu = eugene.Machine("skl")
    values = gpu.array(np.arange(256), "i4")
    program = gpu.build(DOUBLE + SUM)
    graph = [(program.doubled, values, 256), (program.sums, values, 64), (program.doubled, values, 16)]
    for number, (name, groups, instructions) in enumerate(counts(graph)):
        print(f"launch {number}: {name} {groups} groups {instructions} instructions")
