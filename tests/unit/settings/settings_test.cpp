// The table of settings has a row for every member.
#include "settings/settings_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string_view>
#include <variant>

namespace eugene::settings {
namespace {

// A member without a row would not reach the GPU in a program. This does not compile when there is another member.
// Users do not set exact_counts: i915/channel.cpp passes it.
TEST(Settings, EachMemberHasARow) {
  [[maybe_unused]] const auto& [gpu, threads, timeout, preempt, preempt_instructions, preempt_most, strict,
                                report_bounds, save_kernels, interpret, jit, hot_after, patience, jit_dump, no_cache,
                                perf_map, exact_counts, host_cpu, fill, shuffle] = gpu::Options{};
  [[maybe_unused]] const auto& [profile, profile_model, trace, trace_file, visa, check, check_log, suppressions,
                                max_errors, kernel, launch, driver, icd, require_gpu] = RunOptions{};
  EXPECT_EQ(kSettings.size(), 33U);
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
    EXPECT_EQ(each.max > 0, has_range) << each.name;
  }
}

// The name of the option's value in --help and in the manual page.
TEST(Settings, EachValueHasAName) {
  for (const Setting& each : kSettings) {
    const bool is_flag = std::holds_alternative<bool Settings::*>(each.member) ||
                         std::holds_alternative<VisaUse Settings::*>(each.member) ||
                         std::holds_alternative<check::Kinds Settings::*>(each.member) ||
                         std::holds_alternative<Fill Settings::*>(each.member) ||
                         std::holds_alternative<Shuffle Settings::*>(each.member);
    EXPECT_EQ(each.value.empty(), is_flag) << each.name;
  }
}

}  // namespace
}  // namespace eugene::settings
