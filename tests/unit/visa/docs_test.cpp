// The table of docs/visa.md is that of the source.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "source_dir.h"
#include "visa/form.h"

namespace eugene::visa {
namespace {

std::string platforms_of(const Page& page) {
  if (page.platforms == kAll) return "all";
  std::string text;
  for (std::size_t n = 0; n < kPlatformNames.size(); ++n) {
    if ((page.platforms >> n & 1) != 0) text += (text.empty() ? "" : " ") + std::string(kPlatformNames[n]);
  }
  return text;
}

// The fields in the order of the binary.
std::string fields_of(const Form& form) {
  std::string text;
  for (const Field field : form.fields) text += (text.empty() ? "" : ", ") + std::string(row_of(field).name);
  return text.empty() ? "none" : text;
}

// A row of the page: an instruction, its number, mnemonics, fields and platforms.
std::string row(const Page& page) {
  std::string mnemonics;
  std::string fields;
  unsigned more = 0;
  for (const Form& form : forms()) {
    if (form.page != page.name) continue;
    if (fields.empty()) fields = fields_of(form);
    if (mnemonics.size() > 70) {
      ++more;
    } else {
      mnemonics += (mnemonics.empty() ? "`" : ", `") + std::string(form.mnemonic) + "`";
    }
  }
  if (more != 0) mnemonics += fmt::format(" and {} more", more);
  return fmt::format("| {}{} | {} | 0x{:02x} | {} | {} | {} |", page.name, page.is_listed ? "" : "*", page.title,
                     page.opcode, mnemonics, fields, platforms_of(page));
}

TEST(VisaDocs, TableIsThatOfTheSource) {
  std::ifstream file(EUGENE_SOURCE_DIR "/docs/visa.md");
  std::stringstream text;
  text << file.rdbuf();
  std::string missing;
  for (const Page& page : kPages) {
    if (text.str().find("\n" + row(page) + "\n") == std::string::npos) missing += row(page) + "\n";
  }
  EXPECT_TRUE(missing.empty()) << missing << "docs/visa.md does not have these rows";
}

TEST(VisaTable, FormsAreFound) {
  ASSERT_NE(find_mnemonic("add"), nullptr);
  EXPECT_EQ(find_mnemonic("add")->opcode, 0x01);
  EXPECT_EQ(find_mnemonic("adds"), nullptr);
  EXPECT_EQ(forms_of(0x4e).size(), 7U);
  EXPECT_TRUE(forms_of(0x3b).empty());
  EXPECT_EQ(page_of(*find_mnemonic("max")).name, "MIN_MAX");
  EXPECT_EQ(position_of(*find_mnemonic("svm_atomic"), Field::atomic), 3);
  EXPECT_EQ(selection_of(Field::fence_selector, 0x3f), 0x20);
  EXPECT_EQ(selection_of(Field::sampler_selector, 0x719), 0x19);
}

}  // namespace
}  // namespace eugene::visa
