#include "checks/init_memory.h"

#include <algorithm>

namespace eugene::checks {

InitBytes::InitBytes(std::size_t count, Begin begin) : differences_(count), stores_(count) {
  if (begin == Begin::undefined) set_all(begin);
}

void InitBytes::set_all(Begin begin) {
  std::ranges::fill(stores_, StoreNumber{0});
  std::ranges::fill(differences_, begin == Begin::undefined ? kUndefined : std::uint8_t{0});
}

// Buffers that no call has written are undefined; one more call makes all of it defined, however little it has written.
std::shared_ptr<InitBuffer> InitBuffers::find(std::uint64_t number, std::uint64_t bytes, std::uint64_t host_writes) {
  using Begin = InitBytes::Begin;
  if (number == 0 || bytes == 0 || bytes > kMost) return nullptr;
  const std::scoped_lock lock(mutex_);
  std::shared_ptr<InitBuffer>& buffer = buffers_[number];
  if (buffer == nullptr) {
    const Begin begin = host_writes == 0 ? Begin::undefined : Begin::defined;
    buffer = std::make_shared<InitBuffer>(InitBuffer{.bytes = InitBytes(bytes, begin), .host_writes = host_writes});
  } else if (buffer->host_writes != host_writes) {
    buffer->bytes.set_all(Begin::defined);
    buffer->host_writes = host_writes;
  }
  return buffer;
}

std::vector<StoreNumber> InitBuffers::read_back(std::uint64_t number, std::uint64_t begin, std::uint64_t end) {
  const std::scoped_lock lock(mutex_);
  const auto at = buffers_.find(number);
  if (at == buffers_.end()) return {};
  InitBytes& bytes = at->second->bytes;
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

}  // namespace eugene::checks
