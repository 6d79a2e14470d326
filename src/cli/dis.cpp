// eugene dis: machine code to assembly text.
#include <CLI/CLI.hpp>

#include "code_text.h"
#include "commands.h"
#include "input.h"
#include "text_options.h"
#include "visa.h"

namespace eugene::cli {
namespace {

constexpr const char* kDisExamples = R"(Examples:
  eugene dis kernel.dat                      raw Gen9 machine code
  eugene dis --gen gen6 --hex lines.txt      lines of hex bytes, one instruction each
  eugene dis kernel_Gen9lp.bin               every kernel of an OpenCL device binary
  eugene dis --message-names kernel.dat      sends as data1.untyped_read(bti=1, channels=x, simd=8)
  eugene dis kernel.isa                      vISA, as text

`eugene asm` assembles the output to the same bytes.)";

int run(const TextOptions& options, assembly::MessageForm messages) {
  const auto input = read_program(options.input);
  if (!input) {
    report(input.error());
    return kUsage;
  }
  if (!options.hex && is_visa(*input)) return disassemble_visa(*input, options.input, options.output);
  if (!options.hex && !input->empty() && is_text(as_text(*input))) {
    report(error_at({.file = options.input}, "this is text, not machine code", {}, {},
                    "for lines of hex bytes, add --hex; to assemble, use eugene asm"));
    return kProblems;
  }
  const std::string_view lines = options.hex ? as_text(*input) : std::string_view{};
  const CodeText code = options.hex
                            ? hex_text(lines, options.input, options.generation(), options.syntax(), messages)
                            : code_text(*input, options.input, options.generation(), options.syntax(), messages);
  report_first(code.problems, lines);
  if (code.is_malformed) return kProblems;
  if (!write_output(options.output, code.text)) return kUsage;
  return code.problems.empty() ? kClean : kProblems;
}

}  // namespace

void add_dis(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<TextOptions>();
  CLI::App* command = app.add_subcommand("dis", "Disassemble machine code");
  command->footer(kDisExamples);
  add_text_options(*command, *options, "Read lines of hex bytes, one instruction each",
                   "Machine code, an OpenCL device binary, or lines of hex; - reads standard input");
  const auto names = std::make_shared<bool>(false);
  command->add_flag("--message-names", *names, "Print the messages of sends by name, not as descriptors");
  command->callback([options, names, &exit_code] {
    exit_code = run(*options, *names ? assembly::MessageForm::names : assembly::MessageForm::numbers);
  });
}

}  // namespace eugene::cli
