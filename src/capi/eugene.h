/* eugene.h: a software Intel Gen GPU in a program's own process.
 *
 * A machine is a GPU with memory. A program is an OpenCL device binary (the output of ocloc, or an entry of
 * CL_PROGRAM_BINARIES), whose kernels are launched with arguments. Or it is assembly or vISA, which runs as by
 * `eugene exec`. No driver is needed.
 *
 *   eugene_machine *machine = eugene_machine_create("skl");
 *   eugene_program *program = eugene_program_load(machine, binary, bytes);
 *   eugene_buffer out = eugene_buffer_create(machine, 1024);
 *   eugene_launch *launch = eugene_launch_create(program, eugene_kernel_find(program, "fill"));
 *   eugene_launch_set_buffer(launch, 0, out);
 *   eugene_launch_set_global(launch, 1, (uint32_t[]){256});
 *   if (eugene_launch_run(launch) != EUGENE_OK) puts(eugene_error());
 *
 * Functions that fail return NULL, 0 or a status other than EUGENE_OK. eugene_error() then returns the reason, in the
 * calling thread. A machine and its objects must be used by one thread at a time; different threads may use different
 * machines. Sizes and offsets are in bytes unless noted. Texts are UTF-8, belong to the library, and live as long as
 * the object that was passed to get them.
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
typedef struct eugene_program eugene_program; /* belongs to a machine */
typedef struct eugene_launch eugene_launch;   /* belongs to a program's kernel */
/* A buffer in a machine's memory, identified by its GPU address. 0: no buffer. */
typedef uint64_t eugene_buffer;

typedef enum eugene_status {
  EUGENE_OK = 0,
  EUGENE_WRONG = 1,   /* the input is wrong: a damaged binary, an argument that does not fit */
  EUGENE_USAGE = 2,   /* the function was called wrongly, for example with an index that is out of range */
  EUGENE_FAULTED = 3, /* the GPU program faulted or timed out */
  EUGENE_STOPPED = 4  /* eugene_launch_interrupt() ended the launch */
} eugene_status;

/* Returns the version: "0.1.0". */
EUGENE_API const char* eugene_version(void);
/* Returns the error of the last call in this thread that failed; "" if none has failed. The text lives until the next
 * call that fails. */
EUGENE_API const char* eugene_error(void);

/* --- machines --- */

/* Creates a machine. `gpu` is a name that eugene_gpu() lists, such as "bxt" or "skl"; NULL: "skl". */
EUGENE_API eugene_machine* eugene_machine_create(const char* gpu);
/* Destroys a machine with its programs, launches and buffers. NULL is allowed. */
EUGENE_API void eugene_machine_destroy(eugene_machine* machine);
/* Returns the name of GPU `number`, from 0; NULL past the last. */
EUGENE_API const char* eugene_gpu(size_t number);
/* Sets an option of `eugene launch`. `option` has no dashes. `value` is as on the command line, or "" for a flag:
 * ("threads", "2"), ("jit", ""). Must be called before the machine's first program, buffer or launch. */
EUGENE_API eugene_status eugene_machine_set(eugene_machine* machine, const char* option, const char* value);

/* Describes an option that eugene_machine_set() accepts. */
typedef struct eugene_option {
  const char* name;  /* "threads" */
  const char* value; /* name of the value in help texts: "N"; "": the option is a flag */
  const char* help;  /* "Number of host threads to use; 0: one for each processor" */
} eugene_option;
/* Describes option `number`, from 0. Fails past the last. `bytes` is sizeof(eugene_option): later versions of the
 * library may add members at the end. */
EUGENE_API eugene_status eugene_option_at(size_t number, eugene_option* option, size_t bytes);

/* --- memory --- */

