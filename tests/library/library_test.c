/* The C API as a program of C11 sees it, with kernels that ocloc has compiled (tests/unit/binary/data/arguments.cl, lines.cl).
 *
 *     library_test DIRECTORY_WITH_THE_BINARIES
 */
#include <math.h>
#include <time.h>

#include "expect.h"

static void test_machines(void) {
  EXPECT(strcmp(eugene_version(), "0.1.0") == 0);
  EXPECT(strcmp(eugene_gpu(0), "bxt") == 0);
  EXPECT(eugene_gpu(1000) == NULL);
  EXPECT(eugene_machine_create("dg2") == NULL);
  EXPECT_ERROR("unknown GPU 'dg2'; the GPUs are bxt");
  eugene_machine *machine = eugene_machine_create(NULL);
  EXPECT(eugene_machine_set(machine, "threads", "2") == EUGENE_OK);
  EXPECT(eugene_machine_set(machine, "interpret", "") == EUGENE_OK);
  EXPECT(eugene_machine_set(machine, "threads", "-1") == EUGENE_USAGE);
  EXPECT_ERROR("not a value of option threads");
  EXPECT(eugene_machine_set(machine, "thread", "1") == EUGENE_USAGE);
  EXPECT_ERROR("unknown option 'thread'");
  EXPECT(eugene_program_load(machine, "not a binary", 12) == NULL);
  EXPECT(eugene_buffer_create(machine, 64) != 0);
  EXPECT(eugene_machine_set(machine, "threads", "1") == EUGENE_USAGE);
  eugene_machine_destroy(machine);
  /* Nor after a program, though that needs nothing of the machine's yet. */
  machine = eugene_machine_create("skl");
  EXPECT(eugene_program_assemble(machine, "nop\n", 4, NULL) != NULL);
  EXPECT(eugene_machine_set(machine, "gpu", "snb") == EUGENE_USAGE);
  eugene_machine_destroy(machine);
  eugene_machine_destroy(NULL);
}

static void test_buffers(void) {
  eugene_machine *machine = eugene_machine_create("skl");
  const eugene_buffer first = eugene_buffer_create(machine, 100);
  const eugene_buffer second = eugene_buffer_create(machine, 100);
  EXPECT(first != 0 && second != 0 && first != second);
  EXPECT(eugene_buffer_bytes(machine, first) == 100);
  memset(eugene_buffer_data(machine, first), 7, 100);
  EXPECT(((const char *)eugene_buffer_data(machine, second))[0] == 0);
  EXPECT(eugene_buffer_destroy(machine, first) == EUGENE_OK);
  EXPECT(eugene_buffer_destroy(machine, first) == EUGENE_USAGE);
  EXPECT(eugene_buffer_data(machine, first) == NULL);
  const eugene_buffer third = eugene_buffer_create(machine, 200);
  EXPECT(third == first); /* its place is used again, and holds zeros */
  EXPECT(((const char *)eugene_buffer_data(machine, third))[0] == 0);
  EXPECT(eugene_buffer_create(machine, (uint64_t)1 << 33) == 0);
  EXPECT_ERROR("not enough is left");
  eugene_machine_destroy(machine);
}

