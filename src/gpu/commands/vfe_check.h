// Settings of MEDIA_VFE_STATE that the device cannot have: public Gen9 command descriptions. For --check; the threads
// run in any case, since Eugene's resources are not those of the device.
#pragma once

#include <optional>

#include "base/diagnostic.h"
#include "gpu/commands/state.h"
#include "gpu/device.h"

namespace eugene::gpu {

// The first setting that is impossible. `device`: null if unknown, which leaves out what depends on it.
std::optional<Diagnostic> impossible_setting(const VfeState& vfe, const Device* device);

}  // namespace eugene::gpu
