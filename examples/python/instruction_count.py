"""How many instructions threads and work-items execute: NVBit's instr_count."""
import numpy as np

import example


def count(run):
    """Three counts of instructions: by thread, by running channel, and by channel that the predicate enables."""
    running = np.unpackbits(np.ascontiguousarray(run.trace["channels"]).view("u1")).sum()
    return len(run.trace), int(running), int(run.trace["enabled"].sum())


if __name__ == "__main__":
    _, run, _ = example.launch("instructions")
    threads, running, enabled = count(run)
    print(f"{threads} instructions of {run.threads} threads; {running} of running channels, {enabled} of enabled ones")
