// Texts that the commands at a stop print.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <set>

#include "base/named_lines.h"
#include "debug/command_place.h"
#include "debug/frames.h"
#include "debug/inspector.h"
#include "debug/values.h"
#include "gpu/instruction_text.h"
#include "gpu/report.h"
#include "gpu/schedule/work/payload.h"
#include "isa/instruction.h"

namespace eugene::debug {
namespace {

std::string to_text(const gpu::ItemId& item) { return fmt::format("({}, {}, {})", item[0], item[1], item[2]); }

}  // namespace

std::string Inspector::source_text(std::uint32_t ip) const {
  const auto line = group_->text.lines.at(ip);
  return fmt::format("{:#x}{}", ip, line ? ", " + eugene::to_text(*line) : "");
}

std::string Inspector::place_text() const {
  const eu::Thread& thread = group_->focused();
  const std::uint64_t index = group_->now().group;
  const gpu::GroupId group = group_->dispatch.work.payload->id(index);
  const WorkItem item = group_->dispatch.work.payload->item(index, group_->thread, kUnknownChannel);
  const std::string place = item.stage == Stage::compute ? fmt::format("group ({}, {}, {}), thread {}", group[0],
                                                                       group[1], group[2], group_->thread)
                                                         : gpu::item_of_draw(item);
  std::string text = fmt::format("launch {}, kernel {}, {}, {} channels", group_->launch,
                                 group_->text.kernel.empty() ? "without a name" : group_->text.kernel, place,
                                 std::popcount(thread.running));
  text += items_text(group_->thread, thread.running);
  text += "\n";
  if (const auto line = group_->text.lines.at(thread.ip))
    text += fmt::format("{}: {}\n", eugene::to_text(*line), trimmed(group_->text.to_text(*line)));
  return text + instruction_text(thread.ip);
}

std::string Inspector::items_text(unsigned thread, std::uint32_t channels) const {
  if (channels == 0) return {};
  const std::uint64_t group = group_->now().group;
  const auto first = group_->items.global_id(group, thread, static_cast<unsigned>(std::countr_zero(channels)));
  const auto last = group_->items.global_id(group, thread, static_cast<unsigned>(std::bit_width(channels)) - 1);
  return first && last ? fmt::format(", work-items {} to {}", to_text(*first), to_text(*last)) : "";
}

std::string Inspector::instruction_text(std::uint32_t ip) const {
  const gpu::ObservedDispatch& dispatch = group_->dispatch;
  // An assembled program is not in memory.
  const std::string text =
      dispatch.code.empty() ? gpu::instruction_text(dispatch.kernel.program(), ip)
                            : gpu::instruction_text(*dispatch.device.gen, dispatch.work.kernel_address() + ip, view_);
  return fmt::format("{:#06x}: {}\n", ip, text);
}

std::string Inspector::item_text(std::uint64_t group, unsigned thread, unsigned channel) const {
  const WorkItem of_draw = group_->dispatch.work.payload->item(group, thread, channel);
  if (of_draw.stage != Stage::compute) return gpu::item_of_draw(of_draw);
  const auto item = group_->items.global_id(group, thread, channel);
  return item ? to_text(*item) : fmt::format("thread {} channel {}", thread, channel);
}

std::string Inspector::code_text(std::uint64_t count) const { return code_text(count, group_->focused().ip); }

std::string Inspector::code_text(std::uint64_t count, std::uint64_t ip) const {
  constexpr std::uint64_t kMax = 1000;
  const isa::Program& program = group_->dispatch.kernel.program();
  const auto index = ip <= ~0U ? program.index_at(static_cast<std::uint32_t>(ip)) : std::nullopt;
  if (!index) return "there is no instruction here\n";
  std::string text;
  for (std::uint64_t i = *index; i < program.instructions.size() && i < *index + std::min(count, kMax); ++i) {
    text += instruction_text(program.offsets[i]);
  }
  return text;
}

// `where` is a line, LINE,LINE or a function; empty: the line in focus.
std::string Inspector::list_text(const std::string& where) const {
  constexpr std::uint32_t kAround = 4, kMaxLines = 1000;
  const std::optional<SourceLine> now = frame().line;
  std::optional<SourceLine> line = now;
  std::string_view rest = where;
  std::optional<unsigned> last;
  if (const auto number = take_number(rest, ~0U); number && line) {
    line->line = *number;
    if (take(rest, ',')) last = take_number(rest, ~0U);
  } else if (!where.empty()) {
    const std::set<std::uint32_t> entries = find_entries(variables().all(), group_->text.lines, where);
    if (entries.empty()) return fmt::format("there is no line or function '{}'\n", where);
    line = group_->text.lines.at(*entries.begin());
    rest = {};
  }
  if (!rest.empty()) return fmt::format("'{}' is not a line or function\n", where);
  if (!line) return "no source line is known here\n";
  const SourceLines& lines = group_->text.lines;
  const std::string whole = NamedLines(lines.given_text, lines.name_of_text()).text(line->file);
  const auto end = whole.empty() ? ~0U : static_cast<std::uint32_t>(std::ranges::count(whole, '\n'));
  const std::uint32_t first = last ? line->line : line->line > kAround ? line->line - kAround : 1;
  std::string text;
  for (std::uint32_t i = std::max(first, 1U); i <= std::min(last.value_or(line->line + kAround), end); ++i) {
    if (i - first > kMaxLines) break;
    const std::string content = group_->text.to_text({.file = line->file, .line = i});
    const bool is_here = now && now->file == line->file && now->line == i;
    text += fmt::format("{}{:5}  {}\n", is_here ? '>' : ' ', i, content);
  }
  return text.empty() ? fmt::format("the source has {} lines\n", end) : text;
}

std::string Inspector::lanes_text() const {
  std::string text;
  for (unsigned channel = 0; channel != group_->dispatch.work.simd; ++channel) {
    const bool runs = (group_->focused().running >> channel & 1U) != 0;
    const bool is_there = (group_->focused().dispatched >> channel & 1U) != 0;
    const auto item = group_->items.global_id(group_->now().group, group_->thread, channel);
    text += fmt::format("{} {:2} {:<8} {}\n", channel == group_->channel ? '>' : ' ', channel,
                        runs       ? "runs"
                        : is_there ? "waits"
                                   : "disabled",
                        item && is_there ? to_text(*item) : "");
  }
  return text;
}

std::string Inspector::threads_text() const {
  std::string text;
  for (unsigned i = 0; i != group_->count; ++i) {
    const eu::Thread& thread = (*group_->threads)[i];
    text += fmt::format("{} {:3}  {:2} channels  {}\n", i == group_->thread ? '>' : ' ', i,
                        std::popcount(thread.running), source_text(thread.ip));
  }
  return text;
}

}  // namespace eugene::debug
