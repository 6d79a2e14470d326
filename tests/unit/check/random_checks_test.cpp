// The checks memory, race and sync find the same in interpreted and in compiled code, in kernels by chance of which
// some are right and others have mistakes of every kind. Float and init have no compiled code of their own: with them
// kernels are interpreted, whatever the tier. EUGENE_RANDOM_KERNELS is how many kernels there are (make nightly:
// 10,000), EUGENE_RANDOM_SEED the first one's seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "check/memory/memory.h"
#include "check/race/race.h"
#include "check/sync/barriers.h"
#include "checked_run.h"
#include "eu/composite_observer.h"
#include "gpu/tiers/compiler.h"
#include "random_checked_kernel.h"
#include "support/random_program.h"
#include "support/surface.h"

namespace eugene::gpu::random_checks_test {
namespace {

using check::RawFinding;
using Layout = CheckedLayout;

constexpr std::uint64_t kData = TestGpu::kData;
constexpr std::uint32_t kBindings = 0x8'0000, kStates = 0x8'1000;  // from the start of the data
constexpr std::uint32_t kThreads = 3;                              // of a group

check::LaunchMemory launch_memory() {
  check::LaunchMemory memory{.kernel = "k", .local_bytes = Layout::kLocalBytes};
  memory.arguments = {{.number = 0, .binding = Layout::kWritableBti, .bytes = Layout::kWritableBytes},
                      {.number = 1,
                       .binding = Layout::kReadOnlyBti,
                       .address = kData + Layout::kReadOnly,
                       .bytes = Layout::kReadOnlyBytes,
                       .rights = {.writes = false}},
                      {.number = 2, .address = kData + Layout::kPointed, .bytes = Layout::kPointedBytes}};
  memory.allocations = {{.address = kData + Layout::kFreed, .bytes = Layout::kFreedBytes, .is_freed = true}};
  return memory;
}

// Memory alone needs to hear less (eu::Interest::unclear).
enum class Kinds { memory_and_sync, all };

// The checks of a dispatch at once, as `eugene run --check` has them.
class Checked final : public DispatchObserver {
 public:
  Checked(const ObservedDispatch& of, Kinds kinds, bool channels_are_ordered, RawFindings& found) : found_(found) {
    const isa::Program& program = of.kernel.program();
    auto rules =
        std::make_shared<const check::MemoryRules>(launch_memory(), check::MemoryKinds{.align = kinds == Kinds::all});
    checks_.push_back(check::memory_check(std::move(rules), of.kernel, found));
    if (kinds == Kinds::all)
      checks_.push_back(std::make_unique<check::RaceCheck>(
          program, check::RaceFacts{.threads = kThreads, .channels_are_ordered = channels_are_ordered}));
    checks_.push_back(check::barrier_check(program));
  }

  std::unique_ptr<eu::Observer> worker_begins() override {
    std::vector<std::unique_ptr<eu::Observer>> parts;
    for (const auto& each : checks_) parts.push_back(each->worker_begins());
    return std::make_unique<eu::CompositeObserver>(std::move(parts));
  }
  bool needs_all_recoveries() const override { return true; }
  void dispatch_ends(std::uint64_t) override {
    for (const auto& each : checks_) each->report(found_);
  }

