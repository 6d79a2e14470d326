#include "debug/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/number.h"
#include "debug/command_place.h"

namespace eugene::debug {
namespace {

struct Spelling {
  std::string_view name;
  std::string_view alias;
  Verb verb;
  std::string_view operands;
  std::string_view help;
};
constexpr std::array kSpellings{
    Spelling{"break", "b", Verb::break_, "WHERE [CHOICES]",
             "stop at LINE, FILE:LINE, FUNCTION or *OFFSET of an instruction"},
    Spelling{"catch", "", Verb::catch_, "WHAT",
             "stop at faults (fault), what checks find (finding, race, memory.bounds)"},
    Spelling{"watch", "", Verb::watch, "[local:]ADDRESS[:TYPE]", "stop before these bytes are written"},
    Spelling{"delete", "d", Verb::delete_, "N", "remove breakpoint N"},
    Spelling{"breakpoints", "bl", Verb::breakpoints, "", "list the breakpoints"},
    Spelling{"continue", "c", Verb::continue_, "", "run to the next breakpoint"},
    Spelling{"step", "s", Verb::step, "[N]", "run the work-item to another source line, N times"},
    Spelling{"next", "n", Verb::next, "[N]", "the same, but not into functions"},
    Spelling{"stepi", "si", Verb::step_instruction, "[N]", "run the thread for N instructions"},
    Spelling{"barrier", "", Verb::barrier, "", "run the thread to its next barrier"},
    Spelling{"finish", "", Verb::finish, "", "run the work-item out of its function, or to its last instruction"},
    Spelling{"reverse-continue", "rc", Verb::reverse_continue, "", "back to the last breakpoint or watched write"},
    Spelling{"reverse-step", "rs", Verb::reverse_step, "", "back to the beginning of the line, or of the one before"},
    Spelling{"reverse-next", "rn", Verb::reverse_next, "", "the same, but not into functions"},
    Spelling{"reverse-stepi", "rsi", Verb::reverse_step_instruction, "", "back by one instruction of the thread"},
    Spelling{"writer", "", Verb::writer, "WHAT", "who wrote [local:]ADDRESS[:TYPE] or a variable last"},
    Spelling{"print", "p", Verb::print, "[/F] WHAT",
             "registers: r10, r10.2:f, r4.0<8;8,1>:uw, f0; or an expression: out[i] + 1"},
    Spelling{"set", "", Verb::set, "WHAT = VALUE", "a variable or register of this channel"},
    Spelling{"locals", "", Verb::locals, "", "the variables of this place, for this channel"},
    Spelling{"x", "", Verb::examine, "[/NFU] WHERE", "memory at [local:]ADDRESS[:TYPE] or an expression; x/4i: code"},
    Spelling{"info", "i", Verb::info, "WHAT",
             "locals, args, registers, breakpoints, threads, lanes, frame, stack, line"},
    Spelling{"list", "l", Verb::list, "[LINE]", "the source around this or another line"},
    Spelling{"disassemble", "dis", Verb::disassemble, "[N]", "this instruction and the next ones"},
    Spelling{"where", "", Verb::backtrace, "", "the same as backtrace"},
    Spelling{"backtrace", "bt", Verb::backtrace, "", "the functions that the thread is in"},
    Spelling{"frame", "f", Verb::frame, "N", "look at function N of the backtrace"},
    Spelling{"up", "", Verb::up, "", "look at the function that has called this function"},
    Spelling{"down", "", Verb::down, "", "look at the function that this function has called"},
    Spelling{"lanes", "", Verb::lanes, "", "the thread's channels: which run, and their work-items"},
    Spelling{"lane", "", Verb::lane, "N", "look at channel N of this thread"},
    Spelling{"threads", "", Verb::threads, "", "the threads of this group"},
    Spelling{"thread", "t", Verb::thread, "N", "look at thread N of this group"},
    Spelling{"show", "", Verb::show, "WHAT", "facts as JSON, for programs"},
    Spelling{"detach", "", Verb::detach, "", "let the program run to its end"},
    Spelling{"quit", "q", Verb::quit, "", "kill the program"},
    Spelling{"help", "h", Verb::help, "", "this list"},
};

Result<Command> with_number(Command command, const std::vector<std::string_view>& words, bool is_needed) {
  if (words.size() > 2 || (is_needed && words.size() != 2)) return fail(fmt::format("'{}' takes one number", words[0]));
  if (words.size() == 1) return command;
  const auto number = parse_c_number<std::uint64_t>(words[1]);
  if (!number) return fail(fmt::format("'{}' is not a number", words[1]));
  command.number = *number;
  return command;
}

template <class T>
Result<Command> with(Command command, T Command::* member, Result<T> value) {
  if (!value) return forward_error(value);
  command.*member = *std::move(value);
  return command;
}

// Whether the value of `expression` has a place in memory or registers, and is not only calculated.
bool is_place(const Expression& expression) {
  using Kind = Expression::Node::Kind;
  const Kind kind = expression.nodes.back().kind;
  return kind == Kind::variable || kind == Kind::element || kind == Kind::member || kind == Kind::pointed;
}

Result<Command> with_value(Command command, std::string_view text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string_view::npos) return fail("set needs a '='", {}, "set i = 5");
  Result<Command> with_place = with(std::move(command), &Command::expression, parse_expression(text.substr(0, sign)));
  if (!with_place) return with_place;
  const Expression& place = with_place->expression;
  if (!is_place(place) && place.registers() == nullptr)
    return fail(fmt::format("'{}' is neither a register nor a variable", place.text));
  return with(*std::move(with_place), &Command::value, parse_expression(text.substr(sign + 1)));
}

// Parses [/F] EXPRESSION.
Result<Command> with_format(Command command, std::string_view text) {
  if (take(text, '/')) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const auto choice = parse_format(text.substr(0, end));
    if (!choice || choice->count || choice->bytes != 0 || choice->format == Format::instruction)
      return fail(fmt::format("'/{}' is not a format", text.substr(0, end)), {}, "print/x i");
    command.format = choice->format;
    text = trimmed(text.substr(end));
  }
  return with(std::move(command), &Command::expression, parse_expression(text));
}

