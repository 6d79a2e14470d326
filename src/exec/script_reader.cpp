#include "exec/script_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace eugene::exec {
namespace {

// A comment line that is a directive; of text that is not, `word` is empty.
struct DirectiveText {
  std::string_view word;
  std::size_t begin = 0;           // of what follows the word, in the line
  std::string_view misspelt = {};  // the directive that a comment nearly is
};

// `gen: gen6` and `gen gen6` are both as people write.
DirectiveText find_directive(std::string_view line) {
  std::size_t at = line.find_first_not_of(" \t");
  if (at == std::string_view::npos || line.substr(at, 2) != "//") return {};
  at = line.find_first_not_of(" \t", at + 2);
  if (at == std::string_view::npos) return {};
  const std::size_t end = std::min(line.find_first_of(" \t\r:=", at), line.size());
  const std::string_view word = line.substr(at, end - at);
  if (!is_directive(word)) return {.word = {}, .begin = at, .misspelt = misspelt_directive(word)};
  return {.word = word, .begin = line.substr(end, 1) == ":" ? end + 1 : end};
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& file, const ScriptOptions& options)
      : text_(text), options_(options) {
    script_.file = file;
  }

  std::expected<Script, Diagnostics> read() {
    read_header();
    read_cases();
    for (const std::string& directive : options_.directives) {
      for (Case& one : script_.cases) {
        read_parts(directive, 0, {.file = "command line", .line = 0}, one);
        if (!problems_.empty()) return std::unexpected(problems_);
      }
    }
    if (!problems_.empty()) return std::unexpected(std::move(problems_));
    return std::move(script_);
  }

 private:
  template <class Visit>
  void each_line(Visit visit) {
    std::uint32_t number = 0;
    for (std::size_t begin = 0; begin <= text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size());
      visit(text_.substr(begin, end - begin), ++number);
      begin = end + 1;
    }
  }

  // Generation and dialect, wherever they stand: they hold for all cases.
  void read_header() {
    each_line([&](std::string_view text, std::uint32_t number) {
      const DirectiveText directive = find_directive(text);
      if (directive.word != "gen" && directive.word != "dialect") return;
      DirectiveLine line(text, directive.begin, text.size(), {.file = script_.file, .line = number});
      line.accept("=");
      const Word word = line.next();
      if (directive.word == "gen") {
        if (const auto gen = isa::find_gen(word.text)) {
          script_.gen = *gen;
        } else {
          add(error_at(line.at(word), fmt::format("'{}' is no generation", word.text), {}, {}, "gen6 or gen9"));
        }
      } else if (const assembly::Dialect* dialect = assembly::find_dialect(word.text)) {
        script_.dialect = dialect;
      } else {
        add(error_at(line.at(word), fmt::format("'{}' is no dialect", word.text), {}, {}, "native, mesa or iga"));
      }
    });
    if (options_.gen) script_.gen = *options_.gen;
    if (options_.dialect != nullptr) script_.dialect = options_.dialect;
  }

  // What stands before the first case belongs to all.
  void read_cases() {
    Case common;
    script_.cases.clear();
    bool in_case = false;
    each_line([&](std::string_view text, std::uint32_t number) {
      const DirectiveText directive = find_directive(text);
      if (directive.word == "case") {
        Case next = common;
        DirectiveLine line(text, directive.begin, text.size(), {.file = script_.file, .line = number});
        next.name = std::string(line.rest());
        next.line = number;
        next.source.append(number - 1 - lines_of(common.source), '\n');  // lines keep their numbers
        script_.cases.push_back(std::move(next));
        in_case = true;
      }
      // An expectation with a typing error would never fail.
      if (!directive.misspelt.empty() && text.find('=', directive.begin) != std::string_view::npos) {
        DirectiveLine line(text, directive.begin, text.size(), {.file = script_.file, .line = number});
        add(error_at(line.at(line.peek()), fmt::format("'{}' is no directive", line.peek().text), {}, {},
                     fmt::format("write {}, or begin the comment with a capital letter", directive.misspelt)));
      }
      Case& current = in_case ? script_.cases.back() : common;
      current.source += text;
      current.source += '\n';
      if (!directive.word.empty() && directive.word != "case" && directive.word != "gen" && directive.word != "dialect")
        read_parts(text, text.find(directive.word), {.file = script_.file, .line = number}, current);
    });
    if (!in_case) script_.cases.push_back(std::move(common));
  }

  static std::size_t lines_of(std::string_view source) {
    return static_cast<std::size_t>(std::ranges::count(source, '\n'));
  }

  // Directives separated by semicolons, the first at `begin`.
  void read_parts(std::string_view text, std::size_t begin, const Location& where, Case& into) {
    while (begin < text.size()) {
      bool quoted = false;
      std::size_t end = begin;
      for (; end < text.size() && (quoted || text[end] != ';'); ++end) quoted = quoted != (text[end] == '"');
      DirectiveLine line(text, begin, end, where);
      if (!line.at_end()) {
        if (auto problem = read_directive(line, script_.gen, into)) add(std::move(*problem));
      }
      begin = end + 1;
    }
  }

  void add(Diagnostic problem) {
    constexpr std::size_t kMost = 100;
    if (problems_.size() < kMost) problems_.push_back(std::move(problem));
  }

  std::string_view text_;
  const ScriptOptions& options_;
  Script script_;
  Diagnostics problems_;
};

}  // namespace

std::expected<Script, Diagnostics> read_script(std::string_view text, const std::string& file,
                                               const ScriptOptions& options) {
  return Reader(text, file, options).read();
}

}  // namespace eugene::exec
