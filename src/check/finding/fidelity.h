// Counts of the instructions and messages that a kernel has executed in all its launches, by how surely a GPU has the
// same results (isa/fidelity.h): the summary of `eugene run --check=fidelity`.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eugene::check {

inline constexpr std::array<std::string_view, 4> kFidelityClasses{"exact", "bounded", "chosen", "substitute"};
using ClassCounts = std::array<std::uint64_t, kFidelityClasses.size()>;

// Instructions or messages of one name that are not exact.
struct FidelityItem {
  std::size_t fidelity = 0;  // index in kFidelityClasses
  std::string name;          // "math.sin", "sampler.sample_lz"
  std::string reference;     // document and section, or the row of docs/record/undefined.md
  std::uint64_t count = 0;
  bool operator==(const FidelityItem&) const = default;
};

struct KernelFidelity {
  std::string kernel;
  std::uint64_t launches = 0;
  ClassCounts instructions{};  // executed by threads
  ClassCounts messages{};      // sent by threads
  std::vector<FidelityItem> inexact;
  bool operator==(const KernelFidelity&) const = default;
};

// Adds one more launch of a kernel, or its launches in another process, to `all`.
void add(std::vector<KernelFidelity>& all, const KernelFidelity& more);

// Returns a line for each kernel, and a line for each of its items: by class, and the most frequent first.
std::string format(const std::vector<KernelFidelity>& all);

}  // namespace eugene::check
