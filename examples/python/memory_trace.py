"""Every access of memory, a message a line: NVBit's mem_trace."""
import eugene
import numpy as np

import example


def messages(run):
    """The events of each message: neighbours of one instruction of one thread."""
    keys = run.trace[["group", "thread", "executed"]]
    return np.split(run.trace, np.flatnonzero(keys[1:] != keys[:-1]) + 1)


if __name__ == "__main__":
    kernel, run, _ = example.launch("memory")
    lines = {each.offset: each.line for each in kernel.instructions}
    names = {eugene.READ: "read", eugene.WRITE: "write", eugene.ATOMIC: "atomic"}
    for message in messages(run):
        one = message[0]
        print(f"group {one['group']} thread {one['thread']} line {lines[one['instruction']]:2} {names[one['access']]:5}",
              "local " if one["is_local"] else "global", *(f"{address:x}" for address in message["address"]))
