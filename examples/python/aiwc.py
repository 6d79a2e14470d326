"""The 28 metrics of AIWC (Johnston and Milthorpe, 2018) of a launch, which describe a workload whatever runs it.

AIWC looks at LLVM's instructions of each work-item. Here they are the GPU's: an instruction of a thread counts once for each
channel that runs, and a channel is a work-item. Its SIMD width is the number of channels that it is enabled for.
"""
import eugene
import numpy as np

import example

HISTORY = 16  # branches


def covering(counts, part=0.9):
    """How many of the most frequent make up that part."""
    ordered = np.sort(counts)[::-1].cumsum()
    return int(np.searchsorted(ordered, part * ordered[-1]) + 1) if len(ordered) else 0


def entropy(values):
    _, counts = np.unique(values, return_counts=True)
    p = counts / counts.sum()
    return float(-(p * np.log2(p)).sum()) + 0.0


def by_item(events):
    """Numbers of the work-items that execute each event, and of the events, item by item in their order."""
    lanes = np.unpackbits(np.ascontiguousarray(events["channels"]).view("u1").reshape(-1, 4), axis=1, bitorder="little")
    event, channel = np.nonzero(lanes)
    item = (events["group"][event] << np.uint64(16) | events["thread"][event].astype("u8") << np.uint64(5)) + channel.astype("u8")
    order = np.argsort(item, kind="stable")
    return item[order], event[order]


def spans(item, ends):
    """Lengths of the runs that end with each `ends`, or with the last event of a work-item."""
    ends = ends.copy()
    ends[:-1] |= item[1:] != item[:-1]
    ends[-1:] = True
    return np.diff(np.flatnonzero(ends), prepend=-1)


def parallelism(kernel, events, item, event):
    barriers = [each.offset for each in kernel.instructions if each.message.startswith("gateway.barrier")]
    is_barrier = np.isin(events["instruction"], barriers)[event]
    to_barrier, of_item = spans(item, is_barrier), spans(item, np.zeros(len(item), bool))
    found = {"Work-items": len(of_item), "Total Barriers Hit": int(is_barrier.sum())}
    for name, lengths in (("ITB", to_barrier), ("IPT", of_item)):
        found |= {f"Min {name}": int(lengths.min()), f"Max {name}": int(lengths.max()), f"Median {name}": float(np.median(lengths))}
    width = events["enabled"]
    return found | {"Max SIMD Width": int(width.max()), "Mean SIMD Width": float(width.mean()), "SD SIMD Width": float(width.std())}


def memory(accesses):
    place = accesses["address"] | accesses["is_local"].astype("u8") * (accesses["group"] + np.uint64(1) << np.uint64(40))
    reads, writes = place[accesses["access"] != eugene.WRITE], place[accesses["access"] != eugene.READ]
    unique_reads, unique_writes = len(np.unique(reads)), len(np.unique(writes))
    found = {"Total Memory Footprint": len(np.unique(place)),
             "90% Memory Footprint": covering(np.unique(place, return_counts=True)[1]),
             "Unique Reads": unique_reads, "Unique Writes": unique_writes,
             "Unique Read/Write Ratio": unique_reads / max(unique_writes, 1),
             "Total Reads": len(reads), "Total Writes": len(writes),
             "Reread Ratio": unique_reads / max(len(reads), 1), "Rewrite Ratio": unique_writes / max(len(writes), 1)}
    local = [entropy(place >> np.uint64(bits)) for bits in range(1, 11)]
    return found | {"Global Memory Address Entropy": entropy(place), "Local Memory Address Entropy": local}


def branch_results(kernel, events, item, event):
    """For each branch with a predicate: whether each work-item that executes it jumps."""
    next_of = {each.offset: each.offset + each.bytes for each in kernel.instructions
               if each.text.startswith("(") and each.opcode in ("if", "while", "break", "continue", "jmpi", "goto")}
    offsets = events["instruction"][event]
    goes_on = item[1:] == item[:-1]
    for offset, following in next_of.items():
        at = np.flatnonzero((offsets[:-1] == offset) & goes_on)
        if len(at):
            yield offsets[at + 1] != following


def control(results):
    counts = np.array([len(each) for each in results], "i8")
    windows = [np.lib.stride_tricks.sliding_window_view(each, HISTORY).mean(axis=1) for each in results if len(each) >= HISTORY]
    taken = np.concatenate(windows) if windows else np.zeros(1)
    shannon = -taken * np.log2(np.where(taken > 0, taken, 1))
    return {"Total Unique Branch Instructions": len(counts), "90% Branch Instructions": covering(counts),
            "Yokota Branch Entropy": float(shannon.mean()) + 0.0,
            "Average Linear Branch Entropy": float(2 * np.minimum(taken, 1 - taken).mean())}


def metrics(kernel, run):
    """The measures, by name, of a run with trace="instructions,memory"."""
    events = run.trace[run.trace["kind"] == eugene.INSTRUCTION]
    names = {each.offset: each.opcode for each in kernel.instructions}
    item, event = by_item(events)
    opcodes = np.unique([names[offset] for offset in events["instruction"][event]], return_counts=True)[1]
    return ({"Opcode": covering(opcodes), "Total Instruction Count": len(event)} |
            parallelism(kernel, events, item, event) | memory(run.trace[run.trace["kind"] == eugene.ACCESS]) |
            control(list(branch_results(kernel, events, item, event))))


if __name__ == "__main__":
    for name, value in metrics(*example.launch("instructions,memory")[:2]).items():
        text = " ".join(f"{each:.2f}" for each in value) if isinstance(value, list) else f"{value:g}"
        print(f"{name:34} {text}")
