/* Launches the kernel of add.cl and compares what it has written.
 *
 *   gcc -std=c11 add.c $(pkg-config --cflags --libs eugene) -o add
 *   ./add add_Gen9core.bin
 */
#include <eugene.h>

#include "read_file.h"

enum { items = 1000 };

static int fail(const char* what) {
  fprintf(stderr, "%s: %s\n", what, eugene_error());
  return 1;
}

int main(int count, char** arguments) {
  size_t bytes = 0;
  void* binary = count == 2 ? read_file(arguments[1], &bytes) : NULL;
  if (binary == NULL) {
    fprintf(stderr, "usage: add BINARY\n");
    return 2;
  }
  eugene_machine* machine = eugene_machine_create("skl");
  if (eugene_machine_set(machine, "jit", "") != EUGENE_OK) return fail("jit"); /* compiled from the first launch on */
  eugene_program* program = eugene_program_load(machine, binary, bytes);
  free(binary);
  if (program == NULL) return fail(arguments[1]);

  eugene_buffer buffers[3];
  float* contents[3];
  eugene_launch* launch = eugene_launch_create(program, eugene_kernel_find(program, "add"));
  for (size_t i = 0; i < 3; ++i) {
    buffers[i] = eugene_buffer_create(machine, items * sizeof(float));
    contents[i] = eugene_buffer_data(machine, buffers[i]);
    if (contents[i] == NULL) return fail("buffer");
    if (eugene_launch_set_buffer(launch, i, buffers[i]) != EUGENE_OK) return fail("argument");
  }
  for (int i = 0; i < items; ++i) {
    contents[1][i] = (float)i;
    contents[2][i] = 0.5F;
  }
  eugene_launch_set_global(launch, 1, (const uint32_t[]){items});
  if (eugene_launch_run(launch) != EUGENE_OK) return fail("launch");

  int wrong = 0;
  for (int i = 0; i < items; ++i) wrong += contents[0][i] != (float)i + 0.5F;
  eugene_statistics statistics;
  eugene_launch_statistics(launch, &statistics, sizeof statistics);
  printf("added %d numbers, %d wrong; %llu instructions\n", items, wrong, (unsigned long long)statistics.instructions);
  eugene_machine_destroy(machine);
  return wrong != 0;
}
