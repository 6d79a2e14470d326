/* Called when descriptors are closed (closing.c); defined in preload.c. */
#pragma once

/* The file of a descriptor that is about to be closed. */
struct closing {
  int is_of_gpu;
  unsigned long device, inode;
};

struct closing eugene_before_closing(int descriptor);
/* Reports the closing to the GPU, which checks whether the file has descriptors left. Keeps errno. */
void eugene_after_closing(struct closing closed);
/* Does the same after any number of descriptors may have been closed. */
void eugene_after_closing_some(void);
