// Reads the variables in a kernel's debug data.
#pragma once

#include "base/source_variables.h"
#include "binary/debug_data.h"
#include "binary/device_binary.h"

namespace eugene::binary {

// Returns the variables of one kernel. Places are byte offsets in the kernel's code. Empty if the file cannot be read.
SourceVariables read_source_variables(const DebugFile& debug);
// Returns the variables and the arguments of `kernel`.
SourceVariables read_source_variables(const DeviceKernel& kernel);

}  // namespace eugene::binary