/* Creates a buffer of zeros. Returns 0 if not enough of the 4 GB is left. */
EUGENE_API eugene_buffer eugene_buffer_create(eugene_machine* machine, uint64_t bytes);
EUGENE_API eugene_status eugene_buffer_destroy(eugene_machine* machine, eugene_buffer buffer);
/* Returns the buffer's contents, to read and write while no launch runs; NULL if there is no such buffer. */
EUGENE_API void* eugene_buffer_data(eugene_machine* machine, eugene_buffer buffer);
EUGENE_API uint64_t eugene_buffer_bytes(const eugene_machine* machine, eugene_buffer buffer);

/* --- programs --- */

/* Loads a copy of a device binary for the machine's GPU. In an archive for several GPUs, the one for this GPU is used.
 */
EUGENE_API eugene_program* eugene_program_load(eugene_machine* machine, const void* binary, size_t bytes);
/* Reads assembly or vISA as text, or vISA as an object file, like `eugene exec`. The program is for the machine's GPU,
 * whatever generation the text names. Comments of the text may have directives (docs/user/exec.md). `name` is the name
 * of the file in diagnostics and findings; NULL: "program". Returns NULL if there are errors: eugene_error() is the
 * text of all errors, with lines. eugene_diagnostic_at() gives each error, and the warnings of a correct program. If
 * the text has several cases, each case is a kernel of the program. Otherwise each kernel of the text is one. Kernels
 * have no arguments. */
EUGENE_API eugene_program* eugene_program_assemble(eugene_machine* machine, const void* text, size_t bytes,
                                                   const char* name);

typedef enum eugene_severity { EUGENE_NOTE = 0, EUGENE_WARNING = 1, EUGENE_ERROR = 2 } eugene_severity;

/* An error or warning about a text. Unused texts are "". Texts live until the next call for the machine that reads a
 * program or directive. */
typedef struct eugene_diagnostic {
  const char* file;
  const char* message;   /* "the execution size must be 1, 2, 4, 8, 16 or 32" */
  const char* rule;      /* rule of `eugene check`: "region.width" */
  const char* reference; /* document and section: "BXT PRM vol7 Register Region Restrictions" */
  const char* hint;      /* what to write instead */
  uint32_t line, column; /* from 1; 0: unknown */
  uint32_t severity;     /* eugene_severity */
  uint32_t reserved;
} eugene_diagnostic;
/* Returns the number of diagnostics of the machine's last eugene_program_load(), eugene_program_assemble() or
 * eugene_launch_add(). */
EUGENE_API size_t eugene_diagnostic_count(const eugene_machine* machine);
/* Gets diagnostic `number`. `bytes` is sizeof(eugene_diagnostic), as for options. */
EUGENE_API eugene_status eugene_diagnostic_at(const eugene_machine* machine, size_t number,
                                              eugene_diagnostic* diagnostic, size_t bytes);

EUGENE_API size_t eugene_kernel_count(const eugene_program* program);
/* Returns the index of the kernel with that name, or EUGENE_NONE. */
EUGENE_API size_t eugene_kernel_find(const eugene_program* program, const char* name);
#define EUGENE_NONE ((size_t)-1)
/* Returns the name of a kernel; NULL past the last. */
EUGENE_API const char* eugene_kernel_name(const eugene_program* program, size_t kernel);
/* Returns the channels of a thread: 8, 16 or 32. For assembly and vISA, the channels of the widest instruction, at
 * least 8. */
EUGENE_API unsigned eugene_kernel_simd(const eugene_program* program, size_t kernel);
EUGENE_API size_t eugene_argument_count(const eugene_program* program, size_t kernel);
/* Return "" unless the program was compiled with -cl-kernel-arg-info; NULL past the last. */
EUGENE_API const char* eugene_argument_name(const eugene_program* program, size_t kernel, size_t argument);
EUGENE_API const char* eugene_argument_type(const eugene_program* program, size_t kernel, size_t argument);
/* Returns "value", "global", "constant", "local", "image" or "sampler"; NULL past the last. */
EUGENE_API const char* eugene_argument_kind(const eugene_program* program, size_t kernel, size_t argument);
/* Returns the size of a value argument. */
EUGENE_API size_t eugene_argument_bytes(const eugene_program* program, size_t kernel, size_t argument);