 private:
  std::vector<std::unique_ptr<check::DispatchCheck>> checks_;
  RawFindings& found_;
};

struct Source final : ObserverSource {
  Source(Kinds wanted, bool are_ordered) : kinds(wanted), channels_are_ordered(are_ordered) {}
  eu::Interest interest() const override {
    eu::Interest all{.accesses = kinds == Kinds::all, .unclear = kinds != Kinds::all};
    if (kinds == Kinds::all) all |= check::RaceCheck::kInterest;
    all |= check::kBarrierInterest;
    return all;
  }
  std::unique_ptr<DispatchObserver> dispatch_begins(const ObservedDispatch& dispatch) override {
    return std::make_unique<Checked>(dispatch, kinds, channels_are_ordered, found);
  }
  Kinds kinds;
  bool channels_are_ordered;
  RawFindings found;
};

std::string text_of(const RawFinding& found) {
  std::string text = fmt::format("{}: {} x{}", found.id, found.what, found.count);
  if (found.place)
    text += fmt::format(" {}{:#x}+{}", found.place->is_local ? "local " : "", found.place->address, found.place->bytes);
  for (const check::AccessSite& side : found.sides)
    text += fmt::format(" {}.{}.{} at {:#x} {}", side.group, side.thread, side.channel, side.instruction,
                        static_cast<int>(side.kind));
  return text;
}

// The findings as text, then the fault that has ended the dispatch, if any.
std::vector<std::string> found_in(const RandomCheckedKernel& of, const std::string& kernel, Kinds kinds,
                                  bool channels_are_ordered, Tier tier) {
  const auto source = std::make_shared<Source>(kinds, channels_are_ordered);
  const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = tier, .compiler = {.observed = source->interest()}});
  const ExecutorOptions options{
      .tiers = tiers, .recovers_from_unmapped_reads = true, .notes_bounds = true, .observers = {source}};
  TestGpu gpu(options, 1);
  gpu.load(machine_code(kernel));
  const auto bind = [&](std::uint32_t bti, std::uint32_t offset, std::uint32_t bytes) {
    const auto state = test::raw_buffer(kData + offset, (bytes + 3) / 4 * 4);
    for (std::uint32_t i = 0; i < state.size(); ++i) gpu.set_dword((kStates + 64 * bti) / 4 + i, state[i]);
    gpu.set_dword(kBindings / 4 + bti, kStates - kBindings + 64 * bti);
  };
  bind(Layout::kWritableBti, Layout::kWritable, Layout::kWritableBytes);
  bind(Layout::kReadOnlyBti, Layout::kReadOnly, Layout::kReadOnlyBytes);
  Work work = TestGpu::work({.groups = 2, .threads = kThreads, .slm_bytes = 4096});
  set_groups(work, {.simd = of.simd(), .threads = {kThreads, 1, 1}, .end = {2, 1, 1}}, {});
  work.bases.surface = kData + kBindings;
  work.simd = of.simd();
  const auto done = gpu.run_work(work);
  const KernelStats stats = tiers->stats().front();
  EXPECT_EQ(stats.is_compiled, tier == Tier::jit);
  EXPECT_EQ(stats.interpreted.instructions == 0, tier == Tier::jit);
  std::vector<std::string> texts;
  for (const RawFinding& each : source->found.all) texts.push_back(text_of(each));
  std::ranges::sort(texts);
  if (!done) texts.push_back(done.error().message);
  if (done && done->fault) texts.push_back("fault: " + done->fault->fault.what);
  return texts;
}

TEST(RandomChecks, FindTheSameInBothTiers) {
  if (!Compiler::exists()) GTEST_SKIP() << "built without the JIT";
  const std::uint64_t kernels = test::number_from("EUGENE_RANDOM_KERNELS", 40);
  std::map<std::string, unsigned> with;  // kernels by what is found in them
  for (std::uint64_t seed = test::first_seed(); seed < test::first_seed() + kernels; ++seed) {
    RandomCheckedKernel random(seed);
    const std::string kernel = random.text();
    const bool channels_are_ordered = seed % 2 == 0;
    const Kinds kinds = seed % 5 == 0 ? Kinds::memory_and_sync : Kinds::all;
    const auto interpreted = found_in(random, kernel, kinds, channels_are_ordered, Tier::interpret);
    EXPECT_EQ(found_in(random, kernel, kinds, channels_are_ordered, Tier::jit), interpreted)
        << "seed " << seed << kernel;
    if (interpreted.empty()) ++with["nothing"];
    std::map<std::string, bool> ids;
    for (const std::string& each : interpreted) ids[each.substr(0, each.find(':'))] = true;
    for (const auto& [id, is_there] : ids) ++with[id];
  }
  for (const auto& [id, count] : with) RecordProperty(id, std::to_string(count));
  for (const char* id : {"nothing", "memory.bounds", "memory.local", "memory.readonly", "memory.freed", "align.access",
                         "race.local", "race.global", "sync.barrier"})
    EXPECT_GT(with[id], 0U) << id;
}

}  // namespace
}  // namespace eugene::gpu::random_checks_test
