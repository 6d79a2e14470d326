#include "checked/init_trial.h"

#include <algorithm>

#include "gpu/schedule/buffer_address.h"

namespace eugene::checked {
namespace {

// Bits that follow from an address, as good as any by chance.
std::uint64_t bits_at(std::uint64_t address) {
  std::uint64_t bits = (address + 0x632B'E59B'D9B4'E019) * 0x9E37'79B9'7F4A'7C15;
  bits = (bits ^ (bits >> 32)) * 0xD6E8'FEB8'6659'FD93;
  return bits ^ (bits >> 29);
}

// Of a run: the second has each bit other than the first, and the third is at random again.
std::uint64_t bits_in(unsigned run, std::uint64_t word) {
  constexpr std::uint64_t kOther = std::uint64_t{1} << 61;  // no address
  return run == 0 ? bits_at(word) : run == 1 ? ~bits_at(word) : bits_at(word ^ kOther);
}

}  // namespace

std::unique_ptr<InitTrial> InitTrial::of(const checks::InitFacts& facts, const gpu::ObservedDispatch& dispatch) {
  auto trial = std::make_unique<InitTrial>();
  trial->thread_memories_ = facts.thread_memories;
  for (const checks::InitArgument& each : facts.arguments) {
    if (each.buffer->bytes.is_defined({each.begin, each.begin + each.size()})) continue;
    auto address = each.address;
    if (!address && each.binding) address = gpu::buffer_address(dispatch, *each.binding);
    if (!address) return nullptr;
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

void InitTrial::vary(std::uint64_t address, std::span<std::byte> page, unsigned run) const {
  constexpr std::uint64_t kWord = sizeof(std::uint64_t);
  for (const Buffer& each : buffers_) {
    const Part part = part_in(each, address, page.size());
    if (part.bytes == 0) continue;
    const auto differences = each.of->bytes.differences(part.in_buffer, part.bytes);
    for (std::size_t i = 0; i != part.bytes;) {
      const std::uint64_t at = address + part.in_page + i;
      const std::uint64_t bits = bits_in(run, at / kWord) >> (at % kWord * 8);
      const std::size_t count = std::min<std::size_t>(part.bytes - i, kWord - at % kWord);
      for (std::size_t byte = 0; byte != count; ++byte) {
        const std::byte difference{differences[i + byte]};
        std::byte& value = page[part.in_page + i + byte];
        value = (value & ~difference) | (static_cast<std::byte>(bits >> (byte * 8)) & difference);
      }
      i += count;
    }
  }
}

// What is the same now does not depend on what was undefined.
void InitTrial::has_become(std::uint64_t address, std::span<const std::byte> first, std::span<const std::byte> second) {
  for (const Buffer& each : buffers_) {
    const Part part = part_in(each, address, first.size());
    if (part.bytes == 0) continue;
    const auto differences = each.of->bytes.differences(part.in_buffer, part.bytes);
    const auto stores = each.of->bytes.stores(part.in_buffer, part.bytes);
    for (std::size_t i = 0; i != part.bytes; ++i) {
      if (differences[i] == 0 || first[part.in_page + i] != second[part.in_page + i]) continue;
      differences[i] = 0;
      stores[i] = 0;
    }
  }
}

}  // namespace eugene::checked
