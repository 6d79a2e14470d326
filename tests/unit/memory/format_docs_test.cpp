// Compares the tables of docs/record/formats.md with the source.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include "memory/format.h"
#include "source_dir.h"

namespace eugene::memory {
namespace {

using Uses = PixelFormat::Uses;

struct Column {
  std::string_view name;
  bool Uses::* use;
};

constexpr std::array<Column, 6> kColumns{{{"Gen6 sampler", &Uses::gen6_sampled},
                                          {"Gen9 sampler", &Uses::gen9_sampled},
                                          {"filters", &Uses::filtered},
                                          {"typed write", &Uses::typed_write},
                                          {"typed read", &Uses::typed_read},
                                          {"typed atomics", &Uses::typed_atomic}}};

std::string row(const PixelFormat& format) {
  std::string text = fmt::format("| 0x{:03X} | {} | {}", format.code, format.name, format.bytes);
  if (format.is_compressed()) text += fmt::format(" for {} x {}", format.block_width, format.block_height);
  text += " |";
  for (const Column& column : kColumns) text += format.uses.*column.use ? " yes |" : "  |";
  return text;
}

TEST(FormatDocs, TableIsThatOfTheSource) {
  std::ifstream file(EUGENE_SOURCE_DIR "/docs/record/formats.md");
  std::stringstream page;
  page << file.rdbuf();
  const std::string text = page.str();
  for (const Column& column : kColumns) {
    const auto count =
        std::ranges::count_if(all_formats(), [&](const auto& format) { return format.uses.*column.use; });
    EXPECT_NE(text.find(fmt::format("| {} | {} |\n", column.name, count)), std::string::npos) << column.name << count;
  }
  std::size_t rows = 0;
  for (const PixelFormat& format : all_formats()) {
    EXPECT_NE(text.find(row(format) + "\n"), std::string::npos) << row(format);
  }
  for (std::size_t at = text.find("| 0x"); at != std::string::npos; at = text.find("| 0x", at + 1)) ++rows;
  EXPECT_EQ(rows, all_formats().size());
}

}  // namespace
}  // namespace eugene::memory
