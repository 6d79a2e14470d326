// Tiers with a code cache for each test, and results of kernels that are only interpreted.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "executor_fixture.h"
#include "gpu/tiers/tiers.h"

namespace eugene::gpu {

class TiersTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!Compiler::exists()) GTEST_SKIP() << "this build has no JIT";
    std::string name = (std::filesystem::temp_directory_path() / "eugene-tiers-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    directory_ = name;
  }
  void TearDown() override {
    std::error_code ignored;
    if (!directory_.empty()) std::filesystem::remove_all(directory_, ignored);
  }

  TierOptions cached(Tier tier) const { return {.tier = tier, .compiler = {.cache = directory_}}; }

  std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> result;
    for (const auto& entry : std::filesystem::directory_iterator(directory_)) result.push_back(entry.path());
    return result;
  }

  std::filesystem::path directory_;
};

inline std::vector<std::uint32_t> interpreted_results(const std::string& kernel, std::uint32_t groups) {
  TestGpu gpu(nullptr);
  gpu.load(machine_code(kernel));
  EXPECT_TRUE(gpu.run(groups));
  return gpu.dwords(groups * 8);
}

inline KernelStats only(const Tiers& tiers) {
  const auto stats = tiers.stats();
  EXPECT_EQ(stats.size(), 1U);
  return stats.empty() ? KernelStats{} : stats[0];
}

// Waits until the compiler has compiled or refused the only kernel.
inline KernelStats wait_for_code(const Tiers& tiers) {
  for (int i = 0; i < 3000; ++i) {
    const KernelStats stats = only(tiers);
    if (stats.is_compiled || !stats.refusal.empty()) return stats;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ADD_FAILURE() << "no code after 30 seconds";
  return {};
}

}  // namespace eugene::gpu
