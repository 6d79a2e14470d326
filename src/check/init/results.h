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

#include "check/finding/finding.h"
#include "check/init/memory.h"

namespace eugene::check {

// Thread-safe.
class InitResults {
 public:
  // `fresh` is the initial state of a buffer.
  explicit InitResults(InitBytes::Begin fresh = InitBytes::Begin::undefined) : buffers_(fresh) {}

  InitBuffers& buffers() { return buffers_; }

  // Returns the number of an instruction of the kernel with that machine code; it never changes. There are not many
  // numbers, so the last one stands for all further instructions.
  StoreNumber assign_number(std::span<const std::byte> code, std::uint32_t instruction);
  void keep(StoreNumber store, Finding finding);
  // Records how the values with the number `store` were made. Only the first record is kept.
  void keep_maker(StoreNumber store, const std::string& maker);
  std::string find_maker(StoreNumber store);
  // Whether any instruction has a number.
  bool has_stores();
  // Returns the findings for bytes [begin, end) of a buffer. Each store is reported once for each buffer.
  std::vector<Finding> read_back(std::uint64_t buffer, std::uint64_t begin, std::uint64_t end);

 private:
  InitBuffers buffers_;
  std::mutex mutex_;  // guards the following members
  std::map<std::pair<std::string, std::uint32_t>, StoreNumber> numbers_;
  std::map<StoreNumber, Finding> findings_;
  std::map<StoreNumber, std::string> makers_;
  std::set<std::pair<std::uint64_t, StoreNumber>> told_;
};

}  // namespace eugene::check
