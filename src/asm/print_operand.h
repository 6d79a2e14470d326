// Operands to text. SNB PRM vol4 part2 7.4.2 to 7.4.11.
#pragma once

#include "asm/dialect.h"
#include "asm/text_out.h"
#include "isa/instruction.h"

namespace eugene::assembly {

// How the operand of a slot is written.
enum class OperandForm : std::uint8_t {
  destination,  // hstride region, write mask
  source,       // region, swizzle, modifiers
  ternary,      // source of three: region and swizzle in either access mode
  bare,         // register and type only: payloads in the GRF
  location,     // register only
};

struct OperandStyle {
  OperandForm form = OperandForm::source;
  isa::AccessMode access_mode = isa::AccessMode::align1;
  bool logic = false;                // the negate modifier is bitwise not
  bool prefixes_saturation = false;  // (sat) in front of the destination
  bool as_align1 = false;            // source of three in the form of align1_text.h
  bool is_last = false;              // the last of three sources, whose region is one number there
  bool is_macro = false;             // write mask and swizzle name an accumulator
  isa::Region macro_region = {};     // that goes without saying, where is_macro
};

void print_operand(const Dialect& dialect, const isa::Operand& operand, const OperandStyle& style, TextOut& out);

// Whether a math macro's operand is written without subregister and region, because the dialect leaves them out and
// they are the usual ones.
bool is_bare_macro(const Dialect& dialect, const isa::Operand& operand, const OperandStyle& style);

// An immediate with its type. `operand.imm` is its raw field.
void print_immediate(const Dialect& dialect, const isa::Operand& operand, TextOut& out);

void print_type(const Dialect& dialect, isa::Type type, TextOut& out);
void print_region(const Dialect& dialect, const isa::Region& region, TextOut& out);

}  // namespace eugene::assembly
