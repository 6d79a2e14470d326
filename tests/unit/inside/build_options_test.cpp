// In a checked run programs are compiled with source lines and the names of arguments, whatever options they give.
#include "driver_layers/build_options.h"

#include <gtest/gtest.h>

#include <string>

namespace eugene::inside {
namespace {

std::string with_lines(const char* options) { return with_added(options, {.lines = true}); }

TEST(BuildOptions, AreAdded) {
  EXPECT_EQ(with_lines(nullptr), "-g -cl-kernel-arg-info");
  EXPECT_EQ(with_lines(""), "-g -cl-kernel-arg-info");
  EXPECT_EQ(with_lines("-DN=4"), "-DN=4 -g -cl-kernel-arg-info");
}

TEST(BuildOptions, AreNotAddedTwice) {
  EXPECT_EQ(with_lines("-g  -DN=4"), "-g  -DN=4 -cl-kernel-arg-info");
  EXPECT_EQ(with_lines("-cl-kernel-arg-info -g"), "-cl-kernel-arg-info -g");
  EXPECT_EQ(with_lines("-gone"), "-gone -g -cl-kernel-arg-info");  // another option
}

TEST(BuildOptions, AreOthersForLevelZero) {
  EXPECT_EQ(with_added_for_level_zero(nullptr, {.lines = true}), "-g");
  EXPECT_EQ(with_added_for_level_zero("-g", {.lines = true, .unoptimised = true}), "-g -ze-opt-disable");
}

TEST(BuildOptions, TurnOptimisationsOff) {
  EXPECT_EQ(with_added("-DN=4", {.unoptimised = true}), "-DN=4 -cl-opt-disable");
  EXPECT_EQ(with_added("-cl-opt-disable", {.lines = true, .unoptimised = true}),
            "-cl-opt-disable -g -cl-kernel-arg-info");
  EXPECT_EQ(with_added("-DN=4", {}), "-DN=4");
}

}  // namespace
}  // namespace eugene::inside