/* --- launches --- */

/* Creates a launch of kernel `kernel`, without arguments and sizes. A launch may be changed and run again. */
EUGENE_API eugene_launch* eugene_launch_create(eugene_program* program, size_t kernel);
EUGENE_API void eugene_launch_destroy(eugene_launch* launch);
EUGENE_API eugene_status eugene_launch_set_value(eugene_launch* launch, size_t argument, const void* value,
                                                 size_t bytes);
/* Sets a buffer argument; 0: a null pointer. */
EUGENE_API eugene_status eugene_launch_set_buffer(eugene_launch* launch, size_t argument, eugene_buffer buffer);
/* Sets the size of a local memory argument, for each group. */
EUGENE_API eugene_status eugene_launch_set_local(eugene_launch* launch, size_t argument, uint32_t bytes);
/* Set sizes in `dimensions` (1 to 3) dimensions: the number of work-items, the work-items of a group (NULL: chosen
 * automatically), and the first global ID. */
EUGENE_API eugene_status eugene_launch_set_global(eugene_launch* launch, unsigned dimensions, const uint32_t* items);
EUGENE_API eugene_status eugene_launch_set_group(eugene_launch* launch, const uint32_t* items);
EUGENE_API eugene_status eugene_launch_set_offset(eugene_launch* launch, const uint32_t* items);
/* For a program of eugene_program_assemble(): adds directives to those of the text and those added before. Examples:
 * "threads 4", "set r2:f = 1 2 3 ...", "surface 0 = 0x20000000 size 256"; separate several with semicolons. Buffers are
 * accessible without a directive. Errors are reported as for programs. */
EUGENE_API eugene_status eugene_launch_add(eugene_launch* launch, const char* directives);
/* Runs the launch to its end. With EUGENE_FAULTED, eugene_error() is the report, with kernel, instruction, source line,
 * thread and address. Expectations of a text that are not met are findings, but do not make the function fail. */
EUGENE_API eugene_status eugene_launch_run(eugene_launch* launch);
/* Ends a running launch soon, with EUGENE_STOPPED, or stops a stepping launch before its next instruction. May be
 * called by any thread, also in a signal handler, while another thread is in eugene_launch_run(), eugene_launch_step()
 * or eugene_launch_continue(). Otherwise does nothing. */
EUGENE_API eugene_status eugene_launch_interrupt(eugene_launch* launch);
/* Returns the output of the last run: of the kernel's printf(), or of the text's `print` directives. */
EUGENE_API const char* eugene_launch_output(const eugene_launch* launch);

/* Statistics of a launch's last run. */
typedef struct eugene_statistics {
  uint64_t groups;
  uint64_t threads;
  uint64_t instructions;
  uint64_t lane_operations; /* enabled channels over all instructions */
  double seconds;
} eugene_statistics;
/* Gets the statistics. `bytes` is sizeof(eugene_statistics): later versions of the library may add members at the
 * end. */
EUGENE_API eugene_status eugene_launch_statistics(const eugene_launch* launch, eugene_statistics* statistics,
                                                  size_t bytes);

/* --- step by step --- */

/* Begins a launch, like eugene_launch_run(), and stops it before its first instruction. Groups then run one after the
 * other, and are interpreted. Until the launch has ended, it must not be changed, and no other launch of the machine
 * can run. Buffers may be read, written and created. */
EUGENE_API eugene_status eugene_launch_start(eugene_launch* launch);
/* Executes `instructions` instructions of the stopped thread. Other threads run when that thread waits for them. If the
 * thread ends first, the launch stops at the next instruction of any thread. Once the launch has ended, returns the
 * result that eugene_launch_run() would return. */
