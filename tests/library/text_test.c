/* Programs of assembly and vISA in the C API (docs/user/exec.md): what is wrong in them, what they leave in registers and
 * memory, what they do at barriers, and their profiles.
 *
 *     text_test TESTS_OF_EXEC DIRECTORY_OF_THIS_FILE TWICE.ISA
 */
#include "expect.h"

static eugene_program *assemble(eugene_machine *machine, const char *text) {
  return eugene_program_assemble(machine, text, strlen(text), "t.asm");
}

static eugene_launch *launch_of(eugene_machine *machine, const char *text) {
  return eugene_launch_create(assemble(machine, text), 0);
}

/* Dword `number` of register r`r` of a thread. */
static uint32_t dword(eugene_launch *launch, size_t thread, unsigned r, unsigned number) {
  size_t bytes = 0;
  const uint32_t *all = eugene_launch_registers(launch, EUGENE_GRF, thread, &bytes);
  EXPECT(all != NULL && bytes == 4096);
  return all == NULL ? 0 : all[8 * r + number];
}

static const char kAdd[] =
    "// threads 2 ; mask = 0xff ; set r2:d = 1 2 3 4 5 6 7 8\n"
    "add (8) r10<1>:d r2<8;8,1>:d 1:d\n"
    "// expect r10:d = 2 3 4 5 6 7 8 9 ; print r10:d\n";

static void test_diagnostics(void) {
  eugene_machine *machine = eugene_machine_create("skl");
  EXPECT(assemble(machine, "mov (8) r10<1>:d 1:d\nadd (9) r10<1>:d r2<8;8,1>:d 1:d\nnonsense\n") == NULL);
  EXPECT_ERROR("t.asm:2:");
  EXPECT_ERROR("t.asm:3:");
  EXPECT(eugene_diagnostic_count(machine) == 2);
  eugene_diagnostic each;
  EXPECT(eugene_diagnostic_at(machine, 0, &each, sizeof each) == EUGENE_OK);
  EXPECT(each.line == 2 && each.column > 0 && each.severity == EUGENE_ERROR && strcmp(each.file, "t.asm") == 0);
  EXPECT(strlen(each.message) > 0 && each.rule != NULL && each.reference != NULL && each.hint != NULL);
  EXPECT(eugene_diagnostic_at(machine, 2, &each, sizeof each) == EUGENE_USAGE);
  EXPECT(eugene_diagnostic_at(machine, 0, &each, 8) == EUGENE_USAGE);
  EXPECT(eugene_diagnostic_at(NULL, 0, &each, sizeof each) == EUGENE_USAGE && eugene_diagnostic_count(NULL) == 0);
  EXPECT(assemble(machine, "// set r2000:d = 1\nmov (8) r10<1>:d 1:d\n") == NULL);
  EXPECT(eugene_diagnostic_count(machine) == 1);
  EXPECT(eugene_program_assemble(machine, "\0\1\2\3", 4, "t.bin") == NULL);
  EXPECT_ERROR("neither text nor vISA");
  EXPECT(eugene_program_assemble(machine, NULL, 4, "t.asm") == NULL);
  EXPECT(eugene_program_assemble(NULL, "", 0, "t.asm") == NULL);
  EXPECT(assemble(machine, kAdd) != NULL && eugene_diagnostic_count(machine) == 0);
  eugene_machine_destroy(machine);
}

