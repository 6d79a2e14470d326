"""Which opcodes are executed how often: NVBit's opcode_hist."""
from collections import Counter

import example


def histogram(kernel, run):
    """How often threads execute each opcode; of sends, each message."""
    found = Counter()
    for instruction, executions in zip(kernel.instructions, run.profile["executions"]):
        found[instruction.message.split("(")[0] or instruction.opcode] += int(executions)
    return +found


if __name__ == "__main__":
    counts = histogram(*example.launch(None, profile=True)[:2])
    for name, count in counts.most_common():
        print(f"{name:24} {count:5} {'#' * (60 * count // max(counts.values()))}")
