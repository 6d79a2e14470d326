// Removes repeated diagnostics. Parts of a text that are read several times, such as the parts that all cases of a file
// share, give the same diagnostics each time.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>

#include "base/diagnostic.h"

namespace eugene {

class DistinctDiagnostics {
 public:
  // Returns false if a diagnostic with this place and message was met before.
  bool meet(const Diagnostic& one) {
    return met_.emplace(one.where.line, one.where.column, one.rule, one.message).second;
  }

 private:
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::string, std::string>> met_;
};

}  // namespace eugene
