/* Launches that are run step by step in the C API, stopped from another host thread, and changed while they are stopped.
 *
 *     step_test DIRECTORY_WITH_BINARIES_OF_OPENCL
 */
#include <pthread.h>
#include <sys/resource.h>
#include <time.h>

#include "expect.h"

static eugene_launch *launch_of(eugene_machine *machine, const char *text) {
  return eugene_launch_create(eugene_program_assemble(machine, text, strlen(text), "t.asm"), 0);
}

static eugene_place place_of(const eugene_launch *launch) {
  eugene_place place;
  EXPECT(eugene_launch_place(launch, &place, sizeof place) == EUGENE_OK);
  return place;
}

static uint32_t *registers(eugene_launch *launch, size_t thread) {
  return eugene_launch_registers(launch, EUGENE_GRF, thread, NULL);
}

static const char kCount[] =
    "// threads 2 ; groups 2 ; mask = 0xff\n"
    "mov (8) r10<1>:d 1:d\n"                /* 0x00 */
    "add (8) r10<1>:d r10<8;8,1>:d 1:d\n"   /* 0x10 */
    "add (8) r11<1>:d r10<8;8,1>:d 10:d\n"; /* 0x20 */

static void test_steps(void) {
  eugene_machine *machine = eugene_machine_create("skl");
  eugene_launch *launch = launch_of(machine, kCount);
  EXPECT(eugene_launch_step(launch, 1) == EUGENE_USAGE);
  EXPECT_ERROR("not stopped");
  EXPECT(place_of(launch).stop == EUGENE_ENDED);
  EXPECT(eugene_launch_start(launch) == EUGENE_OK);
  eugene_place place = place_of(launch);
  EXPECT(place.stop == EUGENE_BEFORE && place.instruction == 0 && place.executed == 0 && place.threads == 2);
  EXPECT(place.thread == 0 && place.group == 0 && place.channels == 0xFF);
  EXPECT(eugene_launch_step(launch, 0) == EUGENE_USAGE);
  EXPECT(eugene_launch_step(launch, 2) == EUGENE_OK);
  place = place_of(launch);
  EXPECT(place.instruction == 0x20 && place.executed == 2 && registers(launch, 0)[8 * 10] == 2);
  EXPECT(registers(launch, 1)[8 * 10] == 0 && registers(launch, 2) == NULL);

  /* What is written while it is stopped counts. */
  registers(launch, 0)[8 * 10 + 3] = 100;
  EXPECT(eugene_launch_step(launch, 1) == EUGENE_OK); /* thread 0 has ended: the next one begins */
  place = place_of(launch);
  EXPECT(place.thread == 1 && place.instruction == 0 && place.group == 0);
  EXPECT(registers(launch, 0)[8 * 11 + 3] == 110 && registers(launch, 0)[8 * 11] == 12);

  /* Until an instruction, of any thread and group. */
  EXPECT(eugene_launch_continue(launch, 0x10) == EUGENE_OK && place_of(launch).thread == 1);
  EXPECT(eugene_launch_continue(launch, 0x10) == EUGENE_OK);
  place = place_of(launch);
  EXPECT(place.group == 1 && place.thread == 0 && place.instruction == 0x10);

  /* The ip: two instructions back and forth. */
  uint32_t *ip = eugene_launch_registers(launch, EUGENE_IP, 0, NULL);
  EXPECT(ip != NULL && *ip == 0x10);
  *ip = 0x20;
  EXPECT(eugene_launch_step(launch, 1) == EUGENE_OK && place_of(launch).thread == 1);
  EXPECT(registers(launch, 0)[8 * 10] == 1 && registers(launch, 0)[8 * 11] == 11);

  /* Meanwhile nothing else of the machine runs, and the launch is not changed. */
  EXPECT(eugene_launch_start(launch) == EUGENE_USAGE && eugene_launch_run(launch) == EUGENE_USAGE);
  EXPECT_ERROR("must end first");
  eugene_launch *other = launch_of(machine, kCount);
  EXPECT(other != NULL && eugene_launch_run(other) == EUGENE_USAGE);
  EXPECT(eugene_launch_add(launch, "threads 3") == EUGENE_USAGE);
  EXPECT(eugene_launch_set_profile(launch, 1) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_hook(launch, 0, NULL, NULL) == EUGENE_USAGE);
  EXPECT(eugene_launch_set_global(launch, 1, (const uint32_t[]){1}) == EUGENE_USAGE);
  const eugene_buffer buffer = eugene_buffer_create(machine, 16);
  EXPECT(buffer != 0 && eugene_buffer_destroy(machine, buffer) == EUGENE_USAGE);

  EXPECT(eugene_launch_continue(launch, EUGENE_NO_OFFSET) == EUGENE_OK);
  EXPECT(place_of(launch).stop == EUGENE_ENDED);
  EXPECT(registers(launch, 3)[8 * 11] == 12 && registers(launch, 0)[8 * 11 + 3] == 110);
  EXPECT(eugene_launch_step(launch, 1) == EUGENE_USAGE);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK && eugene_launch_run(other) == EUGENE_OK);
  EXPECT(registers(launch, 0)[8 * 11 + 3] == 12);
  EXPECT(eugene_launch_place(launch, NULL, 100) == EUGENE_USAGE && eugene_launch_start(NULL) == EUGENE_USAGE);
  eugene_machine_destroy(machine);
}