EUGENE_API eugene_status eugene_launch_step(eugene_launch* launch, uint64_t instructions);
/* Goes back by `instructions` instructions of the stopped thread, at most to its first one. From its first one, goes
 * back by one instruction, of any thread. Memory and all registers are as they were there. Going back runs a part of
 * the launch again: hooks are not called meanwhile, statistics may count its instructions again, and registers and
 * memory that were written while the launch was stopped may have other values again. From then on the launch is not
 * checked for races and barrier errors. Returns EUGENE_USAGE at the first instruction of the launch. The smaller groups
 * at the edges of a launch whose sizes do not divide run after the others, and a launch does not go back from them to
 * the others. */
EUGENE_API eugene_status eugene_launch_step_back(eugene_launch* launch, uint64_t instructions);
/* Continues until any thread is about to execute the instruction at offset `until` of the kernel; EUGENE_NO_OFFSET: to
 * the end. Returns the same as eugene_launch_step(). */
EUGENE_API eugene_status eugene_launch_continue(eugene_launch* launch, uint32_t until);
#define EUGENE_NO_OFFSET ((uint32_t)-1)

typedef enum eugene_stop {
  EUGENE_ENDED = 0,   /* the launch has ended, or was not begun */
  EUGENE_BEFORE = 1,  /* stopped before an instruction */
  EUGENE_AT_FAULT = 2 /* stopped at an instruction that faulted; any further call ends the launch */
} eugene_stop;

/* The place at which a launch is stopped. */
typedef struct eugene_place {
  uint64_t group;       /* index in the order in which groups start, x first */
  uint64_t executed;    /* instructions that the thread has executed */
  uint32_t thread;      /* index in the group */
  uint32_t threads;     /* number of threads of the group */
  uint32_t instruction; /* offset of the next instruction */
  uint32_t channels;    /* running channels of the thread, one bit each */
  uint32_t stop;        /* eugene_stop; after the end, all other members are 0 */
  uint32_t reserved;
} eugene_place;
/* Gets the place. `bytes` is sizeof(eugene_place), as for options. */
EUGENE_API eugene_status eugene_launch_place(const eugene_launch* launch, eugene_place* place, size_t bytes);

typedef enum eugene_file {
  EUGENE_GRF = 0,     /* r0 to r127, 32 bytes each */
  EUGENE_FLAGS = 1,   /* f0 and f1, 4 bytes each */
  EUGENE_ADDRESS = 2, /* a0, 32 bytes */
  EUGENE_IP = 3,      /* 4 bytes: the offset of the next instruction in the kernel */
  EUGENE_ACC = 4, /* acc0 to acc9, 96 bytes each: 32 as a register has them, then 4 for each of 16 channels: the bits
                   * above those */
  EUGENE_CONTROL = 5,   /* cr0, 16 bytes */
  EUGENE_STATE = 6,     /* sr0, 16 bytes */
  EUGENE_MRF = 7,       /* m0 to m23 of Gen6, 32 bytes each */
  EUGENE_VARIABLES = 8, /* variables of a vISA kernel, in rows of 32 bytes */
  EUGENE_LOCAL = 9      /* local memory of the thread's group */
} eugene_file;
/* Returns the registers of a thread, which may be read and written, and their size in `bytes`, which may be NULL. While
 * a launch is stopped: the registers of thread `thread` of the current group, until the launch continues. Setting an ip
 * at which no instruction begins is then a fault. After a program of eugene_program_assemble() has ended: the registers
 * at the end of the thread's group, until the launch runs again. `thread` then counts the threads of all groups from 0;
 * the first 4096 threads are kept. Returns NULL if there is no such thread or register. */
EUGENE_API void* eugene_launch_registers(eugene_launch* launch, eugene_file file, size_t thread, size_t* bytes);
/* Finds a variable of a vISA kernel: its offset in EUGENE_VARIABLES, and its size. */
EUGENE_API eugene_status eugene_variable_find(const eugene_program* program, size_t kernel, const char* name,
                                              size_t* offset, size_t* bytes);
/* Returns memory at GPU address `address` that the launch has, or had in its last run: a buffer, or memory of the
 * text's `memory` directives. `bytes` receives the number of bytes from there on. Returns NULL if there is none. The
 * contents of a text's memory live until the next run. */
