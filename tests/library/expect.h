/* Helpers for all tests of the C API. */
#ifndef EUGENE_TESTS_LIBRARY_EXPECT_H
#define EUGENE_TESTS_LIBRARY_EXPECT_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eugene.h"

static int failures = 0;

static void expect(int is_so, const char* what, const char* file, int line) {
  if (is_so) return;
  ++failures;
  fprintf(stderr, "%s:%d: %s is not so; eugene_error(): %s\n", file, line, what, eugene_error());
}
#define EXPECT(condition) expect((condition), #condition, __FILE__, __LINE__)
#define EXPECT_ERROR(text) \
  expect(strstr(eugene_error(), text) != NULL, "the error has \"" text "\"", __FILE__, __LINE__)

static inline void* read_file(const char* directory, const char* name, size_t* bytes) {
  char path[4096];
  snprintf(path, sizeof path, "%s%s%s", directory, directory[0] == '\0' ? "" : "/", name);
  FILE* file = fopen(path, "rb");
  if (file == NULL) {
    perror(path);
    exit(1);
  }
  fseek(file, 0, SEEK_END);
  *bytes = (size_t)ftell(file);
  rewind(file);
  void* data = malloc(*bytes);
  if (fread(data, 1, *bytes, file) != *bytes) exit(1);
  fclose(file);
  return data;
}

static inline eugene_program* load(eugene_machine* machine, const char* directory, const char* name) {
  size_t bytes = 0;
  void* binary = read_file(directory, name, &bytes);
  eugene_program* program = eugene_program_load(machine, binary, bytes);
  free(binary);
  return program;
}

#endif
