#include "debug/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "debug/line_starts.h"
#include "debug/values.h"
#include "eu/prepared_op.h"
#include "gpu/media/gpgpu_work.h"
#include "isa/instruction_index.h"

namespace eugene::debug {
namespace {

bool overlaps(const Memory& bytes, bool is_local, std::uint64_t address, std::uint64_t count) {
  return bytes.is_local == is_local && address < bytes.address + bytes.bytes() && bytes.address < address + count;
}

}  // namespace

Session::Session(DebugState& state, const gpu::ObservedDispatch& dispatch, ProgramText text, std::uint64_t launch,
                 bool stops)
    : state_(&state),
      group_(dispatch, std::move(text), launch),
      stepping_(dispatch.kernel.program(), *dispatch.device.gen, group_.track, stops ? Mode::any : Mode::run),
      inspector_(group_) {
  find_offsets();
}

void Session::find_offsets() {
  const isa::Program& program = group_.dispatch.kernel.program();
  offsets_.clear();
  stops_.assign(program.instructions.size(), false);
  has_watch_ = false;
  for (const Breakpoint& each : state_->breakpoints) {
    has_watch_ = has_watch_ || each.place.written.has_value();
    std::set<std::uint32_t>& offsets = offsets_[each.number] = code_offsets(each.place, group_.text);
    if (each.place.line != 0)
      offsets = line_starts(offsets, {group_.text.variables(), group_.text.lines, program, group_.flow()});
    for (const std::uint32_t offset : offsets) {
      if (const auto index = program.index_at(offset); index && *index < stops_.size()) stops_[*index] = true;
    }
  }
}

void Session::group_begins(const eu::StartedGroup& group) {
  if (!group_.begins(group)) return;
  for (unsigned i = 0; i != group.count; ++i)
    RegisterWrites::begin(gpu::given_registers(group_.dispatch.work), group_.track.written(i));
  writers_.group_begins();
}

// If a step's thread has ended, the step ends at the next instruction of any thread.
void Session::group_ends() {
  if (!stepping_.runs()) stepping_.run_to_any();
}

void Session::dispatch_ends() {
  const std::scoped_lock lock(state_->mutex);
  if (!stepping_.runs()) state_->stops_at_entry = true;
}

void Session::instruction_begins(const eu::Thread& thread, std::uint32_t index) {
  const unsigned number = group_.threads->find_index(thread);
  const gpu::Timeline::Step step = group_.timeline.step(number, thread.instructions_executed);
  if (step == gpu::Timeline::Step::repeated) return;
  group_.track.begins(number, index, group_.now().event);
  switch (step) {
    case gpu::Timeline::Step::back: pass_back(number, index); break;
    case gpu::Timeline::Step::arrived: arrive(number); break;
    default: pass(thread, number, index);
  }
  // Record writes after the stop, because a stop shows the state before the instruction.
  if (is_leaving()) return;
  group_.register_writes.note(index, thread, group_.track.written(number));
  group_.private_addresses.note(index, thread, group_.track.kept(number));
}

// Called when a thread comes to an instruction. Stops there if the user has asked for that.
void Session::pass(const eu::Thread& thread, unsigned number, std::uint32_t index) {
  const bool polls = this->polls();
  if (stepping_.runs() && !stops_[index] && !polls) return;
  const std::scoped_lock lock(state_->mutex);
  if (state_->is_detached) return;
  const bool is_entry = stepping_.stops_anywhere();
  StopReason why{.reason = is_entry ? "entry" : "step", .text = is_entry ? "the next instruction" : "step"};
  const bool is_hit = hits_breakpoint(number, index, why);
  const bool is_interrupted = polls && this->is_interrupted(why);
  if (stepping_.ends(number, thread, index) || is_hit || is_interrupted) stop(number, why);
}

bool Session::polls() {
  constexpr std::uint64_t kPollEvery = 4096;
  return ++polls_ % kPollEvery == 0;
}

bool Session::is_interrupted(StopReason& why) {
  if (!state_->console->is_interrupted()) return false;
  why = {.reason = "pause", .text = "interrupted"};
  return true;
}

bool Session::hits_breakpoint(unsigned thread, std::uint32_t index, StopReason& why) {
  if (!stops_[index]) return false;
  const std::uint32_t ip = group_.dispatch.kernel.program().offset_at(index);
  bool is_hit = false;
  for (Breakpoint& each : state_->breakpoints) {
    if (offsets_[each.number].contains(ip)) is_hit = hits(each, thread, true, why) || is_hit;
  }
  return is_hit;
}

// Returns whether `breakpoint` stops `thread` here. A logpoint never stops. With `counts`, also counts the hit and
// prints the logpoint's message; without, ignores hit counts.
bool Session::hits(Breakpoint& breakpoint, unsigned thread, bool counts, StopReason& why) {
  const std::uint32_t channels = channels_at(breakpoint, thread, counts);
  if (channels == 0) return false;
  if (!counts) return !breakpoint.place.message;
  if (++breakpoint.hits <= breakpoint.place.ignored) return false;
  if (breakpoint.place.message) {
    say_message(*breakpoint.place.message, thread, channels);
    return false;
  }
  why = {
      .reason = "breakpoint", .text = fmt::format("breakpoint {}", breakpoint.number), .breakpoint = breakpoint.number};
  if (group_.thread != thread || (channels >> group_.channel & 1U) == 0)
    group_.channel = static_cast<unsigned>(std::countr_zero(channels));
  return true;
}

// Returns the running channels in which the breakpoint's condition holds.
std::uint32_t Session::channels_at(Breakpoint& breakpoint, unsigned thread, bool counts) {
  const StopPoint& place = breakpoint.place;
  const std::uint32_t running = (*group_.threads)[thread].running;
  if (!place.item && place.condition.empty()) return running;
  std::uint32_t channels = 0;
  for (std::uint32_t left = running; left != 0; left &= left - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(left));
    if (place.item && group_.items.global_id(group_.now().group, thread, channel) != place.item) continue;
    if (place.condition.empty() || holds(breakpoint, inspector_.make_scope(thread, channel), counts))
      channels |= 1U << channel;
  }
  return channels;
}

