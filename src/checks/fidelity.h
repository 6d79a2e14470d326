// The check `fidelity`, first part: how many instructions and messages of each class (isa/fidelity.h) the threads of a
// dispatch have executed.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "eu/kernel.h"
#include "eu/observer.h"
#include "isa/fidelity.h"

namespace eugene::checks {

// Instructions or messages of a name.
struct ExecutedClass {
  std::string name;
  isa::FidelityRow row;
  bool is_message = false;
  std::uint64_t count = 0;
};

// Counts a dispatch; each worker has an observer of its own. Of sends it counts that they are executed, and the
// messages that these have sent.
class FidelityCounts {
 public:
  static constexpr eu::Interest kInterest{.instructions = true, .messages = true};

  explicit FidelityCounts(const eu::Kernel& kernel) : kernel_(kernel) {}

  std::unique_ptr<eu::Observer> worker_begins();
  // When all workers have ended: each name once.
  std::vector<ExecutedClass> take() const;

 private:
  class Worker;
  using MessageKey = std::tuple<isa::Sfid, std::uint32_t, std::uint32_t>;  // with both descriptors

  eu::Kernel kernel_;
  std::mutex mutex_;
  struct Executions {
    std::uint64_t all = 0;
    std::uint64_t channels = 0;  // in sum; none: it had no results
  };
  std::vector<Executions> executions_;  // by instruction
  std::map<MessageKey, std::uint64_t> messages_;
};

}  // namespace eugene::checks
