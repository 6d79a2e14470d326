#include "asm/printer.h"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "asm/align1_text.h"
#include "asm/print_line.h"
#include "asm/send_text.h"
#include "isa/branch.h"

namespace eugene::assembly {
namespace {

using isa::Instruction;
using Labels = std::map<std::uint32_t, std::string>;

struct Targets {
  std::optional<std::uint32_t> jip, uip;
};

// Returns the target `distance` bytes from `base` if an instruction begins there, or the program ends there.
std::optional<std::uint32_t> target(const isa::Program& program, std::uint32_t end, std::int64_t base,
                                    std::int64_t distance) {
  const std::int64_t at = base + distance;
  if (at == end) return end;
  if (at < 0 || at > end || !std::ranges::binary_search(program.offsets, static_cast<std::uint32_t>(at)))
    return std::nullopt;
  return static_cast<std::uint32_t>(at);
}

// Returns the targets of a branch.
Targets find_targets(const isa::Program& program, std::uint32_t end, std::size_t index, const Dialect& dialect) {
  const Instruction& i = program.instructions[index];
  if (distance_slot(i) == nullptr) return {};
  if (i.row().format == isa::Format::jump && !dialect.flow.jump_labels) return {};
  const std::int64_t base = branch_origin(i, program.offsets[index]);
  Targets targets{.jip = target(program, end, base, i.jip), .uip = {}};
  if (has_uip(*program.gen, i)) targets.uip = target(program, end, base, i.uip);
  return targets;
}

std::uint32_t find_end(const isa::Program& program, const ExactBits& exact) {
  if (program.instructions.empty()) return 0;
  const auto last = exact.find(program.instructions.size() - 1);
  if (last == exact.end()) return program.end();
  return program.offsets.back() + static_cast<std::uint32_t>(last->second.size());
}

Labels make_labels(const isa::Program& program, std::uint32_t end, const Dialect& dialect) {
  Labels labels(program.labels.begin(), program.labels.end());
  const auto add = [&](std::optional<std::uint32_t> at) {
    if (at && !labels.contains(*at)) labels.emplace(*at, fmt::format("{}{}", dialect.statement.label_prefix, *at));
  };
  for (std::size_t n = 0; n < program.instructions.size(); ++n) {
    if (!is_branch(program.instructions[n])) continue;
    const Targets targets = find_targets(program, end, n, dialect);
    add(targets.jip);
    add(targets.uip);
  }
  return labels;
}

}  // namespace

void print(const isa::Gen& gen, const Dialect& dialect, const Instruction& instruction, const LineExtras& extras,
           std::string& out) {
  const auto text = dialect.operand.ternary_as_align1 ? as_align1(instruction) : std::nullopt;
  Line line(gen, dialect, text ? *text : instruction, extras, out, text.has_value());
  print_head(line);
  print_operands(line);
  print_options(line);
  if (!extras.comment.empty()) {
    line.out.put("  // ");
    line.out.put(extras.comment);
  }
}

std::string print(const isa::Gen& gen, const Dialect& dialect, const Instruction& instruction) {
  std::string text;
  print(gen, dialect, instruction, {}, text);
  return text;
}

std::string print(const isa::Program& program, const Dialect& dialect, const ExactBits& exact, MessageForm messages) {
  constexpr std::size_t kUsualLine = 100;
  const std::uint32_t end = find_end(program, exact);
  const Labels labels = make_labels(program, end, dialect);
  const auto find_name = [&](std::optional<std::uint32_t> at) {
    return at ? std::string_view(labels.at(*at)) : std::string_view{};
  };
  std::string text;
  text.reserve(program.instructions.size() * kUsualLine);
  auto label = labels.begin();
  for (std::size_t n = 0; n < program.instructions.size(); ++n) {
    for (; label != labels.end() && label->first <= program.offsets[n]; ++label) text += label->second + ":\n";
    Targets targets;
    if (is_branch(program.instructions[n])) targets = find_targets(program, end, n, dialect);
    const SendText send(*program.gen, dialect, program.instructions[n], messages);
    LineExtras extras{.jip_label = find_name(targets.jip),
                      .uip_label = find_name(targets.uip),
                      .bits = {},
                      .comment = send.comment,
                      .message = send.message};
    if (const auto bits = exact.find(n); bits != exact.end()) extras.bits = bits->second;
    text += "    ";
    print(*program.gen, dialect, program.instructions[n], extras, text);
    text += '\n';
  }
  for (; label != labels.end(); ++label) text += label->second + ":\n";
  return text;
}

}  // namespace eugene::assembly
