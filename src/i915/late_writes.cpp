#include "i915/late_writes.h"

#include <algorithm>
#include <span>
#include <utility>

#include "i915/user_memory.h"

namespace eugene::i915 {

void LateWrites::add(std::vector<LateWrite> writes, Time now) {
  if (!writes.empty()) requests_.push_back({now + kDelay, std::move(writes)});
}

void LateWrites::make(Time now) {
  const auto end = std::ranges::find_if(requests_, [now](const RequestWrites& each) { return each.due > now; });
  for (auto request = requests_.begin(); request != end; ++request) {
    for (const LateWrite& each : request->writes) {
      if (const auto alive = each.owner.lock(); alive == nullptr) continue;
      // Uses copy_to_user(), because the program may have unmapped its memory.
      const auto address = reinterpret_cast<std::uint64_t>(each.host);  // NOLINT: a program's pointer
      (void)copy_to_user(address, std::as_bytes(std::span(&each.value, 1)).first(each.bytes));
    }
  }
  requests_.erase(requests_.begin(), end);
}

}  // namespace eugene::i915
