#include "script/script_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "script/outline.h"
#include "visa/manual.h"
#include "visa/parse.h"

namespace eugene::script {
namespace {

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
    check_threads();
    if (!problems_.empty()) return std::unexpected(std::move(problems_));
    return std::move(script_);
  }

 private:
  static bool is_header(std::string_view word) { return word == "gen" || word == "dialect" || word == "platform"; }

  // Reads generation, dialect and platform, at any position: they are valid for all cases.
  void read_header() {
    std::optional<std::uint16_t> platform;
    std::map<std::string_view, std::string_view> given;
    for_each_line(text_, [&](std::string_view text, std::uint32_t number) {
      const DirectiveText directive = find_directive(text);
      if (!is_header(directive.word)) return;
      DirectiveLine line(text, directive.begin, text.size(), {.file = script_.file, .line = number});
      line.accept("=");
      const DirectiveWord word = line.next();
      if (const auto before = given.emplace(directive.word, word.text).first; before->second != word.text) {
        add(error_at(line.at(word), fmt::format("'{}' is already set to {}", directive.word, before->second), {}, {},
                     "it applies to the whole file, so set it once"));
      } else if (directive.word == "gen") {
        if (const isa::Gen* gen = isa::find_gen(word.text)) {
          script_.gen = gen;
        } else {
          add(error_at(line.at(word), fmt::format("'{}' is not a generation", word.text), {}, {},
                       std::string("the generations are ") + isa::list_generations()));
        }
      } else if (directive.word == "platform") {
        platform = visa::platform_named(word.text);
        if (!platform)
          add(error_at(line.at(word), fmt::format("'{}' is not a platform", word.text), {}, {},
                       "such as bxt, dg2 or pvc"));
      } else if (const assembly::Dialect* dialect = assembly::find_dialect(word.text)) {
        script_.dialect = dialect;
      } else {
        add(error_at(line.at(word), fmt::format("'{}' is not a dialect", word.text), {}, {}, "native, mesa or iga"));
      }
    });
    if (options_.gen != nullptr) script_.gen = options_.gen;
    script_.visa = options_.visa;
    script_.is_visa = options_.visa != nullptr || visa::is_visa_text(text_);
    if (script_.is_visa && script_.gen->visa_target == nullptr) {
      add(error_at({.file = script_.file}, fmt::format("Eugene does not execute vISA on {}", script_.gen->name)));
    } else if (script_.is_visa) {
      if (!options_.platform.empty()) platform = visa::platform_named(options_.platform);
      if (platform) script_.visa_register_bytes = visa::register_width(*platform);
    }
    if (options_.dialect != nullptr) script_.dialect = options_.dialect;
  }

  // Directives before the first case apply to every case.
  void read_cases() {
    auto split = split_cases(text_);
    if (!split) {
      split.error().where.file = script_.file;
      return add(std::move(split.error()));
    }
    std::vector<CaseText>& texts = *split;
    Case common;
    script_.cases.clear();
    for_each_line(text_, [&](std::string_view text, std::uint32_t number) {
      const std::size_t next = script_.cases.size();
      if (next < texts.size() && !texts[next].is_file && texts[next].line == number) {
        CaseText& begun = texts[next];
        script_.cases.push_back(common);
        script_.cases.back().name = std::move(begun.name);
        script_.cases.back().line = number;
        script_.cases.back().source = std::move(begun.source);
      }
      read_line(text, number, script_.cases.empty() ? common : script_.cases.back());
    });
    if (!script_.cases.empty()) return;
    common.source = std::move(texts.front().source);
    script_.cases.push_back(std::move(common));
  }

  void read_line(std::string_view text, std::uint32_t number, Case& into) {
    const DirectiveText directive = find_directive(text);
    // A misspelt expectation would never fail.
    if (!directive.misspelt.empty() && text.find('=', directive.begin) != std::string_view::npos) {
      DirectiveLine line(text, directive.begin, text.size(), {.file = script_.file, .line = number});
      add(error_at(line.at(line.peek()), fmt::format("'{}' is not a directive", line.peek().text), {}, {},
                   fmt::format("write {}, or begin the comment with a capital letter", directive.misspelt)));
    }
    if (!directive.word.empty() && directive.word != "case" && !is_header(directive.word))
      read_parts(text, text.find(directive.word), {.file = script_.file, .line = number}, into);
  }

  // Reads directives separated by semicolons; the first begins at `begin`.
  void read_parts(std::string_view text, std::size_t begin, const Location& where, Case& into) {
    while (begin < text.size()) {
      bool quoted = false;
      std::size_t end = begin;
      for (; end < text.size() && (quoted || text[end] != ';'); ++end) quoted = quoted != (text[end] == '"');
      DirectiveLine line(text, begin, end, where);
      if (!line.at_end()) {
        if (auto problem = read_directive(line, {.gen = *script_.gen, .is_visa = script_.is_visa}, into))
          add(std::move(*problem));
      }
      begin = end + 1;
    }
  }

  // Reports settings and expectations of threads that do not exist: they would silently have no effect.
  void check_threads() {
    for (const Case& one : script_.cases) {
      const unsigned threads = one.threads * one.groups;
      const auto check = [&](const Place& place, const Location& where) {
        if (place.thread && *place.thread >= threads)
          add(error_at(
              where, fmt::format("thread {} does not exist: the case has {}, counted from 0", *place.thread, threads)));
      };
      for (const Setting& setting : one.settings) check(setting.place, setting.where);
      for (const Expectation& expectation : one.expectations) check(expectation.place, expectation.where);
      for (const PrintRequest& request : one.prints) check(request.place, request.where);
    }
  }

  void add(Diagnostic problem) {
    constexpr std::size_t kMax = 100;
    if (problems_.size() < kMax) problems_.push_back(std::move(problem));
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

}  // namespace eugene::script
