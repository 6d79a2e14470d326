// Kernels that are interpreted, or compiled now or by an earlier process: results are equal, and ending at any time is
// safe.
#include <fstream>
#include <map>

#include "gpu/tiers/kernel_bytes.h"
#include "tiers_fixture.h"

namespace eugene::gpu {
namespace {

using std::chrono_literals::operator""ms;

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

// A dispatch that needs more code than is being compiled gets it, at any time.
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

// Two GPUs with the same tiers share a kernel.
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

// GPUs, kernels and tiers are deleted while the compiler runs: nothing may crash or wait for long.
TEST_F(TiersTest, EndsInTheMiddleOfACompilation) {
  for (int round = 0; round < 6; ++round) {
    auto tiers = std::make_shared<Tiers>(TierOptions{.tier = Tier::automatic, .hot_after = 0});
    for (unsigned kernel = 0; kernel < 4; ++kernel) {
      TestGpu gpu(tiers);
      gpu.load(machine_code(mixing_kernel(20 + kernel)));
      ASSERT_TRUE(gpu.run(2));
    }  // deletes the GPU and its kernels
    std::this_thread::sleep_for(std::chrono::milliseconds(round * 5));
    tiers->stop_compiling();
    for (const KernelStats& stats : tiers->stats()) {
      if (!stats.refusal.empty()) {
        EXPECT_EQ(stats.refusal, "not compiled: the program ended first");
      }
    }
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
                  .compiler = {.dump = directory_, .find_name = [](std::span<const std::byte>) { return "mix"; }}});
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
  std::filesystem::remove(path);  // left by an earlier process with the same ID
  {
    const auto tiers = std::make_shared<Tiers>(TierOptions{
        .tier = Tier::jit,
        .compiler = {.perf_map = true, .find_name = [](std::span<const std::byte>) { return "a kernel"; }}});
    TestGpu gpu(tiers);
    gpu.load(machine_code(mixing_kernel(20)));
    ASSERT_TRUE(gpu.run(4));
    std::ifstream file(path);
    std::map<std::uint64_t, std::uint64_t> code;  // end of each function's code, by its begin
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
