#include "debug/command.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

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
    Spelling{"break", "b", Verb::break_, "WHERE [item X[,Y[,Z]]] [after N]",
             "stop at LINE, FILE:LINE, KERNEL or *OFFSET of an instruction"},
    Spelling{"delete", "d", Verb::delete_, "N", "remove breakpoint N"},
    Spelling{"breakpoints", "bl", Verb::breakpoints, "", "list the breakpoints"},
    Spelling{"continue", "c", Verb::continue_, "", "run to the next breakpoint"},
    Spelling{"step", "s", Verb::step, "[N]", "run the thread to another source line, N times"},
    Spelling{"stepi", "si", Verb::step_instruction, "[N]", "run the thread for N instructions"},
    Spelling{"print", "p", Verb::print, "REGION", "registers: r10, r10.2:f, r4.0<8;8,1>:uw, f0"},
    Spelling{"x", "", Verb::examine, "[/COUNT] [local:]ADDRESS[:TYPE]", "memory of the GPU, or local memory"},
    Spelling{"list", "l", Verb::list, "", "the source around this line"},
    Spelling{"disassemble", "dis", Verb::disassemble, "[N]", "this instruction and the next ones"},
    Spelling{"lanes", "", Verb::lanes, "", "the thread's channels: which run, and their work-items"},
    Spelling{"threads", "", Verb::threads, "", "the threads of this group"},
    Spelling{"thread", "t", Verb::thread, "N", "look at thread N of this group"},
    Spelling{"detach", "", Verb::detach, "", "let the program run to its end"},
    Spelling{"quit", "q", Verb::quit, "", "kill the program"},
    Spelling{"help", "h", Verb::help, "", "this list"},
};

struct TypeName {
  std::string_view name;
  isa::Type type;
};
constexpr std::array kTypes{
    TypeName{"ub", isa::Type::ub}, TypeName{"b", isa::Type::b},   TypeName{"uw", isa::Type::uw},
    TypeName{"w", isa::Type::w},   TypeName{"ud", isa::Type::ud}, TypeName{"d", isa::Type::d},
    TypeName{"uq", isa::Type::uq}, TypeName{"q", isa::Type::q},   TypeName{"hf", isa::Type::hf},
    TypeName{"f", isa::Type::f},   TypeName{"df", isa::Type::df},
};

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return words;
    line.remove_prefix(begin);
    const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  const int base = text.starts_with("0x") ? 16 : 10;
  if (base == 16) text.remove_prefix(2);
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// Takes a decimal number from the front of `text`.
std::optional<unsigned> take_number(std::string_view& text, unsigned most) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || value > most) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

