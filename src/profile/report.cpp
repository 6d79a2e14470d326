#include "profile/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>

#include "asm/printer.h"
#include "isa/encoding/decode.h"
#include "isa/message/words.h"

namespace eugene::profile {
namespace {

constexpr std::array<std::string_view, kL3Clients> kClients{"data", "read-only", "URB"};

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void print_kinds(std::string& text, const KernelReport& kernel) {
  std::array<InstructionCounts, kKindNames.size()> kinds;
  for (std::size_t i = 0; i < kernel.models.size(); ++i)
    kinds[static_cast<std::size_t>(kernel.models[i].kind)] += kernel.counts->instructions[i];
  auto out = std::back_inserter(text);
  fmt::format_to(out, "  {:<16}{:>14}{:>9}{:>10}{:>14}\n", "kind", "instructions", "share", "channels", "bytes");
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    if (kinds[i].executions == 0) continue;
    fmt::format_to(out, "  {:<16}{:>14}{:>8.1f}%{:>10.1f}{:>14}\n", kKindNames[i], kinds[i].executions,
                   percent(kinds[i].executions, kernel.all.executions),
                   static_cast<double>(kinds[i].channels) / static_cast<double>(kinds[i].executions), kinds[i].bytes);
  }
}

// Prints how the profile's model divides all banks of the L3 together (BXT PRM vol6 "L3 Bank Configuration").
void print_division(std::string& text, const DeviceModel& device) {
  if (device.parameters != Parameters()) text += fmt::format("  model: {}\n", to_text(device.parameters));
  if (device.l3_bank == nullptr || device.l3_banks == 0) return;
  const memory::L3Configuration all = device.division().times(device.l3_banks);
  auto out = std::back_inserter(text);
  fmt::format_to(out, "  L3, {} x {} KB:", device.l3_banks, device.l3_bank->kilobytes);
  const std::array<std::pair<std::string_view, unsigned>, 5> parts{{{"any client", all.rest},
                                                                    {"data", all.data},
                                                                    {"read-only", all.read_only},
                                                                    {"URB", all.urb},
                                                                    {"local memory", all.slm}}};
  std::string_view before = " ";
  for (const auto& [name, kilobytes] : parts) {
    if (kilobytes == 0) continue;
    fmt::format_to(out, "{}{} KB for {}", before, kilobytes, name);
    before = ", ";
  }
  text += '\n';
}

void print_memory(std::string& text, const KernelReport& kernel) {
  if (kernel.all.lines != 0 || kernel.all.slm_clocks != 0) print_division(text, kernel.counts->device);
  auto out = std::back_inserter(text);
  for (std::size_t i = 0; i < kL3Clients; ++i) {
    const HitCount& count = kernel.counts->l3[i];
    if (count.accesses == 0) continue;
    fmt::format_to(out, "  L3, {:<12}{:>14} lines, {:.1f}% hits\n", kClients[i], count.accesses,
                   percent(count.hits, count.accesses));
  }
  if (kernel.all.slm_clocks != 0) {
    fmt::format_to(out, "  local memory    {:>14} clocks, {} of them for conflicts\n", kernel.all.slm_clocks,
                   kernel.all.slm_clocks - kernel.all.slm_least);
  }
}

void print_occupancy(std::string& text, const Occupancy& occupancy) {
  if (occupancy.limits.empty()) return;
  auto out = std::back_inserter(text);
  const auto groups = [](std::uint64_t count) { return count == 1 ? "group" : "groups"; };
  fmt::format_to(out, "  occupancy: {} of {} threads at a time ({:.0f}%), {} {} of {}; limited by {}\n",
                 occupancy.threads(), occupancy.capacity, 100 * occupancy.share(), occupancy.groups,
                 groups(occupancy.groups), occupancy.group_threads, occupancy.limits.front().what);
  for (const GroupLimit& limit : occupancy.limits)
    fmt::format_to(out, "    {:<20}{:>16} {}\n", limit.what, limit.groups, groups(limit.groups));
}

void print_roofline(std::string& text, const Roofline& roofline) {
  if (roofline.roofs.empty()) return;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "  roofline: {:.2f} {} operations a cycle, {:.1f}% of the lowest roof\n", roofline.reached,
                 roofline.is_floating ? "floating-point" : "integer", 100 * roofline.share());
  for (const Roof& roof : roofline.roofs) {
    fmt::format_to(out, "    {:<20}{:>16.1f} operations a cycle", roof.part, roof.operations);
    if (roof.bytes != 0) fmt::format_to(out, ": {:.2f} for each of {:.0f} bytes", roof.per_byte, roof.bytes);
    text += '\n';
  }
}

