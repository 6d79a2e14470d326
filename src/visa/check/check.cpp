#include <fmt/format.h>

#include "visa/binary_layout.h"
#include "visa/check/rule.h"
#include "visa/lsc.h"
#include "visa/predefined.h"
#include "visa/print.h"

namespace eugene::visa {
namespace {

Diagnostic violation(std::string_view id, std::string_view text, std::string_view hint, std::string_view reference,
                     const Kernel& kernel, std::string_view before, std::uint32_t line) {
  const std::string where = line != 0 ? std::string() : fmt::format("kernel {}{}: ", kernel.name, before);
  return error_at({.line = line, .column = line != 0 ? 1U : 0U}, where + std::string(text), std::string(id),
                  "vISA manual " + std::string(reference), std::string(hint));
}

// Not one of the rules, because those get only platforms that the page lists. A warning: the appendix has the steps of
// IEEE division for SKL, but the compiler also writes them for BDW and BXT.
constexpr Rule kPlatformRule = {.id = "visa.platform.page",
                                .text = "the platform should have the instruction",
                                .hint = "name another platform, or use other instructions",
                                .reference = "appendix_instruction_by_platform",
                                .holds = nullptr,
                                .good = {},
                                .bad = {},
                                .severity = Severity::warning};

}  // namespace

std::optional<Type> operand_type(const Kernel& kernel, const Operand& operand) {
  const auto of_variable = [&](std::uint32_t id) -> std::optional<Type> {
    if (id < kPredefined.size()) return kPredefined[id].type;
    const auto& generals = kernel.variables.generals;
    if (id < kFirstGeneral || id - kFirstGeneral >= generals.size()) return std::nullopt;
    return generals[id - kFirstGeneral].type;
  };
  if (const auto* o = std::get_if<General>(&operand)) return of_variable(o->variable);
  if (const auto* o = std::get_if<Raw>(&operand)) return of_variable(o->variable);
  if (const auto* o = std::get_if<Indirect>(&operand)) return o->type;
  if (const auto* o = std::get_if<Immediate>(&operand)) return o->type;
  return std::nullopt;
}

std::uint32_t byte_size(const Kernel& kernel, std::uint32_t id) {
  if (id < kPredefined.size()) return kPredefined[id].elements * byte_size(kPredefined[id].type);
  const auto& generals = kernel.variables.generals;
  if (id < kFirstGeneral || id - kFirstGeneral >= generals.size()) return 0;
  const GeneralVariable& v = generals[id - kFirstGeneral];
  return v.elements * byte_size(v.type);
}

const Operand* find(const Subject& subject, Field field, unsigned nth) {
  const auto at = static_cast<std::size_t>(find_position(subject.form, field, nth));
  return at < subject.instruction.operands.size() ? &subject.instruction.operands[at] : nullptr;
}

std::int64_t read_number(const Subject& subject, Field field, unsigned nth) {
  const Operand* operand = find(subject, field, nth);
  return operand != nullptr ? to_number(*operand) : 0;
}

unsigned count_lanes(const Subject& subject) {
  const auto* execution = std::get_if<Execution>(find(subject, Field::execution));
  return execution != nullptr ? execution->lanes : 1;
}

std::optional<Type> type_at(const Subject& subject, Field field, unsigned nth) {
  const Operand* operand = find(subject, field, nth);
  return operand == nullptr || is_null(*operand) ? std::nullopt : operand_type(subject.kernel, *operand);
}

std::span<const Operand> listed(const Subject& subject) {
  const auto& fields = subject.form.fields;
  const std::span<const Operand> all = subject.instruction.operands;
  if (fields.empty() || !is_list(fields.back()) || all.size() < fields.size()) return {};
  return all.subspan(fields.size() - 1);
}

std::optional<Storage> find_storage(const Kernel& kernel, std::uint32_t id) {
  const auto& generals = kernel.variables.generals;
  std::uint32_t offset = 0;
  for (std::size_t steps = 0; steps <= generals.size(); ++steps) {
    if (id < kFirstGeneral || id - kFirstGeneral >= generals.size()) return std::nullopt;
    const GeneralVariable& v = generals[id - kFirstGeneral];
    if (v.alias == 0) return Storage{offset, v.elements * byte_size(v.type), id};
    offset += v.alias_offset;
    id = v.alias;
  }
  return std::nullopt;
}

Diagnostics check(const Module& module, std::uint16_t platforms) {
  const auto all_rules = {instruction_rules(), operand_rules(), memory_rules(),     message_rules(),
                          later_rules(),       flow_rules(),    sampler_rules(),    render_rules(),
                          lsc_rules(),         compare_rules(), arithmetic_rules(), block_rules()};
  Diagnostics found;
  for (const Kernel& kernel : module.kernels) {
    for (const KernelRule& rule : kernel_rules()) {
      if (!rule.holds(kernel)) found.push_back(violation(rule.id, rule.text, rule.hint, rule.reference, kernel, {}, 0));
    }
    const Flow flow = find_flow(kernel);
    for (std::size_t n = 0; n < kernel.instructions.size(); ++n) {
      const Instruction& i = kernel.instructions[n];
      const Form& form = forms()[i.form];
      const auto common = static_cast<std::uint16_t>(platforms & table_row(form.page).platforms);
      const Subject subject{module, kernel, flow, form, i, n, common != 0 ? common : table_row(form.page).platforms};
      const auto report = [&](const Rule& rule) {
        const std::string before = i.line != 0 ? "" : fmt::format(", instruction {} ({})", n, print(kernel, i));
        found.push_back(violation(rule.id, rule.text, rule.hint, rule.reference, kernel, before, i.line));
        found.back().severity = rule.severity;
      };
      if (common == 0) report(kPlatformRule);
      for (const auto rules : all_rules) {
        for (const Rule& rule : rules) {
          if (!rule.holds(subject)) report(rule);
        }
      }
    }
  }
  return found;
}

}  // namespace eugene::visa
