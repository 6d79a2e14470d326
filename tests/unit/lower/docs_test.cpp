// The table of docs/visa.md is that of the source, what is executed included.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "lower/lower.h"
#include "source_dir.h"
#include "visa/form.h"

namespace eugene::lower {
namespace {

using visa::Field;
using visa::Form;
using visa::Page;

std::string platforms_of(const Page& page) {
  if (page.platforms == visa::kAll) return "all";
  std::string text;
  for (std::size_t n = 0; n < visa::kPlatformNames.size(); ++n) {
    if ((page.platforms >> n & 1) != 0) text += (text.empty() ? "" : " ") + std::string(visa::kPlatformNames[n]);
  }
  return text;
}

// The fields in the order of the binary.
std::string fields_of(const Form& form) {
  std::string text;
  for (const Field field : form.fields) text += (text.empty() ? "" : ", ") + std::string(visa::row_of(field).name);
  return text.empty() ? "none" : text;
}

// A row of the page: an instruction, whether it is executed, its number, mnemonics, fields and platforms.
std::string row(const Page& page) {
  std::string mnemonics;
  std::string fields;
  unsigned more = 0;
  for (const Form& form : visa::forms()) {
    if (form.page != page.name) continue;
    if (fields.empty()) fields = fields_of(form);
    if (mnemonics.find(fmt::format("`{}`", form.mnemonic)) != std::string::npos) continue;  // a longer form
    if (mnemonics.size() > 70) {
      ++more;
    } else {
      mnemonics += (mnemonics.empty() ? "`" : ", `") + std::string(form.mnemonic) + "`";
    }
  }
  if (more != 0) mnemonics += fmt::format(" and {} more", more);
  return fmt::format("| {}{} | {} | {} | 0x{:02x} | {} | {} | {} |", page.name, page.is_listed ? "" : "*", page.title,
                     is_executed(page.name) ? "yes" : "", page.opcode, mnemonics, fields, platforms_of(page));
}

TEST(LowerDocs, TableIsThatOfTheSource) {
  std::ifstream file(EUGENE_SOURCE_DIR "/docs/visa.md");
  std::stringstream text;
  text << file.rdbuf();
  std::string missing;
  for (const Page& page : visa::kPages) {
    if (text.str().find("\n" + row(page) + "\n") == std::string::npos) missing += row(page) + "\n";
  }
  EXPECT_TRUE(missing.empty()) << missing << "docs/visa.md does not have these rows";
}

}  // namespace
}  // namespace eugene::lower
