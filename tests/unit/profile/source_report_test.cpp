// A profile by lines: each line has the sums of its instructions, and is in every report.
#include "profile/source_report.h"

#include <gtest/gtest.h>

#include "isa/encoding/encode.h"
#include "profile/report.h"

namespace eugene::profile {
namespace {

// Four nops: two of line 7, one of line 9, one of none.
KernelCounts counts_of_four() {
  KernelCounts kernel{.name = "four"};
  isa::Instruction nop;
  nop.opcode = isa::Opcode::nop;
  for (unsigned i = 0; i < 4; ++i) {
    const auto bytes = isa::encode(isa::kGen9, nop);
    EXPECT_TRUE(bytes);
    kernel.code.insert(kernel.code.end(), bytes->begin(), bytes->begin() + isa::kInstructionBytes);
    kernel.instructions.push_back({.executions = 1U + i, .channels = 8, .issue = 10U * (i + 1), .stalled = i});
  }
  kernel.dispatches = kernel.threads = 1;
  kernel.lines = {.files = {"dir/a.cl", "<b>.h"},
                  .rows = {{0, 0, 7, 3}, {16, 1, 9, 0}, {32, 0, 7, 1}, {48, 0, 0, 0}},
                  .given_file = 1,
                  .given_text = "x\n"};
  return kernel;
}

std::vector<KernelReport> analysed(const std::vector<KernelCounts>& kernels) {
  return analyse(isa::kGen9, kernels,
                 [](const SourceLines&, const SourceLine& line) { return line.line == 7 ? "a < b;" : std::string(); });
}

TEST(SourceReport, AddsUpTheInstructionsOfALine) {
  const std::vector kernels{counts_of_four()};
  const auto reports = analysed(kernels);
  ASSERT_EQ(reports.size(), 1U);
  const std::vector<LineReport>& lines = reports[0].lines;
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].source, (SourceLine{"dir/a.cl", 7, 0}));
  EXPECT_EQ(lines[0].text, "a < b;");
  EXPECT_EQ(lines[0].instructions, 2U);
  EXPECT_EQ(lines[0].counts.executions, 1U + 3U);
  EXPECT_EQ(lines[0].counts.issue, 10U + 30U);
  EXPECT_EQ(lines[0].first, 0U);
  EXPECT_EQ(lines[1].source, (SourceLine{"<b>.h", 9, 0}));
  EXPECT_EQ(lines[1].counts.executions, 2U);
  EXPECT_EQ(lines[1].first, 1U);
}

TEST(SourceReport, IsInEveryFormat) {
  const std::vector kernels{counts_of_four()};
  const auto reports = analysed(kernels);
  const std::string text = as_text(reports);
  EXPECT_NE(text.find("dir/a.cl:7: a < b;"), std::string::npos) << text;
  EXPECT_NE(text.find("dir/a.cl:7:3"), std::string::npos) << "in the listing";
  const std::string json = as_json(reports);
  EXPECT_NE(json.find(R"("file":"<b>.h")"), std::string::npos) << json;
  EXPECT_EQ(json.find("line_table"), std::string::npos);
  const std::string html = as_html(reports, "t");
  EXPECT_NE(html.find("<span title=\"dir/a.cl:7\">a.cl:7</span></a></td><td class=t>a &lt; b;"), std::string::npos)
      << html;
  EXPECT_EQ(html.find("<b>.h"), std::string::npos) << "names are escaped";
}

TEST(SourceReport, GoesFromOneProcessToAnother) {
  const std::vector kernels{counts_of_four()};
  const auto other = counts_from_json(counts_to_json(kernels));
  ASSERT_TRUE(other) << other.error().message;
  EXPECT_EQ(other->front().lines, kernels[0].lines);
}

TEST(SourceReport, IsNotThereWithoutDebugData) {
  std::vector kernels{counts_of_four()};
  kernels[0].lines = {};
  const auto reports = analysed(kernels);
  EXPECT_TRUE(reports[0].lines.empty());
  EXPECT_EQ(as_text(reports).find("source"), std::string::npos);
  EXPECT_EQ(as_html(reports, "t").find(">source</th>"), std::string::npos);
  EXPECT_EQ(counts_to_json(kernels).find("line_table"), std::string::npos);
}

}  // namespace
}  // namespace eugene::profile
