#include "buffers.h"

#include <algorithm>

namespace eugene::inside::opencl {

cl_mem Buffers::add(cl_mem buffer, Contents contents) {
  const std::scoped_lock lock(mutex_);
  if (buffer == nullptr) return buffer;
  const std::uint64_t object = ++last_;
  const std::uint64_t number = contents == Contents::unknown ? 0 : object;
  if (const auto old = known_.find(buffer); old != known_.end()) objects_.erase(old->second.object);
  known_[buffer] = {.object = object, .number = number};
  objects_.insert(object);
  if (number != 0) writes_[number] = contents == Contents::given ? HostWrites{1, {kWhole}} : HostWrites{};
  return buffer;
}

cl_mem Buffers::add_part(cl_mem part, cl_mem whole, const Range& range) {
  const std::scoped_lock lock(mutex_);
  if (part == nullptr) return part;
  const std::uint64_t object = ++last_;
  if (const auto old = known_.find(part); old != known_.end()) objects_.erase(old->second.object);
  const auto found = known_.find(whole);
  known_[part] = {.object = object, .number = found == known_.end() ? 0 : found->second.number, .range = range};
  objects_.insert(object);
  return part;
}

std::size_t Buffers::find_begin(cl_mem buffer) {
  const std::scoped_lock lock(mutex_);
  const auto found = known_.find(buffer);
  return found == known_.end() ? 0 : found->second.range.begin;
}

void Buffers::remove(cl_mem buffer) {
  const std::scoped_lock lock(mutex_);
  const auto found = known_.find(buffer);
  if (found == known_.end()) return;
  const std::uint64_t number = found->second.number;
  objects_.erase(found->second.object);
  known_.erase(found);
  // Parts of a buffer may outlive the buffer.
  if (std::ranges::none_of(known_, [&](const auto& each) { return each.second.number == number; }))
    writes_.erase(number);
}

bool Buffers::has(cl_mem buffer) {
  const std::scoped_lock lock(mutex_);
  return known_.contains(buffer);
}

std::uint64_t Buffers::find_number(cl_mem buffer) {
  const std::scoped_lock lock(mutex_);
  const auto found = known_.find(buffer);
  return found == known_.end() ? 0 : found->second.number;
}

std::uint64_t Buffers::find_object(cl_mem buffer) {
  const std::scoped_lock lock(mutex_);
  const auto found = known_.find(buffer);
  return found == known_.end() ? 0 : found->second.object;
}

bool Buffers::has_object(std::uint64_t object) {
  const std::scoped_lock lock(mutex_);
  return objects_.contains(object);
}

void Buffers::write(cl_mem buffer, const Range& range) {
  const std::scoped_lock lock(mutex_);
  const auto found = known_.find(buffer);
  if (found == known_.end()) return;
  const Range& whole = found->second.range;
  const Range there{whole.begin + range.begin,
                    std::min(whole.end, range.end == kWhole.end ? kWhole.end : whole.begin + range.end)};
  if (const auto writes = writes_.find(found->second.number); writes != writes_.end()) writes->second.add(there);
}

void Buffers::stop_tracking(cl_mem buffer) {
  const std::scoped_lock lock(mutex_);
  const auto found = known_.find(buffer);
  if (found == known_.end()) return;
  const std::uint64_t number = found->second.number;
  writes_.erase(number);
  for (auto& [each, known] : known_) {
    if (known.number == number) known.number = 0;
  }
}

std::optional<HostWrites> Buffers::host_writes(std::uint64_t number) {
  const std::scoped_lock lock(mutex_);
  const auto found = writes_.find(number);
  return found == writes_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace eugene::inside::opencl