static void test_flags_and_address(void) {
  eugene_machine *machine = eugene_machine_create("skl");
  eugene_launch *launch = launch_of(machine,
                                    "// mask = 0xff ; set r2:d = 1 2 3 4 5 6 7 8\n"
                                    "(f0.0) mov (8) r10<1>:d 1:d\n"
                                    "mov (1) r11<1>:d r[a0.0, 64]<0;1,0>:d\n"
                                    "// expect r10:d = 1 0 1 0 0 0 0 0 ; expect r11:d = 3\n");
  EXPECT(eugene_launch_start(launch) == EUGENE_OK);
  size_t bytes = 0;
  uint32_t *flags = eugene_launch_registers(launch, EUGENE_FLAGS, 0, &bytes);
  EXPECT(flags != NULL && bytes == 8 && flags[0] == 0);
  flags[0] = 5;
  uint16_t *address = eugene_launch_registers(launch, EUGENE_ADDRESS, 0, &bytes);
  EXPECT(address != NULL && bytes == 32);
  address[0] = 8;
  EXPECT(eugene_launch_registers(launch, EUGENE_ACC, 0, &bytes) != NULL && bytes == 960);
  const uint32_t *state = eugene_launch_registers(launch, EUGENE_STATE, 0, &bytes);
  EXPECT(state != NULL && bytes == 16 && state[2] == 0xFF);
  EXPECT(eugene_launch_registers(launch, EUGENE_CONTROL, 0, &bytes) != NULL && bytes == 16);
  EXPECT(eugene_launch_continue(launch, EUGENE_NO_OFFSET) == EUGENE_OK && eugene_finding_count(launch) == 0);
  /* An ip where no instruction begins. */
  EXPECT(eugene_launch_start(launch) == EUGENE_OK);
  *(uint32_t *)eugene_launch_registers(launch, EUGENE_IP, 0, NULL) = 0x1234;
  EXPECT(eugene_launch_step(launch, 1) == EUGENE_OK && place_of(launch).stop == EUGENE_AT_FAULT);
  EXPECT(eugene_launch_step(launch, 1) == EUGENE_FAULTED && place_of(launch).stop == EUGENE_ENDED);
  EXPECT_ERROR("no instruction begins");
  eugene_machine_destroy(machine);
}

