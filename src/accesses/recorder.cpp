#include "accesses/recorder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "accesses/parquet.h"
#include "eu/port.h"
#include "eu/prepared_op.h"
#include "eu/thread.h"
#include "isa/instruction_index.h"
#include "profile/instruction_model.h"

namespace eugene::accesses {
namespace {

constexpr std::array kKindOf{Kind::read, Kind::write, Kind::atomic};
Kind find_kind(eu::AccessKind kind) { return kKindOf[static_cast<std::size_t>(kind)]; }

// Returns the difference of consecutive places; kListed if it is not constant.
template <class Place>
std::int64_t find_stride(const Place* places, std::size_t count) {
  if (count < 2) return 0;
  const Place stride = places[1] - places[0];
  Place other = 0;
  for (std::size_t i = 2; i < count; ++i) other |= (places[i] - places[i - 1]) ^ stride;
  // Differences of 32-bit places may have wrapped around. The addresses, which have 64 bits, do not.
  const auto whole = static_cast<std::int64_t>(places[1]) - static_cast<std::int64_t>(places[0]);
  const auto way = static_cast<std::int64_t>(places[count - 1]) - static_cast<std::int64_t>(places[0]);
  const bool wraps = sizeof(Place) < sizeof(std::uint64_t) && way != whole * static_cast<std::int64_t>(count - 1);
  return other == 0 && !wraps ? whole : kListed;
}

}  // namespace

TracedKernel::TracedKernel(const eu::Kernel& of) : program(&of.program()) {
  const std::vector<profile::InstructionModel> models = profile::build_model(of);
  for (std::size_t i = 0; i < models.size(); ++i) {
    const isa::Instruction& each = program->instructions[i];
    instructions.push_back({.path = find_path(profile::find_client(each.send.sfid)),
                            .arrives = models[i].arrives,
                            .is_of_thread = each.no_mask || each.exec_size == 1,
                            .first_channel = static_cast<std::uint8_t>(each.channel_offset)});
  }
}

void Recorder::group_begins(const eu::StartedGroup& group) {
  group_ = group.index;
  block_ = &group.threads;
  count_ = group.count;
  thread_ = nullptr;
  if (threads_.size() < count_) threads_.resize(count_);
  phases_.assign(count_, 0);
}

void Recorder::hand_over() {
  if (!ended_.is_empty()) trace_->end_groups(ended_);
}

Recorder::~Recorder() { hand_over(); }

void Recorder::group_ends() {
  constexpr std::size_t kEnough = 8192;  // records to hand over at a time
  if (group_ != ended_.end) hand_over();
  if (ended_.is_empty()) ended_.begin = group_;
  ended_.launch = launch_;
  ended_.places = places_of_launch_;
  ended_.end = group_ + 1;
  for (std::uint32_t i = 0; i < count_; ++i) {
    ThreadRecords& each = threads_[i];
    if (each.records.empty()) continue;
    ended_.threads.push_back(
        {.group = group_, .number = i, .records = static_cast<std::uint32_t>(each.records.size())});
    ended_.records.insert(ended_.records.end(), each.records.begin(), each.records.end());
    ended_.listed.insert(ended_.listed.end(), each.listed.begin(), each.listed.end());
    each.records.clear();
    each.listed.clear();
  }
  if (ended_.records.size() >= kEnough) hand_over();
}

void Recorder::executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) {
  if (!kinds_.instructions) return;
  const std::size_t number = block_->find_index(thread);
  threads_[number].records.push_back({.executed = thread.instructions_executed - 1,
                                      .ip = kernel_->program->offsets[op.index],
                                      .mask = before,
                                      .phase = phases_[number],
                                      .lanes = static_cast<std::uint16_t>(channels),
                                      .kind = Kind::instruction,
                                      .path = Path::none});
}

void Recorder::begin_message(const eu::Thread& thread, std::uint32_t index, std::uint64_t executed) {
  if (thread_ != &thread) {
    thread_ = &thread;
    current_ = block_->find_index(thread);
  }
  sender_ = &kernel_->instructions[index];
  next_ = {.executed = executed, .ip = kernel_->program->offsets[index], .phase = phases_[current_]};
}

void Recorder::message_begins(const eu::SendRequest& request) {
  begin_message(request.thread, isa::find_index(*kernel_->program, request.instruction), request.executed);
  message_restarts();
}

