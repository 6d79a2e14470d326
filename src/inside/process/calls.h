// The interface from the preloaded library (preload/) to the library with the GPU. Plain C, so that the preloaded
// library needs no C++ runtime.
#pragma once

#include <fcntl.h>
#include <stddef.h>

// The minor numbers of the device's nodes.
enum { eugene_primary_minor = 0, eugene_render_minor = 128 };

// An open node is an empty anonymous file with this name and these seals, so that other processes recognise the node.
#define EUGENE_PRIMARY_FILE "eugene-card0"
#define EUGENE_RENDER_FILE "eugene-renderD128"
#define EUGENE_NODE_SEALS (F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE)

// How the GPU sees an open file.
enum eugene_kind { eugene_nothing, eugene_handed_out, eugene_primary_node, eugene_render_node };

// Kinds of values for a kernel's argument.
enum eugene_given {
  eugene_given_value,
  eugene_given_buffer,
  eugene_given_shared,
  eugene_given_local,
  eugene_given_null
};

// Bytes from `begin` up to `end`, which is excluded.
struct eugene_range {
  size_t begin, end;
};
enum { eugene_max_ranges = 8 };

struct eugene_argument {
  unsigned number;
  int given;
  unsigned long bytes;    // size that the program requested; for a pointer to shared memory: known size from there on
  unsigned long address;  // of shared memory
  unsigned long buffer;   // number of the buffer, never reused; 0: none, so nothing is known of the buffer
  unsigned long host_writes;                       // number of calls that may have written the buffer so far
  struct eugene_range written[eugene_max_ranges];  // ranges that these calls have written; empty ranges last
  int reads, writes;                               // whether the program lets kernels read and write the buffer
  int is_part;                                     // the argument is a part of a larger buffer
  unsigned long part_begin, whole_bytes;  // offset of the part in the larger buffer, and the size of that buffer, which
                                          // `buffer` and `written` describe; not a part: 0 and `bytes`
  int is_released;                        // the program has released the buffer, and must not use it any more
  unsigned long object;  // number of the buffer or shared memory; unlike `buffer`, each has one; 0: unknown
};

// The place of a command in the order of all commands.
struct eugene_order {
  unsigned long number;            // counted from 1; 0: nothing is known
  const unsigned long* unordered;  // numbers of earlier commands that may run at the same time
  size_t count;                    // size of `unordered`
  int is_alone;                    // no later command may run at the same time
  int is_of_level_zero;            // else OpenCL, which orders commands by other means
};

// A launch of a kernel. Unused dimensions have size 1. Level Zero cannot distinguish a null pointer from a number 0,
// nor from local memory. For such an argument, `given` is eugene_given_null or eugene_given_local, and the kernel's
// binary decides.
struct eugene_launched {
  const char* kernel;
  const struct eugene_argument* arguments;
  size_t count;      // size of `arguments`
  size_t offset[3];  // offset of global IDs
  size_t global[3];  // 0: only the GPU knows
  size_t local[3];   // zeros: the driver chooses
  struct eugene_order order;
};

// An access of a buffer by a command of the program, or by the program itself through mapped memory.
struct eugene_access {
  const char* what;      // "clEnqueueReadBuffer reads"
  unsigned long buffer;  // the buffer's number, like eugene_argument::buffer
  size_t begin, end;
  int writes;
  struct eugene_order order;
};

// A call that OpenCL forbids and the driver accepts, in the words of a finding (check/finding/finding.h).
struct eugene_misuse {
  const char* id;      // "api.mapped"
  const char* kernel;  // "": none
  const char* what;
  const char* reference;
  const char* hint;
};

// NOLINTBEGIN(modernize-redundant-void-arg): in C, (void) means no parameters.
struct eugene_calls {
  // Opens one of the device's nodes. Returns a new descriptor, or -1 with errno. `flags` are the flags of open().
  int (*open_node)(int minor_number, int flags);
  // Makes a file that another process has opened as a node a node of this process too. Returns whether it is one now.
  int (*receive_node)(int minor_number, unsigned long device, unsigned long inode);
  // Returns an eugene_kind.
  int (*kind)(unsigned long device, unsigned long inode);
  // Like the system calls of these names, for a file that is an open node or was handed out by the device. Return -1
  // with errno if they fail.
  int (*ioctl)(unsigned long device, unsigned long inode, unsigned long request, void* argument);
  void* (*map)(unsigned long device, unsigned long inode, void* address, size_t bytes, int protection, int flags,
               long offset);
  // Returns the number of faults and bad commands reported in this process.
  unsigned long (*failures)(void);
  // Returns the number of requests that failed before they had written the values that mark their end.
  unsigned long (*lost_requests)(void);
  // Immediately writes the values that failed work would have written last (i915/late_writes.h).
  void (*let_go)(void);
  // Returns whether all work ends within `milliseconds`.
  int (*is_idle)(unsigned milliseconds);
  // Reports that a program of OpenCL or Level Zero has made a queue.
  void (*queue_made)(void);
  // Reports that a program of VA-API requests work.
  void (*video_wanted)(void);
  // Reports that a kernel is launched with a null pointer. `argument` describes the argument for people ("1 (out)").
  void (*null_argument)(const char* kernel, const char* argument);
  // Checked run: reports a launch before the driver gets it. Returns a number for take_back(), which withdraws the
  // report if the launch fails.
  unsigned long (*launch)(const struct eugene_launched* launch);
  void (*take_back)(unsigned long launch);
  // Checked run: reports new memory whose address is shared by program and GPU, or freed memory if `bytes` is 0. `room`
  // is the number of unused bytes after the memory.
  void (*share)(unsigned long address, size_t bytes, size_t room);
  // Checked run: reports that the program has read bytes of a buffer, after all commands that may have written the
  // buffer.
  void (*read_back)(unsigned long buffer, size_t offset, size_t bytes);
  // Checked run: reports an access before a queue gets the command, or after memory was mapped.
  void (*access)(const struct eugene_access* access);
  // Checked run: reports a wrong call.
  void (*misuse)(const struct eugene_misuse* misuse);
  // Reports that any descriptors may have been closed.
  void (*some_closed)(void);
  // Reports that a descriptor of the file has been closed.
  void (*closed)(unsigned long device, unsigned long inode);
  // Reports that the program is about to end: nothing is compiled after this call. May be called more than once.
  void (*stop_compiling)(void);
  // Writes the statistics so far. For a process that ends without its exit handlers.
  void (*leave_statistics)(void);
};
// NOLINTEND(modernize-redundant-void-arg)

// Name of the function that returns the table: const eugene_calls* (*)().
#define EUGENE_CALLS "eugene_calls_1"