bool take(std::string_view& text, char expected) {
  if (!text.starts_with(expected)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<isa::Type> type_of(std::string_view name) {
  const auto found = std::ranges::find(kTypes, name, &TypeName::name);
  if (found == kTypes.end()) return std::nullopt;
  return found->type;
}

std::optional<isa::Region> take_region(std::string_view& text) {
  constexpr unsigned kMostStride = 32;
  constexpr unsigned kMostWidth = 16;
  const auto vertical = take_number(text, kMostStride);
  if (!vertical || !take(text, ';')) return std::nullopt;
  const auto width = take_number(text, kMostWidth);
  if (!width || *width == 0 || !take(text, ',')) return std::nullopt;
  const auto horizontal = take_number(text, kMostStride);
  if (!horizontal || !take(text, '>')) return std::nullopt;
  return isa::Region{.vstride = static_cast<std::uint8_t>(*vertical),
                     .width = static_cast<std::uint8_t>(*width),
                     .hstride = static_cast<std::uint8_t>(*horizontal)};
}

Result<Elements> elements_of(std::string_view text) {
  const std::string whole(text);
  const auto bad = [&] { return fail(fmt::format("'{}' is no region of registers", whole), {}, "r10.0<8;8,1>:f"); };
  constexpr unsigned kMostRegister = 127;
  constexpr unsigned kMostElement = 31;
  Elements result;
  if (take(text, 'f')) {
    const auto flag = take_number(text, 1);
    if (!flag || !text.empty()) return bad();
    result.is_flag = true;
    result.number = *flag;
    return result;
  }
  if (!take(text, 'r')) return bad();
  const auto number = take_number(text, kMostRegister);
  if (!number) return bad();
  result.number = *number;
  if (take(text, '.')) {
    const auto element = take_number(text, kMostElement);
    if (!element) return bad();
    result.element = *element;
  }
  if (take(text, '<')) {
    const auto region = take_region(text);
    if (!region) return bad();
    result.region = *region;
  }
  if (take(text, ':')) {
    const auto type = type_of(text);
    if (!type) return bad();
    result.type = *type;
    text = {};
  }
  if (!text.empty()) return bad();
  return result;
}

std::optional<GlobalId> global_id_of(std::string_view text) {
  GlobalId id{};
  for (std::size_t i = 0; i != id.size(); ++i) {
    const auto value = take_number(text, ~0U);
    if (!value) return std::nullopt;
    id.at(i) = *value;
    if (text.empty()) return id;
    if (!take(text, ',')) return std::nullopt;
  }
  return std::nullopt;
}

Result<void> add_where(std::string_view where, Place& place) {
  if (take(where, '*')) {
    const auto offset = number_of(where);
    if (!offset || *offset > ~0U) return fail("after * comes the offset of an instruction", {}, "break *0x148");
    place.offset = static_cast<std::uint32_t>(*offset);
    return {};
  }
  const std::size_t colon = where.rfind(':');
  const std::string_view last = colon == std::string_view::npos ? where : where.substr(colon + 1);
  const auto line = number_of(last);
  if (!line && colon != std::string_view::npos) return fail(fmt::format("'{}' is no line", last));
  if (line && (*line == 0 || *line > ~0U)) return fail("lines count from 1");
  place.line = static_cast<std::uint32_t>(line.value_or(0));
  place.name = line ? (colon == std::string_view::npos ? "" : where.substr(0, colon)) : where;
  return {};
}

Result<Place> place_of(const std::vector<std::string_view>& words) {
  Place place;
  if (words.size() % 2 != 0) return fail("a breakpoint needs a place", {}, "break KERNEL, break LINE or break *OFFSET");
  if (const Result<void> added = add_where(words[1], place); !added) return error_of(added);
  for (std::size_t i = 2; i < words.size(); i += 2) {
    if (words[i] == "item") {
      place.item = global_id_of(words[i + 1]);
      if (!place.item) return fail(fmt::format("'{}' is no global id", words[i + 1]), {}, "item 5 or item 5,0,0");
    } else if (words[i] == "after") {
      const auto count = number_of(words[i + 1]);
      if (!count) return fail(fmt::format("'{}' is no number of hits", words[i + 1]));
      place.ignored = *count;
    } else {
      return fail(fmt::format("'{}' is unknown after the place of a breakpoint", words[i]), {}, "item or after");
    }
  }
  return place;
}

Result<Memory> memory_of(std::vector<std::string_view> words) {
  constexpr std::uint64_t kMostElements = 4096;
  Memory memory;
  if (words.size() == 3 && words[1].starts_with('/')) {
    const auto count = number_of(words[1].substr(1));
    if (!count || *count == 0 || *count > kMostElements)
      return fail(fmt::format("'{}' is no count of elements", words[1]), {}, "x /16 0x1000:f");
    memory.count = static_cast<std::uint32_t>(*count);
    words.erase(words.begin() + 1);
  }
  if (words.size() != 2) return fail("x needs an address", {}, "x /16 0x1000:f");
  std::string_view text = words[1];
  if (constexpr std::string_view kLocal = "local:"; text.starts_with(kLocal)) {
    memory.is_local = true;
    text.remove_prefix(kLocal.size());
  }
  if (const std::size_t colon = text.find(':'); colon != std::string_view::npos) {
    const auto type = type_of(text.substr(colon + 1));
    if (!type) return fail(fmt::format("'{}' is no type", text.substr(colon + 1)), {}, "ub b uw w ud d uq q hf f df");
    memory.type = *type;
    text = text.substr(0, colon);
  }
  const auto address = number_of(text);
  if (!address) return fail(fmt::format("'{}' is no address", text));
  memory.address = *address;
  return memory;
}

Result<Command> with_number(Command command, const std::vector<std::string_view>& words, bool is_needed) {
  if (words.size() > 2 || (is_needed && words.size() != 2)) return fail(fmt::format("'{}' takes one number", words[0]));
  if (words.size() == 1) return command;
  const auto number = number_of(words[1]);
  if (!number) return fail(fmt::format("'{}' is no number", words[1]));
  command.number = *number;
  return command;
}

template <class T>
Result<Command> with(Command command, T Command::*member, Result<T> value) {
  if (!value) return error_of(value);
  command.*member = *std::move(value);
  return command;
}

}  // namespace

Result<Command> parse_command(std::string_view line) {
  const std::vector<std::string_view> words = words_of(line);
  if (words.empty() || words[0].starts_with('#')) return Command();
  const auto found = std::ranges::find_if(
      kSpellings, [&](const Spelling& each) { return words[0] == each.name || words[0] == each.alias; });
  if (found == kSpellings.end())
    return fail(fmt::format("'{}' is no command", words[0]), {}, "help lists the commands");
  const Command command{.verb = found->verb};
  switch (found->verb) {
    case Verb::break_: return with(command, &Command::place, place_of(words));
    case Verb::examine: return with(command, &Command::memory, memory_of(words));
    case Verb::print:
      if (words.size() != 2) return fail("print needs a region of registers", {}, "print r10.0<8;8,1>:f");
      return with(command, &Command::elements, elements_of(words[1]));
    case Verb::delete_:
    case Verb::thread: return with_number(command, words, true);
    case Verb::step:
    case Verb::step_instruction:
    case Verb::disassemble: return with_number(command, words, false);
    default: break;
  }
  if (words.size() != 1) return fail(fmt::format("'{}' takes no operands", words[0]));
  return command;
}

std::string help_text() {
  std::string text;
  for (const Spelling& each : kSpellings) {
    const std::string names = fmt::format("{}{}{}", each.name, each.alias.empty() ? "" : ", ", each.alias);
    text += fmt::format("  {:<16} {:<34} {}\n", names, each.operands, each.help);
  }
  return text;
}

}  // namespace eugene::debug
