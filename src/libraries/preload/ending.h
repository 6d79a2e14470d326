/* Where the end of the program is told (ending.c), and who listens (preload.c). */
#pragma once

void eugene_program_ends(void);
