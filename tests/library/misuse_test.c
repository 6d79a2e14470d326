/* Calls of the C API that are wrong: addresses that are no buffers, handles of another kind or machine, machines after a
 * fork and in their own hooks. Each gets an error, and leaves what there is as it was.
 *
 *     misuse_test DIRECTORY_WITH_THE_BINARIES
 */
#include <pthread.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "expect.h"

enum { items = 64, bytes = 80 * sizeof(int) };

static eugene_launch* shifting(eugene_program* program, eugene_buffer values) {
  eugene_launch* launch = eugene_launch_create(program, eugene_kernel_find(program, "shift"));
  const int by = 4;
  EXPECT(eugene_launch_set_buffer(launch, 0, values) == EUGENE_OK);
  EXPECT(eugene_launch_set_value(launch, 1, &by, sizeof by) == EUGENE_OK);
  EXPECT(eugene_launch_set_global(launch, 1, (const uint32_t[]){items}) == EUGENE_OK);
  return launch;
}

static eugene_machine* make_machine(void) {
  eugene_machine* machine = eugene_machine_create("bxt");
  EXPECT(eugene_machine_set(machine, "threads", "4") == EUGENE_OK);
  return machine;
}

/* Nothing but its buffers is a buffer of `machine`: no code, no scratch memory, no byte inside of a buffer. */
static void test_addresses(const char* data) {
  eugene_machine* machine = make_machine();
  eugene_program* program = load(machine, data, "lines.bin");
  const eugene_buffer buffer = eugene_buffer_create(machine, bytes);
  eugene_launch* launch = shifting(program, buffer);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  const eugene_buffer later = eugene_buffer_create(machine, 100000);
  const eugene_buffer begin = (buffer < later ? buffer : later) & ~(eugene_buffer)0xFFFFF, page = 4096;
  unsigned found = 0;
  for (eugene_buffer each = begin; each < begin + 2048 * page; each += 64) {
    if (each == buffer || each == later) {
      ++found;
      continue;
    }
    EXPECT(eugene_buffer_bytes(machine, each) == 0);
    EXPECT(eugene_buffer_data(machine, each) == NULL);
    EXPECT(eugene_launch_set_buffer(launch, 0, each) == EUGENE_USAGE);
    EXPECT(eugene_buffer_destroy(machine, each) == EUGENE_USAGE);
  }
  EXPECT(found == 2);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  /* Memory at an address is that of buffers too. */
  uint64_t rest = 0;
  EXPECT(eugene_launch_memory(launch, buffer + 8, &rest) == (char*)eugene_buffer_data(machine, buffer) + 8);
  EXPECT(rest == bytes - 8);
  for (eugene_buffer each = begin; each < buffer; each += page / 2) EXPECT(eugene_launch_memory(launch, each, NULL) == NULL);
  eugene_machine_destroy(machine);
}

static void test_other_machine(const char* data) {
  eugene_machine *one = make_machine(), *other = make_machine();
  eugene_program *program = load(one, data, "lines.bin"), *of_other = load(other, data, "lines.bin");
  eugene_buffer mine[64], others[64];
  for (unsigned i = 0; i != 64; ++i) {
    mine[i] = eugene_buffer_create(one, bytes << i % 16);
    others[i] = eugene_buffer_create(other, bytes << i % 16);
    EXPECT(mine[i] != 0 && others[i] != 0);
  }
  eugene_launch *launch = shifting(program, mine[0]), *launch_of_other = shifting(of_other, others[0]);
  for (unsigned i = 0; i != 64; ++i) {
    EXPECT(eugene_buffer_bytes(other, mine[i]) == 0 && eugene_buffer_bytes(one, others[i]) == 0);
    EXPECT_ERROR("no such buffer");
    EXPECT(eugene_buffer_data(other, mine[i]) == NULL && eugene_buffer_data(one, others[i]) == NULL);
    EXPECT(eugene_launch_set_buffer(launch, 0, others[i]) == EUGENE_USAGE);
    EXPECT(eugene_launch_set_buffer(launch_of_other, 0, mine[i]) == EUGENE_USAGE);
    EXPECT(eugene_buffer_destroy(other, mine[i]) == EUGENE_USAGE);
    EXPECT(eugene_buffer_destroy(one, others[i]) == EUGENE_USAGE);
  }
  EXPECT(eugene_launch_run(launch) == EUGENE_OK && eugene_launch_run(launch_of_other) == EUGENE_OK);
  eugene_machine_destroy(one);
  EXPECT(eugene_launch_run(launch_of_other) == EUGENE_OK);
  eugene_machine_destroy(other);
}

