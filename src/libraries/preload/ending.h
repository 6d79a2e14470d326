/* Called at the end of the program (ending.c); defined in preload.c. */
#pragma once

void eugene_program_ends(void);
/* Without exit(): nothing else of the program runs. */
void eugene_process_ends(void);
