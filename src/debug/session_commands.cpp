// Executes the commands at a stop.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <csignal>
#include <utility>

#include "debug/command_place.h"
#include "debug/session.h"
#include "debug/values.h"

namespace eugene::debug {

void Session::stop(unsigned thread, const StopReason& why) {
  stepping_.run();
  group_.thread = thread;
  group_.level = 0;
  const std::uint32_t running = group_.focused().running;
  if (running != 0 && (running >> group_.channel & 1U) == 0)
    group_.channel = static_cast<unsigned>(std::countr_zero(running));
  state_->console->stopped({.reason = why.reason,
                            .why = why.text,
                            .breakpoint = why.breakpoint,
                            .thread = group_.thread,
                            .channel = group_.channel,
                            .place = inspector_.place_text()});
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
    case Verb::print: say(inspector_.print(command)); return true;
    case Verb::set: say(inspector_.set_value(command)); return true;
    case Verb::locals: say(inspector_.locals_text()); return true;
    case Verb::examine: say(inspector_.examined_text(command)); return true;
    case Verb::info: say(info_text(command.name)); return true;
    case Verb::list: say(inspector_.list_text(command.name)); return true;
    case Verb::disassemble: say(inspector_.code_text(command.number)); return true;
    case Verb::backtrace: say(inspector_.frames_text()); return true;
    case Verb::frame: say(inspector_.select_frame(command.number)); return true;
    case Verb::up: say(inspector_.select_frame(group_.level + 1)); return true;
    case Verb::down: say(inspector_.select_frame(group_.level - 1)); return true;
    case Verb::lanes: say(inspector_.lanes_text()); return true;
    case Verb::threads: say(inspector_.threads_text()); return true;
    case Verb::lane:
    case Verb::thread: execute_focus(command); return true;
    case Verb::show: say(inspector_.shown(command.name) + "\n"); return true;
    case Verb::detach: state_->is_detached = true; return false;
    case Verb::quit: std::raise(SIGKILL); return false;
    default: return execute_motion(command);
  }
}

bool Session::execute_motion(const Command& command) {
  switch (command.verb) {
    case Verb::continue_: return resume(Mode::run);
    case Verb::step: return resume(group_.text.lines.empty() ? Mode::instruction : Mode::line, command.number);
    case Verb::next: return resume(group_.text.lines.empty() ? Mode::instruction : Mode::over, command.number);
    case Verb::step_instruction: return resume(Mode::instruction, command.number);
    case Verb::barrier: return resume(Mode::barrier);
    case Verb::finish: return finish();
    case Verb::reverse_continue: search(GoingBack::Search::stop); return false;
    case Verb::reverse_step:
      return !step_back(group_.text.lines.empty() ? group_.track.instruction_before(group_.thread)
                                                  : group_.track.line_before(group_.thread));
    case Verb::reverse_next: return !step_back_over();
    case Verb::reverse_step_instruction: return !step_back(group_.track.instruction_before(group_.thread));
    case Verb::writer: find_writer(command); return !is_leaving();
    default: return true;
  }
}

void Session::execute_focus(const Command& command) {
  const bool is_thread = command.verb == Verb::thread;
  const std::uint64_t count = is_thread ? group_.count : group_.dispatch.work.simd;
  if (command.number >= count) {
    say(is_thread ? fmt::format("the group has threads 0 to {}\n", count - 1)
                  : fmt::format("the thread has channels 0 to {}\n", count - 1));
    return;
  }
  (is_thread ? group_.thread : group_.channel) = static_cast<unsigned>(command.number);
  if (is_thread) group_.level = 0;
  say(is_thread ? inspector_.place_text()
                : fmt::format("{}\n", inspector_.item_text(group_.now().group, group_.thread, group_.channel)));
}

// Runs until the function in focus is left. The code of an inlined function lies between parts of its caller's code.
bool Session::finish() {
  const std::vector<StackFrame> frames = inspector_.frames();
  if (group_.level + 1 >= frames.size()) return resume(Mode::finish);
  const StackFrame& frame = frames[group_.level];
  const SourceVariables& all = group_.text.variables();
  Stepping::Step step{.mode = Mode::out,
                      .thread = group_.thread,
                      .channel = group_.channel,
                      .levels = static_cast<unsigned>(group_.level)};
  if (frame.calls == 0 && frame.function < all.functions.size() && all.functions[frame.function].called_at)
    step.inside =
        group_.flow().leading_to(find_instructions(all.functions[frame.function], group_.dispatch.kernel.program()));
  stepping_.start(std::move(step), inspector_.index_of_focus(), &inspector_.depths());
  return false;
}

bool Session::resume(Mode mode, std::uint64_t steps) {
  const bool needs_depths = mode == Mode::over;
  stepping_.start({.mode = mode, .count = steps, .thread = group_.thread, .channel = group_.channel},
                  inspector_.index_of_focus(), needs_depths ? &inspector_.depths() : nullptr);
  return false;
}

// Returns a name in the condition or message that no variable has where the breakpoint stops.
std::optional<std::string> Session::unknown_name(const StopPoint& place) const {
  const std::set<std::uint32_t> offsets = code_offsets(place, group_.text);
  if (place.is_code() && offsets.empty()) return std::nullopt;  // the breakpoint may be for another kernel
  const auto is_known = [&](const std::string& name) {
    return place.is_code() ? std::ranges::any_of(offsets, [&](auto ip) { return inspector_.has_variable(name, ip); })
                           : inspector_.has_variable(name, std::nullopt);
  };
  std::vector<const Expression*> values{&place.condition};
  for (std::size_t i = 0; place.message && i != place.message->values.size(); ++i)
    values.push_back(&place.message->values[i]);
  for (const Expression* each : values) {
    for (const Expression::Node& node : each->nodes)
      if (node.kind == Expression::Node::Kind::variable && !is_known(node.name)) return node.name;
  }
  return std::nullopt;
}

void Session::add(const StopPoint& place) {
  if (const auto name = unknown_name(place))
    return say(fmt::format("no breakpoint is set: there is no variable '{}' at its place\n", *name));
  const unsigned number = state_->next_number++;
  state_->breakpoints.push_back({.number = number, .place = place});
  find_offsets();
  const auto& offsets = offsets_[number];
  if (!place.is_code())
    say(fmt::format("breakpoint {}: {}\n", number, to_text(place)));
  else if (offsets.empty())
    say(fmt::format("breakpoint {}, not in this kernel\n", number));
  else
    say(fmt::format("breakpoint {} at {}\n", number, inspector_.source_text(*offsets.begin())));
}

void Session::remove(std::uint64_t number) {
  if (std::erase_if(state_->breakpoints, [&](const Breakpoint& each) { return each.number == number; }) == 0)
    say(fmt::format("there is no breakpoint {}\n", number));
  find_offsets();
}

std::string Session::info_text(const std::string& what) const {
  const bool is_breakpoints = what.starts_with('b') || what.starts_with("wat");
  return is_breakpoints ? breakpoints_text() : inspector_.info_text(what);
}

std::string Session::breakpoints_text() const {
  std::string text;
  for (const Breakpoint& each : state_->breakpoints)
    text += fmt::format("  {} {}, {} hits\n", each.number, debug::to_text(each.place), each.hits);
  return text.empty() ? "there are no breakpoints\n" : text;
}

}  // namespace eugene::debug
