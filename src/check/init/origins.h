// Where the undefined or inexact values of a dispatch come from, for the check `init`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "check/init/memory.h"
#include "check/init/registers.h"
#include "check/raw_finding.h"

namespace eugene::check {

enum class InitSpace : std::uint8_t { register_, local, private_, global };

// Returns "a register", "local memory", "private memory" or "a buffer".
std::string_view find_noun(InitSpace space);

struct InitOrigin {
  InitSpace space = InitSpace::register_;
  AccessSite side;                   // instruction that made the value, or read it from memory
  std::optional<MemoryRange> place;  // place in memory
  bool is_stored = false;            // a kernel stored the value there
  // For an inexact value: index of the instruction that made it. Nothing: an earlier kernel made it, and `store` is
  // the number of the store.
  std::optional<std::size_t> maker = {};
  StoreNumber store = 0;

  // Returns the origin's instruction, but in the thread that uses the value: an origin records only the first thread
  // that got such a value.
  AccessSite side_for(const AccessSite& use) const;
};

// Numbers the origins. One origin for each place in the program is enough for reports.
class InitOrigins {
 public:
  OriginNumber add(const InitOrigin& origin);
  // `number` must be of add().
  const InitOrigin& operator[](OriginNumber number) const { return origins_.at((number & ~kOfRegister) - 1U); }

 private:
  std::vector<InitOrigin> origins_;  // by number, from 1 on
  std::map<std::tuple<InitSpace, std::uint32_t, bool>, OriginNumber> numbers_;
};

}  // namespace eugene::check
