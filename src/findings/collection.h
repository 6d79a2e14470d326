// All findings of a process or of a run, each once.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"
#include "findings/suppressions.h"

namespace eugene::findings {

enum class Added : std::uint8_t {
  first,       // a new finding
  again,       // one that is there: its count has grown
  suppressed,  // a suppression or a comment in the source is about it
};

// Findings are the same if they have one id, kernel and source lines; instructions stand in for lines that are not
// known. So the two SIMD halves of a store, or the sixty stores of an unrolled loop, are one. Of a finding with others
// each is looked up, and suppressed, for itself.
class Collection {
 public:
  explicit Collection(std::vector<Suppression> suppressions = {}) : suppressions_(std::move(suppressions)) {}

  Added add(Finding finding);
  const std::vector<Finding>& findings() const { return findings_; }
  const std::vector<Finding>& suppressed() const { return suppressed_; }
  // The suppressions that no finding has matched.
  std::vector<Suppression> unused() const;

  // Adds `finding` to the one of the same source lines in `into`, or as a new one. `known`: where each is in `into`.
  // `is_printed`: the count of a finding that is there has been printed, so that only its total grows.
  static Added merge(std::vector<Finding>& into, std::map<std::string, std::size_t>& known, Finding finding,
                     bool is_printed);

 private:
  bool is_suppressed(const Finding& finding);

  std::vector<Suppression> suppressions_;
  std::vector<std::uint32_t> used_lines_;
  std::vector<Finding> findings_;
  std::vector<Finding> suppressed_;
  std::map<std::string, std::size_t> known_;             // indices of findings_ by what makes them the same
  std::map<std::string, std::size_t> known_suppressed_;  // of suppressed_
};

// Returns the findings of a launch: those of the same source lines as one, and those that `joined_by` joins as one with
// others.
std::vector<Finding> merged(std::vector<Finding> all);

}  // namespace eugene::findings
