// Fidelity of a message (isa/fidelity.h).
#pragma once

#include <string>

#include "isa/fidelity.h"
#include "isa/message/message.h"

namespace eugene::isa {

// Returns the class of `message`, with a citation that is never empty.
FidelityRow find_fidelity(const Gen& gen, const Message& message);

// Returns the name of the thing that has the class: "data1.untyped_read", without its fields.
std::string fidelity_name(const Gen& gen, const Message& message);

}  // namespace eugene::isa
