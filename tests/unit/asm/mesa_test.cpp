// Mesa's own assembler tests assemble to the bytes Mesa expects.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "asm/assemble.h"
#include "asm/hex.h"
#include "support/corpus.h"

namespace eugene::assembly {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string without_blanks(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\r'; });
  return text;
}

// Assembles every file in `folder` of the corpus; returns how many there are.
std::size_t check_folder(const isa::Gen& gen, const fs::path& folder) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".asm") continue;
    ++count;
    const std::string source = read(entry.path());
    const auto assembled = assemble(gen, kMesa, source, entry.path().filename().string());
    if (!assembled) {
      ADD_FAILURE() << format(assembled.error().front(), source);
      continue;
    }
    const auto code = encode(assembled->kernels[0], entry.path().filename().string());
    if (!code) {
      ADD_FAILURE() << format(code.error().front(), source);
      continue;
    }
    std::string hex;
    for (std::size_t at = 0; at + 16 <= code->size(); at += 16) write_hex(std::span(*code).subspan(at, 16), hex);
    EXPECT_EQ(hex, without_blanks(read(fs::path(entry.path()).replace_extension(".expected")))) << entry.path();
  }
  return count;
}

TEST(Mesa, Gen6TestsAssembleToWhatMesaExpects) {
  const fs::path folder = eugene::test::corpus() / "mesa-asm" / "gen6";
  if (!fs::exists(folder)) GTEST_SKIP() << "no corpus";
  EXPECT_EQ(check_folder(isa::kGen6, folder), 35U);
}

TEST(Mesa, Gen9TestsAssembleToWhatMesaExpects) {
  const fs::path folder = eugene::test::corpus() / "mesa-asm" / "gen9";
  if (!fs::exists(folder)) GTEST_SKIP() << "no corpus";
  EXPECT_EQ(check_folder(isa::kGen9, folder), 43U);
}

}  // namespace
}  // namespace eugene::assembly
