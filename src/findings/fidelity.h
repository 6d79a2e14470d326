// What a kernel has executed by how surely that is what a GPU does (isa/fidelity.h), over all its launches: the summary
// of `eugene run --check=fidelity`.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace eugene::findings {

inline constexpr std::array<std::string_view, 4> kFidelityClasses{"exact", "bounded", "chosen", "substitute"};
using FidelityCounts = std::array<std::uint64_t, kFidelityClasses.size()>;

// Instructions or messages that are not exact.
struct FidelityItem {
  std::size_t fidelity = 0;  // index in kFidelityClasses
  std::string name;          // "math.sin", "sampler.sample_lz"
  std::string reference;     // document and section, or the row of docs/undefined.md
  std::uint64_t count = 0;
  bool operator==(const FidelityItem&) const = default;
};

struct KernelFidelity {
  std::string kernel;
  std::uint64_t launches = 0;
  FidelityCounts instructions{};  // executed by threads
  FidelityCounts messages{};      // that they have sent
  std::vector<FidelityItem> inexact;
  bool operator==(const KernelFidelity&) const = default;
};

// One more launch, or another process, of a kernel that may be there.
void add(std::vector<KernelFidelity>& all, const KernelFidelity& more);

// A line for each kernel, and one for each of its items, those of a class together, the most frequent first.
std::string format(const std::vector<KernelFidelity>& all);

}  // namespace eugene::findings
