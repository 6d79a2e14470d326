#include "check/init/watched_memory.h"

#include "eu/thread.h"
#include "eu/thread_block.h"
#include "isa/message/binding.h"

namespace eugene::check {

WatchedMemory::WatchedMemory(const isa::Gen& gen, const InitFacts& facts, InitBytes::Begin fresh)
    : gen_(&gen), facts_(&facts), fresh_(fresh) {
  for (const InitArgument& each : facts.arguments) arguments_.push_back({each, each.address});
}

void WatchedMemory::begin_group(const eu::StartedGroup& group) {
  for (unsigned i = 0; i != group.count; ++i) {
    for (const gpu::ThreadMemory& each : facts_->thread_memories) {
      const std::pair key(&each, std::uint64_t{eu::fixed_function_thread(group.threads[i])});
      const auto [at, is_new] = thread_memory_.try_emplace(key, each.bytes, fresh_);
      if (!is_new) at->second.set_all(fresh_);
    }
  }
  if (local_.size() != group.local.size()) local_ = InitBytes(group.local.size(), fresh_);
  local_.set_all(fresh_);
}

WatchedMemory::Known WatchedMemory::find(const eu::AccessedSpace& space, std::uint64_t offset, std::size_t bytes) {
  if (space.local != nullptr) {
    if (offset + bytes > local_.size()) return {};
    return {.space = InitSpace::local, .bytes = &local_, .offset = offset};
  }
  const bool is_bound = !isa::is_stateless(*gen_, static_cast<std::uint8_t>(space.bti));
  for (LocatedArgument& each : arguments_) {
    if (!is_bound || each.of.binding != space.bti) continue;
    if (!each.address) each.address = space.base;
    if (offset + bytes > each.of.size()) return {};
    return {.space = InitSpace::global,
            .bytes = &each.of.buffer->bytes,
            .offset = each.of.begin + offset,
            .argument = &each.of};
  }
  return find_address(space.base + offset, bytes);
}

WatchedMemory::Known WatchedMemory::find_address(std::uint64_t address, std::size_t bytes) {
  for (const gpu::ThreadMemory& each : facts_->thread_memories) {
    if (address < each.begin) continue;
    const auto at = thread_memory_.find({&each, (address - each.begin) / each.bytes});
    const std::uint64_t offset = (address - each.begin) % each.bytes;
    if (at != thread_memory_.end() && offset + bytes <= each.bytes)
      return {.space = InitSpace::private_, .bytes = &at->second, .offset = offset};
  }
  for (const LocatedArgument& each : arguments_) {
    if (!each.address || address < *each.address) continue;
    const std::uint64_t offset = address - *each.address;
    if (offset + bytes <= each.of.size())
      return {.space = InitSpace::global,
              .bytes = &each.of.buffer->bytes,
              .offset = each.of.begin + offset,
              .argument = &each.of};
  }
  return {};
}

void WatchedMemory::unknown_write() {
  for (LocatedArgument& each : arguments_) {
    if (!each.address) each.of.buffer->bytes.set_all(InitBytes::Begin::defined);
  }
}

}  // namespace eugene::check
