// Interpreted, compiled, or changed over in between: the same results, and safe whenever it ends.
#include "gpu/tiers.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

#include "executor_fixture.h"
#include "gpu/kernel_cache.h"

namespace eugene::gpu {
namespace {

using std::chrono_literals::operator""ms;

class TiersTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!KernelCompiler::exists()) GTEST_SKIP() << "this build has no JIT";
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

std::vector<std::uint32_t> interpreted_results(const std::string& kernel, std::uint32_t groups) {
  TestGpu gpu(nullptr);
  gpu.load(machine_code(kernel));
  EXPECT_TRUE(gpu.run(groups));
  return gpu.dwords(groups * 8);
}

KernelStats only(const Tiers& tiers) {
  const auto stats = tiers.stats();
  EXPECT_EQ(stats.size(), 1U);
  return stats.empty() ? KernelStats{} : stats[0];
}

// Waits until the compiler has said its word about the only kernel.
KernelStats wait_for_code(const Tiers& tiers) {
  for (int i = 0; i < 3000; ++i) {
    const KernelStats stats = only(tiers);
    if (stats.is_compiled || !stats.refusal.empty()) return stats;
    std::this_thread::sleep_for(10ms);
  }
  ADD_FAILURE() << "no code after 30 seconds";
  return {};
}

TEST_F(TiersTest, JitCompilesBeforeTheFirstThread) {
  const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = Tier::jit});
  TestGpu gpu(tiers);
  gpu.load(machine_code(mixing_kernel(20)));
  ASSERT_TRUE(gpu.run(64));
  EXPECT_EQ(gpu.dwords(512), interpreted_results(mixing_kernel(20), 64));
  const KernelStats stats = only(*tiers);
  EXPECT_TRUE(stats.is_compiled) << stats.refusal;
  EXPECT_EQ(stats.interpreted, TierCounts{});
  EXPECT_EQ(stats.compiled.threads, 64U);
  EXPECT_GT(stats.host_bytes, 0U);
}

TEST_F(TiersTest, CodeForIncompleteThreadsIsMadeOnceThereAreSome) {
  const auto tiers = std::make_shared<Tiers>(cached(Tier::jit));
  TestGpu gpu(tiers);
  gpu.load(machine_code(kStraightKernel));
  ASSERT_TRUE(gpu.run(64));
  const std::size_t for_complete = only(*tiers).host_bytes;
  std::vector<std::uint32_t> expected = interpreted_results(kStraightKernel, 64);
  EXPECT_EQ(gpu.dwords(512), expected);
  for (int round = 0; round < 2; ++round) {
    gpu.clear();
    ASSERT_TRUE(gpu.run({.groups = 64, .threads = 3, .right_mask = 0x35}));  // two complete, one not
    EXPECT_EQ(gpu.dwords(512), interpreted_results(kStraightKernel, 64));
    gpu.clear();
    ASSERT_TRUE(gpu.run({.groups = 64, .right_mask = 0x35}));
    for (std::size_t i = 0; i < 512; ++i)
      if ((0x35 >> i % 8 & 1) == 0) expected[i] = 0;
    EXPECT_EQ(gpu.dwords(512), expected);
    ASSERT_TRUE(gpu.run(64));
    EXPECT_EQ(gpu.dwords(512), interpreted_results(kStraightKernel, 64));
  }
  const KernelStats stats = only(*tiers);
  EXPECT_GT(stats.host_bytes, for_complete);
  EXPECT_EQ(stats.compiled.threads, 11 * 64U);
  EXPECT_EQ(stats.interpreted, TierCounts{});
  EXPECT_EQ(files().size(), 2U);
}

