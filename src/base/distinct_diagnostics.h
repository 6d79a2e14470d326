// Diagnostics that have been met: for texts with parts that are read several times, such as what all cases of a file
// share.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <tuple>

#include "base/diagnostic.h"

namespace eugene {

class DistinctDiagnostics {
 public:
  // False: one of the same place and words has been met before.
  bool meet(const Diagnostic& one) {
    return met_.emplace(one.where.line, one.where.column, one.rule, one.message).second;
  }

 private:
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::string, std::string>> met_;
};

}  // namespace eugene
