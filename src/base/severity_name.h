// Names of severities in reports.
#pragma once

#include <string_view>

#include "base/diagnostic.h"

namespace eugene {

// Returns "note", "warning" or "error".
constexpr std::string_view find_name(Severity severity) {
  switch (severity) {
    case Severity::note: return "note";
    case Severity::warning: return "warning";
    case Severity::error: break;
  }
  return "error";
}

}  // namespace eugene
