#include "gpu/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace eugene::gpu {
namespace {

std::string kernel_text(const KernelFault& fault) {
  const bool recovered = !fault.effect.empty();
  std::string text = fmt::format("eugene: {}: {}", recovered ? "warning" : "GPU fault", fault.fault.what);
  if (fault.fault.address) text += fmt::format(" at address {:#x}", *fault.fault.address);
  if (recovered) text += fmt::format(": it {}; not reported again for this instruction", fault.effect);
  text += "\n";
  text += fault.kernel.empty() ? fmt::format("  kernel       at {:#x}\n", fault.kernel_address)
                               : fmt::format("  kernel       {} at {:#x}\n", fault.kernel, fault.kernel_address);
  text += fmt::format("  instruction  {:#06x}: {}\n", fault.site.instruction, fault.site.assembly);
  if (fault.site.source) {
    text += fmt::format("  source       {}{}{}\n", to_text(*fault.site.source), fault.site.text.empty() ? "" : ": ",
                        fault.site.text);
  }
  if (const auto& item = fault.site.item; item && item->stage != Stage::compute) {
    text += fmt::format("  stage        {}\n", item_of_draw(*item));
  } else if (item) {
    text += fmt::format("  thread       {} of group ({})", item->thread, fmt::join(item->group, ", "));
    if (fault.fault.lane) text += fmt::format(", lane {}", *fault.fault.lane);
    text += "\n";
  }
  if (!fault.null_arguments.empty())
    text += fmt::format("  argument     {}: a null pointer, for example a buffer that was not created\n",
                        fault.null_arguments);
  if (!fault.fault.reference.empty()) text += fmt::format("  reference    {}\n", fault.fault.reference);
  if (!fault.hint.empty()) text += fmt::format("  hint         {}\n", fault.hint);
  return text;
}

std::string command_text(const Diagnostic& diagnostic, bool executed) {
  std::string text =
      fmt::format("eugene: {}: {}\n", executed ? "warning: commands" : "bad commands", diagnostic.message);
  if (!diagnostic.rule.empty()) text += fmt::format("  rule         {}\n", diagnostic.rule);
  if (!diagnostic.reference.empty()) text += fmt::format("  reference    {}\n", diagnostic.reference);
  if (!diagnostic.hint.empty()) text += fmt::format("  hint         {}\n", diagnostic.hint);
  return text;
}

// Formats an estimate: " (25 %, about 3 min left)". It assumes that groups take equally long and that unfinished groups
// have done nothing. Empty before the first group has ended.
std::string estimate(const Progress& progress) {
  if (progress.groups_done == 0 || progress.groups_done >= progress.groups) return {};
  const double share = static_cast<double>(progress.groups_done) / static_cast<double>(progress.groups);
  const double left = std::chrono::duration<double>(progress.time).count() * (1 - share) / share;
  constexpr double kMinute = 60;
  constexpr double kHour = 3600;
  const std::string time = left < 2 * kMinute ? fmt::format("{:.0f} s", left)
                           : left < 2 * kHour ? fmt::format("{:.0f} min", left / kMinute)
                                              : fmt::format("{:.0f} h", left / kHour);
  return fmt::format(" ({:.0f} %, about {} left)", share * 100, time);
}

}  // namespace

std::string item_of_draw(const WorkItem& item) {
  const auto& [first, second, third] = item.group;
  const std::string place = item.stage == Stage::vertex ? fmt::format("vertex {} of instance {}", first, second)
                                                        : fmt::format("pixel ({}, {}), layer {}", first, second, third);
  return fmt::format("{}, {}", shader_name(item.stage), place);
}

std::string format(const Report& report) {
  std::string text;
  if (report.told) return text;
  if (!report.remark.empty()) return fmt::format("eugene: {}\n", report.remark);
  if (report.kernel) text += kernel_text(*report.kernel);
  if (report.commands && report.not_drawn)
    text += fmt::format("eugene: not drawn: {}; not reported again\n", report.commands->message);
  else if (report.commands)
    text += command_text(*report.commands, report.executed);
  if (report.lost) text += "  context      lost: from now on the program reads only ones from this GPU\n";
  return text;
}

namespace {

// Returns the words for what runs: "kernel scale", "pixel shader at 0x1000", "a draw".
std::string running(const Progress& progress, const std::string& kernel) {
  if (progress.is_draw) return "a draw";
  const std::string name = kernel.empty() ? fmt::format("at {:#x}", progress.kernel_address) : kernel;
  if (progress.stage == Stage::compute) return "kernel " + name;
  return fmt::format("{} {}", shader_name(progress.stage), name);
}

}  // namespace

std::string format(const Progress& progress, const std::string& kernel) {
  const std::string_view parts = progress.is_draw ? "vertices" : "groups";
  if (progress.is_interrupted)
    return fmt::format("eugene: interrupted: {}, {} of {} {} done\n", running(progress, kernel), progress.groups_done,
                       progress.groups, parts);
  return fmt::format(
      "eugene: {} has run for {:.0f} s: {} of {} {} done{}, {:.0f} million instructions{}; use --timeout SECONDS "
      "to stop it\n",
      running(progress, kernel), std::chrono::duration<double>(progress.time).count(), progress.groups_done,
      progress.groups, parts, estimate(progress), static_cast<double>(progress.instructions) / 1e6,
      progress.is_watched     ? ", interpreted to follow undefined or inexact values (--check)"
      : progress.is_compiling ? ", compiling"
                              : "");
}

}  // namespace eugene::gpu
