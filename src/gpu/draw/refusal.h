// The error of a draw that Eugene cannot do.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "base/diagnostic.h"

namespace eugene::gpu {

inline std::unexpected<Diagnostic> refuse_draw(std::string_view what) {
  return fail(fmt::format("3DPRIMITIVE with {}, which is not supported", what), "SKL PRM vol2a 3DPRIMITIVE");
}

}  // namespace eugene::gpu
