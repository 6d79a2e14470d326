#include "input.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace eugene::cli {

Result<std::vector<std::byte>> read_input(const std::string& path) {
  const auto close = [](std::FILE* file) {
    if (file != stdin) (void)std::fclose(file);
  };
  const std::unique_ptr<std::FILE, decltype(close)> file(path == "-" ? stdin : std::fopen(path.c_str(), "rb"), close);
  std::vector<std::byte> bytes;
  if (file != nullptr) {
    if (struct stat status; fstat(fileno(file.get()), &status) == 0 && S_ISREG(status.st_mode))
      bytes.reserve(static_cast<std::size_t>(status.st_size));
    std::array<std::byte, 65536> block;
    while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get()))
      bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  }
  if (file == nullptr || std::ferror(file.get()) != 0) {
    Result<std::vector<std::byte>> failure = fail(std::string("cannot read: ") + std::strerror(errno));
    failure.error().where.file = path.empty() ? "''" : path;
    return failure;
  }
  return bytes;
}

Result<std::vector<std::byte>> read_program(const std::string& path) {
  Result<std::vector<std::byte>> bytes = read_input(path);
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
