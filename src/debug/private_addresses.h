// Where variables are in private memory, as the code computes it.
//
// Builds without optimisation keep each variable in private memory. One of two things leads there:
// - A register for each channel that holds the variable's address. The code computes it once, from the address of
// private
//   memory among the thread's arguments, and uses the register for other things after the variable's last use. The
//   compiler names the register for the whole scope nevertheless. So addresses are kept when they are computed.
// - A frame pointer, if functions have stacks.
// Both kinds of address are sums of a number that is the same for all channels, and one that is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "debug/location.h"
#include "eu/analysis/register_use.h"
#include "eu/kernel.h"
#include "eu/thread.h"

namespace eugene::debug {

// The addresses that one thread has computed.
class KeptAddresses {
 public:
  void keep(std::uint32_t instruction, unsigned channel, std::uint64_t address) {
    all_[{instruction, channel}] = address;
  }
  // Computed for the channel by that instruction.
  std::optional<std::uint64_t> at(std::uint32_t instruction, unsigned channel) const {
    const auto found = all_.find({instruction, channel});
    return found == all_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::pair<std::uint32_t, unsigned>, std::uint64_t> all_;
};

class PrivateAddresses {
 public:
  explicit PrivateAddresses(const eu::Kernel& kernel);

  // The instructions that compute an address for `channel` into exactly those registers, in the order of the code.
  const std::vector<std::uint32_t>& definitions(const RegisterBytes& bytes, unsigned channel) const;
  // Whether nothing but moves and additions of one pointer write the bytes, in all of the program.
  bool is_frame_pointer(const RegisterBytes& bytes) const;
  // Call before `thread` executes the instruction of that index.
  void note(std::uint32_t index, const eu::Thread& thread, KeptAddresses& kept) const;

 private:
  bool writes_like_frame_pointer(const RegisterBytes& bytes) const;

  const eu::Kernel* kernel_;
  std::vector<eu::TouchedBytes> changed_;                                                       // by instruction
  std::vector<bool> computes_;                                                                  // by instruction
  mutable std::map<std::size_t, bool> frame_pointers_;                                          // by the first byte
  mutable std::map<std::pair<std::size_t, unsigned>, std::vector<std::uint32_t>> definitions_;  // by byte and channel
};

}  // namespace eugene::debug