/* Each has nearly all of 4 GB: there are not enough addresses for both to have their own. */
static void test_large_machines(void) {
  eugene_machine *one = make_machine(), *other = make_machine();
  const uint64_t max = (uint64_t)3 << 30;
  const eugene_buffer large = eugene_buffer_create(one, max), as_large = eugene_buffer_create(other, max);
  EXPECT(large != 0 && as_large != 0);
  EXPECT(eugene_buffer_create(one, max) == 0);
  EXPECT_ERROR("not enough is left");
  EXPECT(eugene_buffer_create(one, ~(uint64_t)0) == 0);
  EXPECT(eugene_buffer_create(one, (uint64_t)1 << 63) == 0);
  EXPECT(eugene_buffer_create(other, 100) != 0);
  eugene_machine_destroy(one);
  eugene_machine_destroy(other);
}

static void test_kinds(const char* data) {
  eugene_machine* machine = make_machine();
  eugene_program* program = load(machine, data, "lines.bin");
  const eugene_buffer buffer = eugene_buffer_create(machine, bytes);
  eugene_launch* launch = shifting(program, buffer);
  const void* const none[] = {NULL, program, launch, data, &launch, (void*)1};
  for (unsigned i = 0; i != sizeof none / sizeof *none; ++i) {
    eugene_machine* wrong = (eugene_machine*)none[i];
    EXPECT(eugene_buffer_create(wrong, 16) == 0);
    EXPECT_ERROR("this is not a machine");
    EXPECT(eugene_program_load(wrong, data, 1) == NULL && eugene_program_assemble(wrong, "nop\n", 4, NULL) == NULL);
    EXPECT(eugene_machine_set(wrong, "jit", "") == EUGENE_USAGE && eugene_buffer_destroy(wrong, buffer) == EUGENE_USAGE);
    EXPECT(eugene_diagnostic_count(wrong) == 0 && eugene_buffer_bytes(wrong, buffer) == 0);
    eugene_machine_destroy(wrong);
  }
  const void* const no_programs[] = {NULL, machine, launch, data};
  for (unsigned i = 0; i != sizeof no_programs / sizeof *no_programs; ++i) {
    eugene_program* wrong = (eugene_program*)no_programs[i];
    EXPECT(eugene_launch_create(wrong, 0) == NULL);
    EXPECT_ERROR("this is not a program");
    EXPECT(eugene_kernel_count(wrong) == 0 && eugene_kernel_name(wrong, 0) == NULL);
    EXPECT(eugene_kernel_find(wrong, "shift") == EUGENE_NONE && eugene_instruction_count(wrong, 0) == 0);
  }
  const void* const no_launches[] = {NULL, machine, program, data};
  for (unsigned i = 0; i != sizeof no_launches / sizeof *no_launches; ++i) {
    eugene_launch* wrong = (eugene_launch*)no_launches[i];
    eugene_place place;
    EXPECT(eugene_launch_run(wrong) == EUGENE_USAGE && eugene_launch_start(wrong) == EUGENE_USAGE);
    EXPECT_ERROR("this is not a launch");
    EXPECT(eugene_launch_set_buffer(wrong, 0, buffer) == EUGENE_USAGE && eugene_launch_interrupt(wrong) == EUGENE_USAGE);
    EXPECT(eugene_launch_step(wrong, 1) == EUGENE_USAGE && eugene_launch_place(wrong, &place, sizeof place) == EUGENE_USAGE);
    EXPECT(eugene_launch_registers(wrong, EUGENE_GRF, 0, NULL) == NULL && eugene_finding_count(wrong) == 0);
    eugene_launch_destroy(wrong);
  }
  eugene_launch* gone = shifting(program, buffer);
  eugene_launch_destroy(gone);
  EXPECT(eugene_launch_run(gone) == EUGENE_USAGE);
  eugene_launch_destroy(gone);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  eugene_machine_destroy(machine);
  EXPECT(eugene_launch_run(launch) == EUGENE_USAGE && eugene_buffer_create(machine, 1) == 0);
  EXPECT(eugene_kernel_count(program) == 0);
  eugene_machine_destroy(machine);
}

