// Reads the directives set, expect and print.
#include <fmt/format.h>

#include <cstddef>

#include "asm/element.h"
#include "script/directives.h"

namespace eugene::script {
namespace {

constexpr std::uint64_t kMaxValues = 1 << 20;

}  // namespace

Error read_set(DirectiveLine& line, const ProgramKind& kind, Case& into) {
  line.accept("all");
  Setting setting;
  setting.where = line.at(line.peek());
  auto place = read_place(line, kind);
  if (!place) return place.error();
  setting.place = std::move(*place);
  if (!line.accept("=")) return wrong(line, line.peek(), "'=' and values are missing");
  while (!line.at_end()) {
    const DirectiveWord word = line.next();
    if (setting.fills) return wrong(line, word, "nothing may follow '...'");
    if ((word.text == "..." || word.text == "*") && !setting.values.empty()) {
      setting.fills = true;
      continue;
    }
    const auto bits = assembly::parse_element(setting.place.type, word.text);
    if (!bits)
      return wrong(line, word,
                   fmt::format("'{}' is not a value of type {}", word.text, isa::info(setting.place.type).name));
    if (setting.values.size() == setting.place.count())
      return wrong(line, word, "more values than there are elements", "write r2..r3 for two registers");
    setting.values.push_back(*bits);
  }
  if (setting.values.empty()) return wrong(line, line.peek(), "values are missing");
  if (setting.fills && setting.place.count() > kMaxValues)
    return wrong(line, line.peek(), "the size is missing: '...' needs it here",
                 "write set mem 0x1000:f size 64 = 1 ...");
  into.settings.push_back(std::move(setting));
  return std::nullopt;
}

Error read_expect(DirectiveLine& line, const ProgramKind& kind, Case& into) {
  Expectation expectation;
  expectation.where = line.at(line.peek());
  const bool report = line.accept("report");
  if (report || line.accept("fault")) {
    expectation.kind = report ? Expectation::Kind::report : Expectation::Kind::fault;
    into.check = into.check || report;
    const DirectiveWord word = line.peek();
    if (!line.at_end() && !word.quoted) return wrong(line, word, "expected a part of the text, in quotes");
    expectation.text = std::string(line.next().text);
    into.expectations.push_back(std::move(expectation));
    return std::nullopt;
  }
  if (line.accept("breakpoint")) {
    expectation.kind = Expectation::Kind::breakpoint;
    into.expectations.push_back(std::move(expectation));
    return std::nullopt;
  }
  auto place = read_place(line, kind);
  if (!place) return place.error();
  expectation.place = std::move(*place);
  if (!line.accept("=")) return wrong(line, line.peek(), "'=' and values are missing");
  const isa::Type type = expectation.place.type;
  while (!line.at_end()) {
    const DirectiveWord word = line.next();
    if (word.text == "within") {
      if (Error error = take(line, "the distance", expectation.ulps, 1 << 24)) return error;
      if (!line.accept("ulp") || !isa::is_float(type)) return wrong(line, word, "expected 'within N ulp', for floats");
      break;
    }
    if (expectation.fills) return wrong(line, word, "nothing may follow '...'");
    if (word.text == "..." && !expectation.values.empty()) {
      expectation.fills = true;
      continue;
    }
    if (expectation.values.size() == expectation.place.count())
      return wrong(line, word, "more values than there are elements", "write r2..r3 for two registers");
    const auto bits = assembly::parse_element(type, word.text);
    if (!bits && word.text != "*")
      return wrong(line, word, fmt::format("'{}' is not a value of type {}", word.text, isa::info(type).name),
                   "write * for any value");
    expectation.values.push_back(bits);
  }
  if (expectation.values.empty()) return wrong(line, line.peek(), "values are missing");
  const std::uint64_t elements = expectation.place.count();
  if (expectation.place.is_sized && !expectation.fills && expectation.values.size() < elements) {
    return wrong(line, line.peek(),
                 fmt::format("{} has {} elements, of which {} are given: the others would not be compared",
                             expectation.place.text, elements, expectation.values.size()),
                 "end with '...' to repeat the last value, write * for any value, or omit the size");
  }
  if (expectation.fills && expectation.place.count() > kMaxValues)
    return wrong(line, line.peek(), "the size is missing: '...' needs it here",
                 "write expect mem 0x1000:f size 64 = 1 ...");
  into.expectations.push_back(std::move(expectation));
  return std::nullopt;
}

namespace {

// Prints the nonzero registers of a file that begins at byte `begin` of a thread.
void print_file(std::string_view name, std::size_t begin, unsigned count, unsigned bytes, isa::Type type, Case& into) {
  for (unsigned n = 0; n < count; ++n) {
    const std::uint64_t first = begin + std::uint64_t{n} * bytes;
    into.prints.push_back({.place = {.type = type,
                                     .begin = first,
                                     .end = first + bytes,
                                     .text = fmt::format("{}{}:{}", name, n, isa::info(type).name)},
                           .where = {},
                           .skips_zeros = true});
  }
}

Error read_print_all(const DirectiveLine& line, const DirectiveWord& word, const ProgramKind& kind, Case& into) {
  if (kind.is_visa)
    return wrong(line, word, "vISA has variables instead of registers",
                 "name the variables, or omit print: then all changed variables are printed");
  const isa::RegisterFiles& files = kind.gen.files;
  print_file("r", offsetof(eu::Thread, grf), files.grf_count, eu::kGrfBytes, isa::Type::ud, into);
  print_file("m", offsetof(eu::Thread, mrf), files.mrf_count, eu::kGrfBytes, isa::Type::ud, into);
  print_file("f", offsetof(eu::Thread, flag), files.flag_registers, sizeof(std::uint32_t), isa::Type::ud, into);
  print_file("a", offsetof(eu::Thread, address), 1, files.address_subregisters * 2U, isa::Type::uw, into);
  return std::nullopt;
}

}  // namespace

Error read_print(DirectiveLine& line, const ProgramKind& kind, Case& into) {
  if (const DirectiveWord word = line.peek(); line.accept("all")) return read_print_all(line, word, kind, into);
  PrintRequest request;
  request.where = line.at(line.peek());
  auto place = read_place(line, kind);
  if (!place) return place.error();
  request.place = std::move(*place);
  if (request.place.kind == Place::Kind::memory && request.place.count() > kMaxValues) {
    std::uint64_t bytes = 64;
    if (!line.at_end()) {
      if (Error error = take(line, "the size", bytes, 1 << 24)) return error;
    }
    request.place.end = request.place.begin + bytes;
  }
  into.prints.push_back(std::move(request));
  return std::nullopt;
}

}  // namespace eugene::script
