// The first part of the check `fidelity`: counts the instructions and messages of each class (isa/fidelity.h) that the
// threads of a dispatch execute.
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

namespace eugene::check {

// The instructions or messages with one name.
struct ExecutedClass {
  std::string name;
  isa::FidelityRow row;
  bool is_message = false;
  std::uint64_t count = 0;
};

// Counts a dispatch. Each worker has its own observer. A send counts as an executed instruction, and the message that
// it sends counts as a message.
class FidelityCounts {
 public:
  static constexpr eu::Interest kInterest{.instructions = true, .messages = true};

  explicit FidelityCounts(const eu::Kernel& kernel) : kernel_(kernel) {}

  std::unique_ptr<eu::Observer> worker_begins();
  // Returns each name once. May be called when all workers have ended.
  std::vector<ExecutedClass> take() const;

 private:
  class Worker;
  using MessageKey = std::tuple<isa::Sfid, std::uint32_t, std::uint32_t>;  // and both descriptors

  eu::Kernel kernel_;
  std::mutex mutex_;
  struct Executions {
    std::uint64_t all = 0;
    std::uint64_t channels = 0;  // sum over all executions; 0: there were no results
  };
  std::vector<Executions> executions_;  // by instruction
  std::map<MessageKey, std::uint64_t> messages_;
};

}  // namespace eugene::check
