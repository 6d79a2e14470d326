#!/usr/bin/env python3
"""`eugene run --check`: kernels with the mistakes that other suites plant, and the same kernels without them.

    planted_mistakes_test.py EUGENE [--list]

The mistakes are those of NVIDIA's samples for compute-sanitizer, of the graph codes of Indigo3, of the locks and barriers of
Dat3M, and of bugs that projects have mended. The kernels are written anew, for OpenCL: --list prints what is found in each.
"""
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from running import python, run  # noqa: E402

EUGENE = sys.argv[1]
VERTICES, ITEMS, GROUP = 90, 128, 64

# Bodies of kernels, and what is found in each: nothing in a right one. `g` and `l` are the global and local ids. A
# graph has n vertices, and `list[first[v]]`
# to `list[first[v + 1] - 1]` are the neighbours of v; `work` has room for n vertices, and holds `count[0]` of them.
# The kernels lower the label of each neighbour. In right ones, accesses that may conflict are atomic.
RELAX = "atomic_min(&label[list[i]], own)"
PUSH = """int v = work[g];
  int own = atomic_or(&label[v], 0);
  for (int i = first[v]; i {} first[v + 1]; i++) {};"""


def guarded(body, guard="if (g < n)"):
    return f"{guard} {{ {body} }}"


SANITIZER = {
    "unaligned": ({"align.access"}, "if (g == 0) *(global int*)((global char*)count + 1) = 42;"),
    "far_away": ({"memory.bounds"}, "if (g == 0) *(label + 0x1654320) = 42;"),
    "cleared_in_part": ({"init.global"}, "if (g < 64) { fresh[g] += g; if (fresh[g] == 1) label[0] = 1; }"),
    "block_race": ({"race.local"}, """shared[l] = label[g % n];
  if (l == 0) { int sum = 0; for (int i = 0; i < 64; i++) sum += shared[i]; work[get_group_id(0)] = sum; }"""),
    "warp_race": ({"race.local"}, """shared[l] = first[l];
  if ((l & 15) == 0) { int sum = 0; for (int i = 0; i < 16; i++) sum += shared[l + i]; shared[64 + (l >> 4)] = sum; }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) work[get_group_id(0)] = shared[64] + shared[65] + shared[66] + shared[67];"""),
    "summed": (set(), """shared[l] = label[g % n]; barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) { int sum = 0; for (int i = 0; i < 64; i++) sum += shared[i]; work[get_group_id(0)] = sum; }"""),
    "divergent": ({"sync.barrier"}, """shared[l] = 0; barrier(CLK_LOCAL_MEM_FENCE);
  for (int b = 0; b < 2; b++) if (b * 64 + l < n) { shared[l] += first[b * 64 + l]; barrier(CLK_LOCAL_MEM_FENCE); }"""),
}
GRAPH = {
    "graph": (set(), guarded(PUSH.format("<", RELAX))),
    "excess_threads": ({"memory.bounds"}, guarded(PUSH.format("<", RELAX), "")),
    "bounds": ({"memory.bounds"}, "for (int at = g; at <= n; at += get_global_size(0)) if (work[at] > 100) label[0] = 1;"),
    "neighbour_bounds": ({"memory.bounds"}, guarded(PUSH.format("<=", RELAX))),
    "race": ({"race.global"}, guarded(PUSH.format("<", "if (label[list[i]] > own) label[list[i]] = own"))),
    "field": ({"memory.bounds"}, "for (int e = g; e < first[n]; e += get_global_size(0)) atomic_min(&label[work[e]], e);"),
    "uninitialized": ({"init.global"}, guarded("if (fresh[g] == 7) label[g] = 1;")),
    "overflow": ({"memory.bounds"}, """if (g < n) for (int i = first[g]; i < first[g + 1]; i++)
    work[atomic_inc(count)] = list[i];"""),
    "precedence": ({"race.global"}, "if (g < n) { if (label[g] == 0) fresh[g] = 1; label[(g + 1) % n] = fresh[(g + 1) % n]; }"),
    "no_sync": ({"race.local"}, """if (l == 0) shared[0] = 0;
  if (g < n && atomic_min(&label[g], 5) > 5) shared[0] = 1;
  barrier(CLK_LOCAL_MEM_FENCE); if (l == 0) work[get_group_id(0)] = shared[0];"""),
    "sync": (set(), """if (l == 0) shared[0] = 0; barrier(CLK_LOCAL_MEM_FENCE);
  if (g < n && atomic_min(&label[g], 5) > 5) atomic_xchg(&shared[0], 1);
  barrier(CLK_LOCAL_MEM_FENCE); if (l == 0) work[get_group_id(0)] = shared[0];"""),
    "worklist": (set(), "if (g < n && (label[g] & 1)) work[atomic_inc(count)] = g;"),
}
# One work-item of each group takes a lock and counts; groups also pass messages and wait at barriers.
TICKET = """if (l == 0) {{ int mine = atomic_fetch_add_explicit(next, 1, memory_order_relaxed, {scope});
    while (atomic_load_explicit(now, {take}, {scope}) != mine) {{ }}
    count[0] += 1;
    atomic_store_explicit(now, mine + 1, {give}, {scope}); }}"""
