#include "checks/race_shadow.h"

namespace eugene::checks {

bool Shadow::lock(Locked& page, std::uint64_t number) {
  if (page.is(number)) return true;
  Part& part = parts_[number % parts_.size()];
  page = Locked();  // before the next lock: no worker holds two
  page.lock_ = std::unique_lock(part.mutex);
  auto found = part.pages.find(number);
  if (found == part.pages.end()) {
    if (pages_.fetch_add(1, std::memory_order_relaxed) >= kMostPages) {
      page = Locked();
      return false;
    }
    found = part.pages.emplace(number, std::make_unique<ShadowPage>()).first;
  }
  page.page_ = found->second.get();
  page.number_ = number;
  return true;
}

}  // namespace eugene::checks
