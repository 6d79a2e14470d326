// A directive inside `#if` may or may not be in force: which it is depends on macros that only the compiler knows. So
// every way through the conditionals is followed, and a line gets all names that it can have. A compiler's debug data
// names lines by the one way that it took.
#include "base/named_lines.h"

#include <algorithm>
#include <utility>

#include "base/line_directive.h"
#include "base/trimmed.h"

namespace eugene {
namespace {

constexpr std::size_t kMaxWays = 16;                            // through conditionals, that are followed
constexpr std::uint32_t kMaxTextLine = std::uint32_t{1} << 20;  // maximum number of lines of an assembled text

// The name of a line is `file` and its number in the text plus `shift`.
struct Naming {
  std::string file;
  std::int64_t shift = 0;
  bool operator==(const Naming&) const = default;
};
using Namings = std::vector<Naming>;

void add(Namings& all, const Namings& more) {
  for (const Naming& each : more) {
    if (std::ranges::find(all, each) == all.end()) all.push_back(each);
  }
  if (all.size() > kMaxWays) all.clear();  // a line that has no name is not quoted: better than a wrong one
}

// Follows the directives of a text.
class Follower {
 public:
  explicit Follower(const std::string& name) : now_{{.file = name, .shift = 0}} {}

  const Namings& now() const { return now_; }
  // `next` is the number of the line after the directive.
  void follow(const Directive& directive, std::uint32_t next) {
    using Kind = Directive::Kind;
    switch (directive.kind) {
      case Kind::none: break;
      case Kind::begin_if: conditionals_.push_back({.before = now_, .after = {}, .is_complete = false}); break;
      case Kind::other_branch: begin_branch(false); break;
      case Kind::last_branch: begin_branch(true); break;
      case Kind::end_if: end_conditional(); break;
      case Kind::line: name_lines(directive, next); break;
    }
  }

 private:
  struct Conditional {
    Namings before;
    Namings after;             // the branches so far
    bool is_complete = false;  // one of the branches is taken
  };

  void begin_branch(bool is_last) {
    if (conditionals_.empty()) return;
    Conditional& inner = conditionals_.back();
    add(inner.after, now_);
    inner.is_complete |= is_last;
    now_ = inner.before;
  }

  void end_conditional() {
    if (conditionals_.empty()) return;
    Conditional& inner = conditionals_.back();
    if (!inner.is_complete) add(now_, inner.before);
    add(now_, inner.after);
    conditionals_.pop_back();
  }

  void name_lines(const Directive& directive, std::uint32_t next) {
    if (!directive.line) return now_.clear();
    Namings named;
    for (const Naming& each : now_)
      add(named, {{.file = directive.file.value_or(each.file), .shift = std::int64_t{*directive.line} - next}});
    if (now_.empty() && directive.file)
      named.push_back({.file = *directive.file, .shift = std::int64_t{*directive.line} - next});
    now_ = std::move(named);
  }

  Namings now_;
  std::vector<Conditional> conditionals_;
};

// The text of all lines with one name and number, if these lines are equal. Blank lines do not count, because no code
// comes from them.
class OneLine {
 public:
  void meet(std::string_view line) {
    if (trimmed(line).empty()) return;
    is_ambiguous_ |= !text_.empty() && trimmed(text_) != trimmed(line);
    text_ = line;
  }
  std::string_view text() const { return is_ambiguous_ ? std::string_view() : text_; }

