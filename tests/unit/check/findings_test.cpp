// Findings are merged, suppressed and written as text and JSON.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "check/finding/collection.h"
#include "check/finding/json.h"
#include "check/finding/sarif.h"
#include "check/finding/suppressions.h"
#include "check/finding/text.h"

namespace eugene::check {
namespace {

Finding beyond(std::uint32_t line, std::uint32_t instruction) {
  return {.id = "memory.bounds",
          .what = "write at offset 0x400 of surface 0, which has 1024 bytes",
          .sites = {{.access = "write",
                     .source = SourceLine{.file = "dir/a b.cl", .line = line, .column = 3},
                     .text = "o[i] = 1;",
                     .instruction = instruction,
                     .assembly = "send",
                     .item = WorkItem{.group = {1, 0, 0}, .global = {}, .local = {}, .thread = 2, .channel = 3}}},
          .memory = "address 0x1000",
          .kernel = "fill",
          .launch = 2,
          .reference = {},
          .hint = "look"};
}

TEST(Findings, OneOfEachSourceLine) {
  Collection all;
  EXPECT_EQ(all.add(beyond(4, 0x10)), Added::first);
  EXPECT_EQ(all.add(beyond(4, 0x40)), Added::again);
  EXPECT_EQ(all.add(beyond(5, 0x40)), Added::first);
  ASSERT_EQ(all.findings().size(), 2U);
  EXPECT_EQ(all.findings()[0].count, 1U);  // the count that has been printed
  EXPECT_EQ(all.findings()[0].total, 2U);
}

// The findings of a launch are merged before they are printed, so that the text and the JSON have the same count.
TEST(Findings, OfALaunchAreCountedTogether) {
  Finding other = beyond(4, 0x40);
  other.count = 5;
  const std::vector<Finding> all = merged({beyond(4, 0x10), other, beyond(5, 0x10)});
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].count, 6U);
  EXPECT_EQ(all[0].all(), 6U);
  EXPECT_EQ(all[1].all(), 1U);
  EXPECT_NE(format(all[0]).find("\n  count   6\n"), std::string::npos);
}

// Without lines, instructions are used instead. Another kernel or id is another finding.
TEST(Findings, WithoutLinesOneOfEachInstruction) {
  Collection all;
  Finding finding = beyond(4, 0x10);
  finding.sites[0].source.reset();
  EXPECT_EQ(all.add(finding), Added::first);
  EXPECT_EQ(all.add(finding), Added::again);
  finding.sites[0].instruction = 0x20;
  EXPECT_EQ(all.add(finding), Added::first);
  finding.kernel = "other";
  EXPECT_EQ(all.add(finding), Added::first);
  finding.id = "memory.null";
  EXPECT_EQ(all.add(finding), Added::first);
}

// A race of two lines, by instructions of the same numbers.
Finding race(std::uint32_t first, std::uint32_t second, const std::string& joined_by, std::uint64_t count = 1) {
  Finding finding = beyond(first, first);
  finding.id = "race.local";
  finding.sites.push_back(beyond(second, second).sites[0]);
  finding.sites[1].access = "read";
  finding.joined_by = joined_by;
  finding.count = count;
  return finding;
}

std::vector<std::uint32_t> lines_of(const Finding& finding) {
  std::vector<std::uint32_t> lines;
  for (const Site& site : finding.sites) lines.push_back(site.source->line);
  for (const Finding& other : finding.others) {
    for (const Site& site : other.sites) lines.push_back(site.source->line);
  }
  return lines;
}

// A missing barrier makes a race of each line before it with each line after it, whichever comes first.
TEST(Findings, RacesOfOneMissingBarrierAreOne) {
  const std::vector<Finding> all =
      merged({race(4, 7, "tile, none", 2), race(4, 8, "tile, none", 3), race(4, 7, "row, none"),
              race(8, 4, "tile, none", 5), race(4, 9, "tile, 8"), race(6, 6, "")});
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(lines_of(all[0]), (std::vector<std::uint32_t>{4, 7, 4, 8}));
  EXPECT_EQ(all[0].count, 11U);  // includes the race in `row`, which lines 4 and 7 access too
  EXPECT_EQ(all[0].all(), 11U);
  EXPECT_NE(format(all[0]).find("\n  also    write dir/a b.cl:4, read dir/a b.cl:8\n"), std::string::npos);
  EXPECT_NE(format(all[0]).find("\n  count   11\n"), std::string::npos);
  EXPECT_EQ(lines_of(all[1]), (std::vector<std::uint32_t>{4, 9}));
  EXPECT_EQ(lines_of(all[2]), (std::vector<std::uint32_t>{6, 6}));
  const auto read = from_json(to_json(all, {}, {}));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(lines_of(read->at(0)), lines_of(all[0]));
  EXPECT_EQ(format(read->at(0)), format(all[0]));
}