static void test_kernels(const char *data) {
  eugene_machine *machine = eugene_machine_create("bxt");
  eugene_program *program = load(machine, data, "arguments.bin");
  EXPECT(program != NULL);
  EXPECT(eugene_kernel_count(program) == 3);
  EXPECT(eugene_kernel_find(program, "nothing") == EUGENE_NONE);
  const size_t kernel = eugene_kernel_find(program, "every_kind");
  EXPECT(strcmp(eugene_kernel_name(program, kernel), "every_kind") == 0);
  EXPECT(eugene_kernel_name(program, 3) == NULL);
  EXPECT(eugene_kernel_simd(program, kernel) == 32);
  EXPECT(eugene_argument_count(program, kernel) == 7);
  EXPECT(strcmp(eugene_argument_name(program, kernel, 4), "v") == 0);
  EXPECT(strcmp(eugene_argument_type(program, kernel, 4), "int4") == 0);
  EXPECT(strcmp(eugene_argument_kind(program, kernel, 2), "local") == 0);
  EXPECT(eugene_argument_bytes(program, kernel, 4) == 16);
  EXPECT(eugene_argument_name(program, kernel, 7) == NULL);

  const eugene_buffer x = eugene_buffer_create(machine, 64 * sizeof(float));
  const eugene_buffer c = eugene_buffer_create(machine, 4);
  const eugene_buffer q = eugene_buffer_create(machine, 2);
  *(int *)eugene_buffer_data(machine, c) = 1000;
  ((unsigned char *)eugene_buffer_data(machine, q))[1] = 7;
  const struct {
    int a;
    char b;
  } s = {100, 1};
  const int v[4] = {10, 2, 0, 0};
  const float f = 0.5F;
  eugene_launch *launch = eugene_launch_create(program, kernel);
  EXPECT(eugene_launch_run(launch) == EUGENE_WRONG);
  EXPECT_ERROR("argument 0 (x) is not set");
  EXPECT(eugene_launch_set_buffer(launch, 0, x) == EUGENE_OK);
  EXPECT(eugene_launch_set_buffer(launch, 1, c) == EUGENE_OK);
  EXPECT(eugene_launch_set_local(launch, 2, 32 * sizeof(int)) == EUGENE_OK);
  EXPECT(eugene_launch_set_value(launch, 3, &s, sizeof s) == EUGENE_OK);
  EXPECT(eugene_launch_set_value(launch, 4, v, sizeof v) == EUGENE_OK);
  EXPECT(eugene_launch_set_value(launch, 5, &f, sizeof f) == EUGENE_OK);
  EXPECT(eugene_launch_set_buffer(launch, 6, q) == EUGENE_OK);
  EXPECT(eugene_launch_set_buffer(launch, 7, q) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_buffer(launch, 0, 12345) == EUGENE_USAGE);
  const uint32_t global[1] = {64}, group[1] = {32};
  EXPECT(eugene_launch_set_global(launch, 1, global) == EUGENE_OK);
  EXPECT(eugene_launch_set_group(launch, group) == EUGENE_OK);
  EXPECT(eugene_launch_set_global(launch, 4, global) == EUGENE_USAGE);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  const float *result = eugene_buffer_data(machine, x);
  for (int i = 0; i < 64; ++i) EXPECT(fabsf(result[i] - 1120.5F) < 0.001F); /* 1000 + 100 + 10 + 0.5 + 7 + 3 */
  eugene_statistics statistics;
  EXPECT(eugene_launch_statistics(launch, &statistics, sizeof statistics) == EUGENE_OK);
  EXPECT(statistics.groups == 2 && statistics.threads == 2 && statistics.instructions > 50);
  EXPECT(eugene_launch_statistics(launch, &statistics, 4) == EUGENE_USAGE);
  eugene_launch_destroy(launch);

  /* Program-scope variables, local memory, and a group that the kernel requires. */
  eugene_launch *needs = eugene_launch_create(program, eugene_kernel_find(program, "needs"));
  const eugene_buffer out = eugene_buffer_create(machine, 64 * sizeof(int));
  eugene_launch_set_buffer(needs, 0, out);
  eugene_launch_set_global(needs, 3, (const uint32_t[]){4, 8, 2});
  EXPECT(eugene_launch_run(needs) == EUGENE_OK);
  const int *slots = eugene_buffer_data(machine, out);
  for (int i = 0; i < 64; ++i) EXPECT(slots[i] == 41 + 63 - i);
  eugene_machine_destroy(machine);
}

