// A profile for people and programs: as text, as JSON, as a page of HTML.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "isa/gen.h"
#include "profile/about.h"
#include "profile/counts.h"
#include "profile/estimate.h"
#include "profile/occupancy.h"
#include "profile/roofline.h"
#include "profile/source_report.h"

namespace eugene::profile {

struct BaselineKernel;

// A kernel with what follows from its counts.
struct KernelReport {
  const KernelCounts* counts = nullptr;
  std::string name;
  std::vector<InstructionModel> models;
  std::vector<std::string> text;       // of each instruction
  std::vector<std::string> messages;   // what each sends, in words; empty: nothing
  std::vector<std::uint32_t> offsets;  // in bytes
  std::vector<std::string> places;     // of each instruction, for users; for vISA its lines
  InstructionCounts all;
  Estimate estimate;
  Occupancy occupancy;
  Roofline roofline;
  std::vector<Finding> findings;
  std::vector<LineReport> lines;           // none without debug data
  const BaselineKernel* before = nullptr;  // that it is compared with

  // Cycles of its pipe and of waiting before it, of all threads: what the heat map shows.
  static double heat(const InstructionCounts& each) { return static_cast<double>(each.issue + each.stalled); }
  // Per cent of the kernel's.
  double time(const InstructionCounts& each) const { return heat(all) == 0 ? 0 : 100 * heat(each) / heat(all); }
  // Enabled on average.
  static double channels(const InstructionCounts& each) {
    return static_cast<double>(each.channels) / static_cast<double>(std::max<std::uint64_t>(each.executions, 1));
  }
  // Instruction `index`, with what it sends.
  std::string described(std::size_t index) const {
    return messages[index].empty() ? text[index] : text[index] + "; " + messages[index];
  }
  // Where instruction `index` comes from; null where that is not known, ...
  const SourceLines::Row* row_of(std::size_t index) const { return counts->lines.row_at(offsets[index]); }
  // ... and as text: empty where it is not.
  std::string source_of(std::size_t index) const;
  // " (vISA, FILE)"; empty of machine code.
  std::string of_file() const;
  // Which groups were timed; empty: all.
  std::string sample() const;
};

// The kernels, the longest first; they must outlive the result. Kernels whose code is not of `gen` are left out.
// `text`: looks up source lines; null: no source text.
std::vector<KernelReport> analyse(const isa::Gen& gen, const std::vector<KernelCounts>& kernels,
                                  const SourceText& text = nullptr);

// Which lines and instructions of a kernel the text lists.
enum class Extent : std::uint8_t { hottest, all };

std::string as_text(const std::vector<KernelReport>& kernels, Extent extent = Extent::all);
// The number of what as_json() writes: one more whenever a member gets another meaning or goes.
inline constexpr unsigned kJsonSchema = 2;
std::string as_json(const std::vector<KernelReport>& kernels, const About& about = {});
// One file that needs no other. `title`: the program.
std::string as_html(const std::vector<KernelReport>& kernels, std::string_view title, const About& about = {});

// Counts alone, from one process to another.
std::string counts_to_json(const std::vector<KernelCounts>& kernels);
Result<std::vector<KernelCounts>> counts_from_json(std::string_view text);

}  // namespace eugene::profile
