#include "text_options.h"
#include "gpu_options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <span>

#include "binary/file.h"
#include "input.h"
#include "validators.h"

namespace eugene::cli {

const assembly::Dialect& TextOptions::syntax() const {
  const assembly::Dialect* found = assembly::find_dialect(dialect);
  return found != nullptr ? *found : assembly::kNative;
}

void add_text_options(CLI::App& command, TextOptions& options, const std::string& hex_help,
                      const std::string& input_help) {
  command.add_option("--gen", options.gen, "Generation")->check(choice(generation_names()))->capture_default_str();
  command.add_option("--dialect", options.dialect, "Dialect of the text")
      ->check(choice({"native", "mesa", "iga"}))
      ->capture_default_str();
  command.add_flag("--hex", options.hex, hex_help);
  command.add_option("-o,--output", options.output, "Output file; - writes to standard output")
      ->type_name("FILE")
      ->capture_default_str();
  command.add_option("FILE", options.input, input_help)->required();
}

bool write_output(const std::string& path, std::string_view bytes) {
  const auto written = binary::write_file(path, std::as_bytes(std::span(bytes)));
  if (!written) report(written.error());
  return written.has_value();
}

void report_first(const Diagnostics& diagnostics, std::string_view source) {
  constexpr std::size_t kMax = 10;
  const std::span<const Diagnostic> all(diagnostics);
  const TextLines lines(source);
  for (const Diagnostic& diagnostic : all.first(std::min(all.size(), kMax))) report(diagnostic, lines);
  if (all.size() > kMax) fmt::print(stderr, "... and {} more\n", all.size() - kMax);
}

void report_all(const Diagnostics& diagnostics, std::string_view source) {
  const TextLines lines(source);
  for (const Diagnostic& diagnostic : diagnostics) report(diagnostic, lines);
}

}  // namespace eugene::cli
