// In a checked run programs are compiled with source lines and the names of arguments, whatever options they give.
#include "opencl_names/build_options.h"

#include <gtest/gtest.h>

namespace eugene::i915 {
namespace {

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

}  // namespace
}  // namespace eugene::i915