TEST_F(TiersTest, IncompleteThreadsAreInterpretedWhileThereIsNoCodeForThem) {
  {
    TestGpu gpu(std::make_shared<Tiers>(cached(Tier::jit)));
    gpu.load(machine_code(kStraightKernel));
    ASSERT_TRUE(gpu.run(64));
  }
  TierOptions options = cached(Tier::automatic);
  options.hot_after = 1'000'000'000;
  const auto tiers = std::make_shared<Tiers>(options);
  TestGpu gpu(tiers);
  gpu.load(machine_code(kStraightKernel));
  ASSERT_TRUE(gpu.run(20'000));  // warm
  ASSERT_TRUE(wait_for_code(*tiers).from_cache);
  const std::uint64_t before = only(*tiers).interpreted.threads;
  ASSERT_TRUE(gpu.run({.groups = 64, .right_mask = 0x0F}));
  EXPECT_EQ(only(*tiers).interpreted.threads, before + 64);
  ASSERT_TRUE(gpu.run(64));
  EXPECT_EQ(only(*tiers).interpreted.threads, before + 64);
}

// Who wants more than is being compiled gets it, whenever he asks.
TEST_F(TiersTest, ManyMayWantDifferentCodeOfOneKernel) {
  const auto code = machine_code(kStraightKernel);
  for (int round = 0; round < 4; ++round) {
    const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = Tier::jit});
    const auto work = [&](std::uint32_t mask) {
      TestGpu gpu(tiers);
      gpu.load(code);
      for (int i = 0; i < 3; ++i) EXPECT_TRUE(gpu.run({.groups = 16, .right_mask = mask}));
    };
    {
      std::jthread one(work, ~0U);
      std::this_thread::sleep_for(std::chrono::milliseconds(round * 10));
      std::jthread two(work, 0x0FU);
      std::jthread three(work, 0xF0U);
    }
    EXPECT_EQ(only(*tiers).compiled.threads, 9 * 16U);
    EXPECT_EQ(only(*tiers).interpreted, TierCounts{});
  }
}

TEST_F(TiersTest, InterpretNeverCompiles) {
  const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = Tier::interpret, .hot_after = 0});
  TestGpu gpu(tiers);
  gpu.load(machine_code(mixing_kernel(20)));
  ASSERT_TRUE(gpu.run(64));
  EXPECT_FALSE(only(*tiers).is_compiled);
  EXPECT_EQ(only(*tiers).interpreted.threads, 64U);
}

TEST_F(TiersTest, ColdKernelsAreNotCompiled) {
  const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = Tier::automatic, .hot_after = 1'000'000});
  TestGpu gpu(tiers);
  gpu.load(machine_code(mixing_kernel(20)));
  ASSERT_TRUE(gpu.run(64));
  std::this_thread::sleep_for(50ms);
  EXPECT_FALSE(only(*tiers).is_compiled);
}

// What is asked for is compiled in order: the first kernel, had it been asked for, would be compiled before the second.
TEST_F(TiersTest, KernelsAreCompiledOnceInterpretingThemHasTakenLong) {
  Tiers tiers(TierOptions{.tier = Tier::automatic});
  const auto cold = *tiers.find(machine_code(mixing_kernel(20)), 0);
  const auto hot = *tiers.find(machine_code(mixing_kernel(30)), 0);
  const CompileSize size{.instructions = cold->kernel().program().instructions.size(), .messages = 2, .versions = 2};
  const auto enough = CompileRule::kPatience * CompileRule(std::nullopt).expected(size);
  tiers.interpreted(*cold, {1'000'000'000, enough / 2});
  tiers.interpreted(*hot, {1, enough / 2});
  tiers.interpreted(*hot, {1, enough - enough / 2});
  for (int i = 0; i < 3000 && hot->code(eu::Coverage::any) == nullptr; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_NE(hot->code(eu::Coverage::any), nullptr);
  EXPECT_EQ(cold->code(eu::Coverage::any), nullptr);
}

TEST_F(TiersTest, WhatEndsSoonIsCompiledBeforeTheNextDispatch) {
  Tiers tiers(TierOptions{.tier = Tier::automatic});
  const auto kernel = *tiers.find(machine_code(mixing_kernel(20)), 0);
  const auto is_compiled = [&](int tries) {
    for (; tries > 0 && kernel->code(eu::Coverage::any) == nullptr; --tries) std::this_thread::sleep_for(10ms);
    return tries > 0;
  };
  tiers.interpreted(*kernel, {1, std::chrono::hours(1)}, std::chrono::nanoseconds(0));
  EXPECT_FALSE(is_compiled(10));
  tiers.prepare(*kernel, eu::Coverage::any);
  EXPECT_TRUE(is_compiled(3000));
}

TEST_F(TiersTest, HotKernelsAreCompiledInTheBackground) {
  const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = Tier::automatic, .hot_after = 10});
  TestGpu gpu(tiers);
  gpu.load(machine_code(mixing_kernel(200)));
  ASSERT_TRUE(gpu.run(64));
  ASSERT_TRUE(wait_for_code(*tiers).is_compiled);
  const std::uint64_t before = only(*tiers).interpreted.threads;
  gpu.clear();
  ASSERT_TRUE(gpu.run(64));
  EXPECT_EQ(gpu.dwords(512), interpreted_results(mixing_kernel(200), 64));
  EXPECT_EQ(only(*tiers).interpreted.threads, before);
  EXPECT_EQ(only(*tiers).compiled.threads + before, 128U);
}

// One dispatch, long enough for the compiler: it begins interpreted and ends compiled, with one worker and with
// several.
TEST_F(TiersTest, ChangesOverInTheMiddleOfADispatch) {
  constexpr std::uint32_t kGroups = 6'000;
  const std::string kernel = mixing_kernel(5'000);
  std::vector<std::uint32_t> expected;
  for (const unsigned workers : {1U, 3U}) {
    const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = Tier::automatic, .hot_after = 0});
    TestGpu gpu(tiers, workers);
    gpu.load(machine_code(kernel));
    const auto done = gpu.run(kGroups);
    ASSERT_TRUE(done && !done->fault);
    const KernelStats stats = only(*tiers);
    EXPECT_GT(stats.interpreted.threads, 0U);
    EXPECT_GT(stats.compiled.threads, 0U);
    EXPECT_EQ(stats.interpreted.threads + stats.compiled.threads, kGroups);
    EXPECT_EQ(done->instructions, std::uint64_t{kGroups} * (6 + 8 * 5'000 + 2));
    const auto results = gpu.dwords(kGroups * 8);
    if (expected.empty()) expected = results;
    EXPECT_EQ(results, expected) << workers << " workers";
    // Some of each half, against the interpreter alone.
    const auto first = interpreted_results(kernel, 4);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), results.begin()));
  }
  const auto jit = std::make_shared<Tiers>(TierOptions{.tier = Tier::jit});
  TestGpu gpu(jit, 2);
  gpu.load(machine_code(kernel));
  ASSERT_TRUE(gpu.run(kGroups));
  EXPECT_EQ(gpu.dwords(kGroups * 8), expected);
}

