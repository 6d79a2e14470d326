// The rules of `--check`: a table with a row for each id. SARIF, `eugene explain` and the table in
// docs/user/findings.md have the same rows.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace eugene::check {

struct Rule {
  std::string_view id;           // "memory.bounds"; the kind is the part before the dot
  std::string_view title;        // a few words
  std::string_view description;  // what is wrong, in sentences
  std::string_view advice;       // what to do, in sentences
};

inline constexpr std::array kRules{
    Rule{"memory.bounds", "Access beyond a kernel argument",
         "A work-item reads or writes bytes beyond the buffer of an argument, or writes a pixel outside of an image. "
         "The size of a buffer is the one that the program asked for, to the byte.",
         "Compare the index with the number of elements, and let work-items beyond it do nothing: global sizes are "
         "often rounded up to a multiple of the group's size. Or make the buffer larger."},
    Rule{"memory.local", "Access beyond local memory",
         "A work-item reads or writes beyond the local memory of its group, or beyond one local argument.",
         "Compare the index with the size of the array, and the size that clSetKernelArg gives a local argument with "
         "the size of the group."},
    Rule{"memory.private", "Access outside of a private array",
         "A work-item indexes an array of its own so far outside of the array that the access reaches the private "
         "memory of others.",
         "Compare the index with the size of the array."},
    Rule{"memory.freed", "Use of memory that has been freed",
         "A kernel accesses shared memory that the program has freed, or is launched with a buffer or with shared "
         "memory that the program has released.",
         "Free memory only after the last kernel that uses it has ended: wait for its event or call clFinish first."},
    Rule{"memory.readonly", "Write of memory that is read only",
         "A kernel writes a buffer that was created with CL_MEM_READ_ONLY, or a __constant argument.",
         "Create the buffer with CL_MEM_READ_WRITE or CL_MEM_WRITE_ONLY, or write to another buffer."},
    Rule{"memory.writeonly", "Read of memory that is write only",
         "A kernel reads a buffer that was created with CL_MEM_WRITE_ONLY and uses what it has read.",
         "Create the buffer with CL_MEM_READ_WRITE."},
    Rule{"memory.unmapped", "Access where there is no memory",
         "A kernel reads or writes an address at which the GPU has no memory, or writes memory that it may only read.",
         "Look at how the pointer is computed: an index may be negative or far too large, or the pointer was read from "
         "memory that does not hold one."},
    Rule{"memory.null", "Access through a null pointer",
         "A kernel accesses memory through an argument that the program has set to NULL, or through a block to which "
         "no buffer is bound.",
         "Give the argument a buffer, or let the kernel compare the pointer with 0 first."},
    Rule{"race.local", "Race in local memory",
         "Two work-items of a group access the same bytes of local memory, at least one of them writes, and no barrier "
         "orders the two. Which comes first differs from run to run and from GPU to GPU.",
         "Put barrier(CLK_LOCAL_MEM_FENCE) between the two accesses, where all work-items of the group reach it, or "
         "use atomic functions."},
    Rule{"race.global", "Race in global memory",
         "Two work-items access the same bytes of global memory, at least one of them writes, and nothing orders the "
         "two. A barrier orders only the work-items of one group.",
         "Let each work-item write elements of its own, use atomic functions, or split the kernel into two launches. "
         "Within a group use barrier(CLK_GLOBAL_MEM_FENCE)."},
    Rule{"race.kernels", "Two launches race",
         "Two launches that may run at the same time access the same bytes of a buffer, and at least one of them "
         "writes.",
         "Let the second wait for an event of the first, or give both to one queue that is in order."},
    Rule{"race.host", "A launch and another command or the program race",
         "A launch and a command of another queue, or the program, which has mapped the buffer, may access the same "
         "bytes at the same time, and at least one of them writes.",
         "Let one wait for an event of the other, and unmap a buffer before a kernel uses it."},
    Rule{"sync.barrier", "Barrier that not all work-items reach",
         "Some work-items of a group wait at a barrier that others never reach. On a GPU such a group hangs, or goes "
         "on with wrong values.",
         "Move the barrier out of the branch or loop that only some of the work-items of a group take."},
    Rule{"sync.order", "Work-items meet at different barriers",
         "The work-items of a group meet at two different barriers of the source.",
         "Let all work-items of a group reach the same barriers in the same order."},
    Rule{"sync.event", "Asynchronous copy that nobody waits for",
         "A kernel uses an asynchronous copy, or ends, before the copy is known to be complete.",
         "Call wait_group_events with the event of the copy before its destination is used, and before the kernel "
         "ends."},
    Rule{"driver.commands", "Commands that the documents forbid",
         "A driver has given the GPU commands that Intel's documents forbid. Eugene executes them; a GPU may not.",
         "Report it to the authors of the driver, with the rule."},
    Rule{
        "driver.state", "Message with a state that is gone",
        "A message uses a surface or sampler state that memory no longer holds, or sets the count of a linked barrier.",
        "Report it to the authors of the driver, with the rule."},
    Rule{"align.access", "Access that is not aligned",
         "An address is not a multiple of the size of the element that is accessed.",
         "Use vload and vstore for vectors at any element, and for bytes at any address copy them one by one."},
    Rule{"float.nan", "NaN made of ordinary numbers",
         "An instruction makes a NaN of operands that are not NaNs, and a result depends on it.",
         "Look at the operands: 0/0, the root or logarithm of a negative number, a difference of infinities."},
    Rule{"float.inf", "Infinity made of ordinary numbers",
         "An instruction makes an infinity of finite operands, and a result depends on it.",
         "Look at the operands: a product, sum or exponential is too large for the type."},
    Rule{"float.div0", "Division by zero", "A finite number is divided by zero, and a result depends on the quotient.",
         "Compare the divisor with 0 before the division."},
    Rule{"init.global", "Use of memory that nothing has written",
         "What a kernel does depends on bytes of a buffer that neither the program nor a kernel has written.",
         "Fill the buffer when it is created (CL_MEM_COPY_HOST_PTR), by clEnqueueFillBuffer or by a kernel."},
    Rule{"init.local", "Use of local memory that nothing has written",
         "What a kernel does depends on bytes of local memory that no work-item of the group has written. Local memory "
         "is not cleared when a group begins.",
         "Let the work-items of the group write the array, then call barrier(CLK_LOCAL_MEM_FENCE)."},
    Rule{"init.private", "Use of a private array that nothing has written",
         "What a kernel does depends on an array or variable of a work-item in memory that the work-item has not "
         "written.",
         "Give the variable a value where it is declared."},
    Rule{"init.register", "Use of a variable that nothing has written",
         "What a kernel does depends on a variable of a work-item, in a register, that has no value yet.",
         "Give the variable a value where it is declared."},
    Rule{"init.result", "Undefined value in a result",
         "A kernel has stored a value that depends on memory or variables that nothing has written, and the program "
         "reads it.",
         "Give the memory or the variable that the value was made of a value first."},
    Rule{"api.argument", "Kernel argument set with a wrong size",
         "clSetKernelArg is called with another size than the argument's type has.",
         "Pass a variable of the OpenCL type (cl_int for int, cl_float4 for float4) and its sizeof."},
    Rule{"api.mapped", "Use of a buffer that is mapped",
         "A kernel is launched with a buffer all of which is mapped for writing, or a command accesses bytes that are "
         "mapped.",
         "Call clEnqueueUnmapMemObject first."},
    Rule{"api.overlap", "Copy of a buffer to overlapping bytes of itself",
         "clEnqueueCopyBuffer copies a part of a buffer to a part of the same buffer that overlaps the first.",
         "Copy by way of another buffer."},
    Rule{"api.context", "Kernel argument of another context",
         "An argument is set to a buffer of another context than the kernel's.",
         "Create the buffer in the context of the kernel's program."},
    Rule{"api.images", "One image as two arguments that read and write",
         "A kernel is launched with one image as an argument that it reads and as an argument that it writes. What it "
         "reads then is undefined.",
         "Write to another image and exchange the two after the launch, or use a read_write image of OpenCL 2.0."},
    Rule{"api.host", "Host memory changed while a command may read it",
         "The program has changed memory that a command which does not block still reads. What the command transfers "
         "is undefined.",
         "Keep the memory as it is until the command's event is complete: wait for the event, call clFinish, or pass "
         "CL_TRUE to have the call block."},
    Rule{"fidelity.branch", "A branch depends on a value that GPUs may compute otherwise",
         "Whether a branch is taken depends on a result of which Intel's documents do not give every bit.",
         "Let the condition have a margin that is larger than the error of the function."},
    Rule{"fidelity.address", "An address depends on a value that GPUs may compute otherwise",
         "An address depends on a result of which Intel's documents do not give every bit.",
         "Compute the index in integers, or clamp it to the array."},
    Rule{"fidelity.atomic", "An atomic comparison depends on a value that GPUs may compute otherwise",
         "Whether an atomic comparison holds depends on a result of which Intel's documents do not give every bit.",
         "Compare integers, or values that are exact."},
    Rule{"fidelity.message", "Whether a message is sent depends on a value that GPUs may compute otherwise",
         "Whether memory is accessed at all depends on a result of which Intel's documents do not give every bit.",
         "Let the condition have a margin that is larger than the error of the function."},
    Rule{"fidelity.barrier", "Whether a barrier is reached depends on a value that GPUs may compute otherwise",
         "Whether a barrier is reached depends on a result of which Intel's documents do not give every bit.",
         "Let all work-items of a group reach the barrier."},
};

// Returns the row of `id`; null if there is none.
const Rule* find_rule(std::string_view id);
// Returns the rows of `name`, an id or a kind, as text for people; an empty string if there are none.
std::string rules_text(std::string_view name);

}  // namespace eugene::check
