// Compares the table of docs/user/visa.md with the source, including the column of executed instructions.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <string>
#include <vector>

#include "lower/lower.h"
#include "source_dir.h"
#include "visa/form.h"

namespace eugene::lower {
namespace {

using visa::Field;
using visa::Form;
using visa::PageRow;

std::string platforms_of(const PageRow& page) {
  if (page.platforms == visa::kAll) return "all";
  const unsigned absent = visa::kAll & ~page.platforms;
  if (std::has_single_bit(absent))
    return "all but " + std::string(visa::kPlatformNames[static_cast<std::size_t>(std::countr_zero(absent))]);
  std::string text;
  for (std::size_t n = 0; n < visa::kPlatformNames.size(); ++n) {
    if ((page.platforms >> n & 1) != 0) text += (text.empty() ? "" : " ") + std::string(visa::kPlatformNames[n]);
  }
  return text;
}

// The fields in the order of the binary.
std::string fields_of(const Form& form) {
  std::string text;
  for (const Field field : form.fields) text += (text.empty() ? "" : ", ") + std::string(visa::table_row(field).name);
  return text.empty() ? "none" : text;
}

constexpr std::size_t kWidest = 150;  // columns of a line in docs/

// Returns the lines of docs/user/visa.md for a page of the manual. The first line is a row: the instruction, whether
// Eugene executes it, its number, mnemonics, fields and platforms. If mnemonics and fields would make the row too wide,
// a second line is an item below the table with both.
std::vector<std::string> lines_of(const PageRow& page) {
  std::string mnemonics;
  std::string fields;
  unsigned more = 0;
  for (const Form& form : visa::forms()) {
    if (form.page != page.page) continue;
    if (fields.empty()) fields = fields_of(form);
    if (mnemonics.find(fmt::format("`{}`", form.mnemonic)) != std::string::npos) continue;  // a longer form
    if (mnemonics.size() > 70) {
      ++more;
    } else {
      mnemonics += (mnemonics.empty() ? "`" : ", `") + std::string(form.mnemonic) + "`";
    }
  }
  if (more != 0) mnemonics += fmt::format(" and {} more", more);
  const std::string name = std::string(page.name) + (page.is(visa::kUnlisted) ? "*" : "");
  const auto row = [&](std::string_view names, std::string_view operands) {
    return fmt::format("| {} | {} | {} | 0x{:02x} | {} | {} | {} |", name, page.title,
                       is_executed(page.page) ? "yes" : "", page.opcode, names, operands, platforms_of(page));
  };
  const std::string whole = row(mnemonics, fields);
  if (whole.size() <= kWidest) return {whole};
  return {row("below", "below"), fmt::format("- {}, {}: {}.", name, mnemonics, fields)};
}

// A text whose list items are one line each, with a newline at each end.
std::string unwrapped(std::istream& file) {
  std::string text;
  for (std::string line; std::getline(file, line);) text += line.starts_with("  ") ? line.substr(1) : "\n" + line;
  return text + "\n";
}

TEST(LowerDocs, TableIsThatOfTheSource) {
  std::ifstream file(EUGENE_SOURCE_DIR "/docs/user/visa.md");
  const std::string text = unwrapped(file);
  std::string missing;
  for (const PageRow& page : visa::kPages) {
    for (const std::string& line : lines_of(page)) {
      if (text.find("\n" + line + "\n") == std::string::npos) missing += line + "\n";
    }
  }
  EXPECT_TRUE(missing.empty()) << missing << "docs/user/visa.md does not have these lines";
}

}  // namespace
}  // namespace eugene::lower
