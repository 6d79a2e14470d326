// The table of directives, and readers of short ones: how threads are started.
#include <fmt/format.h>

#include <array>
#include <vector>

#include "asm/name_table.h"
#include "script/directives.h"
#include "script/script_reader.h"

namespace eugene::script {
namespace {

constexpr unsigned kMaxThreads = 64;

Error read_mask(DirectiveLine& line, const ProgramKind& /*kind*/, Case& into) {
  std::uint32_t mask = 0;
  if (Error error = take(line, "the dispatch mask", mask, 0xFFFF'FFFF)) return error;
  into.mask = mask;
  return std::nullopt;
}

Error read_threads(DirectiveLine& line, const ProgramKind& /*kind*/, Case& into) {
  const DirectiveWord word = line.peek();
  Error error = take(line, "the number of threads", into.threads, kMaxThreads);
  if (!error && into.threads == 0) error = wrong(line, word, "at least one thread is needed");
  return error;
}

Error read_groups(DirectiveLine& line, const ProgramKind& /*kind*/, Case& into) {
  const DirectiveWord word = line.peek();
  Error error = take(line, "the number of groups", into.groups, 0x10000);
  if (!error && into.groups == 0) error = wrong(line, word, "at least one group is needed");
  return error;
}

Error read_local(DirectiveLine& line, const ProgramKind& /*kind*/, Case& into) {
  line.accept("size");
  return take(line, "the size of shared local memory", into.local_bytes, 64 * 1024);
}

Error read_sip(DirectiveLine& line, const ProgramKind& /*kind*/, Case& into) {
  line.accept("=");
  into.system_routine_where = line.at(line.peek());
  into.system_routine = std::string(line.next().text);
  if (into.system_routine.empty()) return wrong(line, line.peek(), "the label of the system routine is missing");
  return std::nullopt;
}

Error read_check(DirectiveLine& line, const ProgramKind& /*kind*/, Case& into) {
  (line.accept("bounds") ? into.reports_bounds : into.check) = true;
  return std::nullopt;
}

Error read_unchecked(DirectiveLine& /*line*/, const ProgramKind& /*kind*/, Case& into) {
  into.unchecked = true;
  return std::nullopt;
}

struct Row {
  std::string_view word;
  Error (*read)(DirectiveLine& line, const ProgramKind& kind, Case& into);
};
constexpr std::array kRows{
    Row{"set", read_set},         Row{"expect", read_expect},
    Row{"print", read_print},     Row{"memory", read_memory},
    Row{"surface", read_surface}, Row{"barrier", read_barrier},
    Row{"mask", read_mask},       Row{"threads", read_threads},
    Row{"groups", read_groups},   Row{"slm", read_local},
    Row{"gateway", read_gateway}, Row{"sip", read_sip},
    Row{"check", read_check},     Row{"urb", read_urb},
    Row{"sampler", read_sampler}, Row{"unchecked", read_unchecked},
};

}  // namespace

bool is_directive(std::string_view word) {
  for (const Row& row : kRows) {
    if (row.word == word) return true;
  }
  return word == "gen" || word == "dialect" || word == "platform" || word == "case";
}

std::string_view misspelt_directive(std::string_view word) {
  constexpr std::size_t kShortest = 5;  // shorter words are too similar to ordinary words
  if (word.size() < kShortest || word[0] < 'a' || is_directive(word)) return {};
  std::vector<std::string_view> names;
  for (const Row& row : kRows) {
    if (row.word.size() >= kShortest) names.push_back(row.word);
  }
  return nearest_name(word, names);
}

std::optional<Diagnostic> read_directive(DirectiveLine& line, const ProgramKind& kind, Case& into) {
  const DirectiveWord word = line.next();
  for (const Row& row : kRows) {
    if (row.word != word.text) continue;
    if (Error error = row.read(line, kind, into)) return error;
    if (!line.at_end()) return wrong(line, line.peek(), fmt::format("unexpected '{}'", line.peek().text));
    return std::nullopt;
  }
  return wrong(
      line, word, fmt::format("'{}' is not a directive", word.text),
      "set expect print memory surface sampler barrier mask threads groups slm gateway sip check unchecked urb");
}

}  // namespace eugene::script
