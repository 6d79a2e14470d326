#include "functions/port.h"

#include <algorithm>
#include <cfenv>
#include <utility>

#include <fmt/format.h>

#include "base/host_fault.h"
#include "eu/host_rounding.h"
#include "functions/dispatch.h"
#include "functions/message_call.h"

namespace eugene::functions {
namespace {

// Whether the instruction sends the same message each time.
bool sends_one_message(const isa::SendFields& send) {
  return !send.descriptor_in_a0 && !send.index_in_a0 && !send.extended_descriptor_in_a0;
}

// Returns the status of a message that has been executed.
eu::SendStatus status_of_done(const isa::Instruction& instruction) {
  return instruction.send.eot ? eu::SendStatus::end_of_thread : eu::SendStatus::done;
}

// Whether an observer needs something of messages that prepared ones do not report.
bool observes_messages(const eu::Observers* observers) {
  if (observers == nullptr) return false;
  const eu::Interest& interest = observers->interest();
  return interest.needs_message_events() || interest.needs_accesses() || interest.needs_values() || interest.texels;
}

}  // namespace

Port::Port(const isa::Gen& gen, memory::View& view) : gen_(&gen), view_(&view), surfaces_(gen) {
  fast_paths_.source = this;
  fast_paths_.windows = &windows_;
  open_windows();
}

void Port::begin_dispatch(const Environment& environment) {
  surfaces_.begin_dispatch(environment);
  recoverable_ = environment.recoverable;
  forget_windows();
  prepared_.forget();
  open_windows();
  open_barrier();
}

void Port::begin_group(const GroupResources& group) {
  surfaces_.begin_group(group);
  forget_windows();
  fast_paths_.fused_threads = group.fused_threads;
  fast_paths_.named_barriers = group.named_barriers;
  open_barrier();
}

void Port::observe(const eu::Observers* observers) {
  observers_ = observers;
  forget_windows();  // so that the first message to every space goes through send() again
  open_windows();
}

void Port::forget_windows() {
  windows_.forget();
  message_windows_.forget();
}

// Closed if messages themselves are reported, or each use of a stale state. Prepared messages do not check bounds for
// reports either.
void Port::open_windows() {
  const bool is_reported = observers_ != nullptr && observers_->interest().needs_message_events();
  fast_paths_.message_windows = is_reported || recoverable_.stale_states ? nullptr : &message_windows_;
  const bool is_watched = observes_messages(observers_) || recoverable_.stale_states || recoverable_.bounds;
  fast_paths_.prepared = is_watched ? nullptr : &prepared_;
}

// Closed if a thread gateway executes barriers, or if barrier messages must be sent to be reported.
void Port::open_barrier() {
  const bool is_open = surfaces_.environment().gateway == nullptr && !recoverable_.linked_counts;
  fast_paths_.barrier = is_open ? surfaces_.barrier() : nullptr;
}

bool Port::execute_prepared(const eu::SendRequest& request) {
  if (fast_paths_.prepared == nullptr || request.channels == 0 || request.is_refused) return false;
  eu::PreparedMessage* message = prepared_.find(request.instruction, request.descriptor);
  const eu::Grf* end = request.payload.data() + request.payload.size();
  const bool is_one_payload = request.extended_payload.empty() || request.extended_payload.data() == end;
  return message != nullptr && is_one_payload &&
         message->execute(request.channels, request.payload.data(), request.response.data());
}

eu::SendStatus Port::send(const eu::SendRequest& request) {
  if (execute_prepared(request)) return status_of_done(request.instruction);
  if (observers_ == nullptr || !observers_->interest().needs_message_events()) [[likely]]
    return execute(request);
  observers_->tell(&eu::Observer::message_begins, request);
  const eu::SendStatus status = execute(request);
  observers_->tell(&eu::Observer::message_ends, request, status);
  return status;
}

eu::SendStatus Port::execute(const eu::SendRequest& request) {
  const isa::SendFields& fields = request.instruction.send;
  // Some URB messages write whole registers even if no channel is enabled (SNB PRM vol4 part2 2.4.3.2.1).
  const isa::Sfid sfid = request.sfid();
  if (request.channels != 0 || sfid == isa::Sfid::urb) {
    const auto message = messages_.find(*gen_, sfid, request.descriptor);
    if (!message) {
      recoverable_.effect = {};
      fault_ = {.what = message.error().message, .reference = message.error().reference, .lane = {}, .address = {}};
      return eu::SendStatus::fault;
    }
    if (surfaces_.refresh()) [[unlikely]] {
      forget_windows();
      prepared_.forget();
    }
    for (;;) {
      MessageCall call(*gen_, request, **message, *view_, recoverable_, fault_, observers_);
      if (sends_one_message(fields)) call.set_prepared(fast_paths_.prepared);
      if (execute(call, **message)) break;
      if (call.blocked()) return eu::SendStatus::blocked;
      if (recoverable_.effect.empty()) return eu::SendStatus::fault;
      call.restore_response();
      recover(request);
    }
  }
  return status_of_done(request.instruction);
}

// If the program has unmapped or protected its memory meanwhile, the message faults.
bool Port::execute(MessageCall& call, const isa::Message& message) {
  bool is_done = false;
  const int rounding = eu::host_rounding();
  const auto lost = trap_host_faults([&] { is_done = functions::execute(call, surfaces_, message); });
  if (!lost) [[likely]]
    return is_done;
  std::fesetround(rounding);  // the shared function may have changed it

  const auto* host = reinterpret_cast<const std::byte*>(lost->address);  // NOLINT: not accessed
  const std::optional<std::uint64_t> address = view_->find_address(host);
  call.fail(address ? std::string(describe(*lost))
                    : fmt::format("this message made Eugene access invalid memory of its own at {}: please report it",
                                  fmt::ptr(host)));
  fault_.address = address;
  view_->invalidate();
  forget_windows();
  prepared_.forget();
  return false;
}

void Port::recover(const eu::SendRequest& request) {
  const std::uint32_t ip = request.thread.ip;
  recoverable_.instructions.push_back(ip);
  const std::string_view effect = std::exchange(recoverable_.effect, {});
  fault_.ip = ip;
  if (observers_ == nullptr) return;
  observers_->tell(&eu::Observer::message_restarts);
  observers_->tell(&eu::Observer::recovers, request.thread,
                   eu::Recovery{.fault = fault_, .effect = effect, .is_stale_state = recoverable_.is_stale_state});
}

eu::MemoryWindow Port::window(const eu::MemorySpace& message, std::uint64_t offset) {
  const eu::MemoryWindow whole = whole_window(message, offset);
  if (whole.bytes == 0 || observers_ == nullptr || !observers_->interest().needs_accesses()) return whole;
  const auto kind = message.writes ? eu::AccessKind::write : eu::AccessKind::read;
  const auto [offsets, watch] = observers_->watched_around(whole.space, kind, offset);
  if (watch == eu::Watch::sent || !offsets.contains(offset)) return {};
  const std::uint64_t first = std::max(whole.first, offsets.begin);
  return {.first = first,
          .bytes = std::min(whole.first + whole.bytes, offsets.end) - first,
          .host = whole.host + (first - whole.first),
          .space = whole.space,
          .is_told = watch == eu::Watch::told};
}

eu::MemoryWindow Port::whole_window(const eu::MemorySpace& message, std::uint64_t offset) {
  const MemoryRange* space = message.a64 ? &kA64Range : surfaces_.plain_range(message.bti);
  if (space == nullptr || !space->contains(offset, 1)) return {};
  if (space->host != nullptr)
    return {.first = 0, .bytes = space->bytes, .host = space->host, .space = accessed_space(*space)};
  // Atomics to unaligned surfaces fault.
  if (space->base % sizeof(std::uint32_t) != 0) return {};
  // Addresses past the end of a surface wrap at 48 bits, as in View.
  const std::uint64_t address = (space->base + offset) & memory::kAddressMask;
  const memory::ContiguousPages run = view_->contiguous(address, message.writes ? Access::write : Access::read);
  if (!run.contains(address)) return {};
  // Clip the run to the space.
  const std::uint64_t before = std::min(address - run.first, offset);
  const std::uint64_t after = std::min(run.first + run.bytes - address, space->bytes - offset);
  return {.first = offset - before,
          .bytes = before + after,
          .host = run.host + (address - before - run.first),
          .space = accessed_space(*space)};
}

}  // namespace eugene::functions
