#include "buffers.h"

namespace eugene::i915 {

cl_mem Buffers::add(cl_mem buffer, Contents contents) {
  const std::scoped_lock lock(mutex_);
  if (buffer == nullptr) return buffer;
  const std::uint64_t number = contents == Contents::unknown ? 0 : ++last_;
  numbers_[buffer] = number;
  if (number != 0) writes_[number] = contents == Contents::given ? 1 : 0;
  return buffer;
}

void Buffers::remove(cl_mem buffer) {
  const std::scoped_lock lock(mutex_);
  const auto found = numbers_.find(buffer);
  if (found == numbers_.end()) return;
  writes_.erase(found->second);
  numbers_.erase(found);
}

bool Buffers::has(cl_mem buffer) {
  const std::scoped_lock lock(mutex_);
  return numbers_.contains(buffer);
}

std::uint64_t Buffers::number_of(cl_mem buffer) {
  const std::scoped_lock lock(mutex_);
  const auto found = numbers_.find(buffer);
  return found == numbers_.end() ? 0 : found->second;
}

void Buffers::write(cl_mem buffer) {
  const std::scoped_lock lock(mutex_);
  const auto found = numbers_.find(buffer);
  if (found == numbers_.end()) return;
  if (const auto count = writes_.find(found->second); count != writes_.end()) ++count->second;
}

void Buffers::lose_sight(cl_mem buffer) {
  const std::scoped_lock lock(mutex_);
  const auto found = numbers_.find(buffer);
  if (found == numbers_.end()) return;
  writes_.erase(found->second);
  found->second = 0;
}

std::optional<std::uint64_t> Buffers::host_writes(std::uint64_t number) {
  const std::scoped_lock lock(mutex_);
  const auto found = writes_.find(number);
  return found == writes_.end() ? std::nullopt : std::optional(found->second);
}

Buffers& buffers() {
  static Buffers* const instance = new Buffers;
  return *instance;
}

}  // namespace eugene::i915
