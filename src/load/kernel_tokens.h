// What the patch tokens of one kernel say. Internal to the layer.
#pragma once

#include "load/device_binary.h"
#include "load/patch_token.h"

namespace eugene::load {

// Adds what `record` says to `kernel`. Tokens that only matter to a driver are passed over.
Result<void> apply_token(const TokenRecord& record, DeviceKernel& kernel);

}  // namespace eugene::load