// A later launch that has other lines of the same race says only these.
TEST(Findings, JoinedRacesAreKnownByTheirLines) {
  Collection all;
  EXPECT_EQ(all.add(merged({race(4, 7, "a"), race(4, 8, "a")})[0]), Added::first);
  EXPECT_EQ(all.add(race(4, 8, "a", 5)), Added::again);
  EXPECT_EQ(all.add(merged({race(4, 7, "a"), race(4, 9, "a", 2), race(4, 10, "a", 3)})[0]), Added::first);
  ASSERT_EQ(all.findings().size(), 2U);
  EXPECT_EQ(all.findings()[0].count, 2U);
  EXPECT_EQ(all.findings()[0].all(), 8U);
  EXPECT_EQ(all.findings()[0].others[0].all(), 6U);
  EXPECT_EQ(lines_of(all.findings()[1]), (std::vector<std::uint32_t>{4, 9, 4, 10}));
  EXPECT_EQ(all.findings()[1].count, 5U);
}

TEST(Findings, JoinedRacesAreSuppressedEachForItself) {
  const Finding joined = merged({race(4, 7, "a", 2), race(5, 8, "a", 3), race(5, 9, "a", 4)})[0];
  Collection some(*parse_suppressions("kind: race.local\nsource: *:7\n\nkind: race.local\nsource: *:8\n", "s"));
  EXPECT_EQ(some.add(joined), Added::first);
  ASSERT_EQ(some.findings().size(), 1U);
  EXPECT_EQ(lines_of(some.findings()[0]), (std::vector<std::uint32_t>{5, 9}));
  EXPECT_EQ(some.findings()[0].count, 4U);
  EXPECT_EQ(some.suppressed().size(), 2U);
  EXPECT_TRUE(some.unused().empty());
  Collection none(*parse_suppressions(suppression_text(joined), "s"));
  EXPECT_EQ(none.add(joined), Added::suppressed);
  EXPECT_TRUE(none.findings().empty());
}

TEST(Findings, Text) {
  EXPECT_EQ(format(beyond(4, 0x10)),
            "eugene: memory.bounds: write at offset 0x400 of surface 0, which has 1024 bytes\n"
            "  write   dir/a b.cl:4  o[i] = 1;  group (1,0,0), EU thread 2, channel 3\n"
            "  memory  address 0x1000\n"
            "  kernel  fill, launch 2; instruction 0x0010\n"
            "  hint    look\n");
}

TEST(Findings, SummaryCountsAndNamesUnusedSuppressions) {
  const auto blocks = parse_suppressions("kind: race.*\n", "s");
  ASSERT_TRUE(blocks);
  Collection all(*blocks);
  all.add(beyond(4, 0x10));
  EXPECT_EQ(format(all, {.kernels = 3, .exit_status = 4}),
            "eugene: the suppression in line 1 (kind race.*) has matched nothing\n"
            "eugene: 1 error in 1 of 3 kernels (memory.bounds 1), 0 suppressed; exit status 4\n");
}

TEST(Findings, JsonArrivesAsItWas) {
  Finding race = beyond(4, 0x10);
  race.id = "race.global";
  race.sites.push_back(race.sites[0]);
  race.sites[1].source.reset();
  race.sites[1].item = WorkItem{.group = {}, .global = Item{1, 2, 3}, .local = Item{0, 1, 2}, .index = 7};
  const auto read = from_json(to_json({race, beyond(7, 8)}, {beyond(9, 8)}, {}));
  ASSERT_TRUE(read) << read.error().message;
  std::vector<Finding> expected{race, beyond(7, 8), beyond(9, 8)};
  for (Finding& each : expected) each.total = each.count;
  EXPECT_EQ(*read, expected);
  EXPECT_FALSE(from_json("{}"));
  EXPECT_FALSE(from_json(R"({"schema":0,"findings":[],"suppressed":[]})"));
}

TEST(Findings, OfADrawNameTheShaderAndThePlace) {
  Finding pixel = beyond(4, 0x10);
  pixel.sites[0].item = WorkItem{.stage = Stage::pixel, .group = {12, 40, 1}, .thread = 0, .channel = 3};
  Finding vertex = beyond(5, 0x10);
  vertex.sites[0].item = WorkItem{.stage = Stage::vertex, .group = {7, 2, 0}};
  EXPECT_NE(format(pixel).find("  pixel shader, pixel (12, 40), layer 1\n"), std::string::npos) << format(pixel);
  EXPECT_NE(format(vertex).find("  vertex shader, vertex 7 of instance 2\n"), std::string::npos) << format(vertex);
  const auto read = from_json(to_json({pixel, vertex}, {}, {}));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ((*read)[0].sites[0].item, pixel.sites[0].item);
  EXPECT_EQ((*read)[1].sites[0].item, vertex.sites[0].item);
}

