#include "debug/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "debug/values.h"

namespace eugene::debug {

Session::Session(DebugState& state, const gpu::ObservedDispatch& dispatch, ProgramText text, std::uint64_t launch,
                 bool stops)
    : state_(&state),
      dispatch_(dispatch),
      text_(std::move(text)),
      launch_(launch),
      items_(dispatch.work, {}, {}),
      view_(dispatch.space),
      mode_(stops ? Mode::any : Mode::run) {
  find_offsets();
}

void Session::find_offsets() {
  offsets_.clear();
  for (const Breakpoint& each : state_->breakpoints) offsets_.merge(offsets_of(each.place, text_));
}

void Session::group_begins(const eu::StartedGroup& group) {
  group_ = group.index;
  threads_ = &group.threads;
  count_ = group.count;
  local_ = group.local;
  begun_.assign(count_, 0);
}

// A step that goes beyond the end of its thread ends at the next instruction of any.
void Session::group_ends() {
  if (mode_ != Mode::run) mode_ = Mode::any;
}

void Session::dispatch_ends() {
  const std::scoped_lock lock(state_->mutex);
  if (mode_ != Mode::run) state_->stops_at_entry = true;
}

void Session::instruction_begins(const eu::Thread& thread) {
  if (mode_ == Mode::run && !offsets_.contains(thread.ip)) return;
  const unsigned number = threads_->index_of(thread);
  // An instruction that has waited begins again.
  if (std::exchange(begun_[number], thread.instructions_executed + 1) == thread.instructions_executed + 1) return;
  const std::scoped_lock lock(state_->mutex);
  if (state_->is_detached) return;
  std::string why = mode_ == Mode::any ? "the next instruction" : "step";
  const bool is_hit = hits_breakpoint(number, thread.ip, why);
  if (ends_step(number, thread.ip) || is_hit) stop(number, why);
}

bool Session::hits_breakpoint(unsigned thread, std::uint32_t ip, std::string& why) {
  if (!offsets_.contains(ip)) return false;
  bool is_hit = false;
  for (Breakpoint& each : state_->breakpoints) {
    if (!offsets_of(each.place, text_).contains(ip)) continue;
    if (each.place.item && !has_item(thread, *each.place.item)) continue;
    if (++each.hits <= each.place.ignored) continue;
    is_hit = true;
    why = fmt::format("breakpoint {}", each.number);
  }
  return is_hit;
}

bool Session::has_item(unsigned thread, const GlobalId& item) const {
  for (unsigned channel = 0; channel != dispatch_.work.simd; ++channel) {
    if (((*threads_)[thread].running >> channel & 1U) == 0) continue;
    if (items_.global_id(group_, thread, channel) == item) return true;
  }
  return false;
}

bool Session::ends_step(unsigned thread, std::uint32_t ip) {
  if (mode_ == Mode::run) return false;
  if (mode_ == Mode::any) return true;
  if (thread != stepped_) return false;
  if (mode_ == Mode::line) {
    const auto now = text_.lines.at(ip);
    if (!now || (line_ && now->line == line_->line && now->file == line_->file)) return false;
    line_ = now;
  }
  return --steps_ == 0;
}

void Session::stop(unsigned thread, const std::string& why) {
  mode_ = Mode::run;
  focus_ = thread;
  say(fmt::format("{}: {}", why, place_text()));
  while (true) {
    const std::optional<std::string> line = state_->console->ask();
    if (!line) {
      state_->is_detached = true;
      return;
    }
    const Result<Command> command = parse_command(*line);
    if (!command) {
      const std::string& hint = command.error().hint;
      say(fmt::format("{}{}{}\n", command.error().message, hint.empty() ? "" : "; ", hint));
    } else if (!execute(*command)) {
      return;
    }
  }
}

bool Session::execute(const Command& command) {
  switch (command.verb) {
    case Verb::nothing: return true;
    case Verb::help: say(help_text()); return true;
    case Verb::break_: add(command.place); return true;
    case Verb::delete_: remove(command.number); return true;
    case Verb::breakpoints: say(breakpoints_text()); return true;
    case Verb::continue_: return resume(Mode::run, 1);
    case Verb::step: return resume(text_.lines.empty() ? Mode::instruction : Mode::line, command.number);
    case Verb::step_instruction: return resume(Mode::instruction, command.number);
    case Verb::print: say(elements_text(command.elements, focused(), dispatch_.work.simd)); return true;
    case Verb::examine: say(memory_text(command.memory)); return true;
    case Verb::list: say(list_text()); return true;
    case Verb::disassemble: say(code_text(command.number)); return true;
    case Verb::lanes: say(lanes_text()); return true;
    case Verb::threads: say(threads_text()); return true;
    case Verb::thread:
      if (command.number >= count_) {
        say(fmt::format("the group has threads 0 to {}\n", count_ - 1));
        return true;
      }
      focus_ = static_cast<unsigned>(command.number);
      say(place_text());
      return true;
    case Verb::detach: state_->is_detached = true; return false;
    case Verb::quit: std::raise(SIGKILL); return false;
  }
  return true;
}

bool Session::resume(Mode mode, std::uint64_t steps) {
  mode_ = mode;
  steps_ = std::max<std::uint64_t>(steps, 1);
  stepped_ = focus_;
  line_ = text_.lines.at(focused().ip);
  return false;
}

void Session::add(const Place& place) {
  const Breakpoint& added =
      state_->breakpoints.emplace_back(Breakpoint{.number = state_->next_number++, .place = place});
  const auto offsets = offsets_of(place, text_);
  offsets_.insert(offsets.begin(), offsets.end());
  if (offsets.empty())
    say(fmt::format("breakpoint {}, not in this kernel\n", added.number));
  else
    say(fmt::format("breakpoint {} at {}\n", added.number, source_text(*offsets.begin())));
}

void Session::remove(std::uint64_t number) {
  if (std::erase_if(state_->breakpoints, [&](const Breakpoint& each) { return each.number == number; }) == 0)
    say(fmt::format("there is no breakpoint {}\n", number));
  find_offsets();
}

}  // namespace eugene::debug
