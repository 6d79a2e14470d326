// The check `init`: uses of values that nothing has written. A copy is not a use. A use is the address of a message,
// the predicate of a branch or message that diverges, the operand and the memory of an atomic comparison, and memory
// that the program reads back.
//
// Beside each thread runs its twin (registers.h), whose undefined bytes have other values. A bit that differs
// between thread and twin depends on undefined bytes. A bit that is equal in both does not. So instructions, regions,
// types and flags need no rules of their own: every instruction is executed twice. If two values agree by chance, a
// finding is missed. A wrong report would need two values that make a difference and one that makes none.
//
// The check `fidelity` propagates inexact values (inexact.h) in the same way: inexact values take the place of
// undefined ones.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "check/dispatch_check.h"
#include "check/init/inexact_results.h"
#include "check/init/memory.h"
#include "check/init/registers.h"
#include "check/raw_finding.h"
#include "eu/kernel.h"
#include "eu/observer.h"
#include "gpu/schedule/work/thread_memory.h"

namespace eugene::check {

// A buffer of the launch.
struct InitArgument {
  std::optional<unsigned> binding;       // index in the binding table
  std::optional<std::uint64_t> address;  // address of its first byte, if known before the kernel accesses it
  std::uint64_t begin = 0;               // offset of the argument's first byte in the buffer
  std::uint64_t bytes = 0;               // size of the part of the buffer; 0: to its end
  std::shared_ptr<InitBuffer> buffer;
  // For the element type that the argument points to: true for each byte of padding. Empty if unknown.
  std::vector<bool> padding = {};
  std::uint64_t size() const { return bytes != 0 ? bytes : buffer->bytes.size() - begin; }
};

// The kind of values that the check propagates through a dispatch.
enum class TrackedValues : std::uint8_t {
  undefined,  // `init`: values that nothing has written
  inexact,    // `fidelity`: values that may differ on a GPU
};

// Facts about a dispatch that the check needs.
struct InitFacts {
  unsigned given_registers = eu::kGrfCount;  // initialised registers of a thread, from r0 on: header and constants
  std::vector<gpu::ThreadMemory> thread_memories;  // scratch and private memory
  std::vector<InitArgument> arguments;
  // Returns the number that marks the stores of `instruction` in buffers.
  std::function<StoreNumber(std::uint32_t instruction)> number_of_store;
  // For inexact values: the first records which instruction or message made the values with a store number, the second
  // returns it for later kernels that read the values.
  std::function<void(StoreNumber number, std::string maker)> keep_maker = {};
  std::function<std::string(StoreNumber number)> find_maker = {};
};

// Find dispatches whose threads can read nothing undefined, and so store nothing undefined: `init` need not watch them.
// First, memory must be defined when the dispatch starts, which local memory (`has_local`) is not. Second, if memory is
// defined, undefined register contents must not matter. The second test is slow, but its result is the same for all
// dispatches of a kernel with the same number of `given` registers. `is_whole`: all threads have all channels.
bool is_memory_defined(const InitFacts& facts, bool has_local);
bool are_registers_defined(const eu::Kernel& kernel, unsigned given, bool is_whole);
inline bool is_all_defined(const eu::Kernel& kernel, const InitFacts& facts, bool has_local, bool is_whole) {
  return is_memory_defined(facts, has_local) && are_registers_defined(kernel, facts.given_registers, is_whole);
}

// Findings by instruction and ID: the first place, and the count.
class InitList {
 public:
  void add(RawFinding found);
  void add(InitList&& other);
  std::vector<RawFinding> take();

 private:
  std::map<std::pair<std::uint32_t, std::string_view>, RawFinding> found_;
};

// Watches a dispatch. The dispatch must have one worker.
class InitCheck : public DispatchCheck {
 public:
  static constexpr eu::Interest kInterest{.instructions = true, .before = true, .messages = true, .values = true};

  InitCheck(const eu::Kernel& kernel, InitFacts facts, TrackedValues carried = TrackedValues::undefined)
      : kernel_(kernel), uses_(init_uses(kernel)), facts_(std::move(facts)), carried_(carried) {
    if (carried == TrackedValues::inexact) facts_.given_registers = eu::kGrfCount;
  }

  // The undefined values in memory are recorded in one place for all workers.
  bool needs_one_worker() const override { return true; }
  std::unique_ptr<eu::Observer> worker_begins() override;
  void report(Sink& sink) override {
    for (RawFinding& each : uses_found_.take()) sink.add(std::move(each));
  }
  // Returns the undefined values that are in buffers now, by store, each with the finding to report if the program
  // reads them.
  std::vector<std::pair<StoreNumber, RawFinding>> take_stores();

 private:
  friend class InitObserver;

  eu::Kernel kernel_;
  std::vector<InitUse> uses_;
  InitFacts facts_;
  TrackedValues carried_;
  InitList uses_found_;
  InitList stores_found_;
};

}  // namespace eugene::check
