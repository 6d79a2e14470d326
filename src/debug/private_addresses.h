// Finds the addresses of variables in private memory, as the code computes them.
//
// Builds without optimisation keep each variable in private memory. The variable's address comes from one of two
// places:
// - A register with the variable's address for each channel. The code computes the address once, from the address of
//   private memory in the thread's arguments. After the variable's last use, the code uses the register for other
//   values, but the compiler still names the register for the whole scope. So addresses are kept when the code computes
//   them.
// - A frame pointer, if functions have stacks.
// In both cases an address is the sum of a number that is the same for all channels, and a number that is not.
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
  // Returns the address that the instruction computed for the channel.
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

  // Returns the instructions that compute an address for `channel` into exactly these registers, in the order of the
  // code.
  const std::vector<std::uint32_t>& definitions(const RegisterBytes& bytes, unsigned channel) const;
  // Whether only moves and additions of one pointer write the bytes, in the whole program.
  bool is_frame_pointer(const RegisterBytes& bytes) const;
  // Keeps the address that the instruction `index` computes, if it computes one. Call before `thread` executes the
  // instruction.
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