SWAP = """if (l == 0) {{ int free = 0;
    while (!atomic_compare_exchange_strong_explicit(now, &free, 1, {take}, memory_order_relaxed, {scope})) free = 0;
    count[0] += 1;
    atomic_store_explicit(now, 0, {give}, {scope}); }}"""
TEST_AND_SET = """if (l == 0) {{
    do {{ while (atomic_load_explicit(now, memory_order_relaxed, {scope}) != 0) {{ }} }}
    while (atomic_exchange_explicit(now, 1, {take}, {scope}) != 0);
    count[0] += 1;
    atomic_store_explicit(now, 0, {give}, {scope}); }}"""
MESSAGE = """if (g == 0) {{ work[0] = 1; atomic_store_explicit(now, 1, {give}, {scope}); }}
  if (g == 127) {{ while (atomic_load_explicit(now, {take}, {scope}) == 0) {{ }} label[0] = work[0]; }}"""
RIGHT_ORDER = {"take": "memory_order_acquire", "give": "memory_order_release", "scope": "memory_scope_device"}
RELAXED = {"take": "memory_order_relaxed", "give": "memory_order_relaxed", "scope": "memory_scope_device"}
LOCKS = {name + suffix: (found, body.format(**order))
         for name, body in (("ticket", TICKET), ("swap", SWAP), ("test_and_set", TEST_AND_SET), ("message", MESSAGE))
         for suffix, found, order in (("", set(), RIGHT_ORDER), ("_relaxed", {"race.global"}, RELAXED))}
MENDED = {
    # ArrayFire #3535: a vote's flag is reset before all have read it.
    "vote": ({"race.local"}, """for (int turn = 0; turn < 3; turn++) {
    if (l == 0) shared[0] = 0; barrier(CLK_LOCAL_MEM_FENCE);
    if (label[g % n] == turn) atomic_or(&shared[0], 1); barrier(CLK_LOCAL_MEM_FENCE);
    if (shared[0]) work[get_group_id(0)] = turn; }"""),
    # GpuOwl #15: two halves of a group are one barrier apart. #71: work-items of a sub-group rely on lock step.
    "halves": ({"sync.order"}, "if (l < 32) { barrier(CLK_LOCAL_MEM_FENCE); } else { work[l] = 1; barrier(CLK_LOCAL_MEM_FENCE); }"),
    "lock_step": ({"race.local"}, "shared[l] = l; if (g < n) label[g] = shared[l ^ 1];"),
    # PoCL #2156: a barrier that not all reach.
    "moved_barrier": ({"sync.barrier"}, "if (l < 8) { shared[l] = l; barrier(CLK_LOCAL_MEM_FENCE); label[l] = shared[7 - l]; }"),
}
KERNELS = {**SANITIZER, **GRAPH, **LOCKS, **MENDED}
SOURCE = "\n".join(f"""kernel void {name}(global int* label, global const int* first, global const int* list, global int* work, global int* count,
    global int* fresh, volatile global atomic_int* now, volatile global atomic_int* next, local int* shared, int n) {{
  int g = get_global_id(0), l = get_local_id(0);
  {body}
}}""" for name, (_, body) in KERNELS.items())
# Kinds that are checked together. Each run has the kernels whose planted errors are of these kinds, and all right kernels.
TOGETHER = "memory,align,race,sync", "init"