Result<Command> with_written(Command command, std::string_view text) {
  const std::string_view address = text.starts_with("local:") ? text.substr(6) : text;
  if (!address.empty() && address.front() >= '0' && address.front() <= '9')
    return with(std::move(command), &Command::memory, parse_memory(text));
  Result<Command> named = with(std::move(command), &Command::expression, parse_expression(text));
  if (named && !is_place(named->expression))
    return fail("Eugene does not record who wrote a register; name a variable or an address", {}, "writer out[3]");
  return named;
}

}  // namespace

Result<Command> parse_command(std::string_view line) {
  const std::vector<std::string_view> words = split_words(line);
  if (words.empty() || words[0].starts_with('#')) return Command();
  const std::string_view name = words[0].substr(0, words[0].find('/'));  // x/8 0x1000
  const auto found = std::ranges::find_if(
      kSpellings, [&](const Spelling& each) { return !name.empty() && (name == each.name || name == each.alias); });
  const bool takes_format = found != kSpellings.end() && (found->verb == Verb::examine || found->verb == Verb::print);
  if (found == kSpellings.end() || (name != words[0] && !takes_format))
    return fail(fmt::format("'{}' is not a command", words[0]), {}, "help lists the commands");
  Command command{.verb = found->verb};
  const std::string_view rest = trimmed(trimmed(line).substr(name.size()));
  switch (found->verb) {
    case Verb::break_:
    case Verb::catch_:
    case Verb::watch: return with(command, &Command::place, parse_place(found->verb, rest));
    case Verb::examine: return parse_examined(std::move(command), rest);
    case Verb::print: return with_format(std::move(command), rest);
    case Verb::set: return with_value(command, rest);
    case Verb::writer: return with_written(command, rest);
    case Verb::show:
    case Verb::info:
      if (words.size() < 2) return fail(fmt::format("{} needs the name of a topic", name), {}, "info locals");
      command.name = rest;
      return command;
    case Verb::list: command.name = rest; return command;
    case Verb::delete_:
    case Verb::lane:
    case Verb::frame:
    case Verb::thread: return with_number(command, words, true);
    case Verb::step:
    case Verb::next:
    case Verb::step_instruction:
    case Verb::disassemble: return with_number(command, words, false);
    default: break;
  }
  if (words.size() != 1) return fail(fmt::format("'{}' takes no operands", words[0]));
  return command;
}

bool lets_run(Verb verb) {
  using enum Verb;
  switch (verb) {
    case continue_:
    case step:
    case next:
    case step_instruction:
    case barrier:
    case finish:
    case reverse_continue:
    case reverse_step:
    case reverse_next:
    case reverse_step_instruction:
    case detach:
    case quit: return true;
    default: return false;
  }
}

std::vector<std::string_view> command_names() {
  std::vector<std::string_view> names;
  for (const Spelling& each : kSpellings)
    if (each.verb != Verb::show) names.push_back(each.name);
  return names;
}

std::string help_text() {
  std::string text;
  for (const Spelling& each : kSpellings) {
    if (each.verb == Verb::show) continue;
    const std::string names = fmt::format("{}{}{}", each.name, each.alias.empty() ? "" : ", ", each.alias);
    text += fmt::format("  {:<20} {:<34} {}\n", names, each.operands, each.help);
  }
  return text + "  CHOICES: item X[,Y[,Z]]; after N; if r10.0:d > 5 && i % 4 == 3; say TEXT with {i}: do not stop\n";
}

}  // namespace eugene::debug
