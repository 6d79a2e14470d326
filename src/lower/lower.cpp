#include "lower/lower.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "lower/handlers.h"
#include "lower/routines.h"
#include "visa/predefined.h"

namespace eugene::lower {
namespace {

constexpr std::size_t kMaxProblems = 100;

// Variables whose values are parts of r0. BXT PRM vol6 "Media GPGPU Payload"; vISA manual 5_operands, pre-defined
// variables.
struct HeaderVariable {
  std::string_view name;
  unsigned byte;
  isa::Type type;
  std::uint32_t mask;
};
constexpr HeaderVariable kHeaderVariables[] = {
    {"%thread_x", 4, isa::Type::uw, 0x7FF},  {"%thread_y", 6, isa::Type::uw, 0x7FF},
    {"%group_id_x", 4, isa::Type::ud, ~0U},  {"%group_id_y", 24, isa::Type::ud, ~0U},
    {"%group_id_z", 28, isa::Type::ud, ~0U}, {"%hw_id", 20, isa::Type::ud, 0x1FF},
    {"%color", 8, isa::Type::uw, 0xF},
};

// Copies bytes. Both places may have any alignment.
void copy_bytes(Emitter& out, std::uint32_t to, std::uint32_t from, unsigned bytes) {
  while (bytes != 0) {
    const unsigned step = std::bit_floor(std::min(bytes, isa::kMaxChannels));
    out.scalar_op(isa::Opcode::mov, packed(isa::Type::ub, to), packed(isa::Type::ub, from)).exec_size =
        static_cast<std::uint8_t>(step);
    to += step;
    from += step;
    bytes -= step;
  }
}

std::optional<RegisterPlace> input_place(const Context& context, const visa::Input& input) {
  if (input.kind == visa::VariableKind::general) return context.layout().general(input.variable);
  if (input.kind == visa::VariableKind::surface) return context.layout().surface(input.variable);
  return context.layout().sampler(input.variable);
}

// Emits the code before the first instruction, which sets predefined variables and inputs.
Result<void> prologue(Context& context) {
  Emitter& out = context.out();
  for (std::uint32_t id = 1; id < visa::kPredefined.size(); ++id) {
    const visa::PredefinedVariable& row = visa::kPredefined[id];
    const auto place = context.layout().general(id);
    if (row.name == "%r0") copy_bytes(out, place->byte, 0, context.register_bytes());
    for (const HeaderVariable& each : kHeaderVariables) {
      if (each.name != row.name) continue;
      out.scalar_op(isa::Opcode::and_, scalar(each.type, place->byte), scalar(each.type, each.byte),
                    immediate(each.type, each.type == isa::Type::uw ? each.mask & 0xFFFF : each.mask));
    }
  }
  for (const visa::Input& input : context.kernel().inputs) {
    const auto place = input_place(context, input);
    if (!place || place->architecture != 0 || input.size > place->bytes)
      return fail("an input is larger than its variable", "vISA manual 4_visa_header");
    if (input.offset < 0 ||
        input.offset + input.size > context.gen().files.grf_count * static_cast<int>(isa::kRegisterBytes))
      return fail(fmt::format("an input is outside the registers: offset {}", input.offset),
                  "vISA manual 4_visa_header");
    if (place->byte != static_cast<std::uint32_t>(input.offset)) {
      const auto from = static_cast<std::uint32_t>(input.offset);
      context.uses().input({.from = from, .to = place->byte, .bytes = input.size});
      copy_bytes(out, place->byte, from, input.size);
    }
  }
  return {};
}

std::map<std::string, NamedVariable, std::less<>> named_variables(const Context& context) {
  std::map<std::string, NamedVariable, std::less<>> named;
  const Layout& layout = context.layout();
  const auto add = [&](std::string_view name, const std::optional<RegisterPlace>& place, isa::Type type) {
    if (place && place->architecture == 0 && place->bytes != 0)
      named.emplace(name, NamedVariable{.byte = place->byte, .bytes = place->bytes, .type = type, .input = {}});
  };
  const visa::Variables& variables = context.kernel().variables;
  for (std::uint32_t id = 1; id < visa::kPredefined.size(); ++id)
    add(visa::kPredefined[id].name, layout.general(id),
        stored_type(visa::kPredefined[id].type).value_or(isa::Type::ud));
  for (std::uint32_t n = 0; n < variables.generals.size(); ++n) {
    const visa::GeneralVariable& each = variables.generals[n];
    add(each.name, layout.general(visa::kFirstGeneral + n), stored_type(each.type).value_or(isa::Type::ud));
    if (each.alias != 0 && named.contains(each.name)) named.find(each.name)->second.is_alias = true;
  }
  for (std::uint32_t n = 0; n < variables.addresses.size(); ++n)
    add(variables.addresses[n].name, layout.address(n), isa::Type::uw);
  for (std::uint32_t n = 0; n < variables.predicates.size(); ++n)
    add(variables.predicates[n].name, layout.predicate(visa::kFirstPredicate + n), isa::Type::ud);
  for (std::uint32_t n = 0; n < variables.samplers.size(); ++n)
    add(variables.samplers[n].name, layout.sampler(n), isa::Type::ud);
  for (std::uint32_t n = 0; n < variables.surfaces.size(); ++n)
    add(variables.surfaces[n].name, layout.surface(visa::kFirstSurface + n), isa::Type::ud);
  for (const visa::Input& input : context.kernel().inputs) {
    const auto place = input_place(context, input);
    for (auto& [name, variable] : named) {
      if (place && variable.byte == place->byte && !variable.is_alias)
        variable.input = static_cast<std::uint32_t>(input.offset);
    }
  }
  return named;
}

Result<void> lower_instruction(Context& context, const visa::Instruction& instruction) {
  const Op op(instruction);
  const Row* row = find_row(op.form.page);
  if (row == nullptr) return fail("is not executed", {}, "docs/user/visa.md lists the instructions that are executed");
  context.begin_instruction();
  context.uses().begin_statement(op, context.out().size());
  const auto* indirect = op.get<visa::Indirect>(visa::Field::destination);
  if (indirect != nullptr) context.known().forget_surfaces();  // the address may point to a surface variable
  return row->handler(context, op, *row);
}

// Lowers the instructions of the kernel, or of the function that has begun.
void lower_code(Context& context, const std::string& file, Diagnostics& problems) {
  std::size_t number = 0;
  for (const visa::Instruction& instruction : context.kernel().instructions) {
    ++number;
    context.out().set_line(instruction.line);
    auto done = lower_instruction(context, instruction);
    if (done || problems.size() >= kMaxProblems) continue;
    Diagnostic problem = done.error();
    problem.where = {.file = file, .line = instruction.line};
    problem.message = fmt::format("{} (instruction {} of {}): {}", visa::forms()[instruction.form].mnemonic, number,
                                  context.kernel().name, problem.message);
    problems.push_back(std::move(problem));
  }
}

const visa::Kernel* choose(const visa::Module& module, const std::string& name) {
  const auto found = std::ranges::find_if(
      module.kernels, [&](const visa::Kernel& each) { return name.empty() ? !each.is_function : each.name == name; });
  return found != module.kernels.end() ? &*found : nullptr;
}

}  // namespace

std::expected<LoweredKernel, Diagnostics> lower_kernel(const Target& target, const visa::Module& module,
                                                       const std::string& name, const std::string& file) {
  const auto failed = [&](Diagnostic problem) {
    problem.where.file = file;
    return std::unexpected(Diagnostics{std::move(problem)});
  };
  const visa::Kernel* kernel = choose(module, name);
  if (kernel == nullptr) return failed(fail(fmt::format("the module has no kernel '{}'", name)).error());
  auto layout = Layout::of(*kernel, target.register_bytes);
  if (!layout) return failed(layout.error());
  Context context(module, *kernel, target, std::move(*layout));
  if (auto done = prologue(context); !done) return failed(done.error());
  LoweredKernel result;
  Diagnostics problems;
  lower_code(context, file, problems);
  const bool is_last = !context.functions().are_called();
  end_routine(context, is_last);
  if (!is_last && !context.flow().current())
    context.out().branch(isa::Opcode::jmpi, context.flow().end()).no_mask = true;
  result.variables = named_variables(context);
  for (;;) {
    const auto is_there = context.begin_function();
    if (!is_there) return failed(is_there.error());
    if (!*is_there) break;
    lower_code(context, file, problems);
    end_routine(context, true);
  }
  if (!problems.empty()) return std::unexpected(std::move(problems));
  if (auto done = context.functions().check(); !done) return failed(done.error());
  context.out().place(context.flow().end());
  if (auto done = context.layout().check(kernel->name); !done) return failed(done.error());
  auto program = context.out().finish(target.gen, kernel->name);
  if (!program) return failed(program.error());
  result.program = std::move(*program);
  result.program.is_visa = true;
  result.program.variable_registers = static_cast<std::uint16_t>(context.layout().variable_registers());
  result.lines = context.out().take_lines();
  result.source_lines = context.out().take_source_lines();
  result.files = context.out().take_files();
  result.uses = context.uses().take();
  return result;
}

}  // namespace eugene::lower
