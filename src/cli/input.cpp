#include "input.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace eugene::cli {

Result<std::vector<std::byte>> read_program(const std::string& path) {
  Result<std::vector<std::byte>> bytes = read_whole_file(path);
  if (!bytes || !bytes->empty()) return bytes;
  Result<std::vector<std::byte>> failure = fail("this file is empty");
  failure.error().where.file = path;
  return failure;
}

bool is_text(std::string_view bytes) {
  return std::ranges::none_of(bytes, [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' && c != '\r' && c != '\f';
  });
}

bool is_coloured() {
  const auto value = [](const char* name) {
    const char* text = std::getenv(name);
    return std::string_view(text != nullptr ? text : "");
  };
  return isatty(STDERR_FILENO) != 0 && value("NO_COLOR").empty() && value("TERM") != "dumb";
}

void report(const Diagnostic& diagnostic, std::string_view source) { report(diagnostic, TextLines(source)); }

void report(const Diagnostic& diagnostic, const TextLines& source) {
  const std::string text = format(diagnostic, source, is_coloured());
  std::fputs(text.c_str(), stderr);
  if (!text.ends_with('\n')) std::fputc('\n', stderr);
}

}  // namespace eugene::cli