 private:
  std::string_view text_;
  bool is_ambiguous_ = false;
};

bool is_continued(std::string_view line) { return line.ends_with('\\') || line.ends_with("\\\r"); }

}  // namespace

NamedLines::NamedLines(std::string text, const std::string& name) : text_(std::move(text)) {
  for (std::size_t at = 0; at < text_.size(); at = std::min(text_.find('\n', at), text_.size() - 1) + 1)
    begins_.push_back(at);
  Comments comments;
  Follower follower(name);
  files_[name];
  std::size_t begin = 0;  // start of the lines since the last directive
  const auto end_run = [&](std::size_t end) {
    for (const Naming& each : follower.now()) {
      const std::int64_t first = static_cast<std::int64_t>(begin) + 1 + each.shift;
      if (first >= 0 && first <= kMaxLineNumber)
        add(each.file, {.first = static_cast<std::uint32_t>(first), .begin = begin, .end = end});
    }
    begin = end;
  };
  for (std::size_t i = 0; i < begins_.size();) {
    const std::size_t here = i;
    std::string whole;
    do {
      const std::string_view line = at(i);
      whole += line.substr(0, is_continued(line) ? line.rfind('\\') : line.size());
    } while (is_continued(at(i++)) && i < begins_.size());
    const Directive directive = parse_line_directive(comments.removed(whole));
    if (directive.kind == Directive::Kind::none) continue;
    const bool names_lines = directive.kind == Directive::Kind::line;
    end_run(names_lines ? here : i);  // the directive itself has no name that matters
    if (names_lines) begin = i;
    follower.follow(directive, static_cast<std::uint32_t>(i + 1));
  }
  end_run(begins_.size());
}

std::string_view NamedLines::at(std::size_t index) const {
  const std::size_t begin = begins_[index];
  const std::size_t end = index + 1 < begins_.size() ? begins_[index + 1] : text_.size();
  const std::string_view line = std::string_view(text_).substr(begin, end - begin);
  return line.ends_with('\n') ? line.substr(0, line.size() - 1) : line;
}

void NamedLines::add(const std::string& file, const Run& run) {
  if (run.begin == run.end) return;
  std::vector<Run>& runs = files_[file];
  const bool goes_on = !runs.empty() && runs.back().end == run.begin &&
                       runs.back().first + (runs.back().end - runs.back().begin) == run.first;
  if (goes_on)
    runs.back().end = run.end;
  else
    runs.push_back(run);
}

const std::vector<NamedLines::Run>* NamedLines::find(std::string_view file) const {
  if (const auto found = files_.find(file); found != files_.end()) return &found->second;
  const auto is_end = [&](const auto& each) {
    const std::string& name = each.first;
    return !name.empty() && file.size() > name.size() && file.ends_with(name) &&
           file[file.size() - name.size() - 1] == '/';
  };
  const auto found = std::ranges::find_if(files_, is_end);
  return found == files_.end() ? nullptr : &found->second;
}

std::vector<std::size_t> NamedLines::find_indices(std::string_view file, std::uint32_t number) const {
  std::vector<std::size_t> indices;
  const std::vector<Run>* runs = find(file);
  if (runs == nullptr) return indices;
  for (const Run& run : *runs) {
    if (number >= run.first && number - run.first < run.end - run.begin)
      indices.push_back(run.begin + (number - run.first));
  }
  return indices;
}

std::string NamedLines::line(std::string_view file, std::uint32_t number) const {
  OneLine found;
  for (const std::size_t index : find_indices(file, number)) found.meet(at(index));
  const std::string_view blanks_before = found.text().substr(0, found.text().find(trimmed(found.text())));
  return std::string(blanks_before).append(trimmed(found.text()));
}

std::optional<std::uint32_t> NamedLines::number_in_text(std::string_view file, std::uint32_t number) const {
  const std::vector<std::size_t> indices = find_indices(file, number);
  return indices.size() == 1 ? std::optional(static_cast<std::uint32_t>(indices[0] + 1)) : std::nullopt;
}

std::string NamedLines::text(std::string_view file) const {
  const std::vector<Run>* runs = find(file);
  if (runs == nullptr) return {};
  std::vector<OneLine> lines;
  for (const Run& run : *runs) {
    if (run.first >= kMaxTextLine) continue;
    const std::size_t end = std::min<std::size_t>(run.first + (run.end - run.begin), kMaxTextLine);
    if (lines.size() < end) lines.resize(end);
    for (std::size_t number = run.first; number < end; ++number)
      lines[number].meet(at(run.begin + (number - run.first)));
  }
  std::string text;
  for (std::size_t number = 1; number < lines.size(); ++number) text.append(lines[number].text()).append("\n");
  return text;
}

}  // namespace eugene
