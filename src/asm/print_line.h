// State of an instruction being printed, shared by the parts of the printer. Internal to the layer; use printer.h.
#pragma once

#include "asm/implied.h"
#include "asm/print_operand.h"
#include "asm/printer.h"
#include "asm/text_out.h"

namespace eugene::assembly {

struct Line {
  const isa::Gen& gen;
  const Dialect& dialect;
  const isa::Instruction& i;
  const LineExtras& extras;
  TextOut out;
  const isa::OpcodeInfo& row;
  Spelled said;
  bool ternary_as_align1;  // `i` has the form of align1_text.h
  std::size_t next_column = 0;
  unsigned registers = 0;    // operands written so far, except immediates
  unsigned bare_macros = 0;  // accumulators of a math macro among them, written without region

  Line(const isa::Gen& g, const Dialect& d, const isa::Instruction& instruction, const LineExtras& e, std::string& text,
       bool is_in_align1_form)
      : gen(g),
        dialect(d),
        i(instruction),
        extras(e),
        out(text),
        row(instruction.row()),
        said(spelled(instruction)),
        ternary_as_align1(is_in_align1_form) {}

  bool is_align16() const { return i.access_mode == isa::AccessMode::align16; }
  // True if branch control is written as .b, false if it is an option.
  bool dots_branch_control() const { return !dialect.flow.branch_control_where_used || row.has(isa::kBranchCtrl); }
  // True if saturation is a prefix of the destination: the dialect must write it so, and the destination must be
  // computed.
  bool says_saturation_of_destination() const {
    using isa::Format;
    const bool computes =
        row.format == Format::two_source || row.format == Format::math || row.format == Format::three_source;
    return i.saturate && dialect.saturate == SaturatePlace::destination && computes && said.dst &&
           i.opcode != isa::Opcode::wait;
  }
  bool is_send() const { return isa::is_send(row.format); }

  // Moves to the column of the next operand.
  void column() {
    out.pad(next_column < dialect.columns.size() ? dialect.columns[next_column] : 0);
    ++next_column;
  }
  void operand(const isa::Operand& operand, const OperandStyle& style) {
    column();
    print_operand(dialect, operand, style, out);
    if (operand.is_imm()) return;
    ++registers;
    if (is_bare_macro(dialect, operand, style)) ++bare_macros;
  }
  void flag() {
    out.put('f');
    out.dec(i.flag_nr);
    out.put('.');
    out.dec(i.flag_subnr);
  }
};

// True if the flag register of the condition modifier is written: it is modified, or nothing else implies it.
bool names_condition_flag(const isa::Instruction& i);

// math.invm and math.rsqtm set a flag for channels that are done: .eo.f0.0.
bool names_early_out(const isa::Instruction& i);

// Prints predicate, mnemonic, modifiers and execution size (7.4.12).
void print_head(Line& line);
void print_operands(Line& line);
// Prints options in braces (7.4.13), and anything that would be lost otherwise.
void print_options(Line& line);
// Prints the slots of a branch whose values the text cannot imply, in braces before its operands.
void print_slots(Line& line);

}  // namespace eugene::assembly
