// Helpers for a kernel's arguments, for the readers of both formats. Internal to the layer.
#pragma once

#include "binary/device_binary.h"

namespace eugene::binary {

// Returns argument `number`; adds it if necessary. Fails if the number is larger than any compiler accepts. `offset` is
// the place of the number in the file.
Result<DeclaredArgument*> find_argument(DeviceKernel& kernel, std::uint64_t number, std::size_t offset);

// Normalises names that compilers write: "__global" becomes "global", "NONE" becomes empty, and the size after a type's
// semicolon is removed.
void tidy_names(DeclaredArgument& argument);

}  // namespace eugene::binary
