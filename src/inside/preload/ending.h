/* Called at the end of the program (ending.c); defined in preload.c. */
#pragma once

void eugene_program_ends(void);
/* Called at an end without exit(): no other code of the program runs. */
void eugene_process_ends(void);
