// The alignment that the accesses of a program must have (the check `align`). Messages whose addresses have to be
// aligned are sent where the source promises that. Byte messages are sent for everything else (packed structures,
// vloadn, neighbouring bytes read at once), and by Intel's compiler for all accesses that channels make together. Of
// those the source line tells, where it casts a pointer.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "isa/program.h"

namespace eugene::checks {

// That the documents want of the message that `instruction` sends, in bytes. 0: it is not known, or none is sent.
std::uint32_t message_alignment(const isa::Program& program, const isa::Instruction& instruction);

// A number of OpenCL C, or a vector of numbers.
struct NumberType {
  std::uint32_t bytes = 0;  // of a number
  std::uint32_t count = 1;  // of numbers
};
// The type of that name. Nothing: it is another one.
std::optional<NumberType> number_type(std::string_view name);

// Of what `line` of an OpenCL program casts pointers to, in bytes; the smallest one but bytes, as pointers to these are
// for computing addresses. 1: the line casts none to larger numbers or vectors, or has accesses that need no alignment
// (vloadn, vstoren: OpenCL C 3.0 6.15.7; structures, which may be packed).
std::uint32_t cast_alignment(std::string_view line);

}  // namespace eugene::checks
