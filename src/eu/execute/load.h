// Loads register bytes as lanes.
#pragma once

#include "eu/prepared_op.h"

namespace eugene::eu {

enum class Spacing : std::uint8_t {
  packed,  // side by side
  even,    // plan.stride bytes apart, which may be 0
  table,   // plan.offsets
};

// Widens elements of `type` to lanes of `exec`, or reinterprets them if both are integers of one size.
LoadFunction load_function(isa::Type type, Exec exec, Spacing spacing);

ModifyFunction modify_function(Exec exec, Modifier modifier);

}  // namespace eugene::eu
