#include "checks/race_shadow.h"

namespace eugene::checks {

void Shadow::lock(Locked& page, std::uint64_t number) {
  if (page.is(number)) return;
  Part& part = parts_[number % parts_.size()];
  page = Locked();  // before the next lock: no worker holds two
  page.lock_ = std::unique_lock(part.mutex);
  std::unique_ptr<ShadowPage>& found = part.pages[number];
  if (found == nullptr) found = std::make_unique<ShadowPage>();
  page.page_ = found.get();
  page.number_ = number;
}

}  // namespace eugene::checks