constexpr std::size_t kHottest = 10;

// Returns the indices of the entries to list: all in order, or the ten hottest, the hottest first.
template <class Heat>
std::vector<std::size_t> chosen(std::size_t count, Extent extent, const Heat& heat) {
  std::vector<std::size_t> indices(count);
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  if (extent == Extent::all || count <= kHottest) return indices;
  std::ranges::stable_sort(indices, std::greater(), heat);
  indices.resize(kHottest);
  return indices;
}

void print_omitted(std::string& text, std::size_t count, std::string_view what) {
  if (count > kHottest) text += fmt::format("  ... and {} more {}: --profile-full\n", count - kHottest, what);
}

void print_lines(std::string& text, const KernelReport& kernel, Extent extent) {
  if (kernel.lines.empty()) return;
  auto out = std::back_inserter(text);
  fmt::format_to(out, "  {:>6} {:>12} {:>8} {:>12}  source\n", "time", "executions", "channels", "stalled");
  const auto heat = [&](std::size_t index) { return KernelReport::heat(kernel.lines[index].counts); };
  for (const std::size_t index : chosen(kernel.lines.size(), extent, heat)) {
    const LineReport& line = kernel.lines[index];
    const InstructionCounts& each = line.counts;
    fmt::format_to(out, "  {:>5.1f}% {:>12} {:>8.1f} {:>12}  {}{}{}\n", kernel.time(each), each.executions,
                   KernelReport::channels(each), each.stalled, to_text(line.source), line.text.empty() ? "" : ": ",
                   line.text);
  }
  if (extent == Extent::hottest) print_omitted(text, kernel.lines.size(), "lines");
}

// Prints the instructions. A source place precedes the first instruction of each line.
void print_listing(std::string& text, const KernelReport& kernel, Extent extent) {
  auto out = std::back_inserter(text);
  std::string source;
  fmt::format_to(out, "  {:>6} {:>12} {:>8} {:>12} {:>7} {:>6}  instruction\n", "time", "executions", "channels",
                 "stalled", "lines", "hits");
  std::size_t width = 0;
  for (const std::string& place : kernel.places) width = std::max(width, place.size());
  const auto heat = [&](std::size_t i) { return KernelReport::heat(kernel.counts->instructions[i]); };
  for (const std::size_t i : chosen(kernel.text.size(), extent, heat)) {
    const InstructionCounts& each = kernel.counts->instructions[i];
    if (std::string here = kernel.source_location(i); here != source) {
      if (!here.empty()) fmt::format_to(out, "  {:>58}\n", here);
      source = std::move(here);
    }
    const double executions = std::max(1.0, static_cast<double>(each.executions));
    const std::string lines =
        each.lines == 0 ? "" : fmt::format("{:.1f}", static_cast<double>(each.lines) / executions);
    const std::string hits = each.lines == 0 ? "" : fmt::format("{:.0f}%", percent(each.hits, each.lines));
    fmt::format_to(out, "  {:>5.1f}% {:>12} {:>8.1f} {:>12} {:>7} {:>6}  {:<{}} {}\n", kernel.time(each),
                   each.executions, KernelReport::channels(each), each.stalled, lines, hits, kernel.places[i], width,
                   kernel.described(i));
  }
  if (extent == Extent::hottest) print_omitted(text, kernel.text.size(), "instructions");
}

}  // namespace

std::string KernelReport::source_location(std::size_t index) const {
  const std::optional<SourceLine> line = counts->lines.at(offsets[index]);
  return line ? to_text(*line) : std::string();
}

std::string KernelReport::kind() const {
  return std::string(counts->stage == Stage::compute ? "kernel" : shader_name(counts->stage));
}

std::string KernelReport::of_file() const {
  return counts->listing == nullptr ? std::string() : fmt::format(" (vISA, {})", counts->listing->file);
}

std::string KernelReport::sample() const {
  if (counts->timed_groups == counts->groups) return {};
  return fmt::format("waits and latency are estimated from {} of {} groups", counts->timed_groups, counts->groups);
}

