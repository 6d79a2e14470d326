// Decodes the patch tokens of one kernel. Internal to the layer.
#pragma once

#include "load/device_binary.h"
#include "load/patch_token.h"

namespace eugene::load {

// Adds the content of `record` to `kernel`. Tokens that only matter to a driver are skipped.
Result<void> apply_token(const TokenRecord& record, DeviceKernel& kernel);

// Call after the last token, with the heaps in place: replaces the offsets of surface states, which the tokens have, by
// indices in the binding table.
void finish_arguments(DeviceKernel& kernel);

}  // namespace eugene::load
