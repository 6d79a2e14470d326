// Instruction words that independent compilers emitted, if the shared corpus is present: ../shared/corpus beside the
// source, or $EUGENE_CORPUS.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "isa/gen.h"
#include "source_dir.h"

namespace eugene::test {

inline std::filesystem::path corpus() {
  if (const char* path = std::getenv("EUGENE_CORPUS")) return path;
  return std::filesystem::path(EUGENE_SOURCE_DIR) / ".." / "shared" / "corpus";
}

struct Platform {
  const isa::Gen* gen;
  const char* name;  // as the corpus spells it
};

// Calls `line` for each line of the xz file `name` of the corpus. Returns false if the file is absent or unreadable.
inline bool for_each_line(const std::string& name, const std::function<void(std::string_view)>& line) {
  const std::filesystem::path path = corpus() / name;
  if (!std::filesystem::exists(path)) return false;
  const std::string command = "xz -dc '" + path.string() + "'";
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(popen(command.c_str(), "r"), &pclose);
  if (!pipe) return false;
  char buffer[256];
  bool any = false;
  while (std::fgets(buffer, sizeof buffer, pipe.get()) != nullptr) {
    std::string_view text = buffer;
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
    line(text);
    any = true;
  }
  return any;
}

// Returns the bytes that `hex` spells, in order. Blanks are ignored.
inline std::vector<std::byte> bytes_of(std::string_view hex) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10; };
  std::vector<std::byte> bytes;
  int high = -1;
  for (const char c : hex) {
    if (c == ' ') continue;
    if (high < 0) {
      high = digit(c);
    } else {
      bytes.push_back(static_cast<std::byte>(high * 16 + digit(c)));
      high = -1;
    }
  }
  return bytes;
}

}  // namespace eugene::test
