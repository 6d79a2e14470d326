"""The same count, from the first instruction of each basic block alone: NVBit's instr_count_bb."""
import numpy as np

import example


def blocks(kernel, run):
    """For each block that is entered: (block, its first line, number of instructions, how often it is entered)."""
    first = {each.block: each for each in reversed(kernel.instructions)}
    sizes = np.bincount([each.block for each in kernel.instructions])
    offsets, entries = np.unique(run.trace["instruction"], return_counts=True)
    entered = dict(zip(offsets, entries))
    return [(number, each.line, int(sizes[number]), int(entered[each.offset]))
            for number, each in sorted(first.items()) if each.offset in entered]


if __name__ == "__main__":
    kernel, run, _ = example.launch("instructions")
    for number, line, size, entries in blocks(kernel, run):
        print(f"block {number:2} at line {line:2}: {entries:5} times {size:2} instructions")
    print(sum(size * entries for *_, size, entries in blocks(kernel, run)), "instructions")
