#include "check/memory/private_facts.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/dwarf_code.h"
#include "check/memory/statement_members.h"
#include "eu/thread.h"
#include "gpu/media/gpgpu_work.h"
#include "isa/program.h"

namespace eugene::check {
namespace {

// The place of a variable in one channel: in a frame, or a register that has the variable's address.
struct SourcePlace {
  bool is_register = false;
  std::uint64_t number = 0;  // offset in the frame, or in the registers
};

// Executes the expressions that Intel's compiler writes for builds without optimisation. Returns nothing for others.
std::optional<SourcePlace> source_place(std::span<const std::uint8_t> expression, unsigned channel) {
  constexpr std::uint64_t kFirstGrf = 16;  // DWARF's number of r0
  constexpr std::uint64_t kFrameRegister = eu::kGrfCount - 3, kFramePointer = 16;
  constexpr std::size_t kMaxStack = 16;
  struct Cell {
    std::uint64_t number = 0;
    bool is_register = false;
    bool is_frame = false;
  };
  DwarfCode code(expression);
  std::vector<Cell> stack;
  const auto pop = [&] {
    const Cell top = stack.empty() ? Cell{} : stack.back();
    if (!stack.empty()) stack.pop_back();
    return top;
  };
  while (!code.is_at_end() && stack.size() < kMaxStack) {
    const std::uint8_t op = *code.byte();
    if (op >= kConst1u && op <= kConst8s) {
      const auto number = code.constant(op);
      if (!number) return std::nullopt;
      stack.push_back({.number = *number});
    } else if (op >= kLit0 && op < kReg0) {
      stack.push_back({.number = static_cast<std::uint64_t>(op - kLit0)});
    } else if (op == kConstu) {
      stack.push_back({.number = code.unsigned_leb()});
    } else if (op == kChannel) {
      stack.push_back({.number = channel});
    } else if (op == kRegx) {
      stack.push_back({.number = code.unsigned_leb() - kFirstGrf, .is_register = true});
    } else if (op == kRegister) {
      stack.push_back({.number = pop().number - kFirstGrf, .is_register = true});
    } else if (op == kPlusUconst) {
      const Cell top = pop();
      stack.push_back({.number = top.number + code.unsigned_leb(), .is_frame = top.is_frame});
    } else if (op == kRegisterBits) {
      (void)pop();  // number of bits
      const std::uint64_t bit = pop().number;
      const Cell of = pop();
      if (!of.is_register || of.number >= eu::kGrfCount) return std::nullopt;
      if (of.number == kFrameRegister && bit / 8 == kFramePointer)
        stack.push_back({.is_frame = true});
      else
        return SourcePlace{.is_register = true, .number = of.number * eu::kGrfBytes + bit / 8};
    } else {
      const Cell second = pop(), first = pop();
      const auto number = calculate(op, first.number, second.number);
      if (!number) return std::nullopt;
      stack.push_back({.number = *number, .is_frame = first.is_frame || second.is_frame});
    }
  }
  if (stack.size() != 1 || !stack[0].is_frame) return std::nullopt;
  return SourcePlace{.number = stack[0].number};
}

class Namer {
 public:
  Namer(PrivateFacts& facts, const isa::Program& program) : facts_(&facts), program_(&program) {}

  void name_all() {
    for (std::uint32_t index = 0; index != facts_->source.variables.size(); ++index) {
      const SourceVariable& variable = facts_->source.variables[index];
      // In these builds, a variable has one place all its life.
      if (variable.locations.size() != 1) continue;
      const auto first = source_place(variable.locations[0].expression, 0);
      const auto second = source_place(variable.locations[0].expression, 1);
      if (first && second) name(index, *first, *second);
    }
  }

 private:
  void name(std::uint32_t index, const SourcePlace& first, const SourcePlace& second) {
    const auto& frames = facts_->layout.frames;
    for (std::size_t number = 0; number != frames.size(); ++number) {
      if (!overlaps(facts_->source.variables[index], frames[number])) continue;
      for (std::size_t at = 0; at != frames[number].variables.size(); ++at) {
        const PrivateVariable& each = frames[number].variables[at];
        const bool is_it = first.is_register ? each.place == first.number && is_in_scope(index, each.instruction)
                                             : each.begin == first.number && each.bytes == second.number - first.number;
        std::uint32_t& named = facts_->named[number][at];
        if (!is_it || !has_size(index, each.bytes) || named != PrivateFacts::kNone) continue;
        named = index;
        return;
      }
    }
  }

