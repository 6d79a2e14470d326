#include "check/init/trial.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "gpu/schedule/observe/buffer_address.h"

namespace eugene::check {
namespace {

constexpr std::size_t kWord = sizeof(std::uint64_t);
static_assert(std::endian::native == std::endian::little);

}  // namespace

std::unique_ptr<InitTrial> InitTrial::of(const InitFacts& facts, const gpu::ObservedDispatch& dispatch) {
  auto trial = std::make_unique<InitTrial>();
  trial->thread_memories_ = facts.thread_memories;
  trial->given_registers_ = facts.given_registers;
  for (const InitArgument& each : facts.arguments) {
    if (each.buffer->bytes.is_defined({each.begin, each.begin + each.size()})) continue;
    auto address = each.address;
    if (!address && each.binding) address = gpu::buffer_address(dispatch, *each.binding);
    if (!address) return nullptr;
    each.buffer->bytes.account_for_each();
    trial->buffers_.push_back({*address, each.begin, each.size(), each.buffer});
  }
  return trial;
}

InitTrial::Part InitTrial::part_in(const Buffer& buffer, std::uint64_t address, std::size_t bytes) {
  const std::uint64_t begin = std::max(buffer.address, address);
  const std::uint64_t end = std::min(buffer.address + buffer.bytes, address + bytes);
  if (begin >= end) return {};
  return {.in_page = begin - address, .in_buffer = buffer.begin + (begin - buffer.address), .bytes = end - begin};
}

void InitTrial::vary(std::uint64_t address, std::span<std::byte> page, const Fill& fill) const {
  for (const Buffer& each : buffers_) {
    const Part part = part_in(each, address, page.size());
    const auto differences = each.of->bytes.differences(part.in_buffer, part.bytes);
    const std::uint64_t begin = address + part.in_page;
    for (std::size_t i = 0; i != part.bytes;) {
      // Up to the end of a word of memory.
      const std::size_t in_word = (begin + i) % kWord;
      const std::size_t count = std::min(kWord - in_word, part.bytes - i);
      std::uint64_t contents = 0, difference = 0, value = 0;
      std::memcpy(&difference, differences.data() + i, count);
      if (difference != 0) {
        fill.write(std::as_writable_bytes(std::span(&contents, 1)), (begin + i) / kWord);
        contents >>= in_word * 8;
        std::memcpy(&value, page.data() + part.in_page + i, count);
        value = (value & ~difference) | (contents & difference);
        std::memcpy(page.data() + part.in_page + i, &value, count);
      }
      i += count;
    }
  }
}

// Bytes that are now equal in both runs do not depend on undefined values, so they become defined.
void InitTrial::has_become(std::uint64_t address, std::span<const std::byte> first, std::span<const std::byte> second) {
  for (const Buffer& each : buffers_) {
    const Part part = part_in(each, address, first.size());
    if (part.bytes == 0) continue;
    const auto differences = each.of->bytes.differences(part.in_buffer, part.bytes);
    const auto stores = each.of->bytes.stores(part.in_buffer, part.bytes);
    const std::byte* const one = first.data() + part.in_page;
    const std::byte* const other = second.data() + part.in_page;
    if (std::memcmp(one, other, part.bytes) == 0) {
      std::ranges::fill(differences, std::uint8_t{0});
      std::ranges::fill(stores, StoreNumber{0});
      continue;
    }
    for (std::size_t i = 0; i != part.bytes; ++i) {
      if (differences[i] == 0 || one[i] != other[i]) continue;
      differences[i] = 0;
      stores[i] = 0;
    }
  }
}

}  // namespace eugene::check
