// What programs leave in the directory that `eugene run` shares with them.
#include "i915/channel.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <variant>

#include "settings/settings_table.h"

namespace eugene::i915 {
namespace {

// A program may write to the directory what it likes.
TEST(Channel, DirectoriesInPlaceOfFilesAreNoStatistics) {
  std::string name = testing::TempDir() + "channel-XXXXXX";
  ASSERT_NE(::mkdtemp(name.data()), nullptr);
  const std::filesystem::path directory = name;
  std::filesystem::create_directory(directory / "stats-1");
  std::filesystem::create_directory(directory / "profile-1");
  std::ofstream(directory / "stats-2") << "no JSON";
  std::ofstream(directory / "stats-3") << stats_to_json({.work = {.dispatches = 5}, .kernels = {}});
  EXPECT_EQ(read_stats(directory).work.dispatches, 5U);
  EXPECT_TRUE(read_profile(directory).empty());
  std::filesystem::remove_all(directory);
}

TEST(Channel, DrawsAddUp) {
  std::string name = testing::TempDir() + "channel-XXXXXX";
  ASSERT_NE(::mkdtemp(name.data()), nullptr);
  const std::filesystem::path directory = name;
  Stats one;
  one.kernels.push_back({.stage = Stage::pixel});
  one.draws.add({.counts = {.vertices = 3, .primitives = 1, .clipped = 1, .drawn = 1, .covered_pixels = 8},
                 .pixel = {.name = "pixels", .threads = 4, .instructions = 5, .time = std::chrono::nanoseconds(6)},
                 .time = std::chrono::nanoseconds(7)});
  Stats two;
  two.draws.add({.counts = {.vertices = 4}, .time = std::chrono::nanoseconds(9), .skipped = "lines"});
  std::ofstream(directory / "stats-1") << stats_to_json(one);
  std::ofstream(directory / "stats-2") << stats_to_json(two);
  const Stats all = read_stats(directory);
  std::filesystem::remove_all(directory);
  ASSERT_EQ(all.kernels.size(), 1U);
  EXPECT_EQ(all.kernels[0].stage, Stage::pixel);
  EXPECT_EQ(all.draws.draws, 2U);
  EXPECT_EQ(all.draws.all.counts.vertices, 7U);
  EXPECT_EQ(all.draws.skipped.at("lines"), 1U);
  ASSERT_EQ(all.draws.longest.size(), 2U);
  EXPECT_EQ(all.draws.longest[0].skipped, "lines");
  const gpu::DrawStats& drawn = all.draws.longest[1];
  EXPECT_EQ(drawn.counts, one.draws.longest[0].counts);
  EXPECT_EQ(drawn.pixel.name, "pixels");
  EXPECT_EQ(drawn.pixel.threads, 4U);
  EXPECT_EQ(drawn.pixel.instructions, 5U);
  EXPECT_EQ(drawn.pixel.time.count(), 6);
  EXPECT_EQ(drawn.time.count(), 7);
}

// Each setting arrives in the program as the user has given it.
TEST(Channel, SettingsArriveAsTheyWere) {
  settings::Settings given;
  given.gpu = "bxt";
  given.threads = 3;
  given.timeout = 1.5;
  given.preempt = 0.25;
  given.preempt_instructions = 7;
  given.preempt_most = 9;
  given.strict = true;
  given.report_bounds = true;
  given.profile = true;
  given.profile_model = "banks=4";
  given.trace = "memory";
  given.trace_file = "/trace.parquet";
  given.visa = settings::VisaUse::compare;
  given.check = {check::Kind::memory, check::Kind::float_};
  given.check_log = "/log";
  given.suppressions = "/suppressions";
  given.max_errors = 5;
  given.kernel = "k*";
  given.launch = "2-3";
  given.save_kernels = "/kernels";
  given.interpret = true;
  given.jit = true;
  given.hot_after = 0;
  given.patience = 0.5;
  given.jit_dump = "/dump \"of\" it";
  given.no_cache = true;
  given.perf_map = true;
  given.host_cpu = "x86-64-v3";
  given.driver = "/driver";
  given.icd = "/icd";
  given.require_gpu = true;
  given.fill = Fill{.kind = Fill::Kind::random};
  given.shuffle = Shuffle{.order = Shuffle::Order::shuffled, .seed = 5};
  for (const settings::Settings& settings : {given, settings::Settings{}}) {
    const auto arrived = settings_from_json(settings_to_json(settings));
    ASSERT_TRUE(arrived) << arrived.error().message;
    EXPECT_EQ(*arrived, settings);
  }
  // Changing a setting changes only its row.
  for (const settings::Setting& setting : settings::kSettings) {
    settings::Settings one;
    std::visit([&](auto member) { one.*member = given.*member; }, setting.member);
    EXPECT_NE(one, settings::Settings{}) << setting.name;
    const auto arrived = settings_from_json(settings_to_json(one));
    ASSERT_TRUE(arrived) << setting.name;
    EXPECT_EQ(*arrived, one) << setting.name;
    EXPECT_TRUE(settings_to_json(one).contains("\"" + std::string(setting.name) + "\":")) << setting.name;
  }
}

// A program may change its environment.
TEST(Channel, WrongSettingsAreAnError) {
  settings::Settings compared;
  compared.visa = settings::VisaUse::run;
  const std::string good = settings_to_json(compared);
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    return settings_from_json(text);
  };
  ASSERT_TRUE(settings_from_json(good));
  EXPECT_FALSE(settings_from_json(""));
  EXPECT_FALSE(settings_from_json("{}"));
  EXPECT_FALSE(settings_from_json("[]"));
  EXPECT_FALSE(with("\"threads\":0", "\"threads\":\"many\""));
  EXPECT_FALSE(with("\"check\":0", "\"check\":\"memories\""));
  EXPECT_FALSE(with("\"threads\":", "\"thread\":"));
  const auto visa = with("\"visa\":\"run\"", "\"visa\":\"runs\"");
  ASSERT_FALSE(visa);
  EXPECT_EQ(visa.error().message, "settings: visa cannot be runs");
}

}  // namespace
}  // namespace eugene::i915
