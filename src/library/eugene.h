/* eugene.h: a software Intel Gen GPU in a program's own process.
 *
 * A machine is a GPU with memory. Programs are OpenCL device binaries (what ocloc writes, or an entry of
 * CL_PROGRAM_BINARIES), of which kernels are launched with arguments, or assembly and vISA, which run as `eugene exec`
 * runs them; no driver has a part in it.
 *
 *   eugene_machine *machine = eugene_machine_create("skl");
 *   eugene_program *program = eugene_program_load(machine, binary, bytes);
 *   eugene_buffer out = eugene_buffer_create(machine, 1024);
 *   eugene_launch *launch = eugene_launch_create(program, eugene_kernel_find(program, "fill"));
 *   eugene_launch_set_buffer(launch, 0, out);
 *   eugene_launch_set_global(launch, 1, (uint32_t[]){256});
 *   if (eugene_launch_run(launch) != EUGENE_OK) puts(eugene_error());
 *
 * Functions that fail return NULL, 0 or a status other than EUGENE_OK, and eugene_error() then says why, in the calling
 * thread. A machine and what belongs to it are used by one thread at a time; different machines by different threads.
 * Sizes and offsets are bytes unless said otherwise. Texts are UTF-8, belong to the library, and live as long as the
 * object that they were asked of.
 */
#ifndef EUGENE_H
#define EUGENE_H

#include <stddef.h>
#include <stdint.h>

