// Whether a register still holds a variable's own value.
//
// Compilers that optimise say where a variable is, but their ranges are too long: Intel's names one register for the
// whole of a function, or joins ranges between which the register holds another value. So the last write of the
// register (register_writes.h) must come from the variable: from an instruction of a part of the text that gives the
// variable a value (source_facts.h), or that calls the function whose parameter it is. Where anything else has written
// the register since, the value may be another one's. An instruction that only copies a register counts as what
// computed the value, too: loops copy a variable where its name does not stand.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/named_lines.h"
#include "base/source_lines.h"
#include "base/source_variables.h"
#include "debug/code_flow.h"
#include "debug/location.h"
#include "debug/register_writes.h"
#include "debug/source_facts.h"

namespace eugene::debug {

class VariableWrites {
 public:
  // All must outlive this. `names`: of the text. `offsets`: of the program's instructions.
  VariableWrites(const SourceVariables& all, const SourceLines& lines, const NamedLines& names,
                 const SourceFacts& facts, const std::vector<std::uint32_t>& offsets)
      : all_(&all), lines_(&lines), names_(&names), facts_(&facts), offsets_(&offsets) {}

  // Returns the number of a line in the whole text, which `#line` directives may number otherwise. Without the text the
  // line's own number serves. 0: the text has no such line, or several.
  std::uint32_t line_in_text(const SourceLine& line) const;

  // Where the channel is.
  struct Place {
    std::uint32_t line = 0;       // in the text, of the variable's function; 0: not known
    bool is_inside_call = false;  // a function that the line calls is not complete, and so the line is not
    std::uint32_t index = 0;      // of the instruction at hand
    const CodeFlow& flow;
  };
  // Whether all of these registers were last written for the variable, or are those that the thread was started with
  // and nothing in the program writes: ids and arguments. The write must be one whose value can be seen from the line,
  // and no instruction that the compiler has moved across the one at hand. `code`: of the program.
  bool hold(const SourceVariable& variable, std::span<const RegisterBytes> registers, const WrittenRegisters& written,
            const RegisterWrites& code, const Place& place) const;
  // Whether a number that the compiler names from the place `since` on is the variable's value at `place`.
  bool keeps(const SourceVariable& variable, const Place& since, const Place& place) const;

 private:
  using Order = SourceWrite::Order;
  struct Key {
    const SourceVariable* variable;
    std::uint32_t line;
    bool is_repeated, is_inside_call;
    auto operator<=>(const Key&) const = default;
  };
  std::optional<Order> order_of(const Key& key, std::uint16_t writer) const;
  std::optional<Order> find_order(const Key& key, std::uint32_t ip) const;
  bool is_pending(const Key& key, const RegisterWrites& code, const Place& place) const;
  const std::vector<SourceWrite>& writes_of(const Key& key) const;
  std::vector<std::uint32_t> others_of(const SourceVariable& variable) const;
  std::optional<TextSpan> argument_of(const SourceVariable& variable) const;

  const SourceVariables* all_;
  const SourceLines* lines_;
  const NamedLines* names_;
  const SourceFacts* facts_;
  const std::vector<std::uint32_t>* offsets_;
  mutable std::map<Key, std::vector<SourceWrite>> writes_;
  mutable std::map<std::pair<Key, std::uint16_t>, std::optional<Order>> orders_;  // by writer
};

}  // namespace eugene::debug
