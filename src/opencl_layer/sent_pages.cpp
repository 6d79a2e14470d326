#include "sent_pages.h"

#include <cstring>

namespace eugene::opencl_layer {
namespace {

std::uint64_t hash_of(std::span<const std::byte> page) {
  std::uint64_t hash = page.size();
  for (std::size_t i = 0; i < page.size(); i += sizeof hash) {
    std::uint64_t word = 0;
    std::memcpy(&word, page.data() + i, sizeof word);
    hash = (hash ^ word) * 0x9E37'79B9'7F4A'7C15;
    hash ^= hash >> 32;
  }
  return hash;
}

}  // namespace

void SentPages::sent(std::uint64_t address, std::span<const std::byte> bytes) {
  if (address % kPage == 0 && bytes.size() == kPage) {
    pages_[address / kPage] = {hash_of(bytes), bytes.data()};
    return;
  }
  if (bytes.empty()) return;
  for (std::uint64_t page = address / kPage; page <= (address + bytes.size() - 1) / kPage; ++page) pages_.erase(page);
}

bool SentPages::is_known(std::uint64_t address, std::span<const std::byte, kPage> content, const void* from) {
  const Page now{hash_of(content), from};
  Page& last = pages_[address / kPage];
  const bool known = last.hash == now.hash && last.from == now.from;
  last = now;
  return known;
}

}  // namespace eugene::opencl_layer