// Whether the breakpoint's condition holds. Reports the first time that the condition has no value.
bool Session::holds(Breakpoint& breakpoint, const Scope& scope, bool counts) {
  const Result<Value> value = evaluate(breakpoint.place.condition, scope);
  const auto number = value ? to_scalar(*value, scope) : std::nullopt;
  if (number) return number->value != 0;
  if (counts && !std::exchange(breakpoint.has_complained, true)) {
    say(fmt::format("breakpoint {} does not stop, because its condition has no value: {}\n", breakpoint.number,
                    value ? breakpoint.place.condition.text + " is not a number" : value.error().message));
  }
  return false;
}

void Session::say_message(const Message& message, unsigned thread, std::uint32_t channels) const {
  for (std::uint32_t left = channels; left != 0; left &= left - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(left));
    std::string text = message.texts.front();
    const Scope scope = inspector_.make_scope(thread, channel);
    for (std::size_t i = 0; i != message.values.size(); ++i) {
      const Result<Value> value = evaluate(message.values[i], scope);
      text += (value ? debug::to_text(*value, scope) : "?") + message.texts[i + 1];
    }
    say(fmt::format("{}: {}\n", inspector_.item_text(group_.now().group, thread, channel), text));
  }
}

void Session::message_begins(const eu::SendRequest& request) {
  const isa::Program& program = group_.dispatch.kernel.program();
  const gpu::Moment now = group_.now();
  sender_channels_ = request.channels << request.instruction.channel_offset;
  sender_ = {.group = static_cast<std::uint32_t>(now.group),
             .event = static_cast<std::uint32_t>(now.event),
             .instruction = isa::find_index(program, request.instruction),
             .thread = static_cast<std::uint16_t>(group_.threads->find_index(request.thread))};
}

