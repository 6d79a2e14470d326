#include "i915/object.h"

#include <sys/mman.h>

#include <algorithm>

namespace eugene::i915 {

std::shared_ptr<Object> Object::create(std::shared_ptr<Storage> storage, std::uint64_t bytes) {
  const auto offset = storage->allocate(bytes);
  if (!offset) return nullptr;
  void* host = storage->map(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, *offset);
  if (host == MAP_FAILED) return nullptr;
  return std::shared_ptr<Object>(new Object(std::move(storage), static_cast<std::byte*>(host), *offset, bytes, true));
}

std::shared_ptr<Object> Object::of_user(std::byte* host, std::uint64_t bytes, bool writable) {
  return std::shared_ptr<Object>(new Object(nullptr, host, 0, bytes, writable));
}

Object::~Object() {
  if (storage_ == nullptr) return;
  ::munmap(host_, bytes_);
  storage_->free(offset_, bytes_);
}

void Object::use(const FencePtr& fence, bool writes) {
  std::erase_if(uses_, [](const Use& each) { return is_done(each.fence); });
  uses_.push_back({fence, writes});
}

bool Object::is_busy(bool only_writes) const {
  return std::ranges::any_of(uses_,
                             [&](const Use& each) { return (each.writes || !only_writes) && !is_done(each.fence); });
}

std::vector<FencePtr> Object::work(bool only_writes) const {
  std::vector<FencePtr> result;
  for (const Use& each : uses_) {
    if (each.writes || !only_writes) result.push_back(each.fence);
  }
  return result;
}

}  // namespace eugene::i915
