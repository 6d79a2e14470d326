/* Where the end of the program is told (ending.c), and who listens (preload.c). */
#pragma once

void eugene_program_ends(void);
/* Without exit(): nothing else of the program runs. */
void eugene_process_ends(void);
