// Decides whether a register still holds a variable's own value.
//
// Optimising compilers record where a variable is, but their ranges are too long. Intel's compiler names one register
// for a whole function, or joins ranges between which the register holds another value. So the last write of the
// register (register_writes.h) must be a write of the variable: by an instruction from a part of the text that gives
// the variable a value (source_facts.h), or from the call of the function whose parameter it is. If any other
// instruction has written the register since, the value may belong to another variable. If an instruction only copies a
// register, the instruction that computed the value is accepted too: loops copy a variable at places where the text
// does not name it.
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
  // All arguments must outlive this object. `names` are the names of the text's lines. `offsets` are the offsets of the
  // program's instructions.
  VariableWrites(const SourceVariables& all, const SourceLines& lines, const NamedLines& names,
                 const SourceFacts& facts, const std::vector<std::uint32_t>& offsets)
      : all_(&all), lines_(&lines), names_(&names), facts_(&facts), offsets_(&offsets) {}

  // Returns the number of a line in the whole text, which `#line` directives may number otherwise. Without the text,
  // returns the line's own number. Returns 0 if the text has no such line, or several.
  std::uint32_t line_in_text(const SourceLine& line) const;

  // The place of a channel in the program.
  struct ProgramPoint {
    std::uint32_t line = 0;       // line of the text, in the variable's function; 0: not known
    bool is_inside_call = false;  // a function that the line calls is still running, so the line is not complete
    std::uint32_t index = 0;      // index of the current instruction
    const CodeFlow& flow;
  };
  // Whether every register was last written for the variable, or holds an ID or argument from the start of the thread
  // that nothing in the program writes. A write counts only if its value can be seen from the line. A write that the
  // compiler has moved across the current instruction does not count. `code` is the program's.
  bool hold(const SourceVariable& variable, std::span<const RegisterBytes> registers, const WrittenRegisters& written,
            const RegisterWrites& code, const ProgramPoint& place) const;
  // Whether a number that the compiler gives for the variable from `since` on is the variable's value at `place`.
  bool keeps(const SourceVariable& variable, const ProgramPoint& since, const ProgramPoint& place) const;

 private:
  using Order = SourceWrite::Order;
  struct Key {
    const SourceVariable* variable;
    std::uint32_t line;
    bool is_repeated, is_inside_call;
    auto operator<=>(const Key&) const = default;
  };
  std::optional<Order> write_order(const Key& key, std::uint16_t writer) const;
  std::optional<Order> find_order(const Key& key, std::uint32_t ip) const;
  bool is_pending(const Key& key, const RegisterWrites& code, const ProgramPoint& place) const;
  const std::vector<SourceWrite>& find_writes(const Key& key) const;
  std::vector<std::uint32_t> find_others(const SourceVariable& variable) const;
  std::optional<TextSpan> find_argument(const SourceVariable& variable) const;

  const SourceVariables* all_;
  const SourceLines* lines_;
  const NamedLines* names_;
  const SourceFacts* facts_;
  const std::vector<std::uint32_t>* offsets_;
  mutable std::map<Key, std::vector<SourceWrite>> writes_;
  mutable std::map<std::pair<Key, std::uint16_t>, std::optional<Order>> orders_;  // by key and writer
};

}  // namespace eugene::debug
