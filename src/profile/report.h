// Reports a profile to people and programs: as text, as JSON, or as an HTML page.
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

// A kernel's counts, and the facts derived from them.
struct KernelReport {
  const KernelCounts* counts = nullptr;
  std::string name;
  std::vector<InstructionModel> models;
  std::vector<std::string> text;       // by instruction
  std::vector<std::string> messages;   // by instruction: description of its message; empty: not a send
  std::vector<std::uint32_t> offsets;  // by instruction, in bytes
  std::vector<std::string> places;     // by instruction, for users: offset in machine code, line of vISA
  InstructionCounts all;
  Estimate estimate;
  Occupancy occupancy;
  Roofline roofline;
  std::vector<Bottleneck> findings;
  std::vector<LineReport> lines;           // empty without debug data
  const BaselineKernel* before = nullptr;  // kernel of an earlier profile to compare with; null: none

  // Returns the cycles of all threads for the instruction's pipe and for waiting before it. The heat map shows them.
  static double heat(const InstructionCounts& each) { return static_cast<double>(each.issue + each.stalled); }
  // Returns the instruction's heat in per cent of the kernel's heat.
  double time(const InstructionCounts& each) const { return heat(all) == 0 ? 0 : 100 * heat(each) / heat(all); }
  // Returns the average number of enabled channels.
  static double channels(const InstructionCounts& each) {
    return static_cast<double>(each.channels) / static_cast<double>(std::max<std::uint64_t>(each.executions, 1));
  }
  // Returns the text of instruction `index` with the description of its message.
  std::string described(std::size_t index) const {
    return messages[index].empty() ? text[index] : text[index] + "; " + messages[index];
  }
  // Returns the source line of instruction `index`; null if unknown.
  const SourceLines::Row* source_row(std::size_t index) const { return counts->lines.row_at(offsets[index]); }
  // Returns the source line of instruction `index` as text; empty if unknown.
  std::string source_location(std::size_t index) const;
  // Returns "kernel", or the name of the stage of a draw: "pixel shader".
  std::string kind() const;
  // Returns the name, after the stage of a draw.
  std::string label() const { return counts->stage == Stage::compute ? name : kind() + " " + name; }
  // Returns " (vISA, FILE)"; empty for machine code.
  std::string of_file() const;
  // Returns a phrase about how many groups were timed; empty if all were.
  std::string sample() const;
};

// Returns reports of the kernels, longest time first. `kernels` must outlive the result. Kernels whose code is not
// valid code of `gen` are left out. `text` looks up source lines; null: no source text.
std::vector<KernelReport> analyse(const isa::Gen& gen, const std::vector<KernelCounts>& kernels,
                                  const SourceText& text = nullptr);

// The lines and instructions of a kernel that the text lists.
enum class Extent : std::uint8_t { hottest, all };

std::string as_text(const std::vector<KernelReport>& kernels, Extent extent = Extent::all);
// Version of the JSON of as_json(). Increases when a member changes its meaning or is removed.
inline constexpr unsigned kJsonSchema = 2;
std::string as_json(const std::vector<KernelReport>& kernels, const About& about = {});
// Returns a self-contained HTML file. `title` is the program's name.
std::string as_html(const std::vector<KernelReport>& kernels, std::string_view title, const About& about = {});

// Convert counts to and from JSON, for passing them to another process.
std::string counts_to_json(const std::vector<KernelCounts>& kernels);
Result<std::vector<KernelCounts>> counts_from_json(std::string_view text);

}  // namespace eugene::profile
