// Private memory that is not the work-item's (kind "memory", id memory.private). Arrays of a work-item that do not fit
// into registers lie in scratch memory or in a buffer that the driver has made, where each thread of the EUs has a
// place of its own (OpenCL C 3.0, 6.7.4). An index that is far enough wrong leaves it. Where an array ends within it is
// known for builds without optimisation (private_rules.h), and otherwise the compiler's choice.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "checks/found_list.h"
#include "checks/private_rules.h"
#include "checks/thread_memory.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::checks {

struct OwnMemory {
  std::vector<ThreadMemory> all;
  std::uint64_t threads = 0;  // of the device
  // Of builds without optimisation: which of them has the variables, and where.
  std::optional<ThreadMemory> variables = {};
  std::shared_ptr<const PrivateRules> rules = {};
};

class OwnMemoryCheck {
 public:
  // Whether compiled code tells of each access that it makes, or sends those that are unclear.
  enum class Reports : std::uint8_t { told, sent };

  // `program` must outlive it.
  OwnMemoryCheck(const isa::Program& program, OwnMemory memory, Reports reports)
      : program_(&program), memory_(std::move(memory)), reports_(reports) {}

  std::unique_ptr<eu::Observer> worker_begins();
  // All workers have ended.
  void dispatch_ends(Sink& sink) { found_.give(sink); }

 private:
  friend class OwnMemoryObserver;

  const isa::Program* program_;
  OwnMemory memory_;
  Reports reports_;
  FoundList found_;
};

}  // namespace eugene::checks
