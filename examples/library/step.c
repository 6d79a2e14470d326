/* Runs assembly instruction by instruction, prints what each leaves in r10, and lets the loop end early by writing it.
 *
 *   gcc -std=c11 step.c $(pkg-config --cflags --libs eugene) -o step
 *   ./step
 */
#include <eugene.h>
#include <stdio.h>
#include <string.h>

static const char text[] =
    "mov (1) r10<1>:d 100:w\n"
    "L: add (1) r10<1>:d r10<0;1,0>:d -1:d\n"
    "cmp.g.f0.0 (1) null<1>:d r10<0;1,0>:d 0:d\n"
    "(f0.0) jmpi (1) L {NoMask}\n";

int main(void) {
  eugene_machine* machine = eugene_machine_create("skl");
  eugene_program* program = eugene_program_assemble(machine, text, strlen(text), "loop.asm");
  if (program == NULL) {
    fprintf(stderr, "%s\n", eugene_error());
    return 1;
  }
  eugene_launch* launch = eugene_launch_create(program, 0);
  eugene_place place;
  eugene_status status = eugene_launch_start(launch);
  while (status == EUGENE_OK) {
    eugene_launch_place(launch, &place, sizeof place);
    if (place.stop == EUGENE_ENDED) break;
    int* r10 = (int*)eugene_launch_registers(launch, EUGENE_GRF, place.thread, NULL) + 8 * 10;
    printf("%2llu instructions, next at 0x%02x, r10 = %d\n", (unsigned long long)place.executed, place.instruction, *r10);
    if (place.executed == 2) *r10 = 2; /* of 99 */
    status = eugene_launch_step(launch, 1);
  }
  if (status != EUGENE_OK) fprintf(stderr, "%s\n", eugene_error());
  eugene_machine_destroy(machine);
  return status != EUGENE_OK;
}
