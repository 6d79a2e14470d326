/* Prints the instructions of add.cl's kernel that access memory, and how many accesses each makes.
 *
 *   gcc -std=c11 accesses.c $(pkg-config --cflags --libs eugene) -o accesses
 *   ./accesses add_Gen9core.bin
 */
#include <eugene.h>

#include "read_file.h"

enum { items = 64, most_bytes = 65536 };

static size_t accesses[most_bytes]; /* by offset of the instruction */

static void count_accesses(void* user, const eugene_event* events, size_t count, const void* registers) {
  (void)user;
  (void)registers;
  for (size_t i = 0; i < count; ++i)
    if (events[i].instruction < most_bytes) ++accesses[events[i].instruction];
}

int main(int count, char** arguments) {
  size_t bytes = 0;
  void* binary = count == 2 ? read_file(arguments[1], &bytes) : NULL;
  eugene_machine* machine = eugene_machine_create("skl");
  eugene_program* program = binary == NULL ? NULL : eugene_program_load(machine, binary, bytes);
  free(binary);
  if (program == NULL) {
    fprintf(stderr, "usage: accesses BINARY\n%s\n", eugene_error());
    return 2;
  }
  const size_t kernel = eugene_kernel_find(program, "add");
  eugene_launch* launch = eugene_launch_create(program, kernel);
  for (size_t i = 0; i < eugene_argument_count(program, kernel); ++i)
    eugene_launch_set_buffer(launch, i, eugene_buffer_create(machine, items * sizeof(float)));
  eugene_launch_set_global(launch, 1, (const uint32_t[]){items});
  eugene_launch_set_hook(launch, EUGENE_ACCESSES, count_accesses, NULL);
  if (eugene_launch_run(launch) != EUGENE_OK) {
    fprintf(stderr, "%s\n", eugene_error());
    return 1;
  }
  for (size_t i = 0; i < eugene_instruction_count(program, kernel); ++i) {
    eugene_instruction each;
    eugene_instruction_at(program, kernel, i, &each, sizeof each);
    if (each.offset < most_bytes && accesses[each.offset] != 0)
      printf("%5zu  line %u  %s\n", accesses[each.offset], each.line, each.message);
  }
  eugene_machine_destroy(machine);
  return 0;
}
