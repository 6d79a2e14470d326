// Lanes to elements to register bytes.
#pragma once

#include "eu/prepare/prepared_op.h"

namespace eugene::eu {

// Null where elements of `type` are the very bits of the lanes.
ConvertFunction convert_function(Exec exec, isa::Type type, bool saturate);

// Elements next to each other, stride bytes apart, or by plan.offsets. `element_bytes` is 1, 2, 4 or 8.
StoreFunction store_packed(unsigned element_bytes);
StoreFunction store_strided(unsigned element_bytes);
StoreFunction store_table(unsigned element_bytes);

}  // namespace eugene::eu