EUGENE_API void* eugene_launch_memory(eugene_launch* launch, uint64_t address, uint64_t* bytes);

/* --- instructions of a kernel --- */

/* An instruction. Unused texts are "". */
typedef struct eugene_instruction {
  const char* text;    /* the instruction as assembly */
  const char* opcode;  /* "add" */
  const char* message; /* message of a send, if the descriptor is an immediate: "data1.untyped_read(bti=0, ...)" */
  const char* file;    /* source file; only of programs compiled with -g */
  uint32_t line;       /* source line; 0: unknown */
  uint32_t offset;     /* offset in the kernel */
  uint32_t bytes;      /* 8 or 16 */
  uint32_t block;      /* index of the basic block, from 0 */
} eugene_instruction;
EUGENE_API size_t eugene_instruction_count(const eugene_program* program, size_t kernel);
/* Gets instruction `number`. `bytes` is sizeof(eugene_instruction), as for statistics. */
EUGENE_API eugene_status eugene_instruction_at(const eugene_program* program, size_t kernel, size_t number,
                                               eugene_instruction* instruction, size_t bytes);

/* --- what a launch does, event by event --- */

typedef enum eugene_event_kind {
  EUGENE_INSTRUCTIONS = 1, /* a thread has executed an instruction */
  EUGENE_ACCESSES = 2,     /* a channel of a message reads or writes memory, before its instruction's event */
  EUGENE_BARRIERS = 4,     /* a thread arrives at a barrier of its group, or continues after it. At a named barrier of
                            * vISA, it arrives with its signal; a producer does not wait for others */
  EUGENE_THREADS = 8       /* a thread begins, before its first instruction, or ends, after its last */
} eugene_event_kind;

typedef enum eugene_access { EUGENE_READ = 0, EUGENE_WRITE = 1, EUGENE_ATOMIC = 2 } eugene_access;
typedef enum eugene_phase { EUGENE_BEGINS = 0, EUGENE_ENDS = 1 } eugene_phase;

typedef struct eugene_event {
  uint64_t group;    /* index of the group in the order in which groups start, x first */
  uint64_t executed; /* instructions that the thread executed before this one */
  /* Address of an access, or its offset in the group's local memory. 0 for an instruction. */
  uint64_t address;
  uint32_t thread;      /* index in the group */
  uint32_t instruction; /* offset of the instruction in the kernel */
  /* For an instruction, a barrier, or the begin or end of a thread: the running channels of the thread, one bit each.
   * For an access: the channel; 0 if the access is of the whole thread, or the channel is unknown, as for texels. */
  uint32_t channels;
  uint32_t bytes;   /* size of an access */
  uint8_t kind;     /* eugene_event_kind */
  uint8_t access;   /* eugene_access; for a barrier or thread: eugene_phase */
  uint8_t is_local; /* 1: the access is to local memory */
  uint8_t enabled;  /* for an instruction: the number of enabled channels, after its predicate */
  uint32_t reserved;
} eugene_event;

/* Receives events. `registers` has the registers that eugene_launch_set_registers() selects, 32 bytes each, for the
 * thread of each of `count` events: after an instruction, before an access, when a thread begins. NULL if none are
 * selected. Valid during the call. */
typedef void (*eugene_hook)(void* user, const eugene_event* events, size_t count, const void* registers);
/* Calls `hook` with the events of `kinds` (0: disabled) while the launch runs. A call has up to 4096 events. Calls may
 * come from any thread of the library, but only one at a time. Groups then run one after the other, and are
 * interpreted. The hook must not use the machine. */
EUGENE_API eugene_status eugene_launch_set_hook(eugene_launch* launch, unsigned kinds, eugene_hook hook, void* user);
/* Selects general registers r`first` and the `count` - 1 after it, for the hook. */
EUGENE_API eugene_status eugene_launch_set_registers(eugene_launch* launch, unsigned first, unsigned count);

/* --- profile --- */

/* Sets whether the launch's next runs are profiled: they count the work of each instruction, and simulate the cycles of
 * threads. 0: not profiled, the default. A profiled run takes as long as an interpreted one. */
