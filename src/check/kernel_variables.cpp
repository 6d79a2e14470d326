#include "check/kernel_variables.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "base/dwarf_code.h"
#include "base/name_character.h"
#include "binary/debug_variables.h"
#include "binary/source_text.h"
#include "check/align/element_padding.h"
#include "check/align/source_alignment.h"
#include "check/memory/private_facts.h"
#include "isa/program.h"

namespace eugene::check {
namespace {

// Returns the offset of a variable in local memory. Intel's compiler gives such a variable an address whose upper byte
// is the number of the address space.
std::optional<std::uint64_t> local_offset(const SourceVariable& variable) {
  constexpr std::uint64_t kLocal = 0x0A00'0000'0000'0000, kSpace = 0xFF00'0000'0000'0000;
  if (variable.locations.size() != 1) return std::nullopt;
  DwarfCode code(variable.locations[0].expression);
  const auto op = code.byte();
  if (op != kConst8u) return std::nullopt;
  const auto address = code.constant(*op);
  if (!address || !code.is_at_end() || (*address & kSpace) != kLocal) return std::nullopt;
  return *address & ~kSpace;
}

bool is_array(const SourceVariables& source, const SourceVariable& variable) {
  return variable.type < source.types.size() && source.types[variable.type].kind == SourceType::Kind::array;
}

// Whether the type is an array, or a structure with an array.
bool has_array(const SourceVariables& source, std::uint32_t number, unsigned depth = 0) {
  constexpr unsigned kMaxDepth = 8;
  if (number >= source.types.size() || depth == kMaxDepth) return false;
  const SourceType& type = source.types[number];
  return type.kind == SourceType::Kind::array ||
         (type.kind == SourceType::Kind::structure &&
          std::ranges::any_of(type.members,
                              [&](const SourceType::Member& each) { return has_array(source, each.type, depth + 1); }));
}

std::vector<ArgumentMemory> local_variables(const SourceVariables& source) {
  std::vector<ArgumentMemory> found;
  for (const SourceVariable& each : source.variables) {
    const auto offset = local_offset(each);
    if (!offset || each.type >= source.types.size() || source.types[each.type].bytes == 0) continue;
    found.push_back({.label = is_array(source, each) ? "local array" : "local variable",
                     .name = each.name,
                     .made_as = "",
                     .address = *offset,
                     .bytes = source.types[each.type].bytes,
                     .is_local = true});
  }
  std::ranges::sort(found, {}, [](const ArgumentMemory& each) { return *each.address; });
  return found;
}

// Returns true if the line has an index other than a number: `a[i]`.
bool has_index(std::string_view line) {
  for (std::size_t at = line.find('['); at != std::string_view::npos; at = line.find('[', at + 1)) {
    const std::string_view index = line.substr(at + 1, line.find(']', at) - at - 1);
    const bool is_number = std::ranges::all_of(
        index, [](char each) { return std::isdigit(static_cast<unsigned char>(each)) != 0 || each == ' '; });
    if (!is_number && at != 0 && is_name_character(line[at - 1])) return true;
  }
  return false;
}

bool is_indirect(const isa::Instruction& instruction) {
  return !isa::is_send(instruction) &&
         (instruction.dst.indirect ||
          std::ranges::any_of(instruction.src, [](const isa::Operand& each) { return each.indirect; }));
}

// Returns the place of an index into a private array of an optimised kernel. An optimising compiler keeps such an array
// in registers, which it indexes by a0, or in private or scratch memory.
std::string private_index(const binary::DeviceKernel& described, const isa::Program& program, const SourceLines& lines,
                          const SourceVariables& source) {
  const bool has_any = std::ranges::any_of(source.variables, [&](const SourceVariable& each) {
    return has_array(source, each.type) && !local_offset(each);
  });
  if (!has_any) return {};
  const bool is_in_memory = described.private_bytes != 0 || described.scratch_bytes != 0;
  binary::SourceTexts texts;
  for (std::size_t index = 0; index != program.instructions.size(); ++index) {
    const isa::Instruction& instruction = program.instructions[index];
    if (!is_indirect(instruction) && !(is_in_memory && isa::is_send(instruction))) continue;
    const auto line = lines.at(program.offset_at(index));
    if (line && has_index(texts.text(lines, *line))) return line->file + ":" + std::to_string(line->line);
  }
  return {};
}

}  // namespace

KernelVariables kernel_variables(const binary::DeviceKernel& described, const eu::Kernel& kernel,
                                 const SourceLines& lines, const gpu::Work& work) {
  SourceVariables source = binary::read_source_variables(described.debug);
  KernelVariables found{.local = local_variables(source), .private_rules = nullptr, .private_index = {}};
  found.alignments = find_alignments(kernel.program(), lines, source);
  found.padding = element_padding(source, lines.given_text);
  std::string at = private_index(described, kernel.program(), lines, source);
  found.private_rules = make_private_rules(described, kernel, lines, work, std::move(source));
  if (found.private_rules == nullptr) found.private_index = std::move(at);
  return found;
}

}  // namespace eugene::check
