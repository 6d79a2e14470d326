// Compares the rules with independent data: the verdicts of an established validator, and instructions that real
// compilers made for real hardware. Differences are listed here and explained in docs/record/errata.md.
#include <array>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "isa/encoding/decode.h"
#include "rules/rule.h"
#include "support/corpus.h"

namespace eugene::rules {
namespace {

using namespace isa;  // NOLINT(google-build-using-namespace)

using test::bytes_of;
using test::for_each_line;
using test::Platform;

class ValidateCorpus : public ::testing::TestWithParam<Platform> {};
INSTANTIATE_TEST_SUITE_P(Platforms, ValidateCorpus, ::testing::Values(Platform{&kGen6, "snb"}, Platform{&kGen9, "bxt"}),
                         [](const auto& test) { return test.param.name; });

// Rows that are valid there and that the document forbids: docs/record/errata.md, "Validation".
const std::map<std::string, std::set<std::string>> kStricter{
    {"38006006dd73002000008d0000008d00", {"register.mrf_source", "math.register_file"}},
    {"02006100b535004000008d0000008d00", {"sel.conversion"}},
    {"02006100b535014000008d0000008d00", {"sel.conversion", "sel.odd_byte"}},
};

// Rows that the other validator refuses. Eugene only warns of them, because hardware executes them
// (docs/record/errata.md): reserved bits (types of three sources, which Gen6 does not have), <1;1,0>, and half floats
// at a stride of 4.
const std::set<std::string> kMilder{
    "5b01400000141e00c801003900200700", "5b01400000281e00c801003900200700", "5b014000003c1e00c801003900200700",
    "40000000bd7700200000200000000000", "40000000bd7700200000000000002000", "01004000483b00600000690000000000",
    "01004000a85201600000690000000000",
};

// Rows that the other validator refuses and the Gen9 document allows: docs/record/errata.md.
const std::set<std::string> kAllowed{
    "40006000680a024000008d0a00008d00",  // the second lowest word of each channel
};

std::set<std::string> errors(const Diagnostics& diagnostics) {
  std::set<std::string> rules;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (diagnostic.severity == Severity::error) rules.insert(diagnostic.rule);
  }
  return rules;
}

Diagnostics check(const Gen& gen, std::string_view hex) {
  Diagnostics diagnostics;
  const Program program = decode_program(gen, bytes_of(hex), diagnostics);
  for (const Instruction& instruction : program.instructions) validate(gen, instruction, diagnostics);
  return diagnostics;
}

TEST_P(ValidateCorpus, GivesTheVerdictOfEveryCase) {
  std::ifstream file{test::corpus() / "validator-cases.tsv"};
  if (!file) GTEST_SKIP() << "no corpus";
  unsigned rows = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields{line};
    std::array<std::string, 4> field;  // platform, test, verdict, bytes
    for (std::string& text : field) std::getline(fields, text, '\t');
    if (field[0] != GetParam().name) continue;
    ++rows;
    const Diagnostics all = check(*GetParam().gen, field[3]);
    const std::set<std::string> found = errors(all);
    if (kMilder.contains(field[3])) {
      EXPECT_TRUE(found.empty() && !all.empty()) << field[1];
    } else if (kAllowed.contains(field[3])) {
      EXPECT_EQ(found.empty(), GetParam().gen->id == GenId::gen9) << field[1];
    } else if (const auto stricter = kStricter.find(field[3]); stricter != kStricter.end()) {
      EXPECT_EQ(found, stricter->second) << field[1];
    } else {
      EXPECT_EQ(!found.empty(), field[2] == "invalid")
          << field[1] << ' ' << field[3] << (found.empty() ? "" : " breaks " + *found.begin());
    }
  }
  EXPECT_GT(rows, 100U);
}

TEST_P(ValidateCorpus, AcceptsWhatCompilersEmit) {
  unsigned failures = 0;
  const bool present =
      for_each_line(std::string{"instructions-"} + GetParam().name + ".txt.xz", [&](std::string_view line) {
        const std::set<std::string> found = errors(check(*GetParam().gen, line));
        if (!found.empty() && ++failures < 10) ADD_FAILURE() << line << " breaks " << *found.begin();
      });
  if (!present) GTEST_SKIP() << "no corpus";
  EXPECT_EQ(failures, 0U);
}

}  // namespace
}  // namespace eugene::rules
