#include "quarantine.h"

namespace eugene::inside {

void Quarantine::add(const Freed& freed) {
  std::vector<Freed> old;
  {
    const std::scoped_lock lock(mutex_);
    kept_.push_back(freed);
    bytes_ += freed.bytes;
    while (bytes_ > kMaxBytes) {
      old.push_back(kept_.front());
      bytes_ -= kept_.front().bytes;
      kept_.pop_front();
    }
  }
  release(old);
}

bool Quarantine::release_all() {
  std::vector<Freed> all;
  {
    const std::scoped_lock lock(mutex_);
    all.assign(kept_.begin(), kept_.end());
    kept_.clear();
    bytes_ = 0;
  }
  release(all);
  return !all.empty();
}

void Quarantine::release_owned_by(void* context) {
  std::vector<Freed> those;
  {
    const std::scoped_lock lock(mutex_);
    std::erase_if(kept_, [&](const Freed& each) {
      if (each.context != context) return false;
      those.push_back(each);
      bytes_ -= each.bytes;
      return true;
    });
  }
  release(those);
}

void Quarantine::release(const std::vector<Freed>& those) {
  for (const Freed& each : those) each.free(each.context, each.memory);
}

}  // namespace eugene::inside
