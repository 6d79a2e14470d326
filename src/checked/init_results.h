// The buffers of a program for the check `init`, and what is to be reported when it reads them back: undefined values
// that kernels have stored there. For the check `fidelity` the same of inexact values, of which later kernels are told
// how they were made.
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

// Safe for several threads.
class InitResults {
 public:
  // `fresh`: what buffers hold that nothing has written.
  explicit InitResults(checks::InitBytes::Begin fresh = checks::InitBytes::Begin::undefined) : buffers_(fresh) {}

  checks::InitBuffers& buffers() { return buffers_; }

  // Of an instruction of the kernel with that machine code, for good. There are not many: the last stands for all
  // that have none.
  checks::StoreNumber number_of(std::span<const std::byte> code, std::uint32_t instruction);
  void keep(checks::StoreNumber store, findings::Finding finding);
  // How what `store` is of was made: the first that is kept.
  void keep_maker(checks::StoreNumber store, const std::string& maker);
  std::string maker_of(checks::StoreNumber store);
  // Whether any instruction has a number.
  bool has_stores();
  // The findings of bytes [begin, end) of a buffer: each store is told of once for each buffer.
  std::vector<findings::Finding> read_back(std::uint64_t buffer, std::uint64_t begin, std::uint64_t end);

 private:
  checks::InitBuffers buffers_;
  std::mutex mutex_;  // of the following
  std::map<std::pair<std::string, std::uint32_t>, checks::StoreNumber> numbers_;
  std::map<checks::StoreNumber, findings::Finding> findings_;
  std::map<checks::StoreNumber, std::string> makers_;
  std::set<std::pair<std::uint64_t, checks::StoreNumber>> told_;
};

}  // namespace eugene::checked
