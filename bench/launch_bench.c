/* The time of a launch through the C library, for bench/python: a kernel of ocloc's whose arguments and sizes are set each time.
 *
 *     launch_bench tests/unit/binary/data/lines.bin LAUNCHES
 */
#include <eugene.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void require(int is_so) {
  if (is_so) return;
  fprintf(stderr, "launch_bench: %s\n", eugene_error());
  exit(1);
}

static double now(void) {
  struct timespec time;
  timespec_get(&time, TIME_UTC);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static void run(eugene_launch *launch, eugene_buffer values) {
  const uint32_t items = 4;
  const int by = 4;
  require(eugene_launch_set_buffer(launch, 0, values) == EUGENE_OK);
  require(eugene_launch_set_value(launch, 1, &by, sizeof by) == EUGENE_OK);
  require(eugene_launch_set_global(launch, 1, &items) == EUGENE_OK);
  require(eugene_launch_set_group(launch, &items) == EUGENE_OK);
  require(eugene_launch_run(launch) == EUGENE_OK);
}

int main(int count, char **arguments) {
  static char binary[1 << 20];
  FILE *file = count == 3 ? fopen(arguments[1], "rb") : NULL;
  if (file == NULL) return fputs("usage: launch_bench lines.bin LAUNCHES\n", stderr), 2;
  const size_t bytes = fread(binary, 1, sizeof binary, file);
  fclose(file);
  eugene_machine *machine = eugene_machine_create("bxt");
  require(eugene_machine_set(machine, "threads", "1") == EUGENE_OK);
  require(eugene_machine_set(machine, "interpret", "") == EUGENE_OK);
  eugene_program *program = eugene_program_load(machine, binary, bytes);
  require(program != NULL);
  eugene_launch *launch = eugene_launch_create(program, eugene_kernel_find(program, "shift"));
  require(launch != NULL);
  const eugene_buffer values = eugene_buffer_create(machine, 8 * sizeof(int));
  run(launch, values); /* the first launch sets up what all of them use */
  const int launches = atoi(arguments[2]);
  const double start = now();
  for (int i = 0; i < launches; ++i) run(launch, values);
  printf("%.3f\n", (now() - start) / launches);
  eugene_machine_destroy(machine);
  return 0;
}
