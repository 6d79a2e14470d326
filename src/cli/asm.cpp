// eugene asm: assembly text to machine code.
#include <unistd.h>

#include <cstring>

#include <CLI/CLI.hpp>

#include "asm/assemble.h"
#include "asm/hex.h"
#include "commands.h"
#include "input.h"
#include "isa/encoding/compact.h"
#include "isa/encoding/decode.h"
#include "isa/encoding/encode.h"
#include "isa/encoding/relayout.h"
#include "text_options.h"
#include "validators.h"
#include "visa.h"

namespace eugene::cli {
namespace {

constexpr const char* kAsmExamples = R"(Examples:
  eugene asm --gen gen6 kernel.asm -o kernel.bin   write machine code
  eugene asm --hex kernel.asm                      print hex, one instruction per line
  eugene asm --dialect mesa --gen gen9 shader.asm --hex
  eugene asm kernel.visaasm -o kernel.isa          write a vISA object file

docs/user/assembly.md describes the grammar.)";

// Writes the kernel's instructions as hex, one per line.
void write_lines(const assembly::AssembledKernel& kernel, std::span<const std::byte> code, std::string& out) {
  const std::vector<std::uint32_t>& offsets = kernel.program.offsets;
  for (std::size_t n = 0; n < offsets.size(); ++n) {
    const std::size_t end = n + 1 < offsets.size() ? offsets[n + 1] : code.size();
    assembly::write_hex(code.subspan(offsets[n], end - offsets[n]), out);
  }
}

struct AsmOptions : TextOptions {
  std::string compaction = "as-marked";
};

// Whether `bytes` are a compacted form of instruction `n` of `program` other than the assembler's: the tables of 5.5.1
// have some entries with the same meaning.
bool is_other_form(const isa::Program& program, std::size_t n, const std::vector<std::byte>& bytes) {
  if (bytes.size() != isa::kCompactedBytes) return false;
  std::uint64_t half = 0;
  std::memcpy(&half, bytes.data(), bytes.size());
  const auto expanded = isa::expand(*program.gen, half);
  isa::Instruction whole = program.instructions[n];
  whole.compacted = false;
  const auto encoded = isa::encode_word(*program.gen, whole);
  return expanded && encoded && *expanded == *encoded && isa::compact(*program.gen, *encoded);
}

// Compacts or expands the instructions of `kernel` according to `options`.
std::expected<void, Diagnostics> lay_out(assembly::AssembledKernel& kernel, const AsmOptions& options) {
  const auto wanted = options.compaction == "all"    ? isa::Compaction::all
                      : options.compaction == "none" ? isa::Compaction::none
                                                     : isa::Compaction::as_marked;
  if (wanted == isa::Compaction::as_marked) return {};  // as the assembler has laid it out
  for (const auto& [n, bytes] : kernel.exact) {
    if (is_other_form(kernel.program, n, bytes)) continue;
    return std::unexpected(
        Diagnostics{error_at({.file = options.input, .line = kernel.lines[n]},
                             "machine code given by {Bits=...} cannot be compacted or expanded", "encoding.compaction",
                             "SNB PRM vol4 part2 5.5.3", "omit --compaction, or write the instruction as text")});
  }
  if (kernel.address_line) {
    return std::unexpected(Diagnostics{error_at(
        {.file = options.input, .line = *kernel.address_line},
        "the address of a label is used as a number here, which compaction would invalidate", "encoding.compaction",
        "SNB PRM vol4 part2 5.5.3", "branch to the label (jmp, if, ...), or omit --compaction")});
  }
  auto program = isa::relayout(kernel.program, wanted);
  if (!program) {
    program.error().where.file = options.input;
    return std::unexpected(Diagnostics{program.error()});
  }
  kernel.program = std::move(*program);
  // An alternative compacted form is kept, unless it holds a branch distance, which may have changed.
  std::erase_if(kernel.exact, [&](const auto& entry) {
    const isa::Instruction& i = kernel.program.instructions[entry.first];
    return !i.compacted || is_branch(i);
  });
  return {};
}

int run(const AsmOptions& options) {
  const auto input = read_whole_file(options.input);
  if (!input) {
    report(input.error());
    return kUsage;
  }
  const std::string_view source = as_text(*input);
  if (!is_text(source)) {
    report(error_at({.file = options.input}, "this is not text", {}, {}, "to read machine code, use eugene dis"));
    return kProblems;
  }
  if (is_visa(*input)) return assemble_visa(*input, options.input, options.output);
  const isa::Gen& gen = options.generation();
  auto assembled = assembly::assemble(gen, options.syntax(), source, options.input);
  if (!assembled) {
    report_all(assembled.error(), source);
    return kProblems;
  }
  report_all(assembled->warnings, source);
  std::string out;
  bool ok = true;
  for (assembly::AssembledKernel& kernel : assembled->kernels) {
    if (const auto done = lay_out(kernel, options); !done) {
      report_all(done.error(), source);
      ok = false;
      continue;
    }
    const auto code = assembly::encode(kernel, options.input);
    if (!code) {
      report_all(code.error(), source);
      ok = false;
    } else if (options.hex) {
      write_lines(kernel, *code, out);
    } else {
      out += as_text(*code);
    }
  }
  if (!ok) return kProblems;
  if (!options.hex && options.output == "-" && isatty(STDOUT_FILENO) != 0) {
    report(error_at({}, "refusing to write machine code to a terminal", {}, {}, "use --hex, or -o FILE"));
    return kUsage;
  }
  return write_output(options.output, out) ? kClean : kUsage;
}

}  // namespace

void add_asm(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<AsmOptions>();
  CLI::App* command = app.add_subcommand("asm", "Assemble a program");
  command->footer(kAsmExamples);
  add_text_options(*command, *options, "Write hex, one instruction per line", "Assembly text; - reads standard input");
  command
      ->add_option("--compaction", options->compaction,
                   "Which instructions to compact to 8 bytes: the ones marked {Compacted}, all that can be compacted, "
                   "or none; branches are adjusted")
      ->check(choice({"as-marked", "all", "none"}))
      ->capture_default_str();
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace eugene::cli
