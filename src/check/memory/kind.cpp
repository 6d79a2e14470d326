// The row of the kind "memory".
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "check/checked_dispatch.h"
#include "check/dispatch_check.h"
#include "check/dispatch_facts.h"
#include "check/kinds.h"
#include "check/launch_facts.h"
#include "check/memory/memory.h"
#include "check/memory/own_memory.h"

namespace eugene::check {
namespace {

constexpr std::array kMemoryRules{
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
};
static_assert(are_rules_of("memory", kMemoryRules));

constexpr const char* kIndexHint =
    ": a private array is indexed by a value; whether the index is out of range, only --unoptimised shows";

class MemoryCheck final : public DispatchCheck {
 public:
  MemoryCheck(std::shared_ptr<const MemoryRules> rules, const eu::Kernel& kernel, Sink& sink)
      : rules_(std::move(rules)), kernel_(&kernel), sink_(&sink) {}

  // Another kernel may have the same machine code, and its recoveries must not stand for the recoveries of this kernel.
  bool needs_all_recoveries() const override { return true; }
  std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<Memory>(rules_, *kernel_, *sink_); }

 private:
  std::shared_ptr<const MemoryRules> rules_;
  const eu::Kernel* kernel_;
  Sink* sink_;
};

// With the race check, compiled code reports each access. Without it, compiled code would have to send each access of
// private memory as a message, which is worth the time only if the variables are known.
OwnMemory own_memory(const DispatchFacts& facts) {
  const KernelVariables& variables = facts.variables();
  if (variables.private_rules == nullptr && !facts.compiled.accesses) return {};
  OwnMemory memory{.all = list_thread_memories(*facts.kernel, facts.dispatch),
                   .threads = facts.dispatch.device.total_threads()};
  if (variables.private_rules != nullptr && !memory.all.empty()) {
    memory.variables = memory.all.back();
    memory.rules = variables.private_rules;
  }
  return memory;
}

class MemorySource final : public KindSource {
 public:
  void describe(const DispatchFacts& facts, JudgedMemory& memory) override {
    memory.kinds.memory = true;
    if (facts.launch != nullptr) name_local_memory(memory.memory, facts.variables().local);
  }

  void begin(const DispatchFacts& facts, CheckedDispatch& dispatch) override {
    dispatch.add(memory_check(dispatch.rules(), facts.dispatch.kernel, dispatch));
    if (facts.launch == nullptr) return;
    if (OwnMemory memory = own_memory(facts); !memory.all.empty())
      dispatch.add(own_memory_check(facts.dispatch.kernel.program(), std::move(memory), facts.compiled.accesses));
    const std::string& place = facts.variables().private_index;
    if (facts.host.hint && !place.empty()) facts.host.hint(facts.kernel->name, place + kIndexHint);
  }
};

}  // namespace

std::unique_ptr<DispatchCheck> memory_check(std::shared_ptr<const MemoryRules> rules, const eu::Kernel& kernel,
                                            Sink& sink) {
  return std::make_unique<MemoryCheck>(std::move(rules), kernel, sink);
}

constinit const Check rows::memory{
    .kind = Kind::memory,
    .name = "memory",
    .rules = kMemoryRules,
    .is_default = true,
    .checks_draws = true,
    .help = "accesses outside of memory",
    .filter = "Memory findings",
    .needs = {.bounds = true},
    .interest = {.unclear = true},
    .make_source = make_source<MemorySource>,
};

}  // namespace eugene::check
