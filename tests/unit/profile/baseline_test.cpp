// A profile beside an earlier one, as JSON has it, and the dispatches of each.
#include "profile/baseline.h"

#include <gtest/gtest.h>

#include "isa/encoding/encode.h"
#include "profile/profiler.h"
#include "profile/report.h"

namespace eugene::profile {
namespace {

// A nop whose executions and stalls are given.
KernelCounts nop_counts(const std::string& name, std::uint64_t executions, std::uint64_t stalled) {
  KernelCounts kernel{.name = name};
  isa::Instruction nop;
  nop.opcode = isa::Opcode::nop;
  const auto bytes = isa::encode(isa::kGen9, nop);
  EXPECT_TRUE(bytes);
  kernel.code.assign(bytes->begin(), bytes->begin() + isa::kInstructionBytes);
  kernel.instructions.push_back({.executions = executions, .channels = 8, .issue = 2, .stalled = stalled});
  kernel.dispatches = kernel.threads = 1;
  return kernel;
}

std::string json_of(const std::vector<KernelCounts>& kernels) { return as_json(analyse(isa::kGen9, kernels)); }

TEST(Baseline, IsComparedKernelByKernel) {
  auto baseline = baseline_from_json(json_of({nop_counts("same", 4, 100), nop_counts("gone", 1, 1)}));
  ASSERT_TRUE(baseline) << baseline.error().message;
  const std::vector now{nop_counts("same", 2, 150), nop_counts("other", 1, 1)};
  std::vector<KernelReport> reports = analyse(isa::kGen9, now);
  compare(reports, *baseline);
  const auto& same = reports[0].name == "same" ? reports[0] : reports[1];
  const auto& other = reports[0].name == "same" ? reports[1] : reports[0];
  ASSERT_NE(same.before, nullptr);
  EXPECT_EQ(other.before, nullptr);
  ASSERT_NE(find_before(same, 0), nullptr);
  EXPECT_EQ(find_before(same, 0)->stalled, 100U);
  bool has_stalls = false;
  for (const Difference& each : differences(same)) {
    if (each.what != "cycles stalled") continue;
    has_stalls = true;
    EXPECT_EQ(each.before, 100);
    EXPECT_EQ(each.now, 150);
  }
  EXPECT_TRUE(has_stalls);
  const std::string page = as_html(reports, "t");
  EXPECT_NE(page.find("<td class=bad>+50 (+49.0%)</td>"), std::string::npos) << page;
  EXPECT_NE(comparison_text(reports).find("not in the earlier profile"), std::string::npos);
}

// A program with an instruction less, one more and one that has stayed.
TEST(Baseline, FindsInstructionsThatHaveMoved) {
  const std::string kernel = R"({"name":"k","estimated_cycles":1,"dispatches":1,"total":{},"instructions":[)"
                             R"({"text":"gone","stalled":1},{"text":"nop","stalled":7}]})";
  auto baseline = baseline_from_json(R"({"schema":2,"date":"","kernels":[)" + kernel + "]}");
  ASSERT_TRUE(baseline) << baseline.error().message;
  const std::vector now{nop_counts("k", 1, 1)};
  std::vector<KernelReport> reports = analyse(isa::kGen9, now);
  reports[0].text = {"nop", "new"};
  compare(reports, *baseline);
  ASSERT_NE(find_before(reports[0], 0), nullptr);
  EXPECT_EQ(find_before(reports[0], 0)->stalled, 7U);
  EXPECT_EQ(find_before(reports[0], 1), nullptr);
}

TEST(Baseline, SaysHowMuchItIs) {
  EXPECT_EQ(change_text(100, 150), "+50.0%");
  EXPECT_EQ(change_text(4, 3), "-25.0%");
  EXPECT_EQ(change_text(7, 7), "=");
  EXPECT_EQ(change_text(0, 7), "new");
}

TEST(Baseline, RefusesWhatIsNoProfile) {
  for (const char* text :
       {"", "[]", "{}", R"({"schema":1,"kernels":[],"date":""})", R"({"schema":2,"kernels":[{}],"date":""})"})
    EXPECT_FALSE(baseline_from_json(text)) << text;
}

TEST(Baseline, HasARowForEachDispatch) {
  KernelCounts first = nop_counts("k", 4, 9);
  first.each = {{.number = 0, .groups = 1, .threads = 2, .all = {.executions = 4}}};
  KernelCounts second = nop_counts("k", 6, 9);
  second.each = {{.number = 3, .groups = 2, .threads = 4, .all = {.executions = 6}}};
  std::vector<KernelCounts> all;
  add(all, first);
  add(all, second);
  ASSERT_EQ(all.size(), 1U);
  ASSERT_EQ(all[0].each.size(), 2U);
  const auto copied = counts_from_json(counts_to_json(all));
  ASSERT_TRUE(copied) << copied.error().message;
  EXPECT_EQ(copied->front().each, all[0].each);
  all[0].each.resize(kMaxDispatches, all[0].each.back());
  add(all, second);
  EXPECT_EQ(all[0].each.size(), kMaxDispatches) << "a program may have any number of them";
  EXPECT_EQ(all[0].dispatches, 3U);
}

}  // namespace
}  // namespace eugene::profile