/* An instruction that waits is no new arrival, and a step over it lets others come. */
static void test_barrier(void) {
  eugene_machine *machine = eugene_machine_create("skl");
  eugene_launch *launch = launch_of(machine,
                                    "// threads 2\n"
                                    "send (8) null r0 gateway.barrier() {NoMask}\n"
                                    "wait (1) n0\n"
                                    "mov (8) r10<1>:d 1:d\n");
  EXPECT(eugene_launch_start(launch) == EUGENE_OK);
  EXPECT(eugene_launch_step(launch, 1) == EUGENE_OK);
  EXPECT(place_of(launch).thread == 0 && place_of(launch).instruction == 0x10);
  EXPECT(eugene_launch_step(launch, 1) == EUGENE_OK);
  EXPECT(place_of(launch).thread == 0 && place_of(launch).instruction == 0x20);
  EXPECT(eugene_launch_continue(launch, 0x10) == EUGENE_OK && place_of(launch).stop == EUGENE_ENDED);
  EXPECT(eugene_launch_start(launch) == EUGENE_OK);
  EXPECT(eugene_launch_continue(launch, 0x10) == EUGENE_OK && place_of(launch).thread == 0);
  EXPECT(eugene_launch_continue(launch, 0x10) == EUGENE_OK && place_of(launch).thread == 1);
  EXPECT(eugene_launch_continue(launch, 0x20) == EUGENE_OK && place_of(launch).thread == 1);
  EXPECT(eugene_launch_continue(launch, 0x20) == EUGENE_OK && place_of(launch).thread == 0);
  EXPECT(eugene_launch_continue(launch, EUGENE_NO_OFFSET) == EUGENE_OK && place_of(launch).stop == EUGENE_ENDED);
  eugene_machine_destroy(machine);
}

/* The way back passes the same places with the same registers as the way there. */
static void test_back(void) {
  eugene_machine *machine = eugene_machine_create("skl");
  eugene_launch *launch = launch_of(machine, kCount);
  EXPECT(eugene_launch_step_back(launch, 1) == EUGENE_USAGE);
  EXPECT_ERROR("not stopped");
  EXPECT(eugene_launch_start(launch) == EUGENE_OK);
  EXPECT(eugene_launch_step_back(launch, 1) == EUGENE_USAGE && place_of(launch).stop == EUGENE_BEFORE);
  EXPECT_ERROR("at its first instruction");
  EXPECT(eugene_launch_step_back(launch, 0) == EUGENE_USAGE);
  eugene_place places[12];
  uint32_t values[12];
  for (int i = 0; i < 12; ++i) {
    if (i != 0) EXPECT(eugene_launch_step(launch, 1) == EUGENE_OK);
    places[i] = place_of(launch);
    values[i] = registers(launch, places[i].thread)[8 * 10];
  }
  EXPECT(places[11].group == 1 && places[11].thread == 1 && places[11].instruction == 0x20);
  for (int i = 10; i >= 0; --i) {
    EXPECT(eugene_launch_step_back(launch, 1) == EUGENE_OK);
    const eugene_place place = place_of(launch);
    EXPECT(memcmp(&place, &places[i], sizeof place) == 0);
    EXPECT(registers(launch, place.thread)[8 * 10] == values[i]);
  }
  EXPECT(eugene_launch_step_back(launch, 1) == EUGENE_USAGE);
  EXPECT(eugene_launch_continue(launch, 0x20) == EUGENE_OK && place_of(launch).executed == 2);
  EXPECT(eugene_launch_step_back(launch, 100) == EUGENE_OK && place_of(launch).executed == 0);
  EXPECT(eugene_launch_continue(launch, EUGENE_NO_OFFSET) == EUGENE_OK && place_of(launch).stop == EUGENE_ENDED);
  eugene_statistics statistics;
  EXPECT(eugene_launch_statistics(launch, &statistics, sizeof statistics) == EUGENE_OK);
  EXPECT(statistics.instructions == 12 && statistics.groups == 2 && statistics.threads == 4);
  EXPECT(registers(launch, 3)[8 * 11] == 12 && registers(launch, 4) == NULL);
  eugene_machine_destroy(machine);
}