static void test_results(void) {
  eugene_machine *machine = eugene_machine_create("skl");
  eugene_program *program = assemble(machine, kAdd);
  EXPECT(eugene_kernel_count(program) == 1 && strcmp(eugene_kernel_name(program, 0), "t") == 0);
  EXPECT(eugene_argument_count(program, 0) == 0 && eugene_kernel_simd(program, 0) == 8);
  eugene_instruction instruction;
  EXPECT(eugene_instruction_count(program, 0) == 1);
  EXPECT(eugene_instruction_at(program, 0, 0, &instruction, sizeof instruction) == EUGENE_OK);
  EXPECT(instruction.line == 2 && strcmp(instruction.file, "t.asm") == 0 && strcmp(instruction.opcode, "add") == 0);

  eugene_launch *launch = eugene_launch_create(program, 0);
  EXPECT(eugene_launch_registers(launch, EUGENE_GRF, 0, NULL) == NULL);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK && eugene_finding_count(launch) == 0);
  for (unsigned i = 0; i < 8; ++i) EXPECT(dword(launch, 0, 10, i) == i + 2 && dword(launch, 1, 10, i) == i + 2);
  EXPECT(strstr(eugene_launch_output(launch), "thread 1 r10:d = 2 3 4") != NULL);
  EXPECT(eugene_launch_registers(launch, EUGENE_GRF, 2, NULL) == NULL);
  EXPECT(eugene_launch_registers(launch, EUGENE_MRF, 0, NULL) == NULL);
  EXPECT(eugene_launch_registers(launch, EUGENE_LOCAL, 0, NULL) == NULL);
  EXPECT(eugene_launch_registers(launch, (eugene_file)99, 0, NULL) == NULL);
  eugene_statistics statistics;
  EXPECT(eugene_launch_statistics(launch, &statistics, sizeof statistics) == EUGENE_OK);
  EXPECT(statistics.threads == 2 && statistics.groups == 1 && statistics.instructions == 2);
  EXPECT(statistics.lane_operations == 16);

  /* More directives come after the text's; what is wrong is told and changes nothing. */
  EXPECT(eugene_launch_add(launch, "set thread 1 r2:d = 41 ; groups 2") == EUGENE_OK);
  EXPECT(eugene_launch_add(launch, "set r2:d") == EUGENE_WRONG && eugene_diagnostic_count(machine) == 1);
  EXPECT(eugene_launch_add(NULL, "groups 2") == EUGENE_USAGE && eugene_launch_add(launch, NULL) == EUGENE_USAGE);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK && dword(launch, 1, 10, 0) == 42 && dword(launch, 3, 10, 0) == 2);
  eugene_finding finding;
  EXPECT(eugene_finding_count(launch) == 1 && eugene_finding_at(launch, 0, &finding, sizeof finding) == EUGENE_OK);
  EXPECT(strcmp(finding.id, "expect.value") == 0 && strstr(finding.what, "expected 2, is 42") != NULL);
  eugene_site site;
  EXPECT(eugene_finding_site(launch, 0, 0, &site, sizeof site) == EUGENE_OK && site.line == 3);
  /* Such a program has no arguments. */
  EXPECT(eugene_launch_set_local(launch, 0, 4) == EUGENE_USAGE);
  eugene_machine_destroy(machine);
}

static void test_memory(void) {
  eugene_machine *machine = eugene_machine_create("skl");
  eugene_launch *launch = launch_of(machine,
                                    "// memory 0x1000 size 64 ; set mem 0x1000:d = 5 6 ; mask = 0xff\n"
                                    "// surface 0 = 0x1000 size 64 raw ; set r2:ud = 0 4 8 12 16 20 24 28\n"
                                    "send (8) r10 r2 data1.untyped_read(bti=0, channels=x, simd=8)\n"
                                    "mov (8) r3<1>:d r10<8;8,1>:d\n"
                                    "send (8) null r2 data1.untyped_write(bti=1, channels=x, simd=8)\n"
                                    "send (8) null r127 spawner.dereference(keep) {EOT}\n");
  const eugene_buffer buffer = eugene_buffer_create(machine, 32);
  char surface[64];
  snprintf(surface, sizeof surface, "surface 1 = 0x%llx size 32 raw", (unsigned long long)buffer);
  EXPECT(eugene_launch_add(launch, surface) == EUGENE_OK);
  for (int twice = 0; twice < 2; ++twice) {
    EXPECT(eugene_launch_run(launch) == EUGENE_OK);
    const int *written = eugene_buffer_data(machine, buffer);
    EXPECT(written[0] == 5 && written[1] == 6 && written[2] == 0);
    uint64_t bytes = 0;
    const int *mapped = eugene_launch_memory(launch, 0x1004, &bytes);
    EXPECT(mapped != NULL && mapped[0] == 6 && bytes == 4096 - 4);
    EXPECT(eugene_launch_memory(launch, buffer + 4, &bytes) == (const void *)(written + 1) && bytes == 28);
    EXPECT(eugene_launch_memory(launch, 0x7000, &bytes) == NULL && bytes == 0);
  }
  /* Without a surface the write has no effect, and a read of what is not mapped is a fault. */
  eugene_launch *wrong = launch_of(machine,
                                   "// set r2:ud = 0x999000 ...\n"
                                   "send (8) r10 r2 data1.untyped_read(bti=stateless, channels=x, simd=8)\n"
                                   "send (8) null r127 spawner.dereference(keep) {EOT}\n");
  EXPECT(eugene_launch_run(wrong) == EUGENE_FAULTED);
  EXPECT_ERROR("t.asm:2: thread 0 at 0x0");
  eugene_machine_destroy(machine);
}

struct phases {
  unsigned begins, ends, arrivals, passed, others;
};

