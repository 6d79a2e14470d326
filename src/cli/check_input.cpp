#include "check_input.h"

#include <algorithm>
#include <utility>

#include "asm/assemble.h"
#include "asm/hex.h"
#include "base/distinct_diagnostics.h"
#include "binary/container.h"
#include "binary/debug_data.h"
#include "binary/device_binary.h"
#include "foreign_file.h"
#include "input.h"
#include "isa/encoding/decode.h"
#include "script/outline.h"

namespace eugene::cli {
namespace {

void append(Diagnostics& to, const Diagnostics& from) { to.insert(to.end(), from.begin(), from.end()); }

// Adds an instruction of a list. If it cannot be decoded, adds `illegal` and a problem.
void add_instruction(CheckUnit& unit, const assembly::HexLine& line, std::string_view file, Diagnostics& problems) {
  Result<isa::Instruction> instruction = isa::decode(*unit.program.gen, std::span{line.bytes}.first(line.size));
  if (!instruction) {
    instruction.error().where = {
        .file = std::string{file}, .line = line.line, .column = 1, .length = static_cast<std::uint32_t>(line.size * 2)};
    problems.push_back(instruction.error());
    unit.undecodable.push_back(unit.program.instructions.size());
    instruction = isa::Instruction{.compacted = line.size == isa::kCompactedBytes};
  }
  unit.program.append(*instruction);
  unit.lines.push_back(line.line);
}

void read_list(std::string_view text, std::string_view file, const isa::Gen& gen, CheckInput& input) {
  CheckUnit unit{.name = {}, .program = {.gen = &gen}, .whole = false};
  for (const assembly::HexLine& line : assembly::read_hex(text, file, input.problems)) {
    if (line.size != 0) add_instruction(unit, line, file, input.problems);
  }
  input.units.push_back(std::move(unit));
}

void read_case(const script::CaseText& one, std::string_view file, const isa::Gen& gen,
               const assembly::Dialect& dialect, DistinctDiagnostics& warned, CheckInput& input) {
  auto assembled = assembly::assemble(gen, dialect, one.source, file);
  if (!assembled) return append(input.problems, assembled.error());
  for (const Diagnostic& warning : assembled->warnings)  // report a warning about text that all cases share only once
    if (warned.meet(warning)) input.problems.push_back(warning);
  for (assembly::AssembledKernel& kernel : assembled->kernels) {
    if (!one.is_file && kernel.program.instructions.empty()) continue;
    CheckUnit unit{.name = kernel.program.name,
                   .case_name = one.name,
                   .program = std::move(kernel.program),
                   .may_run_out = !one.is_file};
    unit.lines = std::move(kernel.lines);
    for (const auto& [index, bytes] : kernel.exact) {  // instructions given as {Bits=...}
      if (!isa::decode(gen, bytes)) unit.undecodable.push_back(index);
    }
    input.units.push_back(std::move(unit));
  }
}

void read_assembly(std::string_view text, std::string_view file, const isa::Gen& gen, const assembly::Dialect& dialect,
                   CheckInput& input) {
  DistinctDiagnostics warned;
  const auto cases = script::split_cases(text);
  if (!cases) {
    input.problems.push_back(cases.error());
    input.problems.back().where.file = file;
    return;
  }
  for (const script::CaseText& one : *cases) {
    input.cases += one.is_file ? 0 : 1;
    read_case(one, file, gen, dialect, warned, input);
  }
}

void read_code(std::span<const std::byte> code, std::string_view file, const isa::Gen& gen, std::string name,
               std::size_t base, CheckInput& input) {
  Diagnostics problems;
  CheckUnit unit{.name = std::move(name), .program = isa::decode_program(gen, code, problems)};
  unit.base = static_cast<std::int64_t>(base);
  for (Diagnostic& problem : problems) {
    const auto at = std::ranges::lower_bound(unit.program.offsets, problem.where.offset);
    if (at != unit.program.offsets.end()) {
      unit.undecodable.push_back(static_cast<std::size_t>(at - unit.program.offsets.begin()));
    }
    problem.where.file = file;
    problem.where.offset += unit.base;
  }
  append(input.problems, problems);
  input.units.push_back(std::move(unit));
}

// Removes the programs for other machines, if at least one is for `machine`.
void keep_only(const isa::Machine& machine, std::vector<binary::DeviceBinary>& binaries) {
  const auto is_other = [&](const binary::DeviceBinary& each) { return each.machine != &machine; };
  if (!std::ranges::all_of(binaries, is_other)) std::erase_if(binaries, is_other);
}

void read_device_binary(std::span<const std::byte> bytes, std::string_view file, const isa::Machine* machine,
                        CheckInput& input) {
  auto binaries = binary::load_device_binaries(bytes);
  if (!binaries) {
    input.problems.push_back(binaries.error());
    input.problems.back().where.file = file;
    return;
  }
  if (machine != nullptr) keep_only(*machine, *binaries);
  for (const binary::DeviceBinary& binary : *binaries) {
    if (binary.gen == nullptr) {
      input.problems.push_back(error_at({.file = std::string{file}},
                                        "Eugene does not know the instructions of " + binary::family_name(binary)));
      continue;
    }
    for (const binary::DeviceKernel& kernel : binary.kernels) {
      read_code(kernel.code, file, *binary.gen, kernel.name, kernel.code_offset, input);
      input.units.back().source = binary::read_source_lines(kernel.debug);
      input.units.back().machine = binary.machine;
    }
  }
}

}  // namespace

CheckInput read_check_input(std::span<const std::byte> bytes, std::string_view file, const CheckReading& how) {
  const std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  CheckInput input;
  const bool readable = is_text(text);
  if (how.hex || readable) input.text = text;
  const bool has_directives = readable && !how.hex;
  const isa::Gen& gen = how.gen != nullptr ? *how.gen : script::choose_gen(has_directives ? text : std::string_view());
  input.gen = gen.name;
  if (has_directives) {
    const assembly::Dialect* named = assembly::find_dialect(script::find_setting(text, "dialect"));
    if (named != nullptr) input.dialect = named;
  }
  if (how.dialect != nullptr) input.dialect = how.dialect;
  if (how.hex) {
    read_list(text, file, gen, input);
  } else if (binary::looks_like_device_binary(bytes)) {
    read_device_binary(bytes, file, how.machine, input);
  } else if (readable) {
    read_assembly(text, file, gen, *input.dialect, input);
  } else {
    read_code(bytes, file, gen, {}, 0, input);
    if (std::optional<Diagnostic> foreign = foreign_file(bytes, file, input.problems)) {
      input.problems = {std::move(*foreign)};
      input.units.clear();
    }
  }
  if (how.machine != nullptr) {
    for (CheckUnit& unit : input.units) unit.machine = how.machine;
  }
  return input;
}

}  // namespace eugene::cli
