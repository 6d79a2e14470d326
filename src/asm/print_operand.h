// Prints operands. SNB PRM vol4 part2 7.4.2 to 7.4.11.
#pragma once

#include "asm/dialect.h"
#include "asm/text_out.h"
#include "isa/instruction.h"

namespace eugene::assembly {

// How an operand in some slot is written.
enum class OperandForm : std::uint8_t {
  destination,  // hstride region, write mask
  source,       // region, swizzle, modifiers
  ternary,      // one of three sources: region and swizzle in either access mode
  bare,         // register and type only: payloads in the GRF
  location,     // register only
};

struct OperandStyle {
  OperandForm form = OperandForm::source;
  isa::AccessMode access_mode = isa::AccessMode::align1;
  bool logic = false;                // the negate modifier is bitwise not
  bool prefixes_saturation = false;  // (sat) in front of the destination
  bool as_align1 = false;            // one of three sources, in the form of align1_text.h
  bool as_strides = false;           // one of three sources, whose width is not written
  bool is_last = false;              // the last of three sources, whose region then is one number
  bool is_macro = false;             // write mask and swizzle name an accumulator
  isa::Region macro_region = {};     // the region that is not written, if is_macro
};

void print_operand(const Dialect& dialect, const isa::Operand& operand, const OperandStyle& style, TextOut& out);

// True if a math macro's operand is written without subregister and region: they have their usual values, and the
// dialect leaves these out.
bool is_bare_macro(const Dialect& dialect, const isa::Operand& operand, const OperandStyle& style);

// Prints an immediate with its type. `operand.imm` is its raw field.
void print_immediate(const Dialect& dialect, const isa::Operand& operand, TextOut& out);

void print_type(const Dialect& dialect, isa::Type type, TextOut& out);
void print_region(const Dialect& dialect, const isa::Region& region, TextOut& out);

}  // namespace eugene::assembly