static void count_phases(void *user, const eugene_event *events, size_t count, const void *registers) {
  struct phases *phases = user;
  (void)registers;
  for (size_t i = 0; i < count; ++i) {
    if (events[i].kind == EUGENE_THREADS)
      ++*(events[i].access == EUGENE_BEGINS ? &phases->begins : &phases->ends);
    else if (events[i].kind == EUGENE_BARRIERS)
      ++*(events[i].access == EUGENE_BEGINS ? &phases->arrivals : &phases->passed);
    else
      ++phases->others;
    /* No thread goes on before all have arrived. */
    EXPECT(phases->passed == 0 || phases->arrivals == 4);
  }
}

static void test_barriers(void) {
  eugene_machine *machine = eugene_machine_create("skl");
  eugene_launch *launch = launch_of(machine,
                                    "// threads 4\n"
                                    "send (8) null r0 gateway.barrier() {NoMask}\n"
                                    "wait n0\n"
                                    "mov (8) r10<1>:d 1:d\n");
  struct phases phases = {0};
  EXPECT(eugene_launch_set_hook(launch, EUGENE_BARRIERS | EUGENE_THREADS, count_phases, &phases) == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  EXPECT(phases.begins == 4 && phases.ends == 4 && phases.arrivals == 4 && phases.passed == 4 && phases.others == 0);
  eugene_machine_destroy(machine);
}

/* Two producers, which do not wait, and two consumers, which do. */
static void test_named_barriers(void) {
  static const char kText[] =
      ".version 4.1\n.kernel \"named\"\n"
      ".decl TYPE v_type=G type=uw num_elts=1 align=GRF\n.decl P1 v_type=P num_elts=1\n"
      ".kernel_attr Target=\"cm\"\n.function \"named_0\"\nnamed_0:\n"
      "// threads 4 ; set thread 0 TYPE:uw = 1 ; set thread 1 TYPE:uw = 2 ; set thread 2 TYPE:uw = 1\n"
      "// set thread 3 TYPE:uw = 2\n"
      "  nbarrier.signal 0x5:ub TYPE(0,0)<0;1,0> 0x2:ub 0x2:ub\n"
      "  cmp.eq (M1, 1) P1 TYPE(0,0)<0;1,0> 0x1:uw\n"
      "  (P1) jmp (M1, 1) done\n"
      "  nbarrier.wait 0x5:ub\n"
      "done:\n"
      "  ret (M1, 1)\n";
  eugene_machine *machine = eugene_machine_create("skl");
  eugene_program *program = eugene_program_assemble(machine, kText, sizeof kText - 1, "named.visaasm");
  EXPECT(program != NULL);
  eugene_launch *launch = eugene_launch_create(program, 0);
  struct phases phases = {0};
  EXPECT(eugene_launch_set_hook(launch, EUGENE_BARRIERS, count_phases, &phases) == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  EXPECT(phases.arrivals == 4 && phases.passed == 2 && phases.begins == 0 && phases.others == 0);
  eugene_machine_destroy(machine);
}

static void test_cases_and_checks(const char *directory) {
  eugene_machine *machine = eugene_machine_create("skl");
  size_t bytes = 0;
  char *text = read_file(directory, "gen9/check.asm", &bytes);
  eugene_program *program = eugene_program_assemble(machine, text, bytes, "check.asm");
  EXPECT(program != NULL && eugene_kernel_count(program) > 10);
  const size_t first = eugene_kernel_find(program, "a response in channels that are off (SKL PRM vol7)");
  EXPECT(first == 0);
  for (size_t i = 0; i < eugene_kernel_count(program); ++i) {
    eugene_launch *launch = eugene_launch_create(program, i);
    const eugene_status status = eugene_launch_run(launch);
    EXPECT((status == EUGENE_OK || status == EUGENE_FAULTED) && eugene_finding_count(launch) == 0);
  }
  free(text);
  eugene_launch *launch = launch_of(machine, "mov (8) r10<1>:d r5<8;8,1>:d\n");
  EXPECT(eugene_launch_run(launch) == EUGENE_OK && eugene_finding_count(launch) == 0);
  EXPECT(eugene_launch_set_check(launch, "all") == EUGENE_OK && eugene_launch_run(launch) == EUGENE_OK);
  eugene_finding finding;
  EXPECT(eugene_finding_count(launch) == 1 && eugene_finding_at(launch, 0, &finding, sizeof finding) == EUGENE_OK);
  EXPECT(strncmp(finding.id, "exec.", 5) == 0 && strstr(finding.what, "r5") != NULL);
  eugene_machine_destroy(machine);
}

static void test_visa(const char *directory) {
  eugene_machine *machine = eugene_machine_create("skl");
  size_t bytes = 0;
  char *text = read_file(directory, "twice.visaasm", &bytes);
  eugene_program *program = eugene_program_assemble(machine, text, bytes, "twice.visaasm");
  EXPECT(program != NULL && strcmp(eugene_kernel_name(program, 0), "twice") == 0);
  eugene_launch *launch = eugene_launch_create(program, 0);
  EXPECT(eugene_launch_set_profile(launch, 1) == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK && eugene_finding_count(launch) == 0);
  size_t offset = 0, size = 0;
  EXPECT(eugene_variable_find(program, 0, "W", &offset, &size) == EUGENE_OK && size == 32);
  const char *variables = eugene_launch_registers(launch, EUGENE_VARIABLES, 0, &bytes);
  EXPECT(variables != NULL && offset + size <= bytes);
  for (uint32_t i = 0; variables != NULL && i < 8; ++i) {
    uint32_t value = 0;
    memcpy(&value, variables + offset + 4 * i, 4);
    EXPECT(value == 2 * (i + 1));
  }
  EXPECT(eugene_variable_find(program, 0, "X", &offset, &size) == EUGENE_USAGE);
  EXPECT(eugene_variable_find(program, 1, "W", &offset, &size) == EUGENE_USAGE);
  eugene_profile profile;
  uint64_t channels = 0; /* of the instructions that do what the vISA says: the sum and the end */
  for (size_t i = 0; i < eugene_instruction_count(program, 0); ++i) {
    EXPECT(eugene_profile_at(launch, i, &profile, sizeof profile) == EUGENE_OK);
    channels += profile.channels;
  }
  EXPECT(channels == 9);
  EXPECT(eugene_program_assemble(machine, text, 60, "cut.visaasm") == NULL && eugene_diagnostic_count(machine) > 0);
  free(text);
  eugene_machine_destroy(machine);
}

/* The same as an object file. */
static void test_visa_object(const char *file) {
  eugene_machine *machine = eugene_machine_create("skl");
  size_t bytes = 0;
  char *object = read_file("", file, &bytes);
  eugene_program *program = eugene_program_assemble(machine, object, bytes, "twice.isa");
  EXPECT(program != NULL);
  eugene_launch *launch = eugene_launch_create(program, 0);
  EXPECT(eugene_launch_add(launch, "set V:ud = 7 ; mask = 1 ; expect W:ud = 14") == EUGENE_OK);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK && eugene_finding_count(launch) == 0);
  EXPECT(eugene_program_assemble(machine, object, bytes / 2, "twice.isa") == NULL);
  EXPECT(eugene_diagnostic_count(machine) == 1);
  free(object);
  eugene_machine_destroy(machine);
}

static void test_compiled_and_profiled(void) {
  static const char text[] =
      "mov (1) r10<1>:d 1000:w\nL: add (1) r10<1>:d r10<0;1,0>:d -1:d\ncmp.g.f0.0 (1) null<1>:d r10<0;1,0>:d 0:d\n"
      "(f0.0) jmpi (1) L {NoMask}\n// expect r10:d = 0\n";
  eugene_machine *machine = eugene_machine_create("skl");
  EXPECT(eugene_machine_set(machine, "jit", "") == EUGENE_OK);
  eugene_launch *launch = launch_of(machine, text);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK && eugene_finding_count(launch) == 0);
  eugene_statistics statistics;
  EXPECT(eugene_launch_statistics(launch, &statistics, sizeof statistics) == EUGENE_OK);
  EXPECT(statistics.instructions == 3001);
  eugene_estimate estimate;
  eugene_profile profile;
  EXPECT(eugene_launch_estimate(launch, &estimate, sizeof estimate) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_profile(launch, 1) == EUGENE_OK && eugene_launch_run(launch) == EUGENE_OK);
  EXPECT(eugene_profile_at(launch, 1, &profile, sizeof profile) == EUGENE_OK && profile.executions == 1000);
  EXPECT(eugene_profile_at(launch, 4, &profile, sizeof profile) == EUGENE_USAGE);
  EXPECT(eugene_launch_estimate(launch, &estimate, sizeof estimate) == EUGENE_OK);
  EXPECT(estimate.cycles >= 3001 && estimate.groups == 1 && strcmp(estimate.limit, "latency") == 0);
  EXPECT(eugene_launch_estimate(launch, &estimate, 8) == EUGENE_USAGE);
  eugene_machine_destroy(machine);
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  test_diagnostics();
  test_results();
  test_memory();
  test_barriers();
  test_named_barriers();
  test_cases_and_checks(arguments[1]);
  test_visa(arguments[2]);
  test_visa_object(arguments[3]);
  test_compiled_and_profiled();
  return failures != 0;
}
