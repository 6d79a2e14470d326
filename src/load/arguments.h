// Arguments of a kernel, for the readers of both formats. Internal to the layer.
#pragma once

#include "load/device_binary.h"

namespace eugene::load {

// Argument `number`, new if need be. Fails for a number larger than any compiler accepts; `offset` is where it stands
// in the file.
Result<Argument*> argument_of(DeviceKernel& kernel, std::uint64_t number, std::size_t offset);

// Brings what compilers write into the form of `Argument`: "__global" is "global", "NONE" is empty, and the size after
// a type's semicolon goes.
void tidy_names(Argument& argument);

}  // namespace eugene::load
