// What the commands at a stop show.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "debug/command_place.h"
#include "debug/session.h"
#include "debug/values.h"
#include "gpu/instruction_text.h"
#include "gpu/schedule/payload.h"
#include "isa/instruction.h"

namespace eugene::debug {
namespace {

std::string text_of(const gpu::ItemId& item) { return fmt::format("({}, {}, {})", item[0], item[1], item[2]); }

}  // namespace

std::string Session::source_text(std::uint32_t ip) const {
  const auto line = text_.lines.at(ip);
  return fmt::format("{:#x}{}", ip, line ? ", " + eugene::text_of(*line) : "");
}

std::string Session::place_text() const {
  const eu::Thread& thread = focused();
  const std::uint64_t index = track_.now().group;
  const gpu::GroupId group = dispatch_.work.payload->id(index);
  std::string text = fmt::format("launch {}, kernel {}, group ({}, {}, {}), thread {}, {} channels", launch_,
                                 text_.kernel.empty() ? "without a name" : text_.kernel, group[0], group[1], group[2],
                                 focus_, std::popcount(thread.running));
  if (thread.running != 0) {
    const auto first = items_.global_id(index, focus_, static_cast<unsigned>(std::countr_zero(thread.running)));
    const auto last = items_.global_id(index, focus_, static_cast<unsigned>(std::bit_width(thread.running)) - 1);
    if (first && last) text += fmt::format(", work-items {} to {}", text_of(*first), text_of(*last));
  }
  text += "\n";
  if (const auto line = text_.lines.at(thread.ip))
    text += fmt::format("{}: {}\n", eugene::text_of(*line), text_.text_of(*line));
  return text + instruction_text(thread.ip);
}

std::string Session::instruction_text(std::uint32_t ip) const {
  return fmt::format("{:#06x}: {}\n", ip,
                     gpu::instruction_text(*dispatch_.device.gen, dispatch_.work.kernel_address() + ip, view_));
}

std::string Session::item_text(std::uint64_t group, unsigned thread, unsigned channel) const {
  const auto item = items_.global_id(group, thread, channel);
  return item ? text_of(*item) : fmt::format("thread {} channel {}", thread, channel);
}

std::string Session::code_text(std::uint64_t count) {
  constexpr std::uint64_t kMost = 1000;
  const isa::Program& program = dispatch_.kernel.program();
  const auto index = program.index_at(focused().ip);
  if (!index) return "there is no instruction here\n";
  std::string text;
  for (std::uint64_t i = *index; i < program.instructions.size() && i < *index + std::min(count, kMost); ++i) {
    text += instruction_text(program.offsets[i]);
  }
  return text;
}

std::string Session::list_text() const {
  constexpr std::uint32_t kAround = 4;
  const auto line = text_.lines.at(focused().ip);
  if (!line) return "no source line is known here\n";
  std::string text;
  for (std::uint32_t i = line->line > kAround ? line->line - kAround : 1; i <= line->line + kAround; ++i) {
    const std::string content = text_.text_of({.file = line->file, .line = i});
    text += fmt::format("{}{:5}  {}\n", i == line->line ? '>' : ' ', i, content);
  }
  return text;
}

std::string Session::lanes_text() const {
  std::string text;
  for (unsigned channel = 0; channel != dispatch_.work.simd; ++channel) {
    const bool runs = (focused().running >> channel & 1U) != 0;
    const bool is_there = (focused().dispatched >> channel & 1U) != 0;
    const auto item = items_.global_id(track_.now().group, focus_, channel);
    text += fmt::format("{} {:2} {:<8} {}\n", channel == channel_ ? '>' : ' ', channel,
                        runs       ? "runs"
                        : is_there ? "waits"
                                   : "disabled",
                        item && is_there ? text_of(*item) : "");
  }
  return text;
}

std::string Session::threads_text() const {
  std::string text;
  for (unsigned i = 0; i != count_; ++i) {
    const eu::Thread& thread = (*threads_)[i];
    text += fmt::format("{} {:3}  {:2} channels  {}\n", i == focus_ ? '>' : ' ', i, std::popcount(thread.running),
                        source_text(thread.ip));
  }
  return text;
}

std::string Session::breakpoints_text() const {
  std::string text;
  for (const Breakpoint& each : state_->breakpoints)
    text += fmt::format("  {} {}, {} hits\n", each.number, debug::text_of(each.place), each.hits);
  return text.empty() ? "there are no breakpoints\n" : text;
}

std::string Session::memory_text(const Memory& memory) {
  constexpr unsigned kPerLine = 8;
  const unsigned bytes = isa::size_of(memory.type);
  std::vector<std::byte> held(std::size_t{memory.count} * bytes);
  if (memory.is_local) {
    if (memory.address > local_.size() || held.size() > local_.size() - memory.address)
      return fmt::format("the group has {} bytes of local memory\n", local_.size());
    std::ranges::copy(local_.subspan(memory.address, held.size()), held.begin());
  } else if (!view_.read(memory.address, held)) {
    return fmt::format("address {:#x} is not mapped\n", view_.bad_address());
  }
  std::string text;
  for (std::uint32_t i = 0; i != memory.count; ++i) {
    if (i % kPerLine == 0)
      text += fmt::format("{}{:#x}:", i == 0 ? "" : "\n", memory.address + std::uint64_t{i} * bytes);
    text += " " + value_text(memory.type, std::span(held).subspan(std::size_t{i} * bytes, bytes));
  }
  return text + "\n";
}

}  // namespace eugene::debug
