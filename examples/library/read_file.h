/* The contents of a file, which the caller frees; NULL if it cannot be read. */
#include <stdio.h>
#include <stdlib.h>

static void* read_file(const char* name, size_t* bytes) {
  FILE* file = fopen(name, "rb");
  if (file == NULL) return NULL;
  void* data = NULL;
  if (fseek(file, 0, SEEK_END) == 0) {
    const long size = ftell(file);
    rewind(file);
    if (size > 0) data = malloc((size_t)size);
    if (data != NULL) *bytes = fread(data, 1, (size_t)size, file);
  }
  fclose(file);
  return data;
}
