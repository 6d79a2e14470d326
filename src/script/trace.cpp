#include "script/trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <iterator>
#include <optional>
#include <span>
#include <vector>

#include "asm/element.h"
#include "asm/printer.h"
#include "eu/prepared_op.h"
#include "eu/thread_block.h"
#include "isa/region.h"
#include "script/reliance/checker.h"

namespace eugene::script {
namespace {

constexpr unsigned kLanesOfRow = 8;
constexpr std::size_t kLeastWidth = 4;

// Returns the offset in the Thread of the destination's region; nothing if there is none or it is not in registers.
std::optional<std::size_t> find_destination(const eu::PreparedOp& op, const eu::Thread& thread) {
  using Kind = eu::DestinationPlan::Kind;
  const eu::DestinationPlan& plan = op.destination;
  if (plan.kind == Kind::direct) return plan.offset;
  if (plan.kind != Kind::indirect) return std::nullopt;
  // An instruction that writes through an address does not change the address.
  return std::size_t{plan.offset} + thread.address[plan.address % thread.address.size()] +
         static_cast<std::size_t>(plan.address_offset);
}

// Returns the name of the element at byte `at` of a thread, such as "r4.3:w". Other registers, such as "a0.0:uw", are
// named by the instruction's operand.
std::string register_name(const isa::Operand& operand, std::size_t at) {
  const std::size_t size = isa::byte_size(operand.type);
  const std::string_view type = isa::info(operand.type).name;
  for (const auto& [letter, begin, count] : {std::tuple{'r', offsetof(eu::Thread, grf), std::size_t{eu::kGrfCount}},
                                             std::tuple{'m', offsetof(eu::Thread, mrf), std::size_t{eu::kMrfCount}}}) {
    if (at < begin || at >= begin + count * eu::kGrfBytes) continue;
    return fmt::format("{}{}.{}:{}", letter, (at - begin) / eu::kGrfBytes, (at - begin) % eu::kGrfBytes / size, type);
  }
  return fmt::format("result:{}", type);
}

std::string element_at(std::span<const std::byte> bytes, isa::Type type, std::size_t at) {
  const std::size_t size = isa::byte_size(type);
  if (at + size > bytes.size()) return "-";
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data() + at, size);
  return assembly::format_element(type, bits);
}

// Draws rows of eight lanes below the lanes' numbers. "." is a lane that the instruction has not written.
void draw_region(std::string& text, const isa::Instruction& instruction, std::span<const std::byte> bytes,
                 std::size_t base, std::uint32_t written) {
  const isa::ElementOffsets offsets = isa::destination_places(instruction);
  const unsigned lanes = std::min<unsigned>(instruction.exec_size, isa::kMaxChannels);
  std::vector<std::string> values;
  std::size_t width = kLeastWidth;
  for (unsigned lane = 0; lane < lanes; ++lane) {
    const bool is_written = (written >> lane & 1U) != 0;
    values.push_back(is_written ? element_at(bytes, instruction.dst.type, base + offsets[lane]) : ".");
    width = std::max(width, values.back().size());
  }
  auto out = std::back_inserter(text);
  for (unsigned first = 0; first < lanes; first += kLanesOfRow) {
    const unsigned end = std::min(first + kLanesOfRow, lanes);
    fmt::format_to(out, "  {:<12}", "lane");
    for (unsigned lane = first; lane < end; ++lane)
      fmt::format_to(out, " {:>{}}", lane + instruction.channel_offset, width);
    fmt::format_to(out, "\n  {:<12}", register_name(instruction.dst, base + offsets[first]));
    for (unsigned lane = first; lane < end; ++lane) fmt::format_to(out, " {:>{}}", values[lane], width);
    text += '\n';
  }
}

// Draws the registers of a message's response.
void draw_response(std::string& text, const isa::Instruction& instruction, std::span<const std::byte> bytes,
                   std::size_t base) {
  const unsigned count =
      instruction.send.registers ? instruction.send.registers->response : instruction.send.response_length();
  auto out = std::back_inserter(text);
  for (unsigned i = 0; i < count; ++i) {
    const std::size_t at = base + i * std::size_t{eu::kGrfBytes};
    isa::Operand row = instruction.dst;
    row.type = isa::Type::ud;
    fmt::format_to(out, "  {:<12}", register_name(row, at));
    for (std::size_t byte = 0; byte < eu::kGrfBytes; byte += sizeof(std::uint32_t))
      fmt::format_to(out, " {}", element_at(bytes, isa::Type::ud, at + byte));
    text += '\n';
  }
}

}  // namespace

void InstructionTrace::instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) {
  enabled_ = reliance::enabled_channels(*program_.gen, program_.instructions[op.index], thread);
}

void InstructionTrace::executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned /*channels*/,
                                std::uint32_t before) {
  const isa::Instruction& instruction = program_.instructions[op.index];
  const unsigned index = threads_.find_index(thread);
  std::string text = fmt::format("thread {} {:#06x}  {}\n", first_thread_ + index, op.ip,
                                 assembly::print(*program_.gen, assembly::kNative, instruction));
  const auto bytes = threads_.bytes(index);
  const bool is_send = op.action == isa::Action::send;
  // The plan has no place for the response: a message writes whole registers.
  if (is_send && instruction.dst.is_grf() && enabled_ != 0) {
    draw_response(text, instruction, bytes,
                  offsetof(eu::Thread, grf) + instruction.dst.nr * std::size_t{eu::kGrfBytes});
  } else if (const auto base = find_destination(op, thread); base && !is_send && enabled_ != 0) {
    draw_region(text, instruction, bytes, *base, enabled_ & op.write_mask);
  }
  auto out = std::back_inserter(text);
  if (instruction.cond_mod != isa::CondMod::none && op.action != isa::Action::select_compare)
    fmt::format_to(out, "  f{}           {:#010x}\n", instruction.flag_nr, thread.flag[instruction.flag_nr]);
  if (enabled_ == 0) text += "  no channel is enabled\n";
  if (before != thread.running) fmt::format_to(out, "  channels     {:#x} -> {:#x}\n", before, thread.running);
  sink_(text);
}

}  // namespace eugene::script
