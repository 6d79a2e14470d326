#include "check/init/memory.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace eugene::check {

void InitBytes::account_for_each() {
  if (!all_) return;
  differences_.assign(size_, all_ == Begin::undefined ? kUndefined : std::uint8_t{0});
  stores_.assign(size_, StoreNumber{0});
  all_.reset();
}

void InitBytes::define(const BufferRange& range) {
  if (range.begin >= size() || all_ == Begin::defined) return;
  const std::size_t count = std::min<std::uint64_t>(range.end, size()) - range.begin;
  if (count == size()) return set_all(Begin::defined);
  std::ranges::fill(differences(range.begin, count), std::uint8_t{0});
  std::ranges::fill(stores(range.begin, count), StoreNumber{0});
}

bool InitBytes::is_defined(const BufferRange& range) const {
  if (range.begin >= std::min<std::uint64_t>(range.end, size())) return true;
  if (all_) return all_ == Begin::defined;
  const std::size_t count = std::min<std::uint64_t>(range.end, size()) - range.begin;
  const std::uint8_t* const bytes = differences_.data() + range.begin;
  // All bytes are equal if the range equals itself shifted by one byte.
  const bool is_defined = bytes[0] == 0 && std::memcmp(bytes, bytes + 1, count - 1) == 0;
  if (is_defined && count == size()) all_ = Begin::defined;
  return is_defined;
}

// Which call wrote which range is unknown, so one more call defines all ranges of all calls again.
std::shared_ptr<InitBuffer> InitBuffers::find(std::uint64_t number, std::uint64_t bytes, std::uint64_t host_writes,
                                              std::span<const BufferRange> written) {
  if (number == 0 || bytes == 0 || bytes > kMax) return nullptr;
  const std::scoped_lock lock(mutex_);
  std::shared_ptr<InitBuffer>& buffer = buffers_[number];
  if (buffer == nullptr) buffer = std::make_shared<InitBuffer>(InitBytes(bytes, fresh_));
  if (std::exchange(buffer->host_writes, host_writes) != host_writes) {
    for (const BufferRange& each : written) buffer->bytes.define(each);
  }
  return buffer;
}

std::vector<StoreNumber> InitBuffers::read_back(std::uint64_t number, std::uint64_t begin, std::uint64_t end) {
  const std::scoped_lock lock(mutex_);
  const auto at = buffers_.find(number);
  if (at == buffers_.end()) return {};
  InitBytes& bytes = at->second->bytes;
  if (bytes.has_no_stores()) return {};
  end = std::min<std::uint64_t>(end, bytes.size());
  std::vector<StoreNumber> found;
  for (std::uint64_t i = begin; i < end; ++i) {
    const StoreNumber store = bytes.stores(i, 1)[0];
    if (store != 0 && bytes.differences(i, 1)[0] != 0 && std::ranges::find(found, store) == found.end())
      found.push_back(store);
  }
  return found;
}

void InitBuffers::forget(std::uint64_t number) {
  const std::scoped_lock lock(mutex_);
  buffers_.erase(number);
}

}  // namespace eugene::check