static void test_faults(const char *data) {
  eugene_machine *machine = eugene_machine_create("bxt");
  EXPECT(eugene_machine_set(machine, "timeout", "0.05") == EUGENE_OK);
  EXPECT(eugene_machine_set(machine, "interpret", "") == EUGENE_OK);
  eugene_program *program = load(machine, data, "lines.bin");
  eugene_launch *launch = eugene_launch_create(program, eugene_kernel_find(program, "power"));
  const eugene_buffer values = eugene_buffer_create(machine, 4), counts = eugene_buffer_create(machine, 4);
  *(int *)eugene_buffer_data(machine, counts) = 0x7FFFFFFF; /* as often goes the kernel's loop */
  EXPECT(eugene_launch_set_buffer(launch, 0, values) == EUGENE_OK);
  EXPECT(eugene_launch_set_buffer(launch, 1, counts) == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_FAULTED);
  EXPECT_ERROR("power");
  EXPECT_ERROR("thread       0 of group (0, 0, 0)");
  /* Nor is it tried out for longer, with other contents of what is undefined. */
  const time_t begin = time(NULL);
  EXPECT(eugene_launch_set_check(launch, "init") == EUGENE_OK && eugene_launch_run(launch) == EUGENE_FAULTED);
  EXPECT(time(NULL) - begin < 30);
  eugene_machine_destroy(machine);
}

struct counted {
  size_t calls, instructions, accesses, channels;
  eugene_event accesses_of[40];
  uint32_t first_register; /* of the last event */
};

static void count_events(void *user, const eugene_event *events, size_t count, const void *registers) {
  struct counted *counted = user;
  ++counted->calls;
  for (size_t i = 0; i < count; ++i) {
    if (events[i].kind == EUGENE_INSTRUCTIONS) {
      ++counted->instructions;
      counted->channels += events[i].enabled;
    } else {
      counted->accesses_of[counted->accesses++ % 40] = events[i];
    }
  }
  if (registers != NULL) memcpy(&counted->first_register, (const char *)registers + (count - 1) * 64, 4);
}