namespace {

// Fills in `report` from machine code. Returns false if the code is not valid code of `gen`.
bool list_code(const isa::Gen& gen, KernelReport& report) {
  Result<isa::Program> program = isa::decode_program(gen, report.counts->code);
  if (!program || program->instructions.size() != report.counts->instructions.size()) return false;
  for (const isa::Instruction& each : program->instructions)
    report.text.push_back(assembly::print(gen, assembly::kNative, each));
  report.offsets = program->offsets;
  for (const std::uint32_t offset : report.offsets) report.places.push_back(fmt::format("{:#06x}", offset));
  const auto kernel = eu::prepare(std::move(*program));
  if (!kernel) return false;
  report.models = build_model(*kernel, report.counts->device.parameters);
  const auto name = [&](unsigned surface) {
    const auto known = report.counts->surfaces.find(surface);
    return known == report.counts->surfaces.end() ? std::string() : known->second;
  };
  for (const isa::Instruction& each : kernel->program().instructions)
    report.messages.push_back(isa::describe_message(gen, each, name));
  return true;
}

std::string format_place(const KernelReport& report, const ListedInstruction& instruction) {
  if (instruction.line != 0) return fmt::format("line {}", instruction.line);
  const std::string number = fmt::format("instruction {}", instruction.number);
  return instruction.routine == report.name ? number : fmt::format("{} of {}", number, instruction.routine);
}

void list(const Listing& listing, KernelReport& report) {
  for (const ListedInstruction& each : listing.instructions) {
    report.text.push_back(each.text);
    report.offsets.push_back(each.offset);
    report.places.push_back(format_place(report, each));
    report.models.push_back(each.model);
    report.messages.push_back(each.model.message);
  }
}

}  // namespace

std::vector<KernelReport> analyse(const isa::Gen& gen, const std::vector<KernelCounts>& kernels,
                                  const SourceText& text) {
  std::vector<KernelReport> reports;
  for (const KernelCounts& counts : kernels) {
    KernelReport report{.counts = &counts, .name = counts.name.empty() ? "(no name)" : counts.name};
    if (counts.listing != nullptr) {
      list(*counts.listing, report);
    } else if (!list_code(gen, report)) {
      continue;
    }
    report.all = total(counts);
    report.estimate = estimate(counts, report.models);
    report.occupancy = occupancy(counts.device);
    report.roofline = roofline(counts, report.models, report.estimate);
    report.findings = findings(counts, report.models);
    report.lines = make_line_reports(counts, report.offsets, text);
    reports.push_back(std::move(report));
  }
  std::ranges::stable_sort(reports, std::greater(), [](const KernelReport& each) { return each.estimate.cycles(); });
  return reports;
}

std::string as_text(const std::vector<KernelReport>& kernels, Extent extent) {
  std::string text;
  auto out = std::back_inserter(text);
  for (const KernelReport& kernel : kernels) {
    fmt::format_to(out, "{} {}{}: {} dispatches, {} threads, {} instructions, {:.1f} channels enabled on average\n",
                   kernel.kind(), kernel.name, kernel.of_file(), kernel.counts->dispatches, kernel.counts->threads,
                   kernel.all.executions, KernelReport::channels(kernel.all));
    fmt::format_to(out, "  estimated time: {:.0f} cycles, limited by {}\n", kernel.estimate.cycles(),
                   kernel.estimate.limits.front().part);
    if (const std::string sample = kernel.sample(); !sample.empty()) fmt::format_to(out, "  {}\n", sample);
    for (const Limit& limit : kernel.estimate.limits) {
      if (limit.cycles >= 0.5) fmt::format_to(out, "    {:<20}{:>16.0f} cycles\n", limit.part, limit.cycles);
    }
    print_occupancy(text, kernel.occupancy);
    print_roofline(text, kernel.roofline);
    for (const Bottleneck& each : kernel.findings) {
      const std::string source = kernel.source_location(each.instruction);
      fmt::format_to(out, "  * {} [{:.0f}%]\n      at {} {}{}{}\n      {}\n", each.what, 100 * each.share,
                     kernel.places[each.instruction], kernel.described(each.instruction),
                     source.empty() ? "" : ", from ", source, each.hint);
    }
    print_kinds(text, kernel);
    print_memory(text, kernel);
    print_lines(text, kernel, extent);
    print_listing(text, kernel, extent);
    text += "\n";
  }
  return text;
}

}  // namespace eugene::profile
