// The alignment that a program's accesses must have (the check `align`). Compilers send messages that need aligned
// addresses only where the source promises aligned addresses. They send byte messages for everything else (packed
// structures, vloadn, neighbouring bytes read at once), and Intel's compiler does so for all accesses that channels
// make together. For byte messages the alignment is taken from the source line, if the line casts a pointer.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "isa/program.h"

namespace eugene::check {

// Returns the alignment, in bytes, that the documents require of the message sent by `instruction`. Returns 0 if the
// alignment is unknown or `instruction` sends no message.
std::uint32_t message_alignment(const isa::Program& program, const isa::Instruction& instruction);

// A number type of OpenCL C, or a vector of numbers.
struct NumberType {
  std::uint32_t bytes = 0;  // size of one number
  std::uint32_t count = 1;  // numbers in the vector
};
// Returns the type named `name`, or nothing if `name` is not a number type.
std::optional<NumberType> number_type(std::string_view name);

// Returns the size, in bytes, of the type that `line` of an OpenCL program casts pointers to; the smallest size if
// there are several. Casts to pointers to bytes are ignored, because they are for computing addresses. Returns 1 if the
// line casts no pointer to a larger number or vector, or has accesses that need no alignment (vloadn, vstoren: OpenCL C
// 3.0 6.15.7; structures, which may be packed).
std::uint32_t cast_alignment(std::string_view line);

}  // namespace eugene::check