void Recorder::message_ends(const eu::SendRequest& request, eu::SendStatus status) {
  if (status != eu::SendStatus::done && status != eu::SendStatus::end_of_thread) return message_restarts();
  end_message();
  if (sender_->arrives && request.channels != 0) ++phases_[current_];
}

void Recorder::message_restarts() {
  places_.clear();
  closed_.records.clear();
  closed_.listed.clear();
}

// Returns whether each channel accesses the element right after its previous element.
bool Recorder::widens(const eu::Access& access, Path path) const {
  if (places_.size() != access.offsets.size() || next_.path != path || next_.kind != find_kind(access.kind))
    return false;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i] + next_.bytes != access.space.base + access.offsets[i]) return false;
  }
  return next_.kind != Kind::atomic;
}

void Recorder::accessed(const eu::Access& access) {
  if (!kinds_.memory || access.offsets.empty()) return;
  const Path path = access.space.local != nullptr ? Path::local : sender_->path;
  if (widens(access, path)) {
    next_.bytes += access.bytes;
    return;
  }
  const Kind kind = find_kind(access.kind);
  const std::uint32_t mask = sender_->is_of_thread ? 0 : access.channels << sender_->first_channel;
  const bool goes_on = !places_.empty() && next_.path == path && next_.kind == kind && next_.bytes == access.bytes &&
                       next_.mask == mask && places_.size() + access.offsets.size() <= parquet::kMaxLanes;
  if (!goes_on) close();
  next_.path = path;
  next_.kind = kind;
  next_.bytes = access.bytes;
  next_.mask = mask;
  for (const std::uint64_t offset : access.offsets) places_.push_back(access.space.base + offset);
}

void Recorder::accessed_by_lanes(const eu::LaneAccess& access) {
  begin_message(access.thread, access.index, access.executed);
  if ((access.elements & (access.elements + 1)) != 0 || access.kind == eu::AccessKind::atomic) {
    message_restarts();
    eu::Observer::accessed_by_lanes(access);
    end_message();
    return;
  }
  // The elements of each channel are consecutive. Fast path: most messages have all channels, with 32-bit offsets.
  std::array<std::uint64_t, eu::kMaxChannels> places;
  const std::uint64_t base = access.space.base;
  auto count = static_cast<std::size_t>(std::countr_one(access.channels));
  const bool is_row = access.offsets != nullptr && access.channels != 0 && access.channels >> (count - 1) == 1;
  if (is_row) {
    next_.stride = find_stride(access.offsets, count);
    next_.address = base + access.offsets[0];
    if (next_.stride == kListed)
      for (std::size_t i = 0; i < count; ++i) places[i] = base + access.offsets[i];
  } else {
    count = 0;
    for (std::uint32_t left = access.channels; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      places[count++] = base + (access.wide != nullptr ? access.wide[lane] : access.offsets[lane]);
    }
    if (count == 0) return;
    next_.stride = find_stride(places.data(), count);
    next_.address = places[0];
  }
  ThreadRecords& thread = threads_[current_];
  next_.mask = sender_->is_of_thread ? 0 : access.channels << sender_->first_channel;
  next_.bytes = access.bytes * static_cast<unsigned>(std::bit_width(access.elements));
  next_.lanes = static_cast<std::uint16_t>(count);
  next_.kind = find_kind(access.kind);
  next_.path = access.space.local != nullptr ? Path::local : sender_->path;
  if (next_.stride == kListed)
    thread.listed.insert(thread.listed.end(), places.begin(), places.begin() + static_cast<std::ptrdiff_t>(count));
  thread.records.push_back(next_);
}

void Recorder::close() {
  if (places_.empty()) return;
  next_.address = places_[0];
  next_.stride = find_stride(places_.data(), places_.size());
  next_.lanes = static_cast<std::uint16_t>(places_.size());
  if (next_.stride == kListed) closed_.listed.insert(closed_.listed.end(), places_.begin(), places_.end());
  closed_.records.push_back(next_);
  places_.clear();
}

void Recorder::end_message() {
  close();
  ThreadRecords& thread = threads_[current_];
  thread.records.insert(thread.records.end(), closed_.records.begin(), closed_.records.end());
  thread.listed.insert(thread.listed.end(), closed_.listed.begin(), closed_.listed.end());
  message_restarts();
}

}  // namespace eugene::accesses
