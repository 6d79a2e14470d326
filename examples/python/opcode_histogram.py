"""Which opcodes are executed how often: NVBit's opcode_hist."""
from collections import Counter

import numpy as np

import example


def histogram(kernel, run):
    """How often threads execute each opcode; of sends, each message."""
    names = {each.offset: each.message.split("(")[0] or each.opcode for each in kernel.instructions}
    found = Counter()
    for offset, count in zip(*np.unique(run.trace["instruction"], return_counts=True)):
        found[names[offset]] += int(count)
    return found


if __name__ == "__main__":
    counts = histogram(*example.launch("instructions")[:2])
    for name, count in counts.most_common():
        print(f"{name:24} {count:5} {'#' * (60 * count // max(counts.values()))}")
