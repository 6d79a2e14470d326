// Rules on jumps, calls and returns: their labels, masks and sizes. vISA manual JMP, GOTO, SWITCHJMP, CALL, FCALL,
// IFCALL, FRET, SUBROUTINE.
#include <algorithm>

#include "visa/check/rule.h"
#include "visa/predefined.h"

namespace eugene::visa {
namespace {

constexpr std::uint8_t kFirstNoMask = 8;  // execution masks from here on

// True if `holds` is true for every label that a jump names.
template <class Predicate>
bool all_targets(const Subject& s, Predicate holds) {
  return std::ranges::all_of(s.instruction.operands, [&](const Operand& operand) {
    const auto* label = std::get_if<LabelReference>(&operand);
    return label == nullptr || label->label >= s.kernel.labels.size() || holds(label->label);
  });
}

bool jumps_to_blocks(const Subject& s) {
  if (!has_trait(s, kJumps)) return true;
  return all_targets(s, [&](std::uint16_t label) { return s.kernel.labels[label].kind == LabelKind::block; });
}

bool calls_subroutines(const Subject& s) {
  if (s.form.page != Page::call) return true;
  return all_targets(s, [&](std::uint16_t label) { return s.kernel.labels[label].kind != LabelKind::block; });
}

bool jumps_inside_a_subroutine(const Subject& s) {
  if (!has_trait(s, kJumps)) return true;
  return all_targets(s, [&](std::uint16_t label) {
    const unsigned to = s.flow.of_label[label];
    return to == kUnplaced || s.kernel.labels[label].kind != LabelKind::block || to == s.flow.of_instruction[s.index];
  });
}

// RET is not checked: Intel's compilers end each kernel with a scalar RET that has a mask (docs/record/errata.md).
bool scalar_calls_have_no_mask(const Subject& s) {
  if (!has_trait(s, kCalls) && s.form.page != Page::fret) return true;
  const auto* execution = std::get_if<Execution>(find(s, Field::execution));
  return execution == nullptr || execution->lanes != 1 || execution->mask >= kFirstNoMask;
}

// Returns the number of registers that a call passes (nth 0) or receives (nth 1).
std::int64_t count_registers(const Subject& s, unsigned nth) { return read_number(s, Field::number8, nth); }

// Returns the number of registers of a predefined variable. It is the same on every platform, whatever a register's
// size.
constexpr std::int64_t count_registers(std::string_view name) {
  constexpr unsigned kDwordsOfRegister = 8;
  return std::ranges::find(kPredefined, name, &PredefinedVariable::name)->elements / kDwordsOfRegister;
}

bool call_sizes(const Subject& s) {
  if (s.form.page != Page::fcall && s.form.page != Page::ifcall) return true;
  return count_registers(s, 0) <= count_registers("%arg") && count_registers(s, 1) <= count_registers("%retval");
}

// Returns the size that a function declares, if it declares one. A binary has both sizes; text has attributes.
std::optional<std::int64_t> declared(const Kernel& function, std::string_view attribute, std::uint8_t in_binary) {
  const auto at = std::ranges::find(function.attributes, attribute, &Attribute::name);
  if (at != function.attributes.end()) {
    if (const auto* value = std::get_if<std::int32_t>(&at->value)) return *value;
  }
  const bool is_binary = function.argument_size != 0 || function.return_size != 0;
  return is_binary ? std::optional<std::int64_t>(in_binary) : std::nullopt;
}

bool call_sizes_are_declared(const Subject& s) {
  const auto* name = std::get_if<Text>(s.form.page == Page::fcall ? find(s, Field::symbol) : nullptr);
  if (name == nullptr) return true;
  const auto callee = std::ranges::find_if(
      s.module.kernels, [&](const Kernel& kernel) { return kernel.is_function && kernel.name == name->text; });
  if (callee == s.module.kernels.end()) return true;
  const auto arguments = declared(*callee, "ArgSize", callee->argument_size);
  const auto result = declared(*callee, "RetValSize", callee->return_size);
  return (!arguments || *arguments == count_registers(s, 0)) && (!result || *result == count_registers(s, 1));
}

bool index_is_in_table(const Subject& s) {
  const auto* index = std::get_if<Immediate>(s.form.page == Page::switchjmp ? find(s, Field::source) : nullptr);
  return index == nullptr || index->bits < listed(s).size();
}

bool table_has_labels(const Subject& s) {
  constexpr std::size_t kMaxLabels = 32;
  return s.form.page != Page::switchjmp || (!listed(s).empty() && listed(s).size() <= kMaxLabels);
}

constexpr Rule kRules[] = {
    {"visa.flow.block", "the label of a jump must be the label of a block", "place a label inside the subroutine",
     "JMP, GOTO, SWITCHJMP, Label", jumps_to_blocks, "goto (M1, 8) here",
     "goto (M1, 8) sub\nret (M1, 1)\n.function \"sub\""},
    {"visa.flow.subroutine", "the label of a call must be the label of a subroutine",
     "begin the subroutine with .function", "CALL, Label", calls_subroutines,
     "call (M1, 8) sub\nret (M1, 1)\n.function \"sub\"", "call (M1, 8) here"},
    {"visa.flow.inside", "the label of a jump must be in the same subroutine", "call the subroutine",
     "JMP, GOTO, Notes; SUBROUTINE", jumps_inside_a_subroutine, "(P1) jmp (M1, 1) here",
     "(P1) goto (M1, 8) inner\nret (M1, 1)\n.function \"sub\"\ninner:"},
    {"visa.flow.scalar", "a call or return of one channel must have no mask", "write (M1_NM, 1)",
     "CALL, FCALL, IFCALL, FRET", scalar_calls_have_no_mask, "fcall (M1_NM, 1) callee 2 1", "fcall (M1, 1) callee 2 1"},
    {"visa.flow.sizes", "a call can pass at most 32 registers and receive at most 12", "pass an address in memory",
     "FCALL, Arg_size and Return_size", call_sizes, "ifcall (M1, 8) V35(0,0)<0;1,0> 32 12",
     "ifcall (M1, 8) V35(0,0)<0;1,0> 33 12"},
    {"visa.flow.callee", "a call must have the sizes that the function declares",
     "see ArgSize and RetValSize of the function", "FCALL", call_sizes_are_declared, "fcall (M1, 8) callee 2 1",
     "fcall (M1, 8) callee 3 1"},
    {"visa.switchjmp.index", "a constant index must be less than the number of labels", "use a smaller one",
     "SWITCHJMP, Index", index_is_in_table, "switchjmp (M1, 1) 0x1:ub (here, here)",
     "switchjmp (M1, 1) 0x2:ub (here, here)"},
    {"visa.switchjmp.labels", "a table must have 1 to 32 labels", "use two tables", "SWITCHJMP, Num_labels",
     table_has_labels, "switchjmp (M1, 1) 0x0:ub (here)", ""},
};

}  // namespace

Flow find_flow(const Kernel& kernel) {
  Flow flow;
  flow.of_label.assign(kernel.labels.size(), kUnplaced);
  unsigned subroutine = 0;
  for (const Instruction& i : kernel.instructions) {
    const Form& form = forms()[i.form];
    if (form.page == Page::subroutine) ++subroutine;
    flow.of_instruction.push_back(subroutine);
    if (!defines_label(form) || i.operands.empty()) continue;
    const auto* label = std::get_if<LabelReference>(&i.operands.front());
    if (label != nullptr && label->label < flow.of_label.size()) flow.of_label[label->label] = subroutine;
  }
  return flow;
}

std::span<const Rule> flow_rules() { return kRules; }

}  // namespace eugene::visa
