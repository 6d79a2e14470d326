// The variables in the debug data of a kernel.
#pragma once

#include "base/source_variables.h"
#include "load/debug_data.h"
#include "load/device_binary.h"

namespace eugene::load {

// The variables of one kernel, with places as byte offsets in its code. Empty if the file cannot be read.
SourceVariables read_source_variables(const DebugFile& debug);
// And its arguments.
SourceVariables read_source_variables(const DeviceKernel& kernel);

}  // namespace eugene::load