/* Back through a barrier, where other threads have run in between, and from a fault. */
static void test_back_from_waits_and_faults(void) {
  eugene_machine *machine = eugene_machine_create("skl");
  eugene_launch *launch = launch_of(machine,
                                    "// threads 2\n"
                                    "send (8) null r0 gateway.barrier() {NoMask}\n"
                                    "wait (1) n0\n"
                                    "mov (8) r10<1>:d 1:d\n");
  EXPECT(eugene_launch_start(launch) == EUGENE_OK && eugene_launch_step(launch, 2) == EUGENE_OK);
  EXPECT(place_of(launch).thread == 0 && place_of(launch).instruction == 0x20);
  EXPECT(eugene_launch_step_back(launch, 1) == EUGENE_OK);
  EXPECT(place_of(launch).thread == 0 && place_of(launch).instruction == 0x10);
  EXPECT(eugene_launch_step(launch, 1) == EUGENE_OK && place_of(launch).instruction == 0x20);
  *(uint32_t *)eugene_launch_registers(launch, EUGENE_IP, 0, NULL) = 0x1234;
  EXPECT(eugene_launch_step(launch, 1) == EUGENE_OK && place_of(launch).stop == EUGENE_AT_FAULT);
  EXPECT(eugene_launch_step_back(launch, 1) == EUGENE_OK && place_of(launch).stop == EUGENE_BEFORE);
  EXPECT(place_of(launch).thread == 0 && place_of(launch).instruction == 0x10);
  EXPECT(eugene_launch_continue(launch, EUGENE_NO_OFFSET) == EUGENE_OK && place_of(launch).stop == EUGENE_ENDED);
  EXPECT(registers(launch, 1)[8 * 10] == 1);
  /* A jump of the program itself to where there is no instruction: every run repeats the fault. */
  launch = launch_of(machine,
                     "mov (1) r2<1>:d 0x4000:d {NoMask}\n"
                     "jmpi (1) r2<0;1,0>:d\n");
  EXPECT(eugene_launch_start(launch) == EUGENE_OK && eugene_launch_step(launch, 2) == EUGENE_OK);
  EXPECT(place_of(launch).stop == EUGENE_AT_FAULT && place_of(launch).instruction == 0x10);
  EXPECT(eugene_launch_step_back(launch, 1) == EUGENE_OK && place_of(launch).stop == EUGENE_BEFORE);
  EXPECT(place_of(launch).instruction == 0);
  EXPECT(eugene_launch_step(launch, 2) == EUGENE_OK && place_of(launch).stop == EUGENE_AT_FAULT);
  eugene_machine_destroy(machine);
}

static void count_events(void *user, const eugene_event *events, size_t count, const void *unused) {
  (void)events;
  (void)unused;
  *(size_t *)user += count;
}

/* A long loop, of which the library keeps snapshots. The hook sees each instruction as often as it is executed forward.
 */
static void test_back_far(void) {
  eugene_machine *machine = eugene_machine_create("skl");
  eugene_launch *launch = launch_of(machine,
                                    "L: add (1) r10<1>:d r10<0;1,0>:d 1:d\n"
                                    "cmp.l.f0.0 (1) null<1>:d r10<0;1,0>:d 100000:d\n"
                                    "(f0.0) jmpi (1) L {NoMask}\n");
  size_t events = 0;
  EXPECT(eugene_launch_set_hook(launch, EUGENE_INSTRUCTIONS, count_events, &events) == EUGENE_OK);
  EXPECT(eugene_launch_start(launch) == EUGENE_OK && eugene_launch_step(launch, 240000) == EUGENE_OK);
  EXPECT(registers(launch, 0)[8 * 10] == 80000);
  EXPECT(eugene_launch_step_back(launch, 2) == EUGENE_OK);
  EXPECT(place_of(launch).executed == 239998 && registers(launch, 0)[8 * 10] == 80000);
  EXPECT(eugene_launch_step_back(launch, 1) == EUGENE_OK && registers(launch, 0)[8 * 10] == 79999);
  EXPECT(eugene_launch_step_back(launch, 150000) == EUGENE_OK);
  EXPECT(place_of(launch).executed == 89997 && registers(launch, 0)[8 * 10] == 29999);
  EXPECT(eugene_launch_step(launch, 3) == EUGENE_OK && registers(launch, 0)[8 * 10] == 30000);
  EXPECT(eugene_launch_step_back(launch, 1000000) == EUGENE_OK && place_of(launch).executed == 0);
  EXPECT(registers(launch, 0)[8 * 10] == 0);
  EXPECT(eugene_launch_continue(launch, EUGENE_NO_OFFSET) == EUGENE_OK && place_of(launch).stop == EUGENE_ENDED);
  EXPECT(registers(launch, 0)[8 * 10] == 100000 && events == 240000 + 3 + 300000);
  eugene_machine_destroy(machine);
}