SCRIPT = f"""
import sys, numpy, pyopencl as cl
context = cl.create_some_context(interactive=False)
queue = cl.CommandQueue(context)
flags = cl.mem_flags
program = cl.Program(context, open(sys.argv[1]).read()).build(options=["-cl-std=CL2.0"])
n = {VERTICES}
neighbours = [[(v * 7 + k * 13 + 1) % n for k in range(v % 4)] + [(v + 1) % n] for v in range(n)]
first = numpy.cumsum([0] + [len(each) for each in neighbours]).astype("i4")
numbers = numpy.arange(n, dtype="i4")
def buffer(values):
    return cl.Buffer(context, flags.READ_WRITE | flags.COPY_HOST_PTR, hostbuf=numpy.array(values, "i4"))
for name in sys.argv[2:]:
    fresh = cl.Buffer(context, flags.READ_WRITE, 4 * n)
    cl.enqueue_fill_buffer(queue, fresh, numpy.int32(0), 0, 64)
    getattr(program, name)(queue, ({ITEMS},), ({GROUP},), buffer(numbers), buffer(first), buffer(sum(neighbours, [])), buffer(numbers),
                           buffer([0]), fresh, buffer([0]), buffer([0]), cl.LocalMemory(4 * 68), numpy.int32(n))
    try:
        queue.finish()
    except cl.Error:
        break
"""


def findings(tier, kinds, names):
    """The ids of what is found, by kernel; what the run has printed; and its status."""
    with tempfile.TemporaryDirectory() as directory:
        source, report = Path(directory) / "kernels.cl", Path(directory) / "findings.json"
        source.write_text(SOURCE)
        done, _ = run(EUGENE, "run", "--gpu", "skl", tier, f"--check={kinds}", "--check-json", report, "--timeout", "20", "--",
                      *python(SCRIPT), source, *names)
        found = {name: set() for name in names}
        for each in json.loads(report.read_text())["findings"]:
            found[each["kernel"]].add(each["id"])
    return found, done


def looked_for(kinds):
    """(kernels to run together, kernels to run alone) whose planted mistakes are all of these kinds. A program cannot continue after
    a barrier that not all work-items reach, so such kernels run alone."""
    kinds = kinds.split(",")
    names = [name for name, (found, _) in KERNELS.items() if all(each.split(".")[0] in kinds for each in found)]
    last = [name for name in names if KERNELS[name][0] == {"sync.barrier"}]
    return [name for name in names if name not in last], last


class PlantedMistakes(unittest.TestCase):
    def check(self, tier):
        for kinds in TOGETHER:
            together, alone = looked_for(kinds)
            for names in (together, *([each] for each in alone)):
                found, done = findings(tier, kinds, names)
                for name in names:
                    with self.subTest(name):
                        self.assertEqual(found[name], KERNELS[name][0], done.stderr)

    def test_interpreted(self):
        self.check("--interpret")

    def test_compiled(self):
        self.check("--jit")


if __name__ == "__main__":
    if "--list" in sys.argv:
        for kinds in TOGETHER:
            together, alone = looked_for(kinds)
            for names in (together, *([each] for each in alone)):
                found, done = findings("--jit", kinds, names)
                print(done.stderr, done.stdout, file=sys.stderr)
                for name in names:
                    print(f"{name:20} {sorted(found[name])} {'' if found[name] == KERNELS[name][0] else '  NOT ' + str(KERNELS[name][0])}")
    else:
        unittest.main(argv=sys.argv[:1], verbosity=2)
