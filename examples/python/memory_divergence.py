"""How many cache lines the messages of each instruction reach: NVBit's mem_printf, and the memory divergence of its
paper."""
import sys

import numpy as np

import example
from memory_trace import messages


def divergence(run, line_bytes=64):
    """For each instruction: its messages to global memory, and the cache lines that they reach."""
    found = {}
    for message in messages(run):
        if not message["is_local"][0]:
            first, last = message["address"] // line_bytes, (message["address"] + message["bytes"] - 1) // line_bytes
            times, lines = found.get(int(message["instruction"][0]), (0, 0))
            found[int(message["instruction"][0])] = times + 1, lines + len(np.union1d(first, last))
    return found


if __name__ == "__main__":
    kernel, run, _ = example.launch("memory", apart=int(sys.argv[1]) if len(sys.argv) > 1 else 1)
    texts = {each.offset: f"line {each.line}: {each.message.split('(')[0]}" for each in kernel.instructions}
    for offset, (times, lines) in divergence(run).items():
        print(f"{texts[offset]}: {times} messages, {lines / times:.2f} lines each")