static const char kEndless[] = "L: add (8) r10<1>:d r10<8;8,1>:d 1:d\njmpi (1) L {NoMask}\n";

static void *interrupt(void *launch) {
  const struct timespec while_ = {.tv_sec = 0, .tv_nsec = 20000000};
  nanosleep(&while_, NULL);
  EXPECT(eugene_launch_interrupt(launch) == EUGENE_OK);
  return NULL;
}

static void test_interrupts(const char *data) {
  eugene_machine *machine = eugene_machine_create("bxt");
  eugene_launch *launch = launch_of(machine, kEndless);
  EXPECT(eugene_launch_interrupt(launch) == EUGENE_OK); /* none runs */
  EXPECT(eugene_launch_interrupt(NULL) == EUGENE_USAGE);
  pthread_t thread;
  pthread_create(&thread, NULL, interrupt, launch);
  EXPECT(eugene_launch_run(launch) == EUGENE_STOPPED);
  EXPECT_ERROR("eugene_launch_interrupt()");
  pthread_join(thread, NULL);
  EXPECT(eugene_launch_start(launch) == EUGENE_OK);
  pthread_create(&thread, NULL, interrupt, launch);
  EXPECT(eugene_launch_continue(launch, EUGENE_NO_OFFSET) == EUGENE_OK);
  pthread_join(thread, NULL);
  EXPECT(place_of(launch).stop == EUGENE_BEFORE && place_of(launch).executed > 0);
  EXPECT(registers(launch, 0)[8 * 10] == (place_of(launch).executed + 1) / 2);
  EXPECT(eugene_launch_step(launch, 1) == EUGENE_OK && place_of(launch).stop == EUGENE_BEFORE);
  eugene_launch_destroy(launch); /* while it is stopped */

  /* The same of OpenCL, whose kernel goes on for a while. */
  eugene_program *program = load(machine, data, "lines.bin");
  eugene_launch *power = eugene_launch_create(program, eugene_kernel_find(program, "power"));
  const eugene_buffer values = eugene_buffer_create(machine, 4), counts = eugene_buffer_create(machine, 4);
  *(int *)eugene_buffer_data(machine, counts) = 0x7FFFFFFF;
  EXPECT(eugene_launch_set_buffer(power, 0, values) == EUGENE_OK);
  EXPECT(eugene_launch_set_buffer(power, 1, counts) == EUGENE_OK);
  pthread_create(&thread, NULL, interrupt, power);
  EXPECT(eugene_launch_run(power) == EUGENE_STOPPED);
  pthread_join(thread, NULL);
  EXPECT(eugene_launch_start(power) == EUGENE_OK && place_of(power).stop == EUGENE_BEFORE);
  eugene_machine_destroy(machine); /* while one of its launches is stopped */
}

