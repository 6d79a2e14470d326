// Instructions and programs to text, in any dialect. Nothing is lost: parsing the text gives an equal
// instruction (SNB PRM vol4 part2 7.4 is the grammar of the native dialect).
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "asm/dialect.h"
#include "isa/gen.h"
#include "isa/instruction.h"
#include "isa/program.h"

namespace eugene::assembly {

// How a send says its message: by its descriptors, with the message in a comment, or by name, where they are immediates
// that stand for a message and the dialect has a place for names (parse_message.cpp).
enum class MessageForm : std::uint8_t { numbers, names };

// Parts of a line other than the instruction.
struct LineExtras {
  std::string_view jip_label;  // instead of the distance; empty: the distance as a number
  std::string_view uip_label;
  std::span<const std::byte> bits;  // exact machine code, where the instruction alone does not give it
  std::string_view comment;
  std::string_view message;  // of a send by name; empty: its descriptors as numbers
};

// Appends the text of `instruction` to `out`, without a line end.
void print(const isa::Gen& gen, const Dialect& dialect, const isa::Instruction& instruction, const LineExtras& extras,
           std::string& out);

// The text of one instruction, branch distances as numbers.
std::string print(const isa::Gen& gen, const Dialect& dialect, const isa::Instruction& instruction);

// Machine code of the instructions, by index, whose value does not give it: what no decoder accepts, reserved bits that
// are set.
using ExactBits = std::map<std::size_t, std::vector<std::byte>>;

// A whole program, one instruction per line, with a label at every branch target, the end included.
// Labels the program names are used; others are named after their byte offset.
std::string print(const isa::Program& program, const Dialect& dialect, const ExactBits& exact = {},
                  MessageForm messages = MessageForm::numbers);

}  // namespace eugene::assembly
