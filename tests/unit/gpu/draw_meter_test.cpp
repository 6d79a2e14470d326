// The measures of draws, and the progress of a long draw.
#include <gtest/gtest.h>

#include <vector>

#include "gpu/draw/draw_meter.h"

namespace eugene::gpu {
namespace {

using namespace std::chrono_literals;

Work work_of(Stage stage) {
  Work work;
  work.stage = stage;
  return work;
}

TEST(DrawMeter, AddsTheThreadsOfBothShaders) {
  std::vector<DrawStats> ended;
  DrawMeter meter({}, [&](const DrawStats& draw) { ended.push_back(draw); });
  meter.ran(work_of(Stage::pixel), {.threads = 100});  // before the draw
  meter.begin(3);
  meter.ran(work_of(Stage::vertex), {.threads = 1, .instructions = 10, .time = 2ms});
  meter.ran(work_of(Stage::pixel), {.threads = 4, .instructions = 40, .time = 3ms});
  meter.ran(work_of(Stage::pixel), {.threads = 5, .instructions = 50, .time = 4ms});
  meter.ran(work_of(Stage::compute), {.threads = 1000});
  meter.end({.vertices = 3, .primitives = 1}, {});
  meter.begin(0);
  meter.end({}, "reason");
  ASSERT_EQ(ended.size(), 2U);
  EXPECT_EQ(ended[0].counts, (PipelineStatistics{.vertices = 3, .primitives = 1}));
  EXPECT_EQ(ended[0].vertex.threads, 1U);
  EXPECT_EQ(ended[0].pixel.threads, 9U);
  EXPECT_EQ(ended[0].pixel.instructions, 90U);
  EXPECT_EQ(ended[0].pixel.time, 7ms);
  EXPECT_EQ(ended[0].skipped, "");
  EXPECT_EQ(ended[1].pixel.threads, 0U);
  EXPECT_EQ(ended[1].skipped, "reason");
}

TEST(DrawMeter, TellsTheProgressOfALongDraw) {
  std::vector<Progress> told;
  unsigned latest = 0, removed = 0;
  ExecutorOptions options;
  options.progress = [&](const Progress& progress) { told.push_back(progress); };
  options.progress_after = 0ns;
  options.latest_progress = [&](const Progress* progress) { ++(progress == nullptr ? removed : latest); };
  options.latest_progress_every = 0ns;
  DrawMeter meter(options, {});
  meter.begin(600);
  meter.ran(work_of(Stage::vertex), {.instructions = 12});
  meter.goes_on({.vertices = 300});
  meter.goes_on({.vertices = 301});  // the interval has not doubled yet, unless the host is very slow
  ASSERT_GE(told.size(), 1U);
  EXPECT_TRUE(told[0].is_draw);
  EXPECT_EQ(told[0].groups_done, 300U);
  EXPECT_EQ(told[0].groups, 600U);
  EXPECT_EQ(told[0].instructions, 12U);
  EXPECT_EQ(latest, 2U);
  EXPECT_EQ(removed, 0U);
  meter.end({}, {});
  EXPECT_EQ(removed, 1U);
  Progress shown = told[0];
  shown.time = 5s;
  EXPECT_EQ(
      format(shown, ""),
      "eugene: a draw has run for 5 s: 300 of 600 vertices done (50 %, about 5 s left), 0 million instructions; use "
      "--timeout SECONDS to stop it\n");
  shown.is_interrupted = true;
  EXPECT_EQ(format(shown, ""), "eugene: interrupted: a draw, 300 of 600 vertices done\n");
}

TEST(DrawMeter, SilentForAShortDraw) {
  ExecutorOptions options;
  unsigned told = 0;
  options.progress = [&](const Progress&) { ++told; };
  options.latest_progress = [&](const Progress*) { ++told; };
  DrawMeter meter(options, {});
  meter.begin(3);
  meter.goes_on({});
  meter.end({}, {});
  EXPECT_EQ(told, 0U);
}

TEST(Reports, NameTheShaderOfADraw) {
  KernelFault fault{.fault = {.what = "read beyond memory"}, .kernel_address = 0x1000};
  fault.site.item = WorkItem{.stage = Stage::pixel, .group = {12, 40, 0}, .thread = 0, .channel = 3};
  EXPECT_NE(format(Report{.kernel = fault}).find("\n  stage        pixel shader, pixel (12, 40), layer 0\n"),
            std::string::npos);
  fault.site.item = WorkItem{.group = {1, 2, 3}, .thread = 4};
  EXPECT_NE(format(Report{.kernel = fault}).find("\n  thread       4 of group (1, 2, 3)\n"), std::string::npos);
}

TEST(Reports, SayInOneLineWhatIsNotDrawn) {
  const Report report{.commands = fail("3DPRIMITIVE with a hull shader", "a page").error(), .not_drawn = true};
  EXPECT_EQ(format(report), "eugene: not drawn: 3DPRIMITIVE with a hull shader; not reported again\n");
  EXPECT_FALSE(report.is_warning());
}

TEST(DrawSummary, SumsAndKeepsTheLongest) {
  DrawSummary all;
  for (unsigned i = 0; i < 300; ++i) {
    // 0 to 299, in an order that is not sorted.
    const unsigned time = i * 7 % 300;
    all.add({.counts = {.covered_pixels = 2}, .pixel = {.threads = 1}, .time = std::chrono::nanoseconds(time)});
  }
  all.add({.counts = {}, .skipped = "a reason"});
  EXPECT_EQ(all.draws, 301U);
  EXPECT_EQ(all.all.counts.covered_pixels, 600U);
  EXPECT_EQ(all.all.pixel.threads, 300U);
  ASSERT_EQ(all.longest.size(), DrawSummary::kLongest);
  EXPECT_EQ(all.longest.front().time, 299ns);
  EXPECT_EQ(all.longest.front().number, 257U);  // 257 * 7 = 5 * 300 + 299
  EXPECT_EQ(all.longest.back().time, 200ns);
  EXPECT_EQ(all.skipped.at("a reason"), 1U);

  DrawSummary two;
  two.add({.counts = {.vertices = 1}, .time = 250ns, .skipped = "a reason"});
  two += std::move(all);
  EXPECT_EQ(two.draws, 302U);
  EXPECT_EQ(two.all.counts.vertices, 1U);
  EXPECT_EQ(two.skipped.at("a reason"), 2U);
  EXPECT_EQ(two.longest.size(), DrawSummary::kLongest);
  EXPECT_EQ(two.longest.back().time, 201ns);
}

}  // namespace
}  // namespace eugene::gpu
