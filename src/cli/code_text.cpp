#include "code_text.h"

#include <utility>

#include "asm/disassemble.h"
#include "asm/hex.h"
#include "binary/container.h"
#include "binary/debug_data.h"
#include "binary/device_binary.h"
#include "foreign_file.h"

namespace eugene::cli {
namespace {

// Appends the text of `code` and its problems; `base` is its offset in the file.
void add_code(const isa::Gen& gen, const assembly::Dialect& dialect, std::span<const std::byte> code,
              const std::string& file, std::size_t base, assembly::MessageForm messages, CodeText& to) {
  assembly::Disassembly result = assembly::disassemble(gen, code);
  to.text += assembly::print(result.program, dialect, result.exact, messages);
  for (Diagnostic& problem : result.diagnostics) {
    problem.where.file = file;
    problem.where.offset += static_cast<std::int64_t>(base);
    to.problems.push_back(std::move(problem));
  }
}

void add_device_binary(std::span<const std::byte> bytes, const std::string& file, const assembly::Dialect& dialect,
                       assembly::MessageForm messages, CodeText& to) {
  const auto binaries = binary::load_device_binaries(bytes);
  if (!binaries) {
    to.problems.push_back(binaries.error());
    to.problems.back().where.file = file;
    to.is_malformed = true;
    return;
  }
  for (const binary::DeviceBinary& binary : *binaries) {
    if (binary.gen == nullptr) {
      to.problems.push_back(
          error_at({.file = file}, "Eugene does not know the instructions of " + binary::family_name(binary)));
      continue;
    }
    to.gen = binary.gen;
    for (const binary::DeviceKernel& kernel : binary.kernels) {
      const unsigned registers = kernel.grf_count != 0 ? kernel.grf_count : binary.gen->files.grf_count;
      if (!kernel.debug.empty()) to.sources[kernel.name] = binary::read_source_lines(kernel.debug);
      to.text += ".kernel " + kernel.name + "\n.reg_count_total " + std::to_string(registers) +
                 "\n.reg_count_payload 0\n.code\n";
      add_code(*binary.gen, dialect, kernel.code, file, kernel.code_offset, messages, to);
      to.text += ".end_code\n.end_kernel\n\n";
    }
  }
}

}  // namespace

CodeText hex_text(std::string_view lines, const std::string& file, const isa::Gen& gen,
                  const assembly::Dialect& dialect, assembly::MessageForm messages) {
  CodeText result;
  for (const assembly::HexLine& line : assembly::read_hex(lines, file, result.problems)) {
    if (line.size == 0) continue;  // reported by read_hex
    std::optional<Diagnostic> problem;
    result.text += assembly::disassemble_one(gen, dialect, line.span(), problem, messages);
    result.text += '\n';
    if (!problem) continue;
    problem->where = {.file = file, .line = line.line, .column = 1};
    result.problems.push_back(std::move(*problem));
  }
  return result;
}

CodeText code_text(std::span<const std::byte> bytes, const std::string& file, const isa::Gen& gen,
                   const assembly::Dialect& dialect, assembly::MessageForm messages) {
  CodeText result;
  if (binary::looks_like_device_binary(bytes)) {
    add_device_binary(bytes, file, dialect, messages, result);
  } else {
    add_code(gen, dialect, bytes, file, 0, messages, result);
    if (std::optional<Diagnostic> foreign = foreign_file(bytes, file, result.problems))
      return {.text = {}, .problems = {std::move(*foreign)}, .sources = {}, .is_malformed = true};
  }
  return result;
}

}  // namespace eugene::cli