static void test_hooks(const char *data) {
  eugene_machine *machine = eugene_machine_create("bxt");
  EXPECT(eugene_machine_set(machine, "jit", "") == EUGENE_OK);
  eugene_program *program = load(machine, data, "lines.bin");
  const size_t kernel = eugene_kernel_find(program, "shift");
  const eugene_buffer values = eugene_buffer_create(machine, 128);
  eugene_launch *launch = eugene_launch_create(program, kernel);
  const int by = 4;
  EXPECT(eugene_launch_set_buffer(launch, 0, values) == EUGENE_OK);
  EXPECT(eugene_launch_set_value(launch, 1, &by, sizeof by) == EUGENE_OK);
  EXPECT(eugene_launch_set_global(launch, 1, (const uint32_t[]){20}) == EUGENE_OK);
  struct counted counted = {0};
  EXPECT(eugene_launch_set_hook(launch, 16, count_events, &counted) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_hook(launch, EUGENE_ACCESSES, NULL, NULL) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_hook(launch, EUGENE_INSTRUCTIONS | EUGENE_ACCESSES, count_events, &counted) == EUGENE_OK);
  EXPECT(eugene_launch_set_registers(launch, 127, 2) == EUGENE_USAGE);
  EXPECT_ERROR("r0 to r127");
  EXPECT(eugene_launch_set_registers(launch, 126, 2) == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  eugene_statistics statistics;
  EXPECT(eugene_launch_statistics(launch, &statistics, sizeof statistics) == EUGENE_OK);
  EXPECT(counted.calls == 1 && counted.instructions == statistics.instructions);
  EXPECT(counted.channels == statistics.lane_operations);
  EXPECT(counted.accesses == 40); /* channels 0 to 15 and 16 to 19 are read, and then written */
  for (uint32_t i = 0; i < 40; ++i) {
    const eugene_event *each = &counted.accesses_of[i];
    EXPECT(each->kind == EUGENE_ACCESSES && each->bytes == 4 && each->is_local == 0 && each->group == 0);
    EXPECT(each->access == (i < 20 ? EUGENE_READ : EUGENE_WRITE) && each->channels == 1U << i % 20);
    EXPECT(each->address == values + 4 * (i % 20) + (i < 20 ? 0 : 16));
  }
  /* Without it code is compiled, and tells of nothing. */
  EXPECT(eugene_launch_set_hook(launch, 0, NULL, NULL) == EUGENE_OK);
  const size_t before = counted.calls;
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  EXPECT(counted.calls == before);
  eugene_machine_destroy(machine);
}

/* The finding of that id; its number, or -1. */
static int found(const eugene_launch *launch, const char *id, eugene_finding *finding) {
  for (size_t i = 0; i < eugene_finding_count(launch); ++i) {
    if (eugene_finding_at(launch, i, finding, sizeof *finding) == EUGENE_OK && strcmp(finding->id, id) == 0)
      return (int)i;
  }
  return -1;
}

static void test_findings(const char *data) {
  eugene_machine *machine = eugene_machine_create("bxt");
  EXPECT(eugene_machine_set(machine, "jit", "") == EUGENE_OK);
  eugene_program *program = load(machine, data, "lines.bin");
  eugene_launch *launch = eugene_launch_create(program, eugene_kernel_find(program, "shift"));
  const eugene_buffer values = eugene_buffer_create(machine, 80);
  int by = 0;
  EXPECT(eugene_launch_set_buffer(launch, 0, values) == EUGENE_OK);
  EXPECT(eugene_launch_set_value(launch, 1, &by, sizeof by) == EUGENE_OK);
  EXPECT(eugene_launch_set_global(launch, 1, (const uint32_t[]){20}) == EUGENE_OK);
  EXPECT(eugene_launch_set_group(launch, (const uint32_t[]){10}) == EUGENE_OK);
  EXPECT(eugene_launch_set_check(launch, "memory,races") == EUGENE_USAGE);
  EXPECT_ERROR("not a list of check kinds");
  EXPECT(eugene_launch_set_check(launch, "all") == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  EXPECT(eugene_finding_count(launch) == 0); /* each work-item has an element of its own */

  by = 1;
  EXPECT(eugene_launch_set_value(launch, 1, &by, sizeof by) == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  eugene_finding finding;
  const int bounds = found(launch, "memory.bounds", &finding);
  EXPECT(bounds >= 0 && finding.sites == 1 && finding.count == 1);
  EXPECT(strstr(finding.what, "right behind argument 0") != NULL && strstr(finding.text, "lines.cl:15") != NULL);
  eugene_site site;
  EXPECT(eugene_finding_site(launch, (size_t)bounds, 0, &site, sizeof site) == EUGENE_OK);
  EXPECT(strcmp(site.access, "write") == 0 && site.line == 15 && strstr(site.file, "lines.cl") != NULL);
  EXPECT(site.has_ids && site.global_id[0] == 19 && site.local_id[0] == 9 && site.group[0] == 1);
  EXPECT(strstr(site.assembly, "sends") != NULL);
  EXPECT(eugene_finding_site(launch, (size_t)bounds, 1, &site, sizeof site) == EUGENE_USAGE);
  const int race = found(launch, "race.global", &finding);
  EXPECT(race >= 0 && finding.sites == 2 && strstr(finding.memory, "argument 0") != NULL);
  EXPECT(eugene_finding_at(launch, eugene_finding_count(launch), &finding, sizeof finding) == EUGENE_USAGE);
  EXPECT(eugene_finding_at(launch, 0, &finding, 8) == EUGENE_USAGE);

  EXPECT(eugene_launch_set_check(launch, "race") == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  EXPECT(found(launch, "memory.bounds", &finding) < 0 && found(launch, "race.global", &finding) == 0);
  /* A launch that cannot run has no findings, and none is taken for the next. */
  EXPECT(eugene_launch_set_group(launch, (const uint32_t[]){7}) == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_WRONG && eugene_finding_count(launch) == 0);
  EXPECT(eugene_launch_set_group(launch, (const uint32_t[]){10}) == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK && eugene_finding_count(launch) == 1);
  EXPECT(eugene_launch_set_check(launch, NULL) == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK && eugene_finding_count(launch) == 0);
  eugene_machine_destroy(machine);
}

static void test_checked_machine(const char *data) {
  eugene_machine *machine = eugene_machine_create("bxt");
  EXPECT(eugene_machine_set(machine, "check", "memory") == EUGENE_OK);
  eugene_program *program = load(machine, data, "lines.bin");
  eugene_launch *launch = eugene_launch_create(program, eugene_kernel_find(program, "shift"));
  const int by = 4;
  EXPECT(eugene_launch_set_buffer(launch, 0, eugene_buffer_create(machine, 16)) == EUGENE_OK);
  EXPECT(eugene_launch_set_value(launch, 1, &by, sizeof by) == EUGENE_OK);
  EXPECT(eugene_launch_set_global(launch, 1, (const uint32_t[]){4}) == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK && eugene_finding_count(launch) == 1);
  EXPECT(eugene_launch_set_check(launch, NULL) == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK && eugene_finding_count(launch) == 0);
  eugene_machine_destroy(machine);
}

static void test_instructions(const char *data) {
  eugene_machine *machine = eugene_machine_create("bxt");
  eugene_program *program = load(machine, data, "lines.bin");
  const size_t kernel = eugene_kernel_find(program, "power");
  const size_t count = eugene_instruction_count(program, kernel);
  EXPECT(count > 20 && eugene_instruction_count(program, 100) == 0);
  eugene_instruction each = {0};
  uint32_t next = 0, blocks = 0, branches = 0, reads = 0;
  for (size_t i = 0; i < count; ++i) {
    EXPECT(eugene_instruction_at(program, kernel, i, &each, sizeof each) == EUGENE_OK);
    EXPECT(each.offset == next && (each.bytes == 8 || each.bytes == 16));
    EXPECT(strstr(each.text, each.opcode) != NULL);
    EXPECT(each.block == blocks || each.block == blocks + 1);
    next = each.offset + each.bytes;
    blocks = each.block;
    branches += strcmp(each.opcode, "while") == 0;
    reads += strncmp(each.message, "data1.untyped_read", 18) == 0;
  }
  EXPECT(branches == 1 && blocks >= 3 && reads >= 2);
  EXPECT(eugene_instruction_at(program, kernel, 0, &each, sizeof each) == EUGENE_OK);
  EXPECT(strstr(each.file, "lines.cl") != NULL && each.line >= 6 && each.line <= 11);
  EXPECT(eugene_instruction_at(program, kernel, count, &each, sizeof each) == EUGENE_USAGE);
  EXPECT(eugene_instruction_at(program, kernel, 0, &each, 8) == EUGENE_USAGE);
  eugene_machine_destroy(machine);
}

static eugene_launch *shifting(eugene_machine *machine, eugene_program *program, eugene_buffer values) {
  eugene_launch *launch = eugene_launch_create(program, eugene_kernel_find(program, "shift"));
  const int by = 4;
  EXPECT(machine != NULL && eugene_launch_set_buffer(launch, 0, values) == EUGENE_OK);
  EXPECT(eugene_launch_set_value(launch, 1, &by, sizeof by) == EUGENE_OK);
  EXPECT(eugene_launch_set_global(launch, 1, (const uint32_t[]){20}) == EUGENE_OK);
  return launch;
}

static void test_checks(const char *data, const char *how) {
  eugene_machine *machine = eugene_machine_create("bxt");
  EXPECT(eugene_machine_set(machine, how, "") == EUGENE_OK);
  eugene_program *program = load(machine, data, "lines.bin");
  const eugene_buffer small = eugene_buffer_create(machine, 80), large = eugene_buffer_create(machine, 272);
  eugene_launch *launch = shifting(machine, program, small);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  EXPECT(eugene_finding_count(launch) == 0);
  EXPECT(eugene_launch_set_check(launch, "memory,nothing") == EUGENE_USAGE);
  EXPECT_ERROR("not a list of check kinds");

  /* Items 16 to 19 write beyond 80 bytes. */
  EXPECT(eugene_launch_set_check(launch, "memory") == EUGENE_OK);
  for (int run = 0; run < 2; ++run) {
    EXPECT(eugene_launch_run(launch) == EUGENE_OK);
    EXPECT(eugene_finding_count(launch) == 1);
  }
  eugene_finding finding = {0};
  eugene_site site = {0};
  EXPECT(eugene_finding_at(launch, 0, &finding, sizeof finding) == EUGENE_OK);
  EXPECT(finding.sites == 1 && strcmp(finding.id, "memory.bounds") == 0);
  EXPECT(strstr(finding.memory, "buffer of 80 bytes") != NULL && strstr(finding.text, "global id (16,0,0)") != NULL);
  EXPECT(eugene_finding_site(launch, 0, 0, &site, sizeof site) == EUGENE_OK);
  EXPECT(strcmp(site.access, "write") == 0 && strstr(site.file, "lines.cl") != NULL && site.line == 15);
  EXPECT(site.has_ids == 1 && site.global_id[0] == 16 && site.local_id[0] == 16 && site.group[0] == 0);
  EXPECT(strstr(site.assembly, "send") != NULL);
  EXPECT(eugene_finding_at(launch, 1, &finding, sizeof finding) == EUGENE_USAGE);
  EXPECT(eugene_finding_at(launch, 0, &finding, 8) == EUGENE_USAGE);
  EXPECT(eugene_finding_site(launch, 0, 1, &site, sizeof site) == EUGENE_USAGE);

  /* There is room in the other; items 32 to 35, of another thread, read what 28 to 31 write. */
  EXPECT(eugene_launch_set_global(launch, 1, (const uint32_t[]){64}) == EUGENE_OK);
  EXPECT(eugene_launch_set_buffer(launch, 0, large) == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  EXPECT(eugene_finding_count(launch) == 0);
  EXPECT(eugene_launch_set_check(launch, "memory,race") == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  EXPECT(eugene_finding_count(launch) == 1);
  EXPECT(eugene_finding_at(launch, 0, &finding, sizeof finding) == EUGENE_OK);
  EXPECT(finding.sites == 2 && strcmp(finding.id, "race.global") == 0);

  /* A null pointer; and nothing where nothing is looked for. */
  EXPECT(eugene_launch_set_buffer(launch, 0, 0) == EUGENE_OK);
  eugene_launch_run(launch);
  EXPECT(eugene_finding_count(launch) >= 1);
  EXPECT(eugene_finding_at(launch, 0, &finding, sizeof finding) == EUGENE_OK);
  EXPECT(strcmp(finding.id, "memory.null") == 0);
  EXPECT(eugene_launch_set_check(launch, NULL) == EUGENE_OK);
  eugene_launch_run(launch);
  EXPECT(eugene_finding_count(launch) == 0);

  /* The square root of a negative number. */
  eugene_launch *power = eugene_launch_create(program, eugene_kernel_find(program, "power"));
  ((float *)eugene_buffer_data(machine, small))[0] = -1;
  eugene_launch_set_buffer(power, 0, small);
  eugene_launch_set_buffer(power, 1, large);
  EXPECT(eugene_launch_set_check(power, "all") == EUGENE_OK);
  EXPECT(eugene_launch_run(power) == EUGENE_OK);
  EXPECT(eugene_finding_count(power) == 1);
  EXPECT(eugene_finding_at(power, 0, &finding, sizeof finding) == EUGENE_OK && strcmp(finding.id, "float.nan") == 0);
  eugene_machine_destroy(machine);
}

/* With the check as an option of the machine, and a hook, which forces interpretation. */
static void test_checks_and_hooks(const char *data) {
  eugene_machine *machine = eugene_machine_create("bxt");
  EXPECT(eugene_machine_set(machine, "check", "memory") == EUGENE_OK);
  eugene_program *program = load(machine, data, "lines.bin");
  eugene_launch *launch = shifting(machine, program, eugene_buffer_create(machine, 80));
  struct counted counted = {0};
  EXPECT(eugene_launch_set_hook(launch, EUGENE_ACCESSES, count_events, &counted) == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  EXPECT(counted.accesses >= 36 && eugene_finding_count(launch) == 1);
  eugene_machine_destroy(machine);
}

static void test_profile(const char *data) {
  eugene_machine *machine = eugene_machine_create("bxt");
  EXPECT(eugene_machine_set(machine, "jit", "") == EUGENE_OK);
  eugene_program *program = load(machine, data, "lines.bin");
  eugene_launch *launch = shifting(machine, program, eugene_buffer_create(machine, 96));
  eugene_profile each;
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  EXPECT(eugene_profile_at(launch, 0, &each, sizeof each) == EUGENE_USAGE);
  EXPECT_ERROR("not profiled");
  EXPECT(eugene_launch_set_profile(launch, 1) == EUGENE_OK);
  for (int checked = 0; checked < 2; ++checked) {
    EXPECT(eugene_launch_set_check(launch, checked ? "memory" : NULL) == EUGENE_OK);
    EXPECT(eugene_launch_run(launch) == EUGENE_OK && eugene_finding_count(launch) == 0);
    eugene_statistics statistics;
    EXPECT(eugene_launch_statistics(launch, &statistics, sizeof statistics) == EUGENE_OK);
    const size_t count = eugene_instruction_count(program, eugene_kernel_find(program, "shift"));
    uint64_t executions = 0, channels = 0, bytes = 0, cycles = 0;
    for (size_t i = 0; i < count; ++i) {
      EXPECT(eugene_profile_at(launch, i, &each, sizeof each) == EUGENE_OK);
      EXPECT(each.hits <= each.lines && each.issue >= each.executions);
      executions += each.executions;
      channels += each.channels;
      bytes += each.bytes;
      cycles += each.blamed;
    }
    EXPECT(executions == statistics.instructions && channels == statistics.lane_operations);
    EXPECT(bytes == 20 * 8 && cycles > 100); /* 20 items read and write 4 bytes, and wait for what they read */
    EXPECT(eugene_profile_at(launch, count, &each, sizeof each) == EUGENE_USAGE);
    EXPECT(eugene_profile_at(launch, 0, &each, 8) == EUGENE_USAGE);
  }
  eugene_machine_destroy(machine);
}

/* Null, numbers that are none, and calls in the wrong order: errors, all of them. */
static void test_wrong_calls(const char *data) {
  char bytes[256];
  size_t size = 0;
  EXPECT(eugene_machine_set(NULL, "jit", "") == EUGENE_USAGE);
  EXPECT(eugene_buffer_create(NULL, 1) == 0 && eugene_buffer_destroy(NULL, 1) == EUGENE_USAGE);
  EXPECT(eugene_buffer_data(NULL, 1) == NULL && eugene_buffer_bytes(NULL, 1) == 0);
  EXPECT(eugene_program_load(NULL, "", 0) == NULL && eugene_kernel_count(NULL) == 0);
  EXPECT(eugene_kernel_find(NULL, "a") == EUGENE_NONE && eugene_kernel_name(NULL, 0) == NULL);
  EXPECT(eugene_kernel_simd(NULL, 0) == 0 && eugene_argument_count(NULL, 0) == 0);
  EXPECT(eugene_argument_name(NULL, 0, 0) == NULL && eugene_argument_type(NULL, 0, 0) == NULL);
  EXPECT(eugene_argument_kind(NULL, 0, 0) == NULL && eugene_argument_bytes(NULL, 0, 0) == 0);
  EXPECT(eugene_launch_create(NULL, 0) == NULL && eugene_launch_run(NULL) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_value(NULL, 0, bytes, 4) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_buffer(NULL, 0, 0) == EUGENE_USAGE && eugene_launch_set_local(NULL, 0, 4) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_global(NULL, 1, (const uint32_t[]){1}) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_group(NULL, NULL) == EUGENE_USAGE && eugene_launch_set_offset(NULL, NULL) == EUGENE_USAGE);
  EXPECT(eugene_launch_statistics(NULL, (eugene_statistics *)(void *)bytes, sizeof bytes) == EUGENE_USAGE);
  EXPECT(eugene_instruction_count(NULL, 0) == 0);
  EXPECT(eugene_instruction_at(NULL, 0, 0, (eugene_instruction *)(void *)bytes, sizeof bytes) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_hook(NULL, 0, NULL, NULL) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_registers(NULL, 0, 1) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_profile(NULL, 1) == EUGENE_USAGE && eugene_launch_set_check(NULL, NULL) == EUGENE_USAGE);
  EXPECT(eugene_profile_at(NULL, 0, (eugene_profile *)(void *)bytes, sizeof bytes) == EUGENE_USAGE);
  EXPECT(eugene_launch_estimate(NULL, (eugene_estimate *)(void *)bytes, sizeof bytes) == EUGENE_USAGE);
  EXPECT(eugene_finding_count(NULL) == 0);
  EXPECT(eugene_launch_step(NULL, 1) == EUGENE_USAGE && eugene_launch_continue(NULL, 0) == EUGENE_USAGE);
  EXPECT(eugene_launch_registers(NULL, EUGENE_GRF, 0, &size) == NULL && eugene_launch_output(NULL)[0] == 0);
  EXPECT(eugene_launch_memory(NULL, 0, NULL) == NULL);
  EXPECT(eugene_variable_find(NULL, 0, "V", &size, &size) == EUGENE_USAGE);
  eugene_launch_destroy(NULL);

  eugene_machine *machine = eugene_machine_create("bxt");
  eugene_program *program = load(machine, data, "lines.bin");
  EXPECT(eugene_kernel_find(program, NULL) == EUGENE_NONE && eugene_launch_create(program, 99) == NULL);
  EXPECT(eugene_machine_set(machine, NULL, "") == EUGENE_USAGE && eugene_machine_set(machine, "jit", "") == EUGENE_USAGE);
  EXPECT(eugene_variable_find(program, 0, "V", &size, &size) == EUGENE_USAGE);
  eugene_option option;
  size_t options = 0, found = 0;
  while (eugene_option_at(options, &option, sizeof option) == EUGENE_OK) {
    EXPECT(strlen(option.help) > 0 && option.value != NULL);
    found += strcmp(option.name, "threads") == 0 && strcmp(option.value, "N") == 0;
    found += strcmp(option.name, "jit") == 0 && option.value[0] == 0;
    ++options;
  }
  EXPECT(found == 2 && options > 10 && eugene_option_at(0, &option, 4) == EUGENE_USAGE);
  EXPECT(eugene_option_at(0, NULL, 100) == EUGENE_USAGE);
  eugene_machine_destroy(machine);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  test_machines();
  test_buffers();
  test_kernels(arguments[1]);
  test_faults(arguments[1]);
  test_hooks(arguments[1]);
  test_instructions(arguments[1]);
  test_findings(arguments[1]);
  test_checked_machine(arguments[1]);
  test_checks(arguments[1], "jit");
  test_checks(arguments[1], "interpret");
  test_checks_and_hooks(arguments[1]);
  test_profile(arguments[1]);
  test_wrong_calls(arguments[1]);
  if (failures == 0) puts("all as expected");
  return failures != 0;
}
