// Collects native instructions, with labels for the branches among them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isa/program.h"
#include "lower/layout.h"

namespace eugene::lower {

using LabelId = std::uint32_t;

// Operands in general registers. `byte` counts from register 0.
isa::Operand registers(isa::Type type, std::uint32_t byte, isa::Region region);
isa::Operand scalar(isa::Type type, std::uint32_t byte);  // <0;1,0>
isa::Operand packed(isa::Type type, std::uint32_t byte);  // consecutive elements
isa::Operand immediate(isa::Type type, std::uint64_t bits);
isa::Operand architecture(isa::Arf file, unsigned number, unsigned byte, isa::Type type);
inline isa::Operand null_operand(isa::Type type = isa::Type::ud) { return {.type = type}; }

// A line of the source that the vISA was compiled from: LOC and FILE. Line 0: unknown.
struct SourceLine {
  std::uint32_t file = 0;  // index of the file name
  std::uint32_t line = 0;
};

class Emitter {
 public:
  // Set the line of the vISA text, and of the source, for instructions that are added from now on.
  void set_line(std::uint32_t line) { line_ = line; }
  void set_source_line(std::uint32_t line) { source_.line = line; }
  void set_source_file(std::string name) {
    source_ = {.file = static_cast<std::uint32_t>(files_.size()), .line = 0};
    files_.push_back(std::move(name));
  }

  isa::Instruction& add(const isa::Instruction& instruction);
  std::uint32_t size() const { return static_cast<std::uint32_t>(instructions_.size()); }
  // Adds a scalar instruction that does not depend on channels: {NoMask}.
  isa::Instruction& scalar_op(isa::Opcode opcode, const isa::Operand& dst, const isa::Operand& a,
                              const isa::Operand& b = {});

  // Labels. A join is a separate instruction, because channels may wait there.
  LabelId new_label() {
    labels_.emplace_back();
    return static_cast<LabelId>(labels_.size() - 1);
  }
  void place(LabelId label) { labels_[label] = static_cast<std::uint32_t>(instructions_.size()); }
  bool is_placed(LabelId label) const { return labels_[label].has_value(); }
  void add_join();
  // Adds a branch to `label`. If no channel is left, the thread goes to the next join.
  isa::Instruction& branch(isa::Opcode opcode, LabelId label);
  // Writes the byte offset of `label` in the program to `dst`.
  void address(LabelId label, const isa::Operand& dst);

  // Returns the program; an error if a branch leads to a label that was not placed.
  Result<isa::Program> finish(const isa::Gen& gen, std::string name);
  std::vector<std::uint32_t> take_lines() { return std::move(lines_); }
  std::vector<SourceLine> take_source_lines() { return std::move(source_lines_); }
  std::vector<std::string> take_files() { return std::move(files_); }

 private:
  struct Branch {
    std::uint32_t at = 0;
    LabelId label = 0;
  };
  std::vector<isa::Instruction> instructions_;
  std::vector<std::uint32_t> lines_;
  std::vector<std::optional<std::uint32_t>> labels_;  // index of the instruction at each label
  std::vector<Branch> branches_;
  std::vector<std::uint32_t> joins_;  // ascending
  std::uint32_t line_ = 0;
  std::vector<SourceLine> source_lines_;
  std::vector<std::string> files_;
  SourceLine source_;
};

}  // namespace eugene::lower
