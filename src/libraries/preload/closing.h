/* Called where descriptors are closed (closing.c); defined in preload.c. */
#pragma once

/* What a descriptor that is about to be closed stands for. */
struct closing {
  int is_of_gpu;
  unsigned long device, inode;
};

struct closing eugene_before_closing(int descriptor);
/* Tells the GPU, which looks whether any descriptor of that file is left. Keeps errno. */
void eugene_after_closing(struct closing closed);
/* The same where any number may have been closed. */
void eugene_after_closing_some(void);
