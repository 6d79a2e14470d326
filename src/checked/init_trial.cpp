#include "checked/init_trial.h"

#include <algorithm>
#include <array>

#include "gpu/schedule/buffer_address.h"

namespace eugene::checked {
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

void InitTrial::vary(std::uint64_t address, std::span<std::byte> page, const Fill& fill) const {
  using Word = std::array<std::byte, sizeof(std::uint64_t)>;
  for (const Buffer& each : buffers_) {
    const Part part = part_in(each, address, page.size());
    const auto differences = each.of->bytes.differences(part.in_buffer, part.bytes);
    Word contents{};
    for (std::size_t i = 0; i != part.bytes; ++i) {
      const std::uint64_t at = address + part.in_page + i;
      if (i == 0 || at % contents.size() == 0) fill.write(contents, at / contents.size());
      const std::byte difference{differences[i]};
      std::byte& value = page[part.in_page + i];
      value = (value & ~difference) | (contents[at % contents.size()] & difference);
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
