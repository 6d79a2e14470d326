// The check `init`: values that nothing has written, where they are used. Copies are no use; a use is the address of a
// message, the predicate of a branch or of a message where it parts channels, the operand and the memory of an atomic
// comparison, and what the program reads back.
//
// Beside each thread runs its twin (init_registers.h), whose undefined bytes have other values. What differs in the two
// depends on undefined bytes; a bit that they agree in, does not. So all instructions, with all their regions, types
// and flags, need no rule of their own: they are executed twice. What two values agree in by chance is missed; a wrong
// report would need two values that make a difference and one that makes none.
//
// The check `fidelity` carries inexact values (inexact.h) in the same way: they are what is undefined then.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "checks/found.h"
#include "checks/inexact.h"
#include "checks/init_memory.h"
#include "checks/init_registers.h"
#include "checks/thread_memory.h"
#include "eu/kernel.h"
#include "eu/observer.h"

namespace eugene::checks {

// A buffer of the launch.
struct InitArgument {
  std::optional<unsigned> binding;       // index in the binding table
  std::optional<std::uint64_t> address;  // of its first byte, if it is known before the kernel accesses it
  std::uint64_t begin = 0;               // of that byte in the buffer
  std::uint64_t bytes = 0;               // of a part of the buffer; 0: to its end
  std::shared_ptr<InitBuffer> buffer;
  // Of an element that the argument points to: true for bytes that are none of its members'. Empty: not known.
  std::vector<bool> padding = {};
  std::uint64_t size() const { return bytes != 0 ? bytes : buffer->bytes.size() - begin; }
};

// What is carried beside the values of a dispatch.
enum class Carried : std::uint8_t {
  undefined,  // `init`: values that nothing has written
  inexact,    // `fidelity`: values that a GPU may have otherwise
};

// What the check has to know of a dispatch.
struct InitFacts {
  unsigned given_registers = eu::kGrfCount;   // of a thread, from r0 on: header and constants
  std::vector<ThreadMemory> thread_memories;  // scratch and private memory
  std::vector<InitArgument> arguments;
  // The number by which buffers remember what `instruction` has stored.
  std::function<StoreNumber(std::uint32_t instruction)> number_of_store;
  // Of inexact values: how what has that number is made, for later kernels that read it.
  std::function<void(StoreNumber number, std::string maker)> keep_maker = {};
  std::function<std::string(StoreNumber number)> maker_of = {};
};

// Of a dispatch whose threads can meet nothing undefined, and so store nothing undefined: `init` need not watch it.
// That is so where its memory is defined when it starts, of which local memory is not (`has_local`), and where nothing
// undefined in registers counts, if memory is defined. The second takes long, and is the same for dispatches of a
// kernel with as many `given` registers. `is_whole`: all threads have all channels.
bool is_memory_defined(const InitFacts& facts, bool has_local);
bool are_registers_defined(const eu::Kernel& kernel, unsigned given, bool is_whole);
inline bool is_all_defined(const eu::Kernel& kernel, const InitFacts& facts, bool has_local, bool is_whole) {
  return is_memory_defined(facts, has_local) && are_registers_defined(kernel, facts.given_registers, is_whole);
}

// By instruction and id: the first place, and how often.
class InitList {
 public:
  void add(Found found);
  void add(InitList&& other);
  std::vector<Found> take();

 private:
  std::map<std::pair<std::uint32_t, std::string_view>, Found> found_;
};

// Watches a dispatch, which must have one worker.
class InitCheck {
 public:
  static constexpr eu::Interest kInterest{.instructions = true, .before = true, .messages = true, .values = true};

  InitCheck(const eu::Kernel& kernel, InitFacts facts, Carried carried = Carried::undefined)
      : kernel_(kernel), uses_(init_uses(kernel)), facts_(std::move(facts)), carried_(carried) {
    if (carried == Carried::inexact) facts_.given_registers = eu::kGrfCount;
  }

  std::unique_ptr<eu::Observer> worker_begins();
  // All workers have ended.
  void dispatch_ends(Sink& sink) {
    for (Found& each : uses_found_.take()) sink.add(std::move(each));
  }
  // Undefined values that are in buffers now: what to report if the program reads them, by store.
  std::vector<std::pair<StoreNumber, Found>> take_stores();

 private:
  friend class InitObserver;

  eu::Kernel kernel_;
  std::vector<InitUse> uses_;
  InitFacts facts_;
  Carried carried_;
  InitList uses_found_;
  InitList stores_found_;
};

}  // namespace eugene::checks