EUGENE_API eugene_status eugene_launch_set_profile(eugene_launch* launch, int is_profiled);

/* Work of an instruction in the launch's last run. Cycles are computed by the model of `eugene profile`, summed over
 * all threads. */
typedef struct eugene_profile {
  uint64_t executions;
  uint64_t channels; /* enabled channels, over all executions */
  uint64_t issue;    /* cycles for which the instruction held its pipe */
  uint64_t stalled;  /* cycles for which its thread waited before it */
  uint64_t blamed;   /* cycles for which threads waited for its result */
  uint64_t bytes;    /* bytes that its channels read or wrote */
  uint64_t lines;    /* L3 cache lines accessed */
  uint64_t hits;     /* L3 cache hits */
} eugene_profile;
/* Gets the profile of an instruction. `instruction` is its index, as for eugene_instruction_at(), which gives its
 * source line. `bytes` is sizeof(eugene_profile), as for statistics. Fails if the last run was not profiled. */
EUGENE_API eugene_status eugene_profile_at(const eugene_launch* launch, size_t instruction, eugene_profile* profile,
                                           size_t bytes);

/* Estimated time of the launch's last run on the GPU, as from `eugene profile` (docs/user/profiling.md). */
typedef struct eugene_estimate {
  double cycles;         /* cycles of the GPU */
  const char* limit;     /* the limiting part: "memory", "latency"; a literal */
  uint64_t group_cycles; /* cycles of each group from its first instruction to its last, summed over all groups */
  uint64_t groups;
  uint64_t timed_groups; /* groups whose cycles were simulated; the cycles of other groups are estimated from these */
} eugene_estimate;
/* Gets the estimate. `bytes` is sizeof(eugene_estimate), as for statistics. Fails if the last run was not profiled. */
EUGENE_API eugene_status eugene_launch_estimate(const eugene_launch* launch, eugene_estimate* estimate, size_t bytes);

/* --- findings --- */

/* Checks the launch's next runs for errors of these kinds, named as for `eugene run --check`: "memory,race", "default",
 * "all"; NULL: none. Kinds that are not about a launch are ignored. Contents of buffers count as written. Without this
 * call, the machine's option "check" applies. For assembly and vISA, any kind enables the checks of `eugene exec
 * --check`. */
EUGENE_API eugene_status eugene_launch_set_check(eugene_launch* launch, const char* kinds);

/* An error that the last run has made, or an expectation of a text that was not met ("expect.value"). Texts live until
 * the next run; unused texts are "". */
typedef struct eugene_finding {
  const char* id;     /* "race.local"; the kind is the part before the dot */
  const char* what;   /* "write and read of the same local memory by two work-items, in no order" */
  const char* memory; /* "argument 0 `out` (buffer of 1024 bytes), byte 1024, 4 bytes" */
  const char* hint;
  const char* text; /* the whole finding, in lines for people */
  uint64_t count;   /* how often the same was seen */
  size_t sites;     /* none, one, or two for each pair of lines of a race */
} eugene_finding;
EUGENE_API size_t eugene_finding_count(const eugene_launch* launch);
/* Gets finding `number`. `bytes` is sizeof(eugene_finding), as for statistics. */
EUGENE_API eugene_status eugene_finding_at(const eugene_launch* launch, size_t number, eugene_finding* finding,
                                           size_t bytes);

/* A place in the program, and the work-item there. */
typedef struct eugene_site {
  const char* access;   /* "read", "write", "atomic" or "" */
  const char* file;     /* source file; "" if unknown */
  const char* text;     /* text of the source line */
  const char* assembly; /* text of the instruction */
  uint32_t line, column;
  uint32_t instruction; /* offset of the instruction in the kernel */
  uint32_t thread;      /* index in the group */
  uint32_t channel;
  uint32_t group[3];
  uint32_t global_id[3]; /* zeros if has_ids is 0: the kernel does not show IDs */
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