/* Calls `child` in a child, which has 20 seconds. */
static void in_child(void (*child)(void*), void* argument) {
  fflush(stderr);
  const pid_t process = fork();
  if (process == 0) {
    alarm(20);
    failures = 0;
    child(argument);
    _exit(failures != 0);
  }
  int status = 0;
  EXPECT(waitpid(process, &status, 0) == process && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

struct forked {
  eugene_machine* machine;
  eugene_launch* launch;
  eugene_buffer buffer;
};

static void destroys(void* argument) { eugene_machine_destroy(((const struct forked*)argument)->machine); }

static void launches_and_destroys(void* argument) {
  const struct forked* all = argument;
  int* values = eugene_buffer_data(all->machine, all->buffer);
  for (int i = 0; i != 80; ++i) values[i] = i;
  EXPECT(eugene_launch_run(all->launch) == EUGENE_OK);
  EXPECT(eugene_launch_set_check(all->launch, "memory") == EUGENE_OK);
  EXPECT(eugene_launch_run(all->launch) == EUGENE_OK && eugene_finding_count(all->launch) == 0);
  EXPECT(eugene_launch_start(all->launch) == EUGENE_OK);
  EXPECT(eugene_launch_continue(all->launch, EUGENE_NO_OFFSET) == EUGENE_OK);
  eugene_machine_destroy(all->machine);
  EXPECT(eugene_launch_run(all->launch) == EUGENE_USAGE);
}

static void refuses_and_destroys(void* argument) {
  const struct forked* all = argument;
  EXPECT(eugene_launch_run(all->launch) == EUGENE_USAGE);
  EXPECT_ERROR("under way when the process was forked");
  EXPECT(eugene_launch_continue(all->launch, EUGENE_NO_OFFSET) == EUGENE_USAGE);
  eugene_launch_destroy(all->launch);
  eugene_machine_destroy(all->machine);
  EXPECT(eugene_launch_run(all->launch) == EUGENE_USAGE);
  EXPECT_ERROR("this is not a launch");
  eugene_machine_destroy(all->machine);
}

static void fork_in_hook(void* user, const eugene_event* events, size_t count, const void* registers) {
  (void)events, (void)count, (void)registers;
  struct forked* all = user;
  if (all->buffer == 0) return;
  all->buffer = 0; /* once */
  in_child(refuses_and_destroys, all);
}

static void test_forks(const char* data, const char* how) {
  struct forked all = {.machine = make_machine()};
  EXPECT(eugene_machine_set(all.machine, how, "") == EUGENE_OK);
  in_child(destroys, &all);
  eugene_program* program = load(all.machine, data, "lines.bin");
  all.buffer = eugene_buffer_create(all.machine, bytes);
  all.launch = shifting(program, all.buffer);
  in_child(destroys, &all);
  in_child(launches_and_destroys, &all);
  EXPECT(eugene_launch_run(all.launch) == EUGENE_OK);
  EXPECT(eugene_launch_set_check(all.launch, "memory") == EUGENE_OK);
  EXPECT(eugene_launch_run(all.launch) == EUGENE_OK);
  EXPECT(eugene_launch_set_check(all.launch, NULL) == EUGENE_OK);
  in_child(destroys, &all);
  in_child(launches_and_destroys, &all);
  EXPECT(eugene_launch_run(all.launch) == EUGENE_OK);
  EXPECT(eugene_launch_start(all.launch) == EUGENE_OK);
  in_child(refuses_and_destroys, &all);
  EXPECT(eugene_launch_continue(all.launch, EUGENE_NO_OFFSET) == EUGENE_OK);
  EXPECT(eugene_launch_set_hook(all.launch, EUGENE_THREADS, fork_in_hook, &all) == EUGENE_OK);
  EXPECT(eugene_launch_run(all.launch) == EUGENE_OK);
  EXPECT(all.buffer == 0);
  eugene_machine_destroy(all.machine);
}

struct hooked {
  eugene_machine *machine, *other;
  eugene_program* program;
  eugene_launch *launch, *second, *of_other;
  eugene_buffer buffer;
  int calls, uses_thread;
};

static void use_own_machine(const struct hooked* all) {
  EXPECT(eugene_launch_run(all->launch) == EUGENE_USAGE);
  EXPECT_ERROR("a hook cannot use its own machine");
  EXPECT(eugene_launch_run(all->second) == EUGENE_USAGE && eugene_launch_start(all->second) == EUGENE_USAGE);
  EXPECT(eugene_launch_step(all->launch, 1) == EUGENE_USAGE);
  EXPECT(eugene_launch_continue(all->launch, EUGENE_NO_OFFSET) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_global(all->launch, 1, (const uint32_t[]){1}) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_hook(all->launch, 0, NULL, NULL) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_global(all->second, 1, (const uint32_t[]){items}) == EUGENE_OK); /* it does not run */
  EXPECT(eugene_launch_set_buffer(all->second, 0, all->buffer) == EUGENE_USAGE);
  EXPECT(eugene_launch_create(all->program, 0) == NULL && eugene_program_load(all->machine, "x", 1) == NULL);
  EXPECT(eugene_program_assemble(all->machine, "nop\n", 4, NULL) == NULL);
  EXPECT(eugene_buffer_create(all->machine, 64) == 0);
  EXPECT(eugene_buffer_destroy(all->machine, all->buffer) == EUGENE_USAGE);
  EXPECT(eugene_launch_registers(all->launch, EUGENE_GRF, 0, NULL) == NULL);
  eugene_launch_destroy(all->launch);
  eugene_machine_destroy(all->machine);
  EXPECT(eugene_buffer_bytes(all->machine, all->buffer) == bytes); /* it is there still */
}

static void* use_in_thread(void* argument) {
  use_own_machine(argument);
  return NULL;
}

static void call_back(void* user, const eugene_event* events, size_t count, const void* registers) {
  (void)events, (void)count, (void)registers;
  struct hooked* all = user;
  if (all->calls++ != 0) return;
  if (all->uses_thread) {
    pthread_t thread;
    EXPECT(pthread_create(&thread, NULL, use_in_thread, all) == 0 && pthread_join(thread, NULL) == 0);
  } else {
    use_own_machine(all);
  }
  EXPECT(eugene_launch_run(all->of_other) == EUGENE_OK); /* another machine is another matter */
}

static void test_hooks(const char* data) {
  struct hooked all = {.machine = make_machine(), .other = make_machine()};
  all.program = load(all.machine, data, "lines.bin");
  all.buffer = eugene_buffer_create(all.machine, bytes);
  all.launch = shifting(all.program, all.buffer);
  all.second = shifting(all.program, all.buffer);
  all.of_other = shifting(load(all.other, data, "lines.bin"), eugene_buffer_create(all.other, bytes));
  EXPECT(eugene_launch_set_hook(all.launch, EUGENE_INSTRUCTIONS, call_back, &all) == EUGENE_OK);
  for (all.uses_thread = 0; all.uses_thread != 2; ++all.uses_thread) {
    all.calls = 0;
    EXPECT(eugene_launch_run(all.launch) == EUGENE_OK && all.calls != 0);
  }
  /* And while the launch goes on step by step. */
  all.calls = all.uses_thread = 0;
  EXPECT(eugene_launch_start(all.launch) == EUGENE_OK);
  EXPECT(eugene_launch_continue(all.launch, EUGENE_NO_OFFSET) == EUGENE_OK && all.calls != 0);
  EXPECT(eugene_launch_run(all.second) == EUGENE_OK);
  eugene_machine_destroy(all.machine);
  eugene_machine_destroy(all.other);
}

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const char* data = arguments[1];
  test_addresses(data);
  test_other_machine(data);
  test_large_machines();
  test_kinds(data);
  test_forks(data, "interpret");
  test_forks(data, "jit");
  test_hooks(data);
  return failures != 0;
}
