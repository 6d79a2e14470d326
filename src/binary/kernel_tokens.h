// Decodes the patch tokens of one kernel. Internal to the layer.
#pragma once

#include "binary/device_binary.h"
#include "binary/patch_token.h"

namespace eugene::binary {

// Adds the content of `record` to `kernel`. Tokens that only matter to a driver are skipped.
Result<void> apply_token(const TokenRecord& record, DeviceKernel& kernel);

// Replaces the offsets of surface states, which the tokens have, by indices in the binding table. Call this after the
// last token, when the heaps have been read.
void finish_arguments(DeviceKernel& kernel);

}  // namespace eugene::binary