  // In debug data, pointers have the size of the host's pointers.
  bool has_size(std::uint32_t index, std::uint64_t bytes) const {
    const std::uint32_t number = facts_->source.variables[index].type;
    if (number >= facts_->source.types.size()) return false;
    const SourceType& type = facts_->source.types[number];
    return type.kind == SourceType::Kind::pointer ||
           (type.bytes <= bytes && bytes < 2 * std::max<std::uint64_t>(type.bytes, 1));
  }

  bool overlaps(const SourceVariable& variable, const PrivateFrame& frame) const {
    const std::uint64_t begin = program_->offset_at(frame.first);
    const std::uint64_t end = program_->offset_at(frame.end);
    return std::ranges::any_of(variable.scope,
                               [&](const CodeRange& each) { return each.begin < end && begin < each.end; });
  }

  // The address is computed before the scope begins, in the prologue of a function.
  bool is_in_scope(std::uint32_t index, std::uint32_t instruction) const {
    return std::ranges::any_of(facts_->source.variables[index].scope,
                               [&](const CodeRange& each) { return program_->offset_at(instruction) < each.end; });
  }

  PrivateFacts* facts_;
  const isa::Program* program_;
};

const SourceType* find_source_type(const SourceVariables& source, std::uint32_t number) {
  return number < source.types.size() ? &source.types[number] : nullptr;
}

// Whether the type is a structure, has structures as elements, or points to a structure.
bool leads_to_structure(const SourceVariables& source, std::uint32_t number) {
  constexpr unsigned kMaxDepth = 8;
  const SourceType* type = find_source_type(source, number);
  for (unsigned depth = 0; type != nullptr && depth != kMaxDepth; ++depth) {
    if (type->kind == SourceType::Kind::structure) return true;
    type = find_source_type(source, type->element);
  }
  return type != nullptr;
}

void name_members(PrivateFacts& facts, const isa::Program& program, const SourceLines& lines) {
  if (lines.given_text.empty() || lines.given_file >= lines.files.size()) return;
  std::set<std::string, std::less<>> structures;
  for (const SourceVariable& each : facts.source.variables) {
    if (leads_to_structure(facts.source, each.type)) structures.insert(each.name);
  }
  if (structures.empty()) return;
  const StatementMembers statements(lines.given_text, [&](std::string_view name) { return structures.contains(name); });
  facts.members.resize(program.instructions.size());
  for (std::size_t index = 0; index != program.instructions.size(); ++index) {
    const auto line = isa::is_send(program.instructions[index]) ? lines.at(program.offset_at(index)) : std::nullopt;
    if (line && line->file == lines.files[lines.given_file]) facts.members[index] = statements.at(line->line);
  }
}

// Whether the build was without optimisation. Such builds store each parameter in private memory when the kernel
// begins. Optimised builds use private memory too, but lay out arrays by element.
bool keeps_parameters(const PrivateFacts& facts) {
  bool has_parameters = false, has_named = false;
  for (const SourceVariable& each : facts.source.variables)
    has_parameters = has_parameters || (each.is_parameter && !each.locations.empty());
  for (const auto& frame : facts.named) {
    for (const std::uint32_t index : frame) {
      if (index == PrivateFacts::kNone) continue;
      has_named = true;
      if (facts.source.variables[index].is_parameter) return true;
    }
  }
  return has_named && !has_parameters;
}

}  // namespace

std::shared_ptr<const PrivateRules> make_private_rules(const binary::DeviceKernel& described, const eu::Kernel& kernel,
                                                       const SourceLines& lines, const gpu::Work& work,
                                                       SourceVariables source) {
  const auto* payload = dynamic_cast<const gpu::GpgpuPayload*>(work.payload.get());
  if (payload == nullptr || !described.private_pointer_offset || described.private_bytes == 0) return nullptr;
  const gpu::Constants& constants = payload->constants();
  const std::size_t first = gpu::kHeaderRegisters + (constants.own_first ? constants.own : 0);
  auto layout = private_layout(
      kernel, {.place = first * eu::kGrfBytes + *described.private_pointer_offset, .bytes = described.pointer_bytes});
  if (!layout) return nullptr;
  PrivateFacts facts{.layout = *std::move(layout), .source = std::move(source)};
  for (const PrivateFrame& each : facts.layout.frames)
    facts.named.emplace_back(each.variables.size(), PrivateFacts::kNone);
  Namer(facts, kernel.program()).name_all();
  if (!keeps_parameters(facts)) return nullptr;
  name_members(facts, kernel.program(), lines);
  return std::make_shared<PrivateRules>(std::move(facts));
}

}  // namespace eugene::check
