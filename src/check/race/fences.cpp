#include "check/race/fences.h"

#include <optional>
#include <string>
#include <vector>

#include "base/number.h"

namespace eugene::check {
namespace {

constexpr unsigned kMaxDepth = 8;  // nesting of macros

// Evaluates an expression of fence flags: names and numbers, combined by | or +. The value of any other expression is
// nothing.
class Flags {
 public:
  Flags(std::string_view text, const SourceMacros& macros, unsigned depth)
      : text_(text), macros_(&macros), depth_(depth) {}

  std::optional<unsigned> value() {
    const auto all = sum();
    skip_blanks();
    return text_.empty() ? all : std::nullopt;
  }

 private:
  void skip_blanks() {
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\t' || text_.front() == '\n'))
      text_.remove_prefix(1);
    if (!text_.starts_with("/*")) return;
    const std::size_t end = text_.find("*/");
    text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 2);
    skip_blanks();
  }
  bool take(char c) {
    skip_blanks();
    if (!text_.starts_with(c)) return false;
    text_.remove_prefix(1);
    return true;
  }
  std::optional<unsigned> sum() {
    std::optional<unsigned> all = term();
    while (all && (take('|') || take('+'))) {
      const auto next = term();
      all = next ? std::optional(*all | *next) : std::nullopt;
    }
    return all;
  }
  std::optional<unsigned> term() {
    if (take('(')) {
      const std::string_view whole = text_;
      for (const std::string_view type : {"cl_mem_fence_flags", "unsigned int", "uint", "int"}) {
        skip_blanks();
        if (!text_.starts_with(type)) continue;
        text_.remove_prefix(type.size());
        if (take(')')) return term();
        text_ = whole;
      }
      const auto inside = sum();
      return take(')') ? inside : std::nullopt;
    }
    skip_blanks();
    const bool is_hex = text_.starts_with("0x") || text_.starts_with("0X");
    if (is_hex) text_.remove_prefix(2);
    if (const auto number = take_number<unsigned>(text_, is_hex ? 16 : 10)) {
      while (text_.starts_with('u') || text_.starts_with('U') || text_.starts_with('l') || text_.starts_with('L'))
        text_.remove_prefix(1);
      return number;
    }
    return name();
  }
  std::optional<unsigned> name() {
    const auto use = next_use(text_, 0);
    if (!use || use->name.data() != text_.data()) return std::nullopt;
    if (use->name == "CLK_LOCAL_MEM_FENCE" || use->name == "CLK_GLOBAL_MEM_FENCE" ||
        use->name == "CLK_IMAGE_MEM_FENCE") {
      text_.remove_prefix(use->name.size());
      return use->name == "CLK_LOCAL_MEM_FENCE" ? 1U : use->name == "CLK_GLOBAL_MEM_FENCE" ? 2U : 4U;
    }
    const SourceMacro* const macro = depth_ < kMaxDepth ? macros_->find(use->name) : nullptr;
    const auto body = macro != nullptr ? expand_macro(*macro, *use) : std::nullopt;
    if (!body) return std::nullopt;
    text_.remove_prefix(macro->parameters ? use->end : use->name.size());
    return Flags(*body, *macros_, depth_ + 1).value();
  }

  std::string_view text_;
  const SourceMacros* macros_;
  unsigned depth_;
};

// Collects the fences of each barrier that code calls, also through macros.
class BarrierSearch {
 public:
  explicit BarrierSearch(const SourceMacros& macros) : macros_(&macros) {}

  void look_in(std::string_view code, unsigned depth = 0) {
    std::size_t at = 0;
    while (const auto use = next_use(code, at)) {
      at = use->end;
      if (++uses_ > kMaxUses) return;
      if (use->arguments && (use->name == "barrier" || use->name == "work_group_barrier"))
        add(*use, depth);
      else if (use->name == "wait_group_events")  // the compiler turns it into a barrier
        found_.emplace_back();
      else if (const auto text = expanded(code, *use, depth))
        look_in(*text, depth + 1);
      else if (use->arguments)  // the arguments may contain a barrier
        for (const std::string_view each : *use->arguments) look_in(each, depth);
    }
  }
  // Returns nothing unless there is exactly one barrier.
  std::optional<Fences> only() const { return found_.size() == 1 ? std::optional(found_.front()) : std::nullopt; }
  bool has_any() const { return !found_.empty(); }

 private:
  static constexpr unsigned kMaxUses = 10'000;  // max names examined: macros can expand to huge texts

  void add(const NamedUse& call, unsigned depth) {
    const auto flags = call.arguments->empty() ? std::nullopt : Flags(call.arguments->front(), *macros_, depth).value();
    found_.push_back(flags ? Fences{.local = (*flags & 1U) != 0, .global = (*flags & 2U) != 0} : Fences());
  }
  std::optional<std::string> expanded(std::string_view code, const NamedUse& use, unsigned depth) const {
    const SourceMacro* macro = depth < kMaxDepth ? macros_->find(use.name) : nullptr;
    auto text = macro != nullptr ? expand_macro(*macro, use) : std::nullopt;
    // The macro may stand for a function's name, so the arguments of this use are appended to its text.
    if (text && !macro->parameters && use.arguments) {
      const auto end_of_name = static_cast<std::size_t>(use.name.data() - code.data()) + use.name.size();
      text->append(code.substr(end_of_name, use.end - end_of_name));
    }
    return text;
  }

  const SourceMacros* macros_;
  std::vector<Fences> found_;
  unsigned uses_ = 0;
};

}  // namespace

Fences fences_of_barrier(std::string_view from_column, std::string_view line, const SourceMacros& macros) {
  BarrierSearch at_column(macros), in_line(macros);
  if (const auto use = next_use(from_column, 0); use && use->name.data() == from_column.data())
    at_column.look_in(from_column.substr(0, use->end));
  if (at_column.has_any()) return at_column.only().value_or(Fences());
  in_line.look_in(line);
  return in_line.only().value_or(Fences());
}

}  // namespace eugene::check
