// The interface from the preloaded library (preload/) to the one with the GPU. Plain C, so that the small library needs
// no C++ runtime.
#pragma once

#include <stddef.h>

// The minor numbers of the device's nodes.
enum { eugene_primary_minor = 0, eugene_render_minor = 128 };

// Kind of an open file, for the GPU.
enum eugene_kind { eugene_nothing, eugene_handed_out, eugene_primary_node, eugene_render_node };

// Kinds of values for a kernel's argument.
enum eugene_given {
  eugene_given_value,
  eugene_given_buffer,
  eugene_given_shared,
  eugene_given_local,
  eugene_given_null
};

// Bytes from `begin` to before `end`.
struct eugene_range {
  size_t begin, end;
};
enum { eugene_most_ranges = 8 };

struct eugene_argument {
  unsigned number;
  int given;
  unsigned long bytes;    // that the program asked for; of a pointer to shared memory: as far as is known from there on
  unsigned long address;  // of shared memory
  unsigned long buffer;   // number of a buffer, which no other ever has; 0: it has none, so nothing is known of it
  unsigned long host_writes;                        // how many calls may have written the buffer so far
  struct eugene_range written[eugene_most_ranges];  // by these calls, together; empty ones at the end
  int reads, writes;                                // whether the program allows kernels to
  int is_part;                                      // of a larger buffer:
  unsigned long part_begin, whole_bytes;            // its first byte there, and the bytes of that, which `buffer` and
                                                    // `written` are of; without a part 0 and `bytes`
  int is_released;                                  // the program has released the buffer, and may not use it any more
  unsigned long object;                             // number of the buffer or of the shared memory, as `buffer`, but
                                                    // each has one; 0: it is not known
};

// The place of a command in the order of all.
struct eugene_order {
  unsigned long number;            // counted from 1; 0: nothing is known
  const unsigned long* unordered;  // numbers of earlier commands that may run at the same time
  size_t count;                    // of them
  int is_alone;                    // no later one may
  int is_of_level_zero;            // not of OpenCL, whose commands have other means to be ordered
};

// A launch of a kernel. Sizes of dimensions that it does not have are 1. Level Zero does not tell a null pointer from a
// number that is 0, nor from local memory: eugene_given_null and eugene_given_local may be any of these, as the
// kernel's binary says.
struct eugene_launched {
  const char* kernel;
  const struct eugene_argument* arguments;
  size_t count;      // of them
  size_t offset[3];  // of global ids
  size_t global[3];  // 0: only the GPU knows
  size_t local[3];   // zeros: the driver chooses
  struct eugene_order order;
};

// A command of the program, or what it does with memory that is mapped, and bytes of a buffer that this accesses.
struct eugene_access {
  const char* what;      // "clEnqueueReadBuffer reads"
  unsigned long buffer;  // its number, as eugene_argument::buffer
  size_t begin, end;
  int writes;
  struct eugene_order order;
};

// A call that OpenCL forbids and that the driver accepts, in the words of a finding (findings/finding.h).
struct eugene_misuse {
  const char* id;      // "api.mapped"
  const char* kernel;  // "": none
  const char* what;
  const char* reference;
  const char* hint;
};

// NOLINTBEGIN(modernize-redundant-void-arg): in C it says that there are none.
struct eugene_calls {
  // A new descriptor for one of the device's nodes; -1 and errno. `flags` are those of open().
  int (*open_node)(int minor_number, int flags);
  // An eugene_kind.
  int (*kind)(unsigned long device, unsigned long inode);
  // As the system calls, of a file that is an open node, or something handed out: errno and -1 where they fail.
  int (*ioctl)(unsigned long device, unsigned long inode, unsigned long request, void* argument);
  void* (*map)(unsigned long device, unsigned long inode, void* address, size_t bytes, int protection, int flags,
               long offset);
  // How many faults and bad commands have been reported in this process.
  unsigned long (*failures)(void);
  // How many requests have failed before they had written all that tells of their end.
  unsigned long (*lost_requests)(void);
  // Writes now the values that failed work would have written last (i915/late_writes.h).
  void (*let_go)(void);
  // Whether all work ends within so many milliseconds.
  int (*is_idle)(unsigned milliseconds);
  // A program of OpenCL or Level Zero has made a queue.
  void (*queue_made)(void);
  // A program of VA-API wants something done.
  void (*video_wanted)(void);
  // A kernel of that name is launched with a null pointer for an argument, described for people ("1 (out)").
  void (*null_argument)(const char* kernel, const char* argument);
  // Of a checked run: a kernel is about to be launched. Gives a number, by which a launch that then fails is taken
  // back.
  unsigned long (*launch)(const struct eugene_launched* launch);
  void (*take_back)(unsigned long launch);
  // Of a checked run: memory whose address program and GPU share is there, or (no bytes) is no more. `room`: bytes
  // behind it that nothing else has.
  void (*share)(unsigned long address, size_t bytes, size_t room);
  // Of a checked run: the program has read bytes of the buffer of that number, after all that may have written it.
  void (*read_back)(unsigned long buffer, size_t offset, size_t bytes);
  // Of a checked run: a command is about to be given to a queue, or memory has been mapped.
  void (*access)(const struct eugene_access* access);
  // Of a checked run.
  void (*misuse)(const struct eugene_misuse* misuse);
  // Any number of descriptors may have been closed.
  void (*some_closed)(void);
  // A descriptor of it has been closed.
  void (*closed)(unsigned long device, unsigned long inode);
  // The program is about to end: nothing more is compiled. May be called more than once.
  void (*stop_compiling)(void);
  // The process ends at once, without its exit handlers: leaves the statistics so far.
  void (*leave_statistics)(void);
};
// NOLINTEND(modernize-redundant-void-arg)

// The name of the function that gives them: const eugene_calls* (*)().
#define EUGENE_CALLS "eugene_calls_1"
