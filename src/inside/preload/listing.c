/* Lists directories as programs see them. If both the host and the GPU have files in a directory, there are two
   directories, one on each side. A stream of one of them gets a second stream: the entries of the opened directory come
   first, then those of the other directory. An entry is listed if tree.h says that the file is on that side. Files
   stand in for nodes, and an entry's type is changed to the node's type. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "door.h"
#include "meaning.h"

enum { room_for_name = 512 };

/* A stream of a directory that contains files of the GPU. Never freed, but reused, so a search needs no lock. */
struct listing {
  DIR* stream; /* NULL: this listing is free */
  DIR* other;  /* stream of the other side; NULL: none */
  int is_ours; /* the opened directory is one of the GPU's */
  int is_in_other;
  long read_of_other; /* entries read from `other` so far */
  char name[room_for_name];
  struct listing* next;
};
static struct listing* listings;

static struct listing* find_listing(DIR* stream) {
  if (is_null(stream)) return NULL;
  struct listing* each = __atomic_load_n(&listings, __ATOMIC_ACQUIRE);
  while (each != NULL && __atomic_load_n(&each->stream, __ATOMIC_ACQUIRE) != stream) each = each->next;
  return each;
}

/* Returns a free listing, claimed for `stream`; NULL if memory is exhausted. */
static struct listing* take_listing(DIR* stream) {
  for (struct listing* each = __atomic_load_n(&listings, __ATOMIC_ACQUIRE); each != NULL; each = each->next) {
    DIR* none = NULL;
    if (__atomic_compare_exchange_n(&each->stream, &none, stream, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return each;
  }
  struct listing* made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->stream = stream;
  made->next = __atomic_load_n(&listings, __ATOMIC_ACQUIRE);
  while (!__atomic_compare_exchange_n(&listings, &made->next, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) continue;
  return made;
}

static DIR* open_really(const char* path) {
  REAL(DIR*, "opendir");
  return real(path);
}

/* Opens the directory `name` on the other side. */
static DIR* open_other(const char* name, int is_ours) {
  char path[name_room];
  if (!is_mixed(name) || strlen(name) >= sizeof path) return NULL;
  strcpy(path, name);
  return is_ours || put_tree(path) ? open_really(path) : NULL;
}

/* Says whether programs see other entries in the directory than the kernel. */
static int concerns_gpu(const char* name, int is_ours) { return is_ours || is_mixed(name); }

/* Remembers the directory of a stream that the C library has opened. */
static DIR* note(DIR* stream, const char* name, int is_ours) {
  if (stream == NULL || name == NULL || !concerns_gpu(name, is_ours) || strlen(name) >= room_for_name) return stream;
  const int error = errno;
  struct listing* listing = take_listing(stream);
  if (listing != NULL) {
    listing->is_ours = is_ours;
    listing->is_in_other = 0;
    listing->read_of_other = 0;
    listing->other = open_other(name, is_ours);
    strcpy(listing->name, name);
  }
  errno = error;
  return stream;
}

EXPORT DIR* opendir(const char* path) {
  struct meaning meaning;
  find_meaning(AT_FDCWD, path, 1, &meaning);
  return note(open_really(meaning.path), meaning.name, meaning.is_ours);
}

/* Returns the name of a descriptor's directory, as the program knows it; NULL if the directory contains no files of the
   GPU. */
static const char* name_of_directory(int descriptor, char* room, int* is_own) {
  if (!name_of_descriptor(descriptor, room, is_own)) return NULL;
  return concerns_gpu(room, *is_own) ? room : NULL;
}

EXPORT DIR* fdopendir(int descriptor) {
  REAL(DIR*, "fdopendir");
  char room[name_room];
  int is_own = 0;
  const char* name = name_of_directory(descriptor, room, &is_own);
  return note(real(descriptor), name, is_own);
}

EXPORT int closedir(DIR* stream) {
  REAL(int, "closedir");
  struct listing* listing = find_listing(stream);
  if (listing != NULL) {
    if (listing->other != NULL) real(listing->other);
    listing->other = NULL;
    __atomic_store_n(&listing->stream, NULL, __ATOMIC_RELEASE);
  }
  return real(stream);
}

static int is_dot(const char* name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

/* Says whether an entry of one side belongs to the listing. */
static int belongs(const char* directory, const char* entry, int is_ours, int is_of_opened) {
  if (is_dot(entry)) return is_of_opened;
  return is_ours_in(directory, entry) == is_ours;
}

/* Changes the directory entry of a GPU file. struct dirent is equal to struct dirent64 here. */
static void describe(const char* directory, struct dirent64* entry) {
  entry->d_ino = own_number(entry->d_ino);
  if (entry->d_type == DT_REG && node_in(directory, entry->d_name) != no_node) entry->d_type = DT_CHR;
}

EXPORT struct dirent* readdir(DIR* stream) {
  REAL(struct dirent*, "readdir");
  struct listing* listing = find_listing(stream);
  if (listing == NULL) return real(stream);
  for (;;) {
    struct dirent* entry = real(listing->is_in_other ? listing->other : stream);
    if (entry == NULL && !listing->is_in_other && listing->other != NULL) {
      listing->is_in_other = 1;
      continue;
    }
    if (entry == NULL) return NULL;
    listing->read_of_other += listing->is_in_other;
    const int is_ours = listing->is_ours != listing->is_in_other;
    if (!belongs(listing->name, entry->d_name, is_ours, !listing->is_in_other)) continue;
    if (is_ours) describe(listing->name, (struct dirent64*)entry);
    return entry;
  }
}
EXPORT struct dirent64* readdir64(DIR* stream) { return (struct dirent64*)readdir(stream); }

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
EXPORT int readdir_r(DIR* stream, struct dirent* entry, struct dirent** result) {
  REAL(int, "readdir_r");
  if (find_listing(stream) == NULL) return real(stream, entry, result);
  const int error = errno;
  errno = 0;
  const struct dirent* found = readdir(stream);
  const int failure = errno;
  errno = error;
  *result = found == NULL ? NULL : memcpy(entry, found, found->d_reclen);
  return found == NULL ? failure : 0;
}
EXPORT int readdir64_r(DIR* stream, struct dirent64* entry, struct dirent64** result)
    __attribute__((alias("readdir_r")));

/* Positions in the second stream are negative, and count its entries. File systems have no negative positions. */

EXPORT long telldir(DIR* stream) {
  REAL(long, "telldir");
  const struct listing* listing = find_listing(stream);
  return listing != NULL && listing->is_in_other ? LONG_MIN + listing->read_of_other : real(stream);
}

static void rewind_other(struct listing* listing) {
  REAL(void, "rewinddir");
  listing->is_in_other = 0;
  listing->read_of_other = 0;
  if (listing->other != NULL) real(listing->other);
}

EXPORT void seekdir(DIR* stream, long place) {
  REAL(void, "seekdir");
  REAL_OF(next, struct dirent*, "readdir");
  struct listing* listing = find_listing(stream);
  if (listing != NULL) rewind_other(listing);
  if (listing == NULL || listing->other == NULL || place >= 0) {
    real(stream, place);
    return;
  }
  listing->is_in_other = 1;
  while (listing->read_of_other < place - LONG_MIN && next(listing->other) != NULL) ++listing->read_of_other;
}

EXPORT void rewinddir(DIR* stream) {
  REAL(void, "rewinddir");
  struct listing* listing = find_listing(stream);
  if (listing != NULL) rewind_other(listing);
  real(stream);
}

/* getdents64() has no stream that could remember a position. So the other side's entries are added to the first
   buffer. */

/* Drops entries that belong to the other side. Returns the number of bytes left. */
static size_t filter(const char* directory, int is_ours, char* bytes, size_t size) {
  size_t kept = 0;
  for (size_t at = 0; at < size;) {
    struct dirent64* entry = (struct dirent64*)(void*)(bytes + at);
    const size_t length = entry->d_reclen;
    if (belongs(directory, entry->d_name, is_ours, 1)) {
      if (is_ours) describe(directory, entry);
      memmove(bytes + kept, entry, length);
      kept += length;
    }
    at += length;
  }
  return kept;
}

/* Writes entries of the other side to `bytes`, as far as there is room. Returns their size in bytes. */
static size_t add_others(const char* directory, int is_ours, char* bytes, size_t room) {
  REAL(struct dirent64*, "readdir64");
  DIR* other = open_other(directory, is_ours);
  size_t size = 0;
  if (other == NULL) return 0;
  for (const struct dirent64* entry; (entry = real(other)) != NULL;) {
    if (!belongs(directory, entry->d_name, !is_ours, 0) || size + entry->d_reclen > room) continue;
    struct dirent64* own = memcpy(bytes + size, entry, entry->d_reclen);
    if (!is_ours) describe(directory, own);
    size += own->d_reclen;
  }
  closedir(other);
  return size;
}

EXPORT ssize_t getdents64(int descriptor, void* buffer, size_t size) {
  REAL(ssize_t, "getdents64");
  char room[name_room];
  int is_ours = 0;
  const char* name = name_of_directory(descriptor, room, &is_ours);
  if (name == NULL) return real(descriptor, buffer, size);
  static const size_t least = 280; /* enough for any entry */
  char others[4096];
  size_t more = 0;
  if (lseek(descriptor, 0, SEEK_CUR) == 0) more = add_others(name, is_ours, others, sizeof others);
  if (size < more + least) {
    errno = EINVAL;
    return -1;
  }
  ssize_t got;
  size_t kept = 0;
  do {
    got = real(descriptor, buffer, size - more);
    if (got > 0) kept = filter(name, is_ours, buffer, (size_t)got);
  } while (got > 0 && kept == 0);
  if (got < 0) return got;
  const long next = lseek(descriptor, 0, SEEK_CUR);
  memcpy((char*)buffer + kept, others, more);
  for (size_t at = kept; at < kept + more;) {
    struct dirent64* entry = (struct dirent64*)(void*)((char*)buffer + at);
    entry->d_off = next;
    at += entry->d_reclen;
  }
  return (ssize_t)(kept + more);
}
