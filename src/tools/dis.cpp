// eugene dis: machine code to assembly text.
#include <CLI/CLI.hpp>

#include "asm/disassemble.h"
#include "asm/hex.h"
#include "commands.h"
#include "input.h"
#include "load/container.h"
#include "load/device_binary.h"
#include "text_options.h"

namespace eugene::tools {
namespace {

constexpr const char* kDisExamples = R"(Examples:
  eugene dis kernel.dat                      raw Gen9 machine code
  eugene dis --gen gen6 --hex lines.txt      lines of hex bytes, one instruction each
  eugene dis kernel_Gen9lp.bin               every kernel of an OpenCL device binary

`eugene asm` turns the text into the same bytes again.)";

int dis_hex(const TextOptions& options, std::string_view text) {
  const isa::Gen gen = options.generation();
  Diagnostics diagnostics;
  std::string out;
  for (const assembly::HexLine& line : assembly::read_hex(text, options.input, diagnostics)) {
    if (line.size == 0) continue;  // already reported
    std::optional<Diagnostic> problem;
    out += assembly::disassemble_one(gen, options.syntax(), line.span(), problem);
    out += '\n';
    if (problem) {
      problem->where = {.file = options.input, .line = line.line, .column = 1};
      diagnostics.push_back(std::move(*problem));
    }
  }
  report_all(diagnostics, text);
  if (!write_output(options.output, out)) return kUsage;
  return diagnostics.empty() ? kClean : kProblems;
}

// Appends the text of `code`, and what is wrong with it; `base` is its place in the file.
void dis_code(const TextOptions& options, const isa::Gen& gen, std::span<const std::byte> code, std::size_t base,
              std::string& out, Diagnostics& problems) {
  assembly::Disassembly result = assembly::disassemble(gen, code);
  std::string text = assembly::print(result.program, options.syntax(), result.exact);
  if (out.empty())
    out = std::move(text);
  else
    out += text;
  for (Diagnostic& problem : result.diagnostics) {
    problem.where.file = options.input;
    problem.where.offset += static_cast<std::int64_t>(base);
    problems.push_back(std::move(problem));
  }
}

// The kernels of a device binary, each as a .kernel (SNB PRM vol4 part2 9.1.4).
int dis_device_binary(const TextOptions& options, std::span<const std::byte> file, std::string& out,
                      Diagnostics& problems) {
  const auto binaries = load::load_device_binaries(file);
  if (!binaries) {
    Diagnostic error = binaries.error();
    error.where.file = options.input;
    report(error);
    return kProblems;
  }
  for (const load::DeviceBinary& binary : *binaries) {
    if (binary.gen == nullptr) {
      problems.push_back(
          error_at({.file = options.input}, "Eugene does not know the instructions of " + load::family_name(binary)));
      continue;
    }
    for (const load::DeviceKernel& kernel : binary.kernels) {
      const unsigned registers = kernel.grf_count != 0 ? kernel.grf_count : binary.gen->grf_count;
      out += ".kernel " + kernel.name + "\n.reg_count_total " + std::to_string(registers) +
             "\n.reg_count_payload 0\n.code\n";
      dis_code(options, *binary.gen, kernel.code, kernel.code_offset, out, problems);
      out += ".end_code\n.end_kernel\n\n";
    }
  }
  return kClean;
}

int run(const TextOptions& options) {
  const auto input = read_input(options.input);
  if (!input) {
    report(input.error());
    return kUsage;
  }
  if (options.hex) return dis_hex(options, as_text(*input));
  std::string out;
  Diagnostics problems;
  if (load::looks_like_device_binary(*input)) {
    const int status = dis_device_binary(options, *input, out, problems);
    if (status != kClean) return status;
  } else {
    dis_code(options, options.generation(), *input, 0, out, problems);
  }
  report_all(problems);
  if (!write_output(options.output, out)) return kUsage;
  return problems.empty() ? kClean : kProblems;
}

}  // namespace

void add_dis(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<TextOptions>();
  CLI::App* command = app.add_subcommand("dis", "Disassemble machine code");
  command->footer(kDisExamples);
  add_text_options(*command, *options, "the input is lines of hex bytes, one instruction each",
                   "machine code, an OpenCL device binary, or lines of hex; - is standard input");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace eugene::tools