static void test_opencl(const char *data) {
  eugene_machine *machine = eugene_machine_create("bxt");
  EXPECT(eugene_machine_set(machine, "jit", "") == EUGENE_OK);
  eugene_program *program = load(machine, data, "lines.bin");
  eugene_launch *launch = eugene_launch_create(program, eugene_kernel_find(program, "shift"));
  const eugene_buffer values = eugene_buffer_create(machine, 128);
  const int by = 4;
  int *contents = eugene_buffer_data(machine, values);
  for (int i = 0; i < 32; ++i) contents[i] = i;
  EXPECT(eugene_launch_set_buffer(launch, 0, values) == EUGENE_OK);
  EXPECT(eugene_launch_set_value(launch, 1, &by, sizeof by) == EUGENE_OK);
  EXPECT(eugene_launch_set_global(launch, 1, (const uint32_t[]){8}) == EUGENE_OK);
  EXPECT(eugene_launch_set_group(launch, (const uint32_t[]){4}) == EUGENE_OK);
  EXPECT(eugene_launch_start(launch) == EUGENE_OK);
  eugene_place place = place_of(launch);
  EXPECT(place.stop == EUGENE_BEFORE && place.instruction == 0 && place.group == 0);
  uint64_t steps = 0;
  for (; place.stop == EUGENE_BEFORE && steps < 1000; ++steps) {
    EXPECT(eugene_launch_step(launch, 1) == EUGENE_OK);
    place = place_of(launch);
    if (place.stop == EUGENE_BEFORE && place.group == 0) EXPECT(place.executed == steps + 1);
    if (place.stop == EUGENE_BEFORE && place.group == 1 && place.executed == 0) contents[4] = 70;
  }
  eugene_statistics statistics;
  EXPECT(eugene_launch_statistics(launch, &statistics, sizeof statistics) == EUGENE_OK);
  EXPECT(statistics.instructions == steps && statistics.groups == 2);
  EXPECT(contents[7] == 3 && contents[8] == 70 && contents[11] == 3);
  EXPECT(registers(launch, 0) == NULL); /* of kernels of OpenCL they are not kept */
  EXPECT(eugene_launch_add(launch, "threads 2") == EUGENE_USAGE);

  /* Back to the beginning: the buffer is as it was, and the launch gives the same once more. */
  for (int i = 0; i < 32; ++i) contents[i] = i;
  EXPECT(eugene_launch_start(launch) == EUGENE_OK && eugene_launch_step(launch, steps - 1) == EUGENE_OK);
  while (place_of(launch).group == 0) EXPECT(eugene_launch_step(launch, 1) == EUGENE_OK);
  EXPECT(contents[4] == 0 && contents[7] == 3);
  EXPECT(eugene_launch_step_back(launch, 1) == EUGENE_OK && place_of(launch).group == 0);
  EXPECT(eugene_launch_step_back(launch, 1000) == EUGENE_OK && place_of(launch).executed == 0);
  for (int i = 0; i < 32; ++i) EXPECT(contents[i] == i);
  EXPECT(eugene_launch_continue(launch, EUGENE_NO_OFFSET) == EUGENE_OK);
  EXPECT(eugene_launch_statistics(launch, &statistics, sizeof statistics) == EUGENE_OK);
  EXPECT(statistics.instructions >= steps); /* what has been executed again counts again */
  EXPECT(statistics.groups == 2);
  EXPECT(contents[7] == 3 && contents[8] == 0);

  /* A fault stops too, before the launch ends with it. */
  EXPECT(eugene_launch_set_buffer(launch, 0, values) == EUGENE_OK && eugene_launch_start(launch) == EUGENE_OK);
  *(uint32_t *)eugene_launch_registers(launch, EUGENE_IP, 0, NULL) = 4;
  EXPECT(eugene_launch_step(launch, 1) == EUGENE_OK && place_of(launch).stop == EUGENE_AT_FAULT);
  EXPECT(registers(launch, 0) != NULL);
  EXPECT(eugene_launch_continue(launch, EUGENE_NO_OFFSET) == EUGENE_FAULTED);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  eugene_machine_destroy(machine);
}

/* Without memory for another host thread a launch does not begin, and others of the machine may. */
static void test_no_host_thread(void) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  eugene_machine *machine = eugene_machine_create("skl");
  eugene_launch *launch = launch_of(machine, kCount);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK);
  struct rlimit before, none = {.rlim_cur = 0, .rlim_max = 0};
  EXPECT(getrlimit(RLIMIT_AS, &before) == 0);
  none.rlim_max = before.rlim_max;
  EXPECT(setrlimit(RLIMIT_AS, &none) == 0);
  const eugene_status status = eugene_launch_start(launch);
  EXPECT(setrlimit(RLIMIT_AS, &before) == 0);
  EXPECT(status == EUGENE_WRONG && place_of(launch).stop == EUGENE_ENDED);
  EXPECT(eugene_launch_run(launch) == EUGENE_OK && eugene_launch_start(launch) == EUGENE_OK);
  EXPECT(place_of(launch).stop == EUGENE_BEFORE);
  eugene_machine_destroy(machine);
#endif
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  test_no_host_thread(); /* first: glibc keeps the stacks of threads that have ended */
  test_steps();
  test_flags_and_address();
  test_barrier();
  test_back();
  test_back_from_waits_and_faults();
  test_back_far();
  test_interrupts(arguments[1]);
  test_opencl(arguments[1]);
  return failures != 0;
}
