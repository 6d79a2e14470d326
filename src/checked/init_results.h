// The buffers of a program for the check `init`, and the findings to report when the program reads them back: undefined
// values that kernels have stored there. For the check `fidelity`, the same for inexact values, with the makers of the
// values for later kernels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "checks/init_memory.h"
#include "findings/finding.h"

namespace eugene::checked {

// Thread-safe.
class InitResults {
 public:
  // `fresh` is the initial state of a buffer.
  explicit InitResults(checks::InitBytes::Begin fresh = checks::InitBytes::Begin::undefined) : buffers_(fresh) {}

  checks::InitBuffers& buffers() { return buffers_; }

  // Returns the number of an instruction of the kernel with that machine code; it never changes. There are not many
  // numbers, so the last one stands for all further instructions.
  checks::StoreNumber number_of(std::span<const std::byte> code, std::uint32_t instruction);
  void keep(checks::StoreNumber store, findings::Finding finding);
  // Records how the values with the number `store` were made. Only the first record is kept.
  void keep_maker(checks::StoreNumber store, const std::string& maker);
  std::string maker_of(checks::StoreNumber store);
  // Whether any instruction has a number.
  bool has_stores();
  // Returns the findings for bytes [begin, end) of a buffer. Each store is reported once for each buffer.
  std::vector<findings::Finding> read_back(std::uint64_t buffer, std::uint64_t begin, std::uint64_t end);

 private:
  checks::InitBuffers buffers_;
  std::mutex mutex_;  // guards the following members
  std::map<std::pair<std::string, std::uint32_t>, checks::StoreNumber> numbers_;
  std::map<checks::StoreNumber, findings::Finding> findings_;
  std::map<checks::StoreNumber, std::string> makers_;
  std::set<std::pair<std::uint64_t, checks::StoreNumber>> told_;
};

}  // namespace eugene::checked
