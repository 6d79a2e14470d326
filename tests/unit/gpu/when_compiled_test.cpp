// When kernels are compiled, and that threads change over to compiled code as soon as there is some.
#include "tiers_fixture.h"

namespace eugene::gpu {
namespace {

using std::chrono_literals::operator""h;
using std::chrono_literals::operator""ms;

using WhenCompiledTest = TiersTest;

TEST_F(WhenCompiledTest, ColdKernelsAreNotCompiled) {
  const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = Tier::automatic, .hot_after = 1'000'000});
  TestGpu gpu(tiers);
  gpu.load(machine_code(mixing_kernel(20)));
  ASSERT_TRUE(gpu.run(64));
  std::this_thread::sleep_for(50ms);
  EXPECT_FALSE(only(*tiers).is_compiled);
}

// If `cold` were due, it would be compiled soon after `hot`.
TEST_F(WhenCompiledTest, KernelsAreCompiledOnceInterpretingThemHasTakenLong) {
  Tiers tiers(TierOptions{.tier = Tier::automatic, .processors = 0});
  const auto cold = *tiers.find(isa::kGen9, machine_code(mixing_kernel(20)), 0);
  const auto hot = *tiers.find(isa::kGen9, machine_code(mixing_kernel(30)), 0);
  const CompileSize size{.instructions = cold->kernel().program().instructions.size(), .messages = 2, .versions = 2};
  const auto enough = std::chrono::duration_cast<std::chrono::nanoseconds>(CompileRule::kPatience *
                                                                           CompileRule(std::nullopt).expected(size));
  tiers.interpreted(*cold, {1'000'000'000, enough / 2});
  tiers.interpreted(*hot, {1, enough / 2});
  tiers.interpreted(*hot, {1, enough - enough / 2});
  for (int i = 0; i < 3000 && hot->code(eu::ThreadChannels::any) == nullptr; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_NE(hot->code(eu::ThreadChannels::any), nullptr);
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(cold->code(eu::ThreadChannels::any), nullptr);
}

// While a long kernel is compiled, others are asked for, the hottest last. On a busy host this thread may stand still
// for longer than the long kernel takes; then the compiler has got the others one by one, and their order shows
// nothing.
TEST_F(WhenCompiledTest, TheHottestKernelIsCompiledFirst) {
  const auto has_code = [](const auto& kernel) { return kernel->code(eu::ThreadChannels::any) != nullptr; };
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "mul (8) r30.0<1>:f r30.0<8;8,1>:f r31.0<8;8,1>:f\n";
  bool were_together = false;
  for (int attempt = 0; attempt < 20 && !were_together; ++attempt) {
    Tiers tiers(TierOptions{.tier = Tier::automatic, .hot_after = 0});
    const auto first = *tiers.find(isa::kGen9, machine_code(many + mixing_kernel(10)), 0);
    std::vector<std::shared_ptr<TieredKernel>> kernels;
    for (unsigned i = 0; i < 5; ++i) kernels.push_back(*tiers.find(isa::kGen9, machine_code(mixing_kernel(20 + i)), 0));
    tiers.interpreted(*first, {1, 1ms});
    for (unsigned i = 0; i < 5; ++i) tiers.interpreted(*kernels[i], {1, (i + 1) * 10ms});
    were_together = !has_code(first);
    if (!were_together) continue;
    for (int i = 0; i < 30'000 && !has_code(kernels[0]); ++i) {
      // Hotter kernels have code earlier. The hotter one is read second, as code may appear between the two reads.
      for (std::size_t cool = 0; cool + 1 < kernels.size(); ++cool) {
        const bool is_wrong = has_code(kernels[cool]) && !has_code(kernels[cool + 1]);
        ASSERT_FALSE(is_wrong) << cool;
      }
      std::this_thread::sleep_for(1ms);
    }
    EXPECT_TRUE(has_code(kernels[0]));
  }
  EXPECT_TRUE(were_together);
}

TEST_F(WhenCompiledTest, WhatEndsSoonIsCompiledBeforeTheNextDispatch) {
  Tiers tiers(TierOptions{.tier = Tier::automatic});
  const auto kernel = *tiers.find(isa::kGen9, machine_code(mixing_kernel(20)), 0);
  const auto is_compiled = [&](int tries) {
    for (; tries > 0 && kernel->code(eu::ThreadChannels::any) == nullptr; --tries) std::this_thread::sleep_for(10ms);
    return tries > 0;
  };
  tiers.interpreted(*kernel, {1, std::chrono::hours(1)}, std::chrono::nanoseconds(0));
  EXPECT_FALSE(is_compiled(10));
  tiers.prepare(*kernel, eu::ThreadChannels::any, 1);
  EXPECT_TRUE(is_compiled(3000));
}

// Two workers are busy, then one. A kernel is due early only if there are more processors than busy workers.
TEST_F(WhenCompiledTest, HardlyWaitWhereAProcessorIsIdle) {
  for (const unsigned processors : {1U, 2U, 3U}) {
    Tiers tiers(TierOptions{.tier = Tier::automatic, .processors = processors});
    const auto kernel = *tiers.find(isa::kGen9, machine_code(mixing_kernel(20)), 0);
    const auto some = CompileRule(std::nullopt).expected({.instructions = 10, .versions = 2});
    const auto is_compiled = [&](int tries) {
      for (; tries > 0 && kernel->code(eu::ThreadChannels::any) == nullptr; --tries) std::this_thread::sleep_for(10ms);
      return tries > 0;
    };
    tiers.begin_work();
    tiers.begin_work();
    tiers.interpreted(*kernel, {1, some});
    EXPECT_EQ(is_compiled(processors > 2 ? 3000 : 5), processors > 2) << processors;
    tiers.prepare(*kernel, eu::ThreadChannels::any, 1);
    tiers.end_work();
    tiers.prepare(*kernel, eu::ThreadChannels::any, 1);
    EXPECT_EQ(is_compiled(processors > 2 ? 1 : 5), processors > 2) << processors;
    tiers.interpreted(*kernel, {});
    EXPECT_EQ(is_compiled(processors > 1 ? 3000 : 5), processors > 1) << processors;
  }
}

TEST_F(WhenCompiledTest, ThreadsOfOneChannelHaveCodeOfTheirOwnWhereThereAreNoOthers) {
  using enum eu::ThreadChannels;
  Tiers tiers(TierOptions{.tier = Tier::jit});
  const auto alone = *tiers.find(isa::kGen9, machine_code(mixing_kernel(20)), 0);
  tiers.prepare(*alone, one, 1);
  const HostCode* of_one = alone->code(one);
  EXPECT_NE(of_one, nullptr);
  EXPECT_EQ(alone->code(any), nullptr);
  tiers.prepare(*alone, any, 1);  // now there are threads of several channels
  EXPECT_NE(alone->code(any), nullptr);
  EXPECT_EQ(alone->code(one), of_one);
  const auto both = *tiers.find(isa::kGen9, machine_code(mixing_kernel(21)), 0);
  tiers.prepare(*both, any, 1);
  tiers.prepare(*both, one, 1);
  EXPECT_NE(both->code(any), nullptr);
  EXPECT_EQ(both->code(one), both->code(any));
}

// A single thread that runs for seconds continues in compiled code as soon as there is some.
TEST_F(WhenCompiledTest, LongThreadsChangeOverInTheirMiddle) {
  constexpr unsigned kIterations = 10'000'000;
  const auto run = [](const TierOptions& options, KernelStats& stats) {
    const auto tiers = std::make_shared<Tiers>(options);
    TestGpu gpu(tiers);
    gpu.load(machine_code(mixing_kernel(kIterations)));
    const auto done = gpu.run(1);
    EXPECT_TRUE(done && !done->fault && done->instructions == 6 + 8ULL * kIterations + 2);
    stats = only(*tiers);
    return gpu.dwords(8);
  };
  KernelStats stats;
  const auto compiled = run({.tier = Tier::jit}, stats);
  EXPECT_EQ(run({.tier = Tier::automatic, .processors = 2}, stats), compiled);
  EXPECT_EQ(stats.compiled.threads, 1U);
  EXPECT_GT(stats.interpreted.instructions, 0U);
  EXPECT_GT(stats.compiled.instructions, stats.interpreted.instructions);
}

// Waits until `kernel` has optimised code for any threads.
bool becomes_optimised(const TieredKernel& kernel) {
  for (int i = 0; i < 3000 && !kernel.code(eu::ThreadChannels::any)->is_optimised(); ++i)
    std::this_thread::sleep_for(10ms);
  return kernel.code(eu::ThreadChannels::any)->is_optimised();
}

// Code that was generated fast is compiled again once dispatches with it have taken long, also by a later process.
TEST_F(WhenCompiledTest, CodeThatRunsForLongIsOptimised) {
  using enum eu::ThreadChannels;
  TierOptions options = cached(Tier::jit);
  options.compiler.optimised_up_to = 0;
  const std::vector<std::byte> code = machine_code(mixing_kernel(20));
  {
    Tiers tiers(options);
    const auto kernel = *tiers.find(isa::kGen9, code, 0);
    tiers.prepare(*kernel, any, 1);
    EXPECT_FALSE(kernel->code(any)->is_optimised());
  }
  {
    const auto tiers = std::make_shared<Tiers>(options);
    TestGpu gpu(tiers);
    gpu.load(code);
    ASSERT_TRUE(gpu.run(64));
    EXPECT_EQ(gpu.dwords(512), interpreted_results(mixing_kernel(20), 64));
    const auto kernel = *tiers->find(isa::kGen9, code, 0);
    EXPECT_TRUE(only(*tiers).from_cache);
    const HostCode* fast = kernel->code(any);
    EXPECT_FALSE(fast->is_optimised());
    kernel->count_dispatch({.time = 1h});
    tiers->prepare(*kernel, any, 1);
    EXPECT_TRUE(becomes_optimised(*kernel));
    gpu.clear();
    ASSERT_TRUE(gpu.run(64));
    EXPECT_EQ(gpu.dwords(512), interpreted_results(mixing_kernel(20), 64));
  }
  Tiers tiers(options);
  const auto kernel = *tiers.find(isa::kGen9, code, 0);
  tiers.prepare(*kernel, any, 1);
  EXPECT_TRUE(kernel->code(any)->is_optimised());
  EXPECT_EQ(files().size(), 1U);
}

// Optimised code is not compiled again, no matter how long it runs.
TEST_F(WhenCompiledTest, OptimisedCodeIsKept) {
  using enum eu::ThreadChannels;
  Tiers tiers(TierOptions{.tier = Tier::jit});
  const auto kernel = *tiers.find(isa::kGen9, machine_code(mixing_kernel(20)), 0);
  tiers.prepare(*kernel, any, 1);
  const HostCode* code = kernel->code(any);
  kernel->count_dispatch({.time = 1h});
  tiers.prepare(*kernel, any, 1);
  EXPECT_FALSE(kernel->is_compiling());
  EXPECT_EQ(kernel->code(any), code);
}

TEST_F(WhenCompiledTest, HotKernelsAreCompiledInTheBackground) {
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

// The dispatch is long enough for the compiler: it begins interpreted and ends compiled, with one worker and with
// several.
TEST_F(WhenCompiledTest, ChangesOverInTheMiddleOfADispatch) {
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
    // The results of the first groups are equal to the results of a run that only interprets.
    const auto first = interpreted_results(kernel, 4);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), results.begin()));
  }
  const auto jit = std::make_shared<Tiers>(TierOptions{.tier = Tier::jit});
  TestGpu gpu(jit, 2);
  gpu.load(machine_code(kernel));
  ASSERT_TRUE(gpu.run(kGroups));
  EXPECT_EQ(gpu.dwords(kGroups * 8), expected);
}

}  // namespace
}  // namespace eugene::gpu