// Called before the access, so the old contents can still be read.
void Session::accessed(const eu::Access& access) {
  if (access.kind == eu::AccessKind::read || group_.threads == nullptr) return;
  note_write(access);
  if (going_ || !has_watch_ || is_leaving()) return;
  const bool is_local = access.space.local != nullptr;
  const std::scoped_lock lock(state_->mutex);
  if (state_->is_detached) return;
  for (Breakpoint& each : state_->breakpoints) {
    if (!each.place.written) continue;
    const auto touches = [&](std::uint64_t offset) {
      return overlaps(*each.place.written, is_local, (is_local ? 0 : access.space.base) + offset, access.bytes);
    };
    StopReason why;
    if (!std::ranges::any_of(access.offsets, touches) || !hits(each, sender_.thread, true, why)) continue;
    why = {.reason = "data breakpoint",
           .text = fmt::format("watched bytes of {} are about to be written", each.number),
           .breakpoint = each.number};
    return stop(sender_.thread, why);
  }
}

void Session::note_write(const eu::Access& access) {
  const bool is_local = access.space.local != nullptr;
  const bool is_by_channel = static_cast<std::size_t>(std::popcount(sender_channels_)) == access.offsets.size();
  std::uint32_t left = is_by_channel ? sender_channels_ : 0;
  for (const std::uint64_t offset : access.offsets) {
    const std::uint64_t address = is_local ? offset : (access.space.base + offset) & memory::kAddressMask;
    sender_.channel = left == 0 ? Writer::kNoChannel : static_cast<std::uint16_t>(std::countr_zero(left));
    left &= left - 1;
    if (!is_local) group_.timeline.overwrites(address, access.bytes);
    writers_.note(is_local, address, access.bytes, sender_);
    if (!going_ || is_leaving()) continue;
    const bool is_sought = going_->search == GoingBack::Search::write &&
                           (!is_local || going_->return_to->group == group_.now().group) &&
                           overlaps(going_->bytes, is_local, address, access.bytes);
    const bool is_watched =
        going_->search == GoingBack::Search::stop && has_watch_ &&
        std::ranges::any_of(state_->breakpoints, [&](const Breakpoint& each) {
          return each.place.written && overlaps(*each.place.written, is_local, address, access.bytes);
        });
    if (!is_sought && !is_watched) continue;
    going_->found = group_.now();
    if (going_->return_to) going_->text = writer_text(sender_);
  }
}

void Session::faults(const eu::Thread& thread, const eu::Fault& fault) { fault_stops(thread, fault.what); }

void Session::recovers(const eu::Thread& thread, const eu::Recovery& recovery) {
  fault_stops(thread, fmt::format("{} ({})", recovery.fault.what, recovery.effect));
}

void Session::fault_stops(const eu::Thread& thread, const std::string& text) {
  if (going_ || is_leaving()) return;
  const std::scoped_lock lock(state_->mutex);
  const bool is_caught =
      std::ranges::any_of(state_->breakpoints, [](const Breakpoint& each) { return each.place.caught == "fault"; });
  if (state_->is_detached || !is_caught) return;
  stop(group_.threads->find_index(thread), {.reason = "exception", .text = "fault: " + text});
}

void Session::found(const SeenFinding& finding) {
  if (going_ || is_leaving() || group_.threads == nullptr || finding.thread >= group_.count) return;
  const std::scoped_lock lock(state_->mutex);
  if (state_->is_detached) return;
  for (Breakpoint& each : state_->breakpoints) {
    if (!catches(each.place, finding.id) || ++each.hits <= each.place.ignored) continue;
    if (finding.channel < eu::kMaxChannels) group_.channel = finding.channel;
    group_.thread = finding.thread;
    return stop(finding.thread, {.reason = "exception", .text = fmt::format("finding\n{}", finding.text)});
  }
}

SessionObserver::SessionObserver(Session& session, DebugState& state) : session_(&session), state_(&state) {
  const std::scoped_lock lock(state_->sessions_mutex);
  state_->sessions[std::this_thread::get_id()] = session_;
}

SessionObserver::~SessionObserver() {
  const std::scoped_lock lock(state_->sessions_mutex);
  state_->sessions.erase(std::this_thread::get_id());
}

void SessionObserver::instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) {
  session_->instruction_begins(thread, op.index);
}

}  // namespace eugene::debug
