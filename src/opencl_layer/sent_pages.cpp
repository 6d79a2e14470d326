#include "sent_pages.h"

#include <algorithm>
#include <cstring>

namespace eugene::opencl_layer {
namespace {

__extension__ using Wide = unsigned __int128;

// Both halves of a product: one multiplication takes in two words.
std::uint64_t mix(std::uint64_t left, std::uint64_t right) {
  const Wide product = Wide{left} * right;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

// Several chains of products at once: one would take four times as long.
std::uint64_t hash_of(std::span<const std::byte, SentPages::kPage> page) {
  constexpr std::size_t kChains = 4;
  constexpr std::uint64_t kOdd = 0x9E37'79B9'7F4A'7C15;
  std::array<std::uint64_t, kChains> hashes{1, 2, 3, 4};
  std::array<std::uint64_t, 2 * kChains> words;
  for (std::size_t i = 0; i < page.size(); i += sizeof words) {
    std::memcpy(words.data(), page.data() + i, sizeof words);
    for (std::size_t chain = 0; chain < kChains; ++chain) {
      hashes[chain] = mix(words[2 * chain] ^ kOdd, words[2 * chain + 1] ^ hashes[chain]);
    }
  }
  return mix(mix(hashes[0], hashes[1]) ^ kOdd, mix(hashes[2], hashes[3]));
}

}  // namespace

SentPages::Page& SentPages::page(std::uint64_t number) {
  const std::uint64_t group = number / kGroup;
  if (last_ == nullptr || last_number_ != group) {
    std::unique_ptr<Group>& found = groups_[group];
    if (found == nullptr) found = std::make_unique<Group>();
    last_ = found.get();
    last_number_ = group;
  }
  return (*last_)[number % kGroup];
}

void SentPages::sent(std::uint64_t address, std::span<const std::byte> bytes, const void* from) {
  const auto* source = static_cast<const std::byte*>(from);
  while (!bytes.empty()) {
    const std::uint64_t offset = address % kPage;
    const std::size_t count = std::min<std::size_t>(kPage - offset, bytes.size());
    Page& last = page(address / kPage);
    if (count == kPage) {
      last = {hash_of(bytes.first<kPage>()), source};
    } else if (!is_as_sent(last, source - offset)) {
      last = {};
    }
    address += count;
    source += count;
    bytes = bytes.subspan(count);
  }
}

// A part of a page that is whole in the program can be looked at there as well.
bool SentPages::is_as_sent(const Page& page, const std::byte* place) {
  if (page.place != place || reinterpret_cast<std::uintptr_t>(place) % kPage != 0) return false;
  return hash_of(std::span<const std::byte, kPage>(place, kPage)) == page.hash;
}

bool SentPages::is_known(std::uint64_t address, std::span<const std::byte, kPage> content, const void* to) {
  const Page now{hash_of(content), to};
  Page& last = page(address / kPage);
  const bool known = last.hash == now.hash && last.place == now.place;
  last = now;
  return known;
}

}  // namespace eugene::opencl_layer
