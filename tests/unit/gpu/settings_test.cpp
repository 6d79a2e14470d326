// The table of settings has a row for every member, and the manual page what the rows say.
#include "gpu/settings_table.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "source_dir.h"

namespace eugene::gpu {
namespace {

constexpr std::array<std::pair<Subcommand, std::string_view>, 4> kNames{{{Subcommand::run, "run"},
                                                                         {Subcommand::profile, "profile"},
                                                                         {Subcommand::serve, "serve"},
                                                                         {Subcommand::replay, "replay"}}};

// A member without a row would not reach the GPU in a program. This does not compile when there is another member.
TEST(Settings, EachMemberHasARow) {
  [[maybe_unused]] const auto& [gpu, threads, timeout, preempt, preempt_instructions, preempt_most, strict,
                                report_bounds, profile, visa, check, save_kernels, interpret, jit, hot_after, jit_dump,
                                no_cache, perf_map, host_cpu] = Settings{};
  EXPECT_EQ(kSettings.size(), 19U);
  std::set<std::string_view> names;
  for (const Setting& each : kSettings) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    for (const Setting& other : kSettings) EXPECT_EQ(each.member == other.member, &each == &other) << each.name;
  }
}

TEST(Settings, WhatARowExcludesStandsBeforeIt) {
  for (const Setting& each : kSettings) {
    if (each.excludes.empty()) continue;
    EXPECT_LT(find_setting(each.excludes), &each) << each.name;
  }
  EXPECT_EQ(find_setting("interpret")->name, "interpret");
  EXPECT_EQ(find_setting("interpre"), nullptr);
}

TEST(Settings, NumbersWithARangeHaveOne) {
  for (const Setting& each : kSettings) {
    const bool has_range = std::holds_alternative<unsigned Settings::*>(each.member) ||
                           std::holds_alternative<double Settings::*>(each.member);
    EXPECT_EQ(each.most > 0, has_range) << each.name;
  }
}

// An entry of the manual page: `.It Fl -NAME ...`, then the help of the row as a line, then the subcommands that have
// the option unless every one does.
TEST(Settings, TheManualPageSaysWhatTheHelpSays) {
  std::stringstream page;
  page << std::ifstream(EUGENE_SOURCE_DIR "/docs/man/eugene.1").rdbuf();
  const std::string text = page.str();
  std::size_t last = 0;
  for (const Setting& each : kSettings) {
    const std::string entry = fmt::format("\n.It Fl -{}", each.name);
    std::size_t at = text.find(entry + '\n');
    if (at == std::string::npos) at = text.find(entry + ' ');
    ASSERT_NE(at, std::string::npos) << each.name;
    EXPECT_GT(at, last) << each.name << " is out of order";
    last = at;
    const std::size_t help = text.find('\n', at + 1) + 1;
    EXPECT_EQ(text.substr(help, text.find('\n', help) - help), fmt::format("{}.", each.help));
    const std::size_t rest = text.find('\n', help);
    const std::string remark = text.substr(rest, std::min(text.find("\n.It", rest), text.find("\n.El", rest)) - rest);
    for (const auto& [subcommand, name] : kNames) {
      const bool named = remark.find(fmt::format("\n.Cm {}", name)) != std::string::npos;
      EXPECT_EQ(named, each.commands != kEverySubcommand && each.commands.has(subcommand)) << each.name;
    }
  }
}

}  // namespace
}  // namespace eugene::gpu