TEST_F(TiersTest, SameCodeIsCompiledOnceForAllWhoRunIt) {
  const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = Tier::jit});
  TestGpu one(tiers);
  TestGpu two(tiers);
  for (TestGpu* gpu : {&one, &two}) {
    gpu->load(machine_code(mixing_kernel(20)));
    ASSERT_TRUE(gpu->run(4));
  }
  EXPECT_EQ(only(*tiers).dispatches, 2U);
}

TEST_F(TiersTest, NewCodeAtAnOldAddressIsNoticed) {
  const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = Tier::jit});
  TestGpu gpu(tiers);
  for (const unsigned iterations : {20U, 30U, 20U}) {
    gpu.load(machine_code(mixing_kernel(iterations)));
    ASSERT_TRUE(gpu.run(4));
    EXPECT_EQ(gpu.dwords(32), interpreted_results(mixing_kernel(iterations), 4));
  }
  EXPECT_EQ(tiers->stats().size(), 2U);
}

// Everything goes while the compiler is at work: nothing crashes, nothing waits for long.
TEST_F(TiersTest, EndsInTheMiddleOfACompilation) {
  for (int round = 0; round < 6; ++round) {
    auto tiers = std::make_shared<Tiers>(TierOptions{.tier = Tier::automatic, .hot_after = 0});
    for (unsigned kernel = 0; kernel < 4; ++kernel) {
      TestGpu gpu(tiers);
      gpu.load(machine_code(mixing_kernel(20 + kernel)));
      ASSERT_TRUE(gpu.run(2));
    }  // and with each GPU its kernels
    std::this_thread::sleep_for(std::chrono::milliseconds(round * 5));
    tiers.reset();
  }
}

TEST_F(TiersTest, CodeIsKeptOnDisk) {
  for (const bool second : {false, true}) {
    const auto tiers = std::make_shared<Tiers>(cached(Tier::jit));
    TestGpu gpu(tiers);
    gpu.load(machine_code(mixing_kernel(20)));
    ASSERT_TRUE(gpu.run(64));
    EXPECT_EQ(gpu.dwords(512), interpreted_results(mixing_kernel(20), 64));
    const KernelStats stats = only(*tiers);
    EXPECT_TRUE(stats.is_compiled) << stats.refusal;
    EXPECT_EQ(stats.from_cache, second);
    EXPECT_EQ(files().size(), 1U);
  }
}

TEST_F(TiersTest, WarmKernelsAreLookedUpOnDiskBeforeTheyAreHot) {
  {
    TestGpu gpu(std::make_shared<Tiers>(cached(Tier::jit)));
    gpu.load(machine_code(mixing_kernel(1000)));
    ASSERT_TRUE(gpu.run(2));
  }
  TierOptions options = cached(Tier::automatic);
  options.hot_after = 1'000'000'000;
  const auto tiers = std::make_shared<Tiers>(options);
  TestGpu gpu(tiers);
  gpu.load(machine_code(mixing_kernel(1000)));
  ASSERT_TRUE(gpu.run(64));
  EXPECT_TRUE(wait_for_code(*tiers).from_cache);
}

