// Register bytes to lanes.
#pragma once

#include "eu/prepare/prepared_op.h"

namespace eugene::eu {

enum class Spacing : std::uint8_t {
  packed,  // next to each other
  even,    // plan.stride bytes apart, 0 included
  table,   // plan.offsets
};

// Widens (or reinterprets, where sizes are equal and both are integers) elements of `type` into lanes of `exec`.
LoadFunction load_function(isa::Type type, Exec exec, Spacing spacing);

ModifyFunction modify_function(Exec exec, Modifier modifier);

}  // namespace eugene::eu
