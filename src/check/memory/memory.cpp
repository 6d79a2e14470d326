#include "check/memory/memory.h"

#include <algorithm>
#include <bit>
#include <variant>

#include "check/memory/read_use.h"
#include "eu/memory_access.h"
#include "eu/port.h"
#include "eu/thread.h"
#include "eu/thread_block.h"
#include "isa/instruction_index.h"
#include "isa/message/message.h"

namespace eugene::check {
namespace {

// Bounds of the offsets of some channels.
struct OffsetBounds {
  std::uint64_t lowest = 0, highest = 0;
  std::uint64_t bits = 0;  // bitwise OR of the offsets
};

template <class Offset>
OffsetBounds compute_reach(const Offset* offsets, std::uint32_t channels) {
  constexpr unsigned kAll = 16;  // all lanes of a SIMD16 message: their loop is vectorised
  const bool are_all = channels == (1U << kAll) - 1;
  Offset lowest = offsets[std::countr_zero(channels) & 31], highest = lowest, bits = lowest;
  const auto add = [&](Offset each) {
    lowest = std::min(lowest, each);
    highest = std::max(highest, each);
    bits |= each;
  };
  if (are_all) {
    for (unsigned i = 0; i < kAll; ++i) add(offsets[i]);
  } else {
    for (std::uint32_t left = channels; left != 0; left &= left - 1) add(offsets[std::countr_zero(left)]);
  }
  return {.lowest = lowest, .highest = highest, .bits = bits};
}

std::optional<eu::MemoryAccess> access_at(const isa::Program& program, std::size_t index) {
  const isa::Instruction& instruction = program.instructions[index];
  if (!isa::is_send(instruction)) return std::nullopt;
  const isa::SendFields& send = instruction.send;
  const auto message = isa::decode_message(*program.gen, send.sfid, send.descriptor, send.extended_descriptor);
  return message ? eu::memory_access(*program.gen, *message, instruction.exec_size) : std::nullopt;
}

}  // namespace

Memory::~Memory() {
  for (auto& [key, found] : found_) sink_->add(std::move(found));
}

void Memory::group_begins(const eu::StartedGroup& group) {
  threads_ = &group.threads;
  group_ = group.index;
}

void Memory::message_begins(const eu::SendRequest& request) {
  thread_ = &request.thread;
  const auto& program = kernel_->program();
  index_ = isa::find_index(program, request.instruction);
  instruction_ = program.offset_at(index_);
  channels_ = request.channels;
  part_ = 0;
}

void Memory::accessed(const eu::Access& access) {
  // If each channel has one offset, the channels are known. Otherwise the first channel stands for all.
  const std::uint32_t channels = access.channels != 0 ? access.channels : channels_;
  const bool is_by_channel = static_cast<std::size_t>(std::popcount(channels)) == access.offsets.size();
  std::uint32_t left = channels;
  for (const std::uint64_t offset : access.offsets) {
    const auto channel = left == 0 ? 0U : static_cast<unsigned>(std::countr_zero(left));
    if (is_by_channel) left &= left - 1;
    if (may_be_of_helpers(access.kind, is_by_channel ? std::optional(channel) : std::nullopt)) continue;
    judge({.space = access.space, .offset = offset, .bytes = access.bytes, .kind = access.kind}, channel,
          is_by_channel ? std::optional(Answer{.part = part_, .lane = channel}) : std::nullopt);
  }
  ++part_;
}

void Memory::accessed_by_lanes(const eu::LaneAccess& access) {
  if (!rules_->judges_alignment()) return;  // compiled code reports only accesses in allowed ranges
  thread_ = &access.thread;
  index_ = access.index;
  instruction_ = kernel_->program().offset_at(index_);
  if (is_allowed(access)) return;
  // Same order as the message port reports accesses.
  for (std::uint32_t elements = access.elements; elements != 0; elements &= elements - 1) {
    const auto element = static_cast<unsigned>(std::countr_zero(elements));
    const std::uint64_t ahead = element * std::uint64_t{access.bytes};
    const auto part = static_cast<unsigned>(std::popcount(access.elements & ((1U << element) - 1)));
    for (std::uint32_t left = access.channels; left != 0; left &= left - 1) {
      const auto channel = static_cast<unsigned>(std::countr_zero(left));
      if (may_be_of_helpers(access.kind, channel)) continue;
      const std::uint64_t first = access.wide != nullptr ? access.wide[channel] : access.offsets[channel];
      judge({.space = access.space, .offset = first + ahead, .bytes = access.bytes, .kind = access.kind}, channel,
            Answer{.part = part, .lane = channel});
    }
  }
}

eu::WatchedRange Memory::watched_around(const eu::AccessedSpace& space, eu::AccessKind kind,
                                        std::uint64_t offset) const {
  const auto allowed = rules_->allowed_around(space, offset, kind);
  return allowed ? eu::WatchedRange{.offsets = *allowed} : eu::WatchedRange{.watch = eu::Watch::sent};
}

// Elements need an alignment of at most kScalarBytes.
std::uint32_t Memory::watched_alignment(std::size_t index) const {
  if (!rules_->judges_alignment()) return 1;
  const std::uint32_t alignment = rules_->alignment_at(index);
  return alignment == 0 ? kScalarBytes : alignment;
}

// Judges all elements at once, which nearly always suffices.
bool Memory::is_allowed(const eu::LaneAccess& access) const {
  const OffsetBounds reach = access.wide != nullptr ? compute_reach(access.wide, access.channels)
                                                    : compute_reach(access.offsets, access.channels);
  const std::uint32_t alignment = needed_alignment(rules_->alignment_at(access.index), access.bytes);
  const bool is_aligned = ((reach.bits | access.space.base) & (alignment - 1)) == 0;
  if (rules_->judges_alignment() && !is_aligned) return false;
  const auto first = static_cast<unsigned>(std::countr_zero(access.elements)) * std::uint64_t{access.bytes};
  const auto last = static_cast<unsigned>(std::bit_width(access.elements)) * std::uint64_t{access.bytes};
  const auto allowed = rules_->allowed_around(access.space, reach.lowest + first, access.kind);
  return allowed && reach.highest + last <= allowed->end;
}

void Memory::judge(MemoryAccessed access, unsigned channel, const std::optional<Answer>& answer) {
  access.alignment = rules_->alignment_at(index_);
  auto mistake = rules_->judge(access);
  if (mistake && is_mistake(*mistake, access, answer)) add(std::move(*mistake), access.kind, channel);
}

bool Memory::is_mistake(const MemoryViolation& mistake, const MemoryAccessed& access,
                        const std::optional<Answer>& answer) {
  if (access.kind != eu::AccessKind::read) return true;
  if (mistake.id == kWriteOnly) return is_read_used();
  if (!answer || access.bytes == 0 || (mistake.id != kBounds && mistake.id != kLocal)) return true;
  // A compiler may read beyond what the source reads, but not before it, so the first element is one that the source
  // reads.
  const bool is_first =
      answer->part == 0 && !answer->of_block && (answer->lane == 0 || !kernel_->program().instructions[index_].no_mask);
  if (is_first && mistake.inside == 0) return true;
  return is_used(*answer, mistake.inside, access.bytes - mistake.inside, is_named(access, *answer));
}

// Whether the access is to an element of the argument's vector type, not to the padding after a vector of three.
bool Memory::is_named(const MemoryAccessed& access, const Answer& answer) const {
  return !answer.of_block && (answer.part + 1) * access.bytes <= rules_->vector_bytes(access.space, access.offset);
}

// Whether the program uses the `bytes` bytes after the first `inside` bytes, of the element or of the block's dword.
bool Memory::is_used(const Answer& answer, std::uint32_t inside, std::uint32_t bytes, bool is_named) {
  const auto access = access_at(kernel_->program(), index_);
  if (!access) return true;
  std::size_t first = inside;
  if (const auto* elements = std::get_if<eu::ElementAccess>(&access->kind); elements != nullptr)
    first += (std::size_t{answer.part} * elements->lanes + answer.lane) * elements->slot();
  else if (const auto* block = std::get_if<eu::BlockAccess>(&access->kind); block != nullptr && answer.of_block)
    first += block->begin + *answer.of_block;
  else
    return true;
  const auto [at, is_new] = answer_used_.try_emplace({index_, first, bytes, is_named});
  const Discard discard = is_named ? Discard::all_lanes : Discard::any_write;
  if (is_new) at->second = uses_answer(*kernel_, index_, first, bytes, discard);
  return at->second;
}

bool Memory::is_read_used() {
  const auto [at, is_new] = read_used_.try_emplace(index_);
  if (is_new) at->second = uses_what_it_reads(*kernel_, index_);
  return at->second;
}

// Returns the thread's channel for a lane: a message for half of a kernel's channels counts its lanes from 0.
unsigned Memory::find_channel(unsigned lane) const {
  const auto& instructions = kernel_->program().instructions;
  if (index_ >= instructions.size()) return lane;
  // One message serves all running channels. Without a mask, its lanes are elements of a vector or the like, not
  // work-items.
  if (instructions[index_].exec_size == 1 || instructions[index_].no_mask)
    return std::has_single_bit(thread_->running) ? static_cast<unsigned>(std::countr_zero(thread_->running))
                                                 : kUnknownChannel;
  return lane + instructions[index_].channel_offset;
}

void Memory::add(MemoryViolation mistake, eu::AccessKind kind, unsigned channel) {
  const auto [at, is_new] = found_.try_emplace({instruction_, std::string(mistake.id)});
  RawFinding& found = at->second;
  if (!is_new) {
    ++found.count;
    return;
  }
  found = {.id = mistake.id,
           .what = std::move(mistake.what),
           .sides = {{.group = group_,
                      .thread = threads_ == nullptr ? 0 : threads_->find_index(*thread_),
                      .channel = find_channel(channel),
                      .instruction = instruction_,
                      .kind = kind}},
           .place = mistake.place,
           .hint = std::move(mistake.hint)};
  sink_->seen(found);
}

// Reports accesses beyond a surface. They are not performed, so accessed() is not called for them.
void Memory::recovers(const eu::Thread& thread, const eu::Recovery& recovery) {
  const std::optional<eu::OutsideAccess>& outside = recovery.fault.outside;
  if (!outside) return;
  const auto index = kernel_->program().index_at(recovery.fault.ip);
  const bool is_under_way = thread_ == &thread && index == index_;
  const unsigned first = is_under_way && channels_ != 0 ? static_cast<unsigned>(std::countr_zero(channels_)) : 0;
  thread_ = &thread;
  instruction_ = recovery.fault.ip;
  if (index) index_ = *index;
  const bool writes = recovery.fault.what.starts_with("write");
  const auto access = index ? access_at(kernel_->program(), *index) : std::nullopt;
  const bool is_atomic = access && std::holds_alternative<eu::AtomicAccess>(access->kind);
  const auto* const elements = access ? std::get_if<eu::ElementAccess>(&access->kind) : nullptr;
  const unsigned channel = recovery.fault.lane.value_or(first);
  std::optional<Answer> answer;
  if (outside->ahead) answer = {.of_block = outside->ahead};
  if (elements != nullptr && elements->parts() == 1 && recovery.fault.lane) answer = {.lane = channel};
  judge({.space = outside->space,
         .offset = outside->offset,
         .bytes = outside->bytes,
         .kind = is_atomic ? eu::AccessKind::atomic
                 : writes  ? eu::AccessKind::write
                           : eu::AccessKind::read},
        channel, answer);
}

}  // namespace eugene::check
