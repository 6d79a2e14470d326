#include "base/host_cpu.h"

#include <gtest/gtest.h>

namespace eugene {
namespace {

constexpr bool yes() { return true; }
constexpr bool no() { return false; }

// A host of AVX2.
constexpr std::array<HostCpu, 4> kOfAvx2{
    {{"x86-64-v2", "+ssse3", yes}, {"x86-64-v3", "+avx2", yes}, {"x86-64-v4", "+avx512f", no}, {"native", "", yes}}};

TEST(HostCpu, ALevelThatTheHostHasIsCompiledFor) {
  EXPECT_EQ(refusal_of_host_cpu("x86-64-v2", kOfAvx2), "");
  EXPECT_EQ(refusal_of_host_cpu("x86-64-v3", kOfAvx2), "");
  EXPECT_EQ(refusal_of_host_cpu("native", kOfAvx2), "");
  EXPECT_EQ(refusal_of_host_cpu("native"), "");
}

TEST(HostCpu, AHigherLevelIsRefusedWithWhatTheHostHas) {
  EXPECT_EQ(refusal_of_host_cpu("x86-64-v4", kOfAvx2),
            "this host does not support x86-64-v4: its highest level is x86-64-v3");
  auto lowest = kOfAvx2;
  for (HostCpu& each : lowest)
    if (!each.features.empty()) each.is_here = no;
  EXPECT_EQ(refusal_of_host_cpu("x86-64-v2", lowest), "this host supports neither x86-64-v2 nor a lower level");
}

TEST(HostCpu, OtherNamesAreRefused) {
  const std::array<HostCpu, 4> others{{{"lowest", "", yes}, {"lower", "", yes}, {"low", "", yes}, {"this", "", yes}}};
  EXPECT_EQ(refusal_of_host_cpu("native", others), "unknown processor native: use lowest, lower, low or this");
  EXPECT_EQ(refusal_of_host_cpu("haswell"), "unknown processor haswell: use x86-64-v2, x86-64-v3, x86-64-v4 or native");
  EXPECT_EQ(find_host_cpu("haswell"), nullptr);
  EXPECT_EQ(find_host_cpu("x86-64-v3")->name, "x86-64-v3");
}

}  // namespace
}  // namespace eugene
