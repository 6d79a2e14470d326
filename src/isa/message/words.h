// Describes a send for readers who do not know message descriptors: "read 4 bytes, surface 0".
#pragma once

#include <functional>
#include <string>

#include "isa/gen.h"
#include "isa/instruction.h"
#include "isa/message/message.h"

namespace eugene::isa {

// Returns the name of the surface with that index in the binding table; an empty string if it is not known.
using SurfaceNames = std::function<std::string(unsigned)>;

// The number of bytes is for one channel, or for a whole block.
std::string describe_message(const Gen& gen, const Message& message, const SurfaceNames& names = {});
// Returns an empty string for an instruction that sends no message.
std::string describe_message(const Gen& gen, const Instruction& instruction, const SurfaceNames& names = {});

}  // namespace eugene::isa
