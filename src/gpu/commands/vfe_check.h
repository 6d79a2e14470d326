// For --check: finds settings of MEDIA_VFE_STATE that the device does not support: public Gen9 command descriptions.
// The threads run in any case, since Eugene does not have the device's limits.
#pragma once

#include <optional>

#include "base/diagnostic.h"
#include "gpu/device.h"
#include "gpu/pipeline/state.h"

namespace eugene::gpu {

// Returns the first impossible setting. `device` may be null if unknown; settings that depend on it are then not
// checked.
std::optional<Diagnostic> impossible_setting(const VfeState& vfe, const Device* device);

}  // namespace eugene::gpu
