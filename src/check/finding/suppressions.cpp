#include "check/finding/suppressions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <utility>

#include "base/trimmed.h"

namespace eugene::check {
namespace {

struct Key {
  std::string_view name;
  std::string Suppression::* member;
};
constexpr std::array kKeys{Key{"kind", &Suppression::kind}, Key{"kernel", &Suppression::kernel},
                           Key{"source", &Suppression::source}, Key{"note", &Suppression::note}};

std::unexpected<Diagnostic> wrong(const std::string& file, std::uint32_t line, std::string message) {
  Diagnostic diagnostic = fail(std::move(message)).error();
  diagnostic.where = {.file = file, .line = line};
  return std::unexpected(std::move(diagnostic));
}

bool matches_source(const std::string& wanted, const Site& site) {
  if (site.source && matches_glob(wanted, fmt::format("{}:{}", site.source->file, site.source->line))) return true;
  return site.text.find(wanted) != std::string::npos;
}

// Escapes a text so that a glob matches it to the letter.
std::string quoted(const std::string& text) {
  std::string result;
  for (const char each : text) {
    if (std::string_view("*?[\\").find(each) != std::string_view::npos) result += '\\';
    result += each;
  }
  return result;
}

}  // namespace

bool matches_glob(const std::string& glob, const std::string& text) {
  return ::fnmatch(glob.c_str(), text.c_str(), 0) == 0;
}

Result<std::vector<Suppression>> parse_suppressions(std::string_view text, const std::string& file) {
  std::vector<Suppression> blocks;
  Suppression block;
  std::uint32_t number = 0;
  bool is_at_end = false;
  while (!is_at_end) {
    const std::size_t end = text.find('\n');
    is_at_end = end == std::string_view::npos;
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(is_at_end ? text.size() : end + 1);
    ++number;
    if (line.starts_with('#')) continue;
    if (line.empty()) {
      if (block.line != 0 && block.kind.empty()) return wrong(file, block.line, "this suppression has no kind");
      if (block.line != 0) blocks.push_back(std::exchange(block, {}));
      continue;
    }
    const std::size_t colon = std::min(line.find(':'), line.size());
    const std::string_view name = trimmed(line.substr(0, colon));
    const auto* const key = std::ranges::find(kKeys, name, &Key::name);
    if (colon == line.size() || key == kKeys.end())
      return wrong(file, number, "a line of a suppression begins with kind:, kernel:, source: or note:");
    std::string& value = block.*key->member;
    if (!value.empty()) return wrong(file, number, fmt::format("this suppression has a second {}", name));
    value = trimmed(line.substr(colon + 1));
    if (value.empty()) return wrong(file, number, fmt::format("nothing follows {}:", name));
    if (block.line == 0) block.line = number;
  }
  if (block.line != 0 && block.kind.empty()) return wrong(file, block.line, "this suppression has no kind");
  if (block.line != 0) blocks.push_back(std::move(block));
  return blocks;
}

Result<std::vector<Suppression>> read_suppressions(const std::string& file) {
  if (file.empty()) return std::vector<Suppression>();
  std::ifstream stream(file);
  if (!stream) return fail(fmt::format("cannot read {}", file));
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return parse_suppressions(text, file);
}

bool matches(const Suppression& suppression, const Finding& finding) {
  if (!matches_glob(suppression.kind, finding.id)) return false;
  if (!suppression.kernel.empty() && !matches_glob(suppression.kernel, finding.kernel)) return false;
  if (suppression.source.empty()) return true;
  return std::ranges::any_of(finding.sites, [&](const Site& site) { return matches_source(suppression.source, site); });
}

bool is_ignored_in_source(const Finding& finding) {
  constexpr std::string_view kMark = "eugene: ignore";
  return std::ranges::any_of(finding.sites, [&](const Site& site) {
    const std::string_view text = site.text;
    const std::size_t comment = text.find("//");
    if (comment == std::string_view::npos) return false;
    const std::size_t mark = text.find(kMark, comment);
    if (mark == std::string_view::npos) return false;
    std::string_view kind = trimmed(text.substr(mark + kMark.size()));
    kind = kind.substr(0, kind.find_first_of(" \t,*"));
    return kind.empty() || kind == finding.id || kind == finding.id.substr(0, finding.id.find('.'));
  });
}

namespace {

std::string block_text(const Finding& finding) {
  std::string text = fmt::format("kind: {}\n", finding.id);
  if (!finding.kernel.empty()) text += fmt::format("kernel: {}\n", quoted(finding.kernel));
  for (const Site& site : finding.sites) {
    if (!site.source) continue;
    text += fmt::format("source: {}:{}\n", quoted(site.source->file), site.source->line);
    break;
  }
  return text + fmt::format("note: {}\n\n", finding.what);
}

}  // namespace

std::string suppression_text(const Finding& finding) {
  std::vector<std::string> blocks{block_text(finding)};
  for (const Finding& other : finding.others) {
    std::string block = block_text(other);
    if (std::ranges::find(blocks, block) == blocks.end()) blocks.push_back(std::move(block));
  }
  return fmt::format("{}", fmt::join(blocks, ""));
}

}  // namespace eugene::check
