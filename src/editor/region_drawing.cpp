#include "editor/region_drawing.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "asm/assemble.h"
#include "isa/region.h"

namespace eugene::editor {
namespace {

constexpr unsigned kRulerStep = 4;  // bytes

// Assembles an instruction that contains the operand, so that it is parsed as in a program.
Result<isa::Instruction> instruction_with(const isa::Gen& gen, std::string_view operand, unsigned lanes,
                                          bool is_source) {
  const std::size_t colon = operand.rfind(':');
  const std::string type(colon == std::string_view::npos ? "ud" : operand.substr(colon + 1));
  const std::string typed =
      colon == std::string_view::npos ? fmt::format("{}:{}", operand, type) : std::string(operand);
  const std::string text = is_source ? fmt::format("mov ({}) r0<1>:{}  {}\n", lanes, type, typed)
                                     : fmt::format("mov ({}) {}  r0<0;1,0>:{}\n", lanes, typed, type);
  auto assembly = assembly::assemble(gen, assembly::kNative, text, "region");
  if (!assembly) return std::unexpected(assembly.error().front());
  const isa::Program& program = assembly->kernels.front().program;
  if (program.instructions.size() != 1) return fail(fmt::format("'{}' is not a register region", operand));
  return program.instructions.front();
}

char choose_letter(unsigned lane) {
  constexpr unsigned kDigits = 10;
  return static_cast<char>(lane < kDigits ? '0' + lane : 'a' + (lane - kDigits));
}

std::string in_words(const isa::Operand& operand, bool is_source, unsigned lanes) {
  const isa::Region& region = operand.region;
  if (!is_source) {
    return fmt::format("destination: {} lanes, {} apart", lanes,
                       region.hstride == 1 ? "one element" : fmt::format("{} elements", region.hstride));
  }
  if (region.vstride == 0 && region.width == 1 && region.hstride == 0)
    return fmt::format("source: one element for all {} lanes", lanes);
  return fmt::format("source: {} lanes in rows of {}; lanes are {} element(s) apart, rows are {}", lanes, region.width,
                     region.hstride, region.vstride);
}

}  // namespace

Result<std::string> drawn_region(const isa::Gen& gen, std::string_view text, unsigned lanes) {
  // A destination has only a stride, <2>, or no region.
  const bool is_source = text.find(';') != std::string_view::npos || text.find(',') != std::string_view::npos;
  const Result<isa::Instruction> instruction = instruction_with(gen, text, lanes, is_source);
  if (!instruction) return std::unexpected(instruction.error());
  const isa::Operand& operand = is_source ? instruction->src[0] : instruction->dst;
  if (operand.indirect || !(operand.is_grf() || operand.is_mrf()))
    return fail(
        fmt::format("cannot draw '{}': only direct operands in general or message registers can be drawn", text));
  const isa::Footprint footprint =
      is_source ? isa::source_footprint(*instruction, operand) : isa::destination_footprint(*instruction);
  std::vector<std::string> rows(footprint.registers(), std::string(isa::kRegisterBytes, '.'));
  for (unsigned lane = 0; lane < footprint.channels; ++lane) {
    for (unsigned byte = 0; byte < footprint.element; ++byte) {
      const unsigned at = footprint.first[lane] + byte;
      char& cell = rows[at / isa::kRegisterBytes][at % isa::kRegisterBytes];
      cell = cell == '.' ? choose_letter(lane) : cell == choose_letter(lane) ? cell : '*';
    }
  }
  std::string drawing = fmt::format("{}\n{}\n\n      ", text, in_words(operand, is_source, footprint.channels));
  auto out = std::back_inserter(drawing);
  for (unsigned byte = 0; byte < isa::kRegisterBytes; byte += kRulerStep) fmt::format_to(out, "{:<5}", byte);
  drawing += " byte\n";
  for (std::size_t row = 0; row < rows.size(); ++row) {
    fmt::format_to(out, "{:<6}", fmt::format("{}{}", operand.is_mrf() ? 'm' : 'r', operand.nr + row));
    for (unsigned byte = 0; byte < isa::kRegisterBytes; byte += kRulerStep)
      fmt::format_to(out, "{}{}", std::string_view(rows[row]).substr(byte, kRulerStep),
                     byte + kRulerStep < isa::kRegisterBytes ? " " : "\n");
  }
  if (std::ranges::any_of(rows, [](const std::string& row) { return row.find('*') != std::string::npos; }))
    drawing += "* is read by several lanes\n";
  return drawing;
}

}  // namespace eugene::editor