KernelFidelity waves() {
  return {.kernel = "waves",
          .launches = 1,
          .instructions = {90, 8, 2, 0},
          .messages = {1, 0, 0, 4},
          .inexact = {{.fidelity = 3, .name = "data0.memory_fence", .reference = "a page", .count = 4},
                      {.fidelity = 1, .name = "math.sin", .reference = "8.3.28", .count = 3},
                      {.fidelity = 1, .name = "math.cos", .reference = "8.3.28", .count = 5},
                      {.fidelity = 2, .name = "mac", .reference = "a row", .count = 2}}};
}

TEST(Findings, FidelityOfLaunchesIsAddedUp) {
  std::vector<KernelFidelity> all;
  add(all, waves());
  add(all, {.kernel = "counts", .launches = 1, .instructions = {7, 0, 0, 0}, .messages = {1, 0, 0, 0}, .inexact = {}});
  add(all, waves());
  EXPECT_EQ(format(all),
            "eugene: fidelity of waves: 200 instructions (180 exact, 16 bounded, 4 chosen); 10 messages (2 exact, 8 "
            "substitute)\n"
            "  bounded             10  math.cos: 8.3.28\n"
            "  bounded              6  math.sin: 8.3.28\n"
            "  chosen               4  mac: a row\n"
            "  substitute           8  data0.memory_fence: a page\n"
            "eugene: fidelity of counts: 7 instructions, all exact; 1 message, exact\n");
  const auto read = fidelity_from_json(to_json({}, {}, all));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, all);
  EXPECT_EQ(fidelity_from_json(to_json({}, {}, {})), std::vector<KernelFidelity>());
  const auto log = nlohmann::json::parse(to_sarif({}, {}, all, {"1.2", {}}));
  EXPECT_EQ(log.at("runs")[0].at("properties").at("fidelity")[0].at("instructions").at("bounded"), 16);
}

TEST(Suppressions, MatchKindKernelAndSource) {
  const Finding finding = beyond(4, 0x10);
  const auto matches_text = [&](const std::string& text) {
    const auto blocks = parse_suppressions(text, "s");
    return blocks && blocks->size() == 1 && matches(blocks->front(), finding);
  };
  EXPECT_TRUE(matches_text("kind: memory.bounds"));
  EXPECT_TRUE(matches_text("# comment\nkind: memory.*\nkernel: f?ll\nsource: *b.cl:4\nnote: known\n\n"));
  EXPECT_TRUE(matches_text("kind: *\nsource: o[i] = 1\n"));
  EXPECT_FALSE(matches_text("kind: memory.null"));
  EXPECT_FALSE(matches_text("kind: *\nkernel: fil"));
  EXPECT_FALSE(matches_text("kind: *\nsource: *b.cl:5"));
  EXPECT_TRUE(matches_text(suppression_text(finding)));
}

TEST(Suppressions, ErrorsHaveLines) {
  const auto line_of_error = [](const std::string& text) {
    const auto blocks = parse_suppressions(text, "s");
    return blocks ? 0U : blocks.error().where.line;
  };
  EXPECT_EQ(line_of_error("kind: a\n\nkernel: b\n\n"), 3U);
  EXPECT_EQ(line_of_error("kind: a\nkind: b\n"), 2U);
  EXPECT_EQ(line_of_error("kind a\n"), 1U);
  EXPECT_EQ(line_of_error("kind:\n"), 1U);
  EXPECT_EQ(line_of_error("thing: a\n"), 1U);
  EXPECT_EQ(line_of_error(""), 0U);
}

TEST(Suppressions, CommentsInTheSource) {
  Finding finding = beyond(4, 0x10);
  const auto is_ignored = [&](const std::string& text) {
    finding.sites[0].text = text;
    return is_ignored_in_source(finding);
  };
  EXPECT_TRUE(is_ignored("o[i] = 1;  // eugene: ignore memory.bounds"));
  EXPECT_TRUE(is_ignored("o[i] = 1;  // eugene: ignore memory, padding"));
  EXPECT_TRUE(is_ignored("o[i] = 1;  // eugene: ignore"));
  EXPECT_FALSE(is_ignored("o[i] = 1;  // eugene: ignore race.global"));
  EXPECT_FALSE(is_ignored("eugene: ignore memory.bounds"));
}

}  // namespace
}  // namespace eugene::check
