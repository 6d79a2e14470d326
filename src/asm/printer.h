// Prints instructions and programs, in any dialect. Parsing the text gives an equal instruction (SNB PRM vol4 part2 7.4
// is the grammar of the native dialect).
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

// How a send shows its message: as numbers, with the message in a comment; or by name, if the descriptors are
// immediates that form a message and the dialect can write names (parse_message.cpp).
enum class MessageForm : std::uint8_t { numbers, names };

// Parts of a line besides the instruction.
struct LineExtras {
  std::string_view jip_label;  // written in place of the distance; empty: the distance is a number
  std::string_view uip_label;
  std::span<const std::byte> bits;  // exact machine code, if it is not the instruction's usual encoding
  std::string_view comment;
  std::string_view message;  // the message of a send by name; empty: its descriptors are numbers
};

// Appends the text of `instruction` to `out`, without a line end.
void print(const isa::Gen& gen, const Dialect& dialect, const isa::Instruction& instruction, const LineExtras& extras,
           std::string& out);

// Returns the text of one instruction, with branch distances as numbers.
std::string print(const isa::Gen& gen, const Dialect& dialect, const isa::Instruction& instruction);

// Machine code, by index, of instructions that do not encode to it: bytes that no decoder accepts, and reserved bits
// that are set.
using ExactBits = std::map<std::size_t, std::vector<std::byte>>;

// Prints a whole program, one instruction on each line, with a label at every branch target, including the end. Uses
// the program's labels; other labels are named after their byte offset.
std::string print(const isa::Program& program, const Dialect& dialect, const ExactBits& exact = {},
                  MessageForm messages = MessageForm::numbers);

}  // namespace eugene::assembly
