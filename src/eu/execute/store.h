// Converts lanes to elements, and stores elements in register bytes.
#pragma once

#include "eu/prepared_op.h"

namespace eugene::eu {

// Returns null if elements of `type` have the same bits as the lanes.
ConvertFunction convert_function(Exec exec, isa::Type type, bool saturate);

// Stores elements side by side, stride bytes apart, or by plan.offsets. `element_bytes` is 1, 2, 4 or 8.
StoreFunction store_packed(unsigned element_bytes);
StoreFunction store_strided(unsigned element_bytes);
StoreFunction store_table(unsigned element_bytes);

}  // namespace eugene::eu
