// How surely a message does what a GPU does with it (isa/fidelity.h).
#pragma once

#include <string>

#include "isa/fidelity.h"
#include "isa/message/message.h"

namespace eugene::isa {

// What it cites is never empty.
FidelityRow fidelity_of(const Gen& gen, const Message& message);

// What has that class: "data1.untyped_read", without its fields.
std::string fidelity_name(const Gen& gen, const Message& message);

}  // namespace eugene::isa