/* NOLINTBEGIN(modernize-use-using,modernize-redundant-void-arg): this is C. */
#ifdef __cplusplus
extern "C" {
#endif

#define EUGENE_API __attribute__((visibility("default")))

typedef struct eugene_machine eugene_machine;
typedef struct eugene_program eugene_program; /* of a machine */
typedef struct eugene_launch eugene_launch;   /* of a program's kernel */
/* Memory of a machine: its GPU address. 0: none. */
typedef uint64_t eugene_buffer;

typedef enum eugene_status {
  EUGENE_OK = 0,
  EUGENE_WRONG = 1,   /* the input is wrong: a damaged binary, an argument that does not fit */
  EUGENE_USAGE = 2,   /* the function was called wrongly: a number that is none, say */
  EUGENE_FAULTED = 3, /* the GPU program faulted or timed out */
  EUGENE_STOPPED = 4  /* eugene_launch_interrupt() has ended the launch */
} eugene_status;

/* "0.1.0". */
EUGENE_API const char* eugene_version(void);
/* Why the last call in this thread that failed did; "" if none has. Lives until the next call that fails. */
EUGENE_API const char* eugene_error(void);

/* --- machines --- */

/* `gpu`: "bxt", "skl" and so on, as eugene_gpu() lists them; NULL: "skl". */
EUGENE_API eugene_machine* eugene_machine_create(const char* gpu);
/* With its programs, launches and buffers. NULL is allowed. */
EUGENE_API void eugene_machine_destroy(eugene_machine* machine);
/* The name of GPU `number`, from 0; NULL behind the last. */
EUGENE_API const char* eugene_gpu(size_t number);
/* An option of `eugene launch`, without dashes, and its value as on the command line; "" for a flag: ("threads", "2"),
 * ("jit", ""). Before the machine's first program, buffer or launch. */
EUGENE_API eugene_status eugene_machine_set(eugene_machine* machine, const char* option, const char* value);

/* An option that eugene_machine_set() takes. */
typedef struct eugene_option {
  const char* name;  /* "threads" */
  const char* value; /* what its value is called in help texts: "N"; "": it is a flag */
  const char* help;  /* "Number of host threads to use; 0: one for each processor" */
} eugene_option;
/* Option `number`, from 0. Fails behind the last. `bytes`: sizeof(eugene_option). A later version of the library may
 * have more members behind these. */
EUGENE_API eugene_status eugene_option_at(size_t number, eugene_option* option, size_t bytes);

/* --- memory --- */

/* New memory, of zeros; 0 if there is none left of 4 GB. */
EUGENE_API eugene_buffer eugene_buffer_create(eugene_machine* machine, uint64_t bytes);
EUGENE_API eugene_status eugene_buffer_destroy(eugene_machine* machine, eugene_buffer buffer);
/* The buffer's contents, for reading and writing while no launch runs; NULL if there is no such buffer. */
EUGENE_API void* eugene_buffer_data(eugene_machine* machine, eugene_buffer buffer);
EUGENE_API uint64_t eugene_buffer_bytes(const eugene_machine* machine, eugene_buffer buffer);

/* --- programs --- */

/* A device binary for the machine's GPU; of an archive for several GPUs, that for this one. It is copied. */
EUGENE_API eugene_program* eugene_program_load(eugene_machine* machine, const void* binary, size_t bytes);
/* Assembly or vISA as text, or vISA as an object file, as `eugene exec` runs it for the machine's GPU, whatever
 * generation the text names; directives may be in its comments (docs/exec.md). `name` is that of the file in
 * diagnostics and findings; NULL: "program". NULL if anything is wrong: eugene_error() is all of it, with lines, and
 * eugene_diagnostic_at() has it one by one, as it has the warnings about a program that is right.
 * If the text has several cases, each is a kernel of the program; else each of its kernels is. They have no arguments.
 */
EUGENE_API eugene_program* eugene_program_assemble(eugene_machine* machine, const void* text, size_t bytes,
                                                   const char* name);

typedef enum eugene_severity { EUGENE_NOTE = 0, EUGENE_WARNING = 1, EUGENE_ERROR = 2 } eugene_severity;

/* What is wrong in a text, or might be. Texts are "" where there is nothing to say, and live until the next call for
 * the machine that reads a program or directive. */
typedef struct eugene_diagnostic {
  const char* file;
  const char* message;   /* "the execution size must be 1, 2, 4, 8, 16 or 32" */
  const char* rule;      /* of `eugene check`: "region.width" */
  const char* reference; /* document and section: "BXT PRM vol7 Register Region Restrictions" */
  const char* hint;      /* what to write instead */
  uint32_t line, column; /* from 1; 0: not known */
  uint32_t severity;     /* eugene_severity */
  uint32_t reserved;
} eugene_diagnostic;
/* Of the last eugene_program_load(), eugene_program_assemble() or eugene_launch_add() of the machine. */
EUGENE_API size_t eugene_diagnostic_count(const eugene_machine* machine);
/* `bytes`: sizeof(eugene_diagnostic), as for options. */
EUGENE_API eugene_status eugene_diagnostic_at(const eugene_machine* machine, size_t number,
                                              eugene_diagnostic* diagnostic, size_t bytes);

EUGENE_API size_t eugene_kernel_count(const eugene_program* program);
/* The number of the kernel of that name, or EUGENE_NONE. */
EUGENE_API size_t eugene_kernel_find(const eugene_program* program, const char* name);
#define EUGENE_NONE ((size_t)-1)
/* NULL behind the last. */
EUGENE_API const char* eugene_kernel_name(const eugene_program* program, size_t kernel);
/* Channels of a thread: 8, 16 or 32. Of assembly and vISA those that its widest instruction has, 8 at least. */
EUGENE_API unsigned eugene_kernel_simd(const eugene_program* program, size_t kernel);
EUGENE_API size_t eugene_argument_count(const eugene_program* program, size_t kernel);
/* "" unless it was compiled with -cl-kernel-arg-info. NULL behind the last. */
EUGENE_API const char* eugene_argument_name(const eugene_program* program, size_t kernel, size_t argument);
EUGENE_API const char* eugene_argument_type(const eugene_program* program, size_t kernel, size_t argument);
/* "value", "global", "constant", "local", "image" or "sampler". NULL behind the last. */
EUGENE_API const char* eugene_argument_kind(const eugene_program* program, size_t kernel, size_t argument);
/* Bytes of a value. */
EUGENE_API size_t eugene_argument_bytes(const eugene_program* program, size_t kernel, size_t argument);

/* --- launches --- */

/* Of kernel `kernel`, with nothing set. A launch may be changed and run again. */
EUGENE_API eugene_launch* eugene_launch_create(eugene_program* program, size_t kernel);
EUGENE_API void eugene_launch_destroy(eugene_launch* launch);
EUGENE_API eugene_status eugene_launch_set_value(eugene_launch* launch, size_t argument, const void* value,
                                                 size_t bytes);
/* 0: a null pointer. */
EUGENE_API eugene_status eugene_launch_set_buffer(eugene_launch* launch, size_t argument, eugene_buffer buffer);
/* Bytes of local memory of a group. */
EUGENE_API eugene_status eugene_launch_set_local(eugene_launch* launch, size_t argument, uint32_t bytes);
/* Work-items of `dimensions` (1 to 3) dimensions: in all, of a group (NULL: chosen), and where global ids begin. */
EUGENE_API eugene_status eugene_launch_set_global(eugene_launch* launch, unsigned dimensions, const uint32_t* items);
EUGENE_API eugene_status eugene_launch_set_group(eugene_launch* launch, const uint32_t* items);
EUGENE_API eugene_status eugene_launch_set_offset(eugene_launch* launch, const uint32_t* items);
/* Of a program of eugene_program_assemble(): adds directives, as the text may have them, to those of the text and those
 * added before: "threads 4", "set r2:f = 1 2 3 ...", "surface 0 = 0x20000000 size 256", several with a semicolon.
 * Memory that buffers have is there without a directive. What is wrong is told as for programs. */
EUGENE_API eugene_status eugene_launch_add(eugene_launch* launch, const char* directives);
/* Runs it to its end. EUGENE_FAULTED: eugene_error() is the report, with kernel, instruction, source line, thread and
 * address. Expectations of a text that are not met do not make it fail, but are findings. */
EUGENE_API eugene_status eugene_launch_run(eugene_launch* launch);
/* Has a launch that runs end soon, with EUGENE_STOPPED, or one that steps stop before its next instruction. May be
 * called by any thread, also in a signal handler, while another one is in eugene_launch_run(), eugene_launch_step() or
 * eugene_launch_continue(), and does nothing if none is. */
EUGENE_API eugene_status eugene_launch_interrupt(eugene_launch* launch);
/* What printf() of the kernel, or the `print` directives of a text, have printed in the last run. */
EUGENE_API const char* eugene_launch_output(const eugene_launch* launch);

/* Of the launch's last run. */
typedef struct eugene_statistics {
  uint64_t groups;
  uint64_t threads;
  uint64_t instructions;
  uint64_t lane_operations; /* enabled channels over all instructions */
  double seconds;
} eugene_statistics;
/* `bytes`: sizeof(eugene_statistics). A later version of the library may have more members behind these. */
EUGENE_API eugene_status eugene_launch_statistics(const eugene_launch* launch, eugene_statistics* statistics,
                                                  size_t bytes);

/* --- step by step --- */

/* Begins a launch, as eugene_launch_run(), and stops it before its first instruction. Groups then run one after the
 * other, and are interpreted. Until the launch has ended, it is not changed, and no other one of the machine runs;
 * buffers may be read, written and made. */
EUGENE_API eugene_status eugene_launch_start(eugene_launch* launch);
/* Executes `instructions` instructions of the thread that is stopped; other threads run where that one waits for them.
 * If it ends before, the launch stops at the next instruction of any thread. Once the launch has ended it gives what
 * eugene_launch_run() would give. */
EUGENE_API eugene_status eugene_launch_step(eugene_launch* launch, uint64_t instructions);
/* Goes on until any thread is about to execute the instruction at offset `until` of the kernel; EUGENE_NO_OFFSET: to
 * the end. Gives what eugene_launch_step() gives. */
EUGENE_API eugene_status eugene_launch_continue(eugene_launch* launch, uint32_t until);
#define EUGENE_NO_OFFSET ((uint32_t)-1)

typedef enum eugene_stop {
  EUGENE_ENDED = 0,   /* it has ended, or was not begun */
  EUGENE_BEFORE = 1,  /* before an instruction */
  EUGENE_AT_FAULT = 2 /* at an instruction that has faulted; whatever is next ends the launch */
} eugene_stop;

/* Where a launch is stopped. */
typedef struct eugene_place {
  uint64_t group;       /* its number in the order in which groups start, x first */
  uint64_t executed;    /* instructions that the thread has executed */
  uint32_t thread;      /* of the group */
  uint32_t threads;     /* that the group has */
  uint32_t instruction; /* the offset of the instruction that is next */
  uint32_t channels;    /* of the thread that run, a bit each */
  uint32_t stop;        /* eugene_stop; the others are 0 if it has ended */
  uint32_t reserved;
} eugene_place;
/* `bytes`: sizeof(eugene_place), as for options. */
EUGENE_API eugene_status eugene_launch_place(const eugene_launch* launch, eugene_place* place, size_t bytes);

typedef enum eugene_file {
  EUGENE_GRF = 0,     /* r0 to r127, 32 bytes each */
  EUGENE_FLAGS = 1,   /* f0 and f1, 4 bytes each */
  EUGENE_ADDRESS = 2, /* a0, 32 bytes */
  EUGENE_IP = 3,      /* 4 bytes: the offset of the instruction in the kernel that is next */
  EUGENE_ACC = 4, /* acc0 to acc9, 96 bytes each: 32 as a register has them, then 4 for each of 16 channels: the bits
                   * above those */
  EUGENE_CONTROL = 5,   /* cr0, 16 bytes */
  EUGENE_STATE = 6,     /* sr0, 16 bytes */
  EUGENE_MRF = 7,       /* m0 to m23 of Gen6, 32 bytes each */
  EUGENE_VARIABLES = 8, /* those of a vISA kernel, in rows of 32 bytes */
  EUGENE_LOCAL = 9      /* local memory of the thread's group */
} eugene_file;
/* The registers of a thread, to be read and written, and how many bytes there are. While a launch is stopped: of thread
 * `thread` of the group that runs, until the launch goes on; an ip at which no instruction begins is then a fault.
 * After a program of eugene_program_assemble() has ended: of the threads of all groups, counted from 0, as they were at
 * the end of their group, until the launch runs again; the first 4096 threads are kept. NULL: there is none of it.
 * `bytes` may be NULL. */
EUGENE_API void* eugene_launch_registers(eugene_launch* launch, eugene_file file, size_t thread, size_t* bytes);
/* Where a variable of a vISA kernel is, in its bytes of EUGENE_VARIABLES, and how many bytes it has. */
EUGENE_API eugene_status eugene_variable_find(const eugene_program* program, size_t kernel, const char* name,
                                              size_t* offset, size_t* bytes);
/* Memory at GPU address `address` that the launch has or had in its last run: a buffer's, or that of the text's
 * `memory` directives; and how many bytes follow. NULL: there is none. The contents of a text's memory live until the
 * next run. */
EUGENE_API void* eugene_launch_memory(eugene_launch* launch, uint64_t address, uint64_t* bytes);

/* --- instructions of a kernel --- */

/* Texts are "" where there is nothing to say. */
typedef struct eugene_instruction {
  const char* text;    /* as assembly */
  const char* opcode;  /* "add" */
  const char* message; /* of a send whose descriptor it has: "data1.untyped_read(bti=0, ...)" */
  const char* file;    /* of its source; of programs that were compiled with -g */
  uint32_t line;       /* 0: not known */
  uint32_t offset;     /* its first byte in the kernel */
  uint32_t bytes;      /* 8 or 16 */
  uint32_t block;      /* its basic block; they are counted from 0 */
} eugene_instruction;
EUGENE_API size_t eugene_instruction_count(const eugene_program* program, size_t kernel);
/* `bytes`: sizeof(eugene_instruction), as for statistics. */
EUGENE_API eugene_status eugene_instruction_at(const eugene_program* program, size_t kernel, size_t number,
                                               eugene_instruction* instruction, size_t bytes);

/* --- what a launch does, event by event --- */

typedef enum eugene_event_kind {
  EUGENE_INSTRUCTIONS = 1, /* a thread has executed an instruction */
  EUGENE_ACCESSES = 2,     /* a channel of a message reads or writes memory, before its instruction's event */
  EUGENE_BARRIERS = 4,     /* a thread arrives at a barrier of its group, or goes on behind it. At a named barrier of
                            * vISA it arrives with its signal; a producer does not wait for others */
  EUGENE_THREADS = 8       /* a thread begins, before its first instruction, or ends, after its last */
} eugene_event_kind;

typedef enum eugene_access { EUGENE_READ = 0, EUGENE_WRITE = 1, EUGENE_ATOMIC = 2 } eugene_access;
typedef enum eugene_phase { EUGENE_BEGINS = 0, EUGENE_ENDS = 1 } eugene_phase;

typedef struct eugene_event {
  uint64_t group;    /* its number in the order in which groups start, x first */
  uint64_t executed; /* instructions that the thread had executed before this one */
  /* Of an access: its address, or where it is in the group's local memory. 0 of an instruction. */
  uint64_t address;
  uint32_t thread;      /* of the group */
  uint32_t instruction; /* the offset of the instruction in the kernel */
  /* Of an instruction: the channels of the thread that run, a bit each, as at a barrier and where a thread begins and
   * ends. Of an access: the channel; 0 if it is of the thread as a whole, or the channel is not known, as for texels.
   */
  uint32_t channels;
  uint32_t bytes;   /* of an access */
  uint8_t kind;     /* eugene_event_kind */
  uint8_t access;   /* eugene_access; of a barrier or thread: eugene_phase */
  uint8_t is_local; /* 1: in local memory */
  uint8_t enabled;  /* of an instruction: how many of the channels it was for, with its predicate */
  uint32_t reserved;
} eugene_event;

/* `registers`: the contents of the registers that eugene_launch_set_registers() names, 32 bytes each, of the thread at
 * each of `count` events: after an instruction, before an access, when a thread begins. NULL if it names none. Valid
 * during the call. */
typedef void (*eugene_hook)(void* user, const eugene_event* events, size_t count, const void* registers);
/* `hook` gets the events of `kinds` (0: no more) while the launch runs, up to 4096 at a time, from one thread of the
 * library at a time. Groups then run one after the other, and are interpreted. It must not use the machine. */
EUGENE_API eugene_status eugene_launch_set_hook(eugene_launch* launch, unsigned kinds, eugene_hook hook, void* user);
/* General registers r`first` and the `count` - 1 after it, for the hook. */
EUGENE_API eugene_status eugene_launch_set_registers(eugene_launch* launch, unsigned first, unsigned count);

/* --- profile --- */

/* Whether the launch's next runs count what their instructions do, and follow the cycles of its threads; 0: no more, as
 * at first. Such a run takes as long as an interpreted one. */
EUGENE_API eugene_status eugene_launch_set_profile(eugene_launch* launch, int is_profiled);

/* Of an instruction, over the launch's last run. Cycles are those of the model of `eugene profile`, over all threads.
 */
typedef struct eugene_profile {
  uint64_t executions;
  uint64_t channels; /* enabled, over all executions */
  uint64_t issue;    /* cycles for which it held its pipe */
  uint64_t stalled;  /* cycles for which its thread waited before it */
  uint64_t blamed;   /* cycles for which threads waited for its result */
  uint64_t bytes;    /* that its channels read or wrote */
  uint64_t lines;    /* of the L3 that it has reached, */
  uint64_t hits;     /* and those that were there */
} eugene_profile;
/* `instruction`: its number, as for eugene_instruction_at(), which has its source line. `bytes`:
 * sizeof(eugene_profile), as for statistics. Fails if the last run was not profiled. */
EUGENE_API eugene_status eugene_profile_at(const eugene_launch* launch, size_t instruction, eugene_profile* profile,
                                           size_t bytes);

/* How long the launch's last run would take on the GPU: an estimate, as that of `eugene profile` (docs/profiling.md).
 */
typedef struct eugene_estimate {
  double cycles;         /* of the GPU */
  const char* limit;     /* what they are spent with: "memory", "latency"; a literal */
  uint64_t group_cycles; /* of each group from its first instruction to its last, added up over groups */
  uint64_t groups;
  uint64_t timed_groups; /* those whose cycles were followed; those of the others are estimated by them */
} eugene_estimate;
/* `bytes`: sizeof(eugene_estimate), as for statistics. Fails if the last run was not profiled. */
EUGENE_API eugene_status eugene_launch_estimate(const eugene_launch* launch, eugene_estimate* estimate, size_t bytes);

/* --- findings --- */

/* Has the launch's next runs looked at for mistakes of these kinds, as `eugene run --check` names them: "memory,race",
 * "default", "all"; NULL: no more. Kinds that are not about a launch are ignored. What
 * buffers hold counts as written. Without this the machine's option "check" holds. In assembly and vISA any kind has it
 * looked for what `eugene exec --check` reports. */
EUGENE_API eugene_status eugene_launch_set_check(eugene_launch* launch, const char* kinds);

/* A mistake that the last run has made, or an expectation of a text that was not met ("expect.value"). Texts live until
 * the next run, and are "" where there is nothing to say. */
typedef struct eugene_finding {
  const char* id;     /* "race.local"; the kind is the part before the point */
  const char* what;   /* "write and read of the same local memory by two work-items, in no order" */
  const char* memory; /* "argument 0 `out` (buffer of 1024 bytes), byte 1024, 4 bytes" */
  const char* hint;
  const char* text; /* all of it, in lines for people */
  uint64_t count;   /* how often the same was seen */
  size_t sites;     /* none, one, or two for each pair of lines of a race */
} eugene_finding;
EUGENE_API size_t eugene_finding_count(const eugene_launch* launch);
/* `bytes`: sizeof(eugene_finding), as for statistics. */
EUGENE_API eugene_status eugene_finding_at(const eugene_launch* launch, size_t number, eugene_finding* finding,
                                           size_t bytes);

/* Where, and by whom. */
typedef struct eugene_site {
  const char* access;   /* "read", "write", "atomic" or "" */
  const char* file;     /* of its source, where it is known */
  const char* text;     /* of the line */
  const char* assembly; /* of the instruction */
  uint32_t line, column;
  uint32_t instruction; /* its offset in the kernel */
  uint32_t thread;      /* of the group */
  uint32_t channel;
  uint32_t group[3];
  uint32_t global_id[3]; /* zeros where has_ids is 0: the kernel does not tell them */
  uint32_t local_id[3];
  uint32_t has_ids;
} eugene_site;
EUGENE_API eugene_status eugene_finding_site(const eugene_launch* launch, size_t number, size_t site,
                                             eugene_site* found, size_t bytes);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(modernize-use-using,modernize-redundant-void-arg) */

#endif
