// All findings of a process or of a run, each once.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "check/finding/finding.h"
#include "check/finding/suppressions.h"

namespace eugene::check {

enum class Added : std::uint8_t {
  first,       // a new finding
  again,       // a known finding: its count has grown
  suppressed,  // hidden by a suppression or by a comment in the source
};

// Findings are equal if they have the same id, kernel and source lines; instructions stand in for unknown lines. So the
// two SIMD halves of a store, or the sixty stores of an unrolled loop, are one finding. The others of a finding are
// looked up, and suppressed, one by one.
class Collection {
 public:
  explicit Collection(std::vector<Suppression> suppressions = {}) : suppressions_(std::move(suppressions)) {}

  Added add(Finding finding);
  const std::vector<Finding>& findings() const { return findings_; }
  const std::vector<Finding>& suppressed() const { return suppressed_; }
  // Returns the suppressions that no finding has matched.
  std::vector<Suppression> unused() const;

  // Adds `finding` to the equal finding in `into`, or as a new one. `known` holds the index in `into` of each key.
  // `is_printed`: the count of a known finding has been printed, so only its total grows.
  static Added merge(std::vector<Finding>& into, std::map<std::string, std::size_t>& known, Finding finding,
                     bool is_printed);

 private:
  bool is_suppressed(const Finding& finding);

  std::vector<Suppression> suppressions_;
  std::vector<std::uint32_t> used_lines_;
  std::vector<Finding> findings_;
  std::vector<Finding> suppressed_;
  std::map<std::string, std::size_t> known_;             // indices in findings_, by key
  std::map<std::string, std::size_t> known_suppressed_;  // indices in suppressed_, by key
};

// Merges the findings of a launch: equal findings become one, and findings with the same `joined_by` become one finding
// with others.
std::vector<Finding> merged(std::vector<Finding> all);

}  // namespace eugene::check
