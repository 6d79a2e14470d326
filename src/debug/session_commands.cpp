// What the commands at a stop do.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <csignal>

#include "debug/command_place.h"
#include "debug/session.h"
#include "debug/values.h"

namespace eugene::debug {

void Session::stop(unsigned thread, const Why& why) {
  stepping_.run();
  focus_ = thread;
  level_ = 0;
  const std::uint32_t running = focused().running;
  if (running != 0 && (running >> channel_ & 1U) == 0) channel_ = static_cast<unsigned>(std::countr_zero(running));
  state_->console->stopped({.reason = why.reason,
                            .why = why.text,
                            .breakpoint = why.breakpoint,
                            .thread = focus_,
                            .channel = channel_,
                            .place = place_text()});
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
    case Verb::break_:
    case Verb::catch_:
    case Verb::watch: add(command.place); return true;
    case Verb::delete_: remove(command.number); return true;
    case Verb::breakpoints: say(breakpoints_text()); return true;
    case Verb::print: print(command); return true;
    case Verb::set: set_value(command); return true;
    case Verb::locals: say(locals_text()); return true;
    case Verb::examine: say(memory_text(command.memory)); return true;
    case Verb::list: say(list_text()); return true;
    case Verb::disassemble: say(code_text(command.number)); return true;
    case Verb::backtrace: say(frames_text()); return true;
    case Verb::frame: select_frame(command.number); return true;
    case Verb::up: select_frame(level_ + 1); return true;
    case Verb::down: select_frame(level_ - 1); return true;
    case Verb::lanes: say(lanes_text()); return true;
    case Verb::threads: say(threads_text()); return true;
    case Verb::lane:
    case Verb::thread: execute_focus(command); return true;
    case Verb::show: say(shown(command.name) + "\n"); return true;
    case Verb::detach: state_->is_detached = true; return false;
    case Verb::quit: std::raise(SIGKILL); return false;
    default: return execute_motion(command);
  }
}

bool Session::execute_motion(const Command& command) {
  switch (command.verb) {
    case Verb::continue_: return resume(Mode::run);
    case Verb::step: return resume(text_.lines.empty() ? Mode::instruction : Mode::line, command.number);
    case Verb::next: return resume(text_.lines.empty() ? Mode::instruction : Mode::over, command.number);
    case Verb::step_instruction: return resume(Mode::instruction, command.number);
    case Verb::barrier: return resume(Mode::barrier);
    case Verb::finish: return resume(mode_of_finish());
    case Verb::reverse_continue: search(GoingBack::Search::stop, track_.now()); return false;
    case Verb::reverse_step:
      return !step_back(text_.lines.empty() ? track_.instruction_before(focus_) : track_.line_before(focus_));
    case Verb::reverse_next: return !step_back_over();
    case Verb::reverse_step_instruction: return !step_back(track_.instruction_before(focus_));
    case Verb::writer: find_writer(command); return !leaves_;
    default: return true;
  }
}

void Session::execute_focus(const Command& command) {
  const bool is_thread = command.verb == Verb::thread;
  const std::uint64_t count = is_thread ? count_ : dispatch_.work.simd;
  if (command.number >= count) {
    say(is_thread ? fmt::format("the group has threads 0 to {}\n", count - 1)
                  : fmt::format("the thread has channels 0 to {}\n", count - 1));
    return;
  }
  (is_thread ? focus_ : channel_) = static_cast<unsigned>(command.number);
  if (is_thread) level_ = 0;
  say(is_thread ? place_text() : fmt::format("{}\n", item_text(track_.now().group, focus_, channel_)));
}

bool Session::resume(Mode mode, std::uint64_t steps) {
  const bool needs_depths = mode == Mode::over || mode == Mode::out;
  stepping_.start({.mode = mode, .count = steps, .thread = focus_, .channel = channel_}, index_of_focus(),
                  needs_depths ? &depths() : nullptr);
  return false;
}

void Session::add(const Place& place) {
  const unsigned number = state_->next_number++;
  state_->breakpoints.push_back({.number = number, .place = place});
  find_offsets();
  const auto& offsets = offsets_[number];
  if (!place.is_code())
    say(fmt::format("breakpoint {}: {}\n", number, text_of(place)));
  else if (offsets.empty())
    say(fmt::format("breakpoint {}, not in this kernel\n", number));
  else
    say(fmt::format("breakpoint {} at {}\n", number, source_text(*offsets.begin())));
}

void Session::remove(std::uint64_t number) {
  if (std::erase_if(state_->breakpoints, [&](const Breakpoint& each) { return each.number == number; }) == 0)
    say(fmt::format("there is no breakpoint {}\n", number));
  find_offsets();
}

}  // namespace eugene::debug