TEST_F(TiersTest, DamagedFilesAreCompiledAnew) {
  const auto run = [&] {
    const auto tiers = std::make_shared<Tiers>(cached(Tier::jit));
    TestGpu gpu(tiers);
    gpu.load(machine_code(mixing_kernel(20)));
    EXPECT_TRUE(gpu.run(8));
    EXPECT_EQ(gpu.dwords(64), interpreted_results(mixing_kernel(20), 8));
    EXPECT_TRUE(only(*tiers).is_compiled);
    return only(*tiers).from_cache;
  };
  EXPECT_FALSE(run());
  ASSERT_EQ(files().size(), 1U);
  const auto path = files()[0];
  const auto size = std::filesystem::file_size(path);
  for (const std::uintmax_t at : {std::uintmax_t{0}, std::uintmax_t{9}, size / 2, size - 1}) {
    EXPECT_TRUE(run());
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    file.seekg(static_cast<std::streamoff>(at));
    const int byte = file.get();
    file.seekp(static_cast<std::streamoff>(at));
    file.put(static_cast<char>(byte ^ 0x20));
    file.close();
    EXPECT_FALSE(run()) << "byte " << at;
  }
  EXPECT_TRUE(run());
  std::filesystem::resize_file(path, size / 2);
  EXPECT_FALSE(run());
}

TEST_F(TiersTest, NoPlaceToKeepCodeIsNoError) {
  const auto file = directory_ / "file";
  std::ofstream(file) << "not a directory";
  for (const auto& place : {std::filesystem::path("/proc/nowhere"), file, file / "below"}) {
    const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = Tier::jit, .compiler = {.cache = place}});
    TestGpu gpu(tiers);
    gpu.load(machine_code(mixing_kernel(20)));
    ASSERT_TRUE(gpu.run(4));
    EXPECT_TRUE(only(*tiers).is_compiled);
  }
}

TEST_F(TiersTest, DumpHasGenLlvmAndHostCode) {
  const auto tiers = std::make_shared<Tiers>(
      TierOptions{.tier = Tier::jit,
                  .compiler = {.dump = directory_, .name_of = [](std::span<const std::byte>) { return "mix"; }}});
  TestGpu gpu(tiers);
  const auto code = machine_code(mixing_kernel(20));
  gpu.load(code);
  ASSERT_TRUE(gpu.run(4));
  EXPECT_EQ(only(*tiers).name, "mix");
  const std::pair<const char*, const char*> wanted[] = {
      {".asm", "while"}, {".ll", "define i32 @gpu_mix("}, {".s", "gpu_mix:"}};
  for (const auto& [suffix, text] : wanted) {
    std::ifstream file(directory_ / ("gpu_mix-" + kernel_hash(code) + suffix));
    std::stringstream content;
    content << file.rdbuf();
    EXPECT_NE(content.str().find(text), std::string::npos) << suffix;
  }
}

TEST_F(TiersTest, PerfIsToldOfKernels) {
  const std::string path = "/tmp/perf-" + std::to_string(::getpid()) + ".map";
  std::filesystem::remove(path);  // of an earlier process with this number
  {
    const auto tiers = std::make_shared<Tiers>(
        TierOptions{.tier = Tier::jit,
                    .compiler = {.perf_map = true, .name_of = [](std::span<const std::byte>) { return "a kernel"; }}});
    TestGpu gpu(tiers);
    gpu.load(machine_code(mixing_kernel(20)));
    ASSERT_TRUE(gpu.run(4));
    std::ifstream file(path);
    std::map<std::uint64_t, std::uint64_t> code;  // ends by address
    std::uint64_t address = 0;
    std::uint64_t bytes = 0;
    std::uint64_t all = 0;
    bool is_named = false;
    for (std::string name; file >> std::hex >> address >> bytes >> name; all += bytes) {
      EXPECT_NE(address, 0U);
      EXPECT_TRUE(name.starts_with("gpu_a_kernel")) << name;
      is_named = is_named || name == "gpu_a_kernel";
      code[address] = address + bytes;
    }
    EXPECT_TRUE(is_named);
    EXPECT_EQ(all, only(*tiers).host_bytes);
    for (std::uint64_t end = 0; const auto& [begin, its_end] : code) {
      EXPECT_GE(begin, end) << "functions overlap";
      end = its_end;
    }
  }
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace eugene::gpu
