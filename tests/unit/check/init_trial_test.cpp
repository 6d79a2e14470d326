// Trials of launches against the check `init` itself, in kernels by chance: where the check finds something, a trial
// must not say that nothing depends on the undefined; where it says so, the launch leaves what it leaves unchecked.
// EUGENE_RANDOM_KERNELS is how many kernels there are, EUGENE_RANDOM_SEED the first one's seed.
#include "check/init/trial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <random>
#include <utility>
#include <vector>

#include "carried_kernel.h"
#include "check/init/init.h"
#include "check/launch_facts.h"
#include "checked_run.h"
#include "gpu/tiers/compiler.h"
#include "random_undefined_kernel.h"
#include "support/random_program.h"
#include "support/surface.h"

namespace eugene::gpu::init_trial_test {
namespace {

using check::InitBuffer;
using check::InitBytes;
using Buffers = std::vector<std::shared_ptr<InitBuffer>>;
using Layout = UndefinedLayout;

constexpr std::uint64_t kData = TestGpu::kData;
constexpr std::uint32_t kBindings = 0x8'0000, kStates = 0x8'1000;  // from the start of the data
constexpr std::uint32_t kGroups = 3;
constexpr std::uint32_t kLocalBytes = 4096;

check::InitFacts facts_of(const ObservedDispatch& dispatch, const Buffers& buffers) {
  check::InitFacts facts = check::make_init_facts(dispatch);
  for (unsigned i = 0; i != buffers.size(); ++i)
    facts.arguments.push_back({.binding = i + 1, .address = kData + Layout::kBuffers[i], .buffer = buffers[i]});
  facts.number_of_store = [](std::uint32_t) { return check::StoreNumber{1}; };
  return facts;
}

struct Outcome {
  std::vector<check::RawFinding> found;   // findings of the check
  std::vector<check::RawFinding> stores;  // those of undefined values that have been stored in buffers
  bool is_tried = false;
  bool has_agreed = false;  // in the trial
  std::vector<std::uint32_t> memory;
  bool has_ended = false;
  DispatchStats stats;
  KernelStats kernel;
};

// Tries the launch out, and runs it unwatched.
class Tried final : public DispatchObserver {
 public:
  Tried(std::unique_ptr<check::InitTrial> trial, Outcome& outcome) : trial_(std::move(trial)), outcome_(&outcome) {}
  Trial* trial() override { return trial_.get(); }
  std::unique_ptr<eu::Observer> worker_begins() override {
    outcome_->is_tried = trial_ != nullptr;
    outcome_->has_agreed = trial_ != nullptr && trial_->has_agreed();
    return std::make_unique<Nothing>();
  }

 private:
  struct Nothing final : eu::Observer {
    eu::Interest interest() const override { return {}; }
    bool takes_batches() const override { return true; }
  };
  std::unique_ptr<check::InitTrial> trial_;
  Outcome* outcome_;
};

class Checked final : public DispatchObserver {
 public:
  Checked(const ObservedDispatch& dispatch, const Buffers& buffers, Outcome& outcome)
      : check_(dispatch.kernel, facts_of(dispatch, buffers)), outcome_(&outcome) {}
  std::unique_ptr<eu::Observer> worker_begins() override { return check_.worker_begins(); }
  void dispatch_ends(std::uint64_t /*threads*/) override {
    RawFindings found;
    check_.report(found);
    outcome_->found = std::move(found.all);
    for (auto& [number, each] : check_.take_stores()) outcome_->stores.push_back(std::move(each));
  }

 private:
  check::InitCheck check_;
  Outcome* outcome_;
};

enum class Way { unchecked, checked, tried };

struct Source final : ObserverSource {
  Source(Way taken, const Buffers& of, Outcome& to) : way(taken), buffers(of), outcome(to) {}
  eu::Interest interest() const override { return way == Way::checked ? check::InitCheck::kInterest : eu::Interest{}; }
  std::unique_ptr<DispatchObserver> dispatch_begins(const ObservedDispatch& dispatch) override {
    if (way == Way::checked) return std::make_unique<Checked>(dispatch, buffers, outcome);
    return std::make_unique<Tried>(check::InitTrial::of(facts_of(dispatch, buffers), dispatch), outcome);
  }
  Way way;
  const Buffers& buffers;
  Outcome& outcome;
};

// The contents of a launch's memory, and which of it is undefined.
class Contents {
 public:
  explicit Contents(std::uint64_t seed) : random_(seed) {
    for (std::uint32_t& each : dwords_)
      each = static_cast<std::uint32_t>(random_() % 3 == 0 ? random_() : random_() % 8);
    const unsigned undefined = std::array{1, 10, 50, 100}[random_() % 4];
    for (unsigned i = 0; i != Layout::kBuffers.size(); ++i) {
      InitBytes bytes(Layout::kBytes, InitBytes::Begin::undefined);
      for (std::uint64_t at = 0; at < Layout::kBytes; at += 4)
        if (random_() % 100 >= undefined) bytes.define({at, at + 4});
      if (random_() % 4 == 0) bytes.differences(random_() % Layout::kBytes, 1)[0] = 0x0F;
      bytes_.push_back(bytes);
    }
  }

  Buffers buffers() const {
    Buffers made;
    for (const InitBytes& each : bytes_) made.push_back(std::make_shared<InitBuffer>(InitBuffer{.bytes = each}));
    return made;
  }
  void put(TestGpu& gpu) const {
    for (std::size_t i = 0; i != dwords_.size(); ++i) gpu.set_dword(i, dwords_[i]);
  }
  std::span<const std::byte> bytes() const { return std::as_bytes(std::span(dwords_)); }

 private:
  std::mt19937 random_;
  std::vector<std::uint32_t> dwords_ = std::vector<std::uint32_t>(0x5000 / 4);  // from the start of the data
  std::vector<InitBytes> bytes_;
};

Outcome run(const std::string& kernel, unsigned simd, const Contents& contents, const Buffers& buffers, Way way,
            Tier tier) {
  Outcome outcome;
  const auto source = std::make_shared<Source>(way, buffers, outcome);
  ObserverSources observers;
  if (way != Way::unchecked) observers.push_back(source);
  const auto tiers =
      std::make_shared<Tiers>(TierOptions{.tier = tier, .compiler = {.observed = find_interest(observers)}});
  TestGpu gpu(ExecutorOptions{.tiers = tiers, .observers = observers}, 1);
  gpu.load(machine_code(kernel));
  contents.put(gpu);
  for (unsigned i = 0; i != Layout::kBuffers.size(); ++i) {
    const auto state = test::raw_buffer(kData + Layout::kBuffers[i], Layout::kBytes);
    const std::uint32_t offset = kStates + 64 * (i + 1);
    for (std::uint32_t n = 0; n < state.size(); ++n) gpu.set_dword(offset / 4 + n, state[n]);
    gpu.set_dword(kBindings / 4 + i + 1, offset - kBindings);
  }
  Work work = TestGpu::work({.groups = kGroups, .slm_bytes = kLocalBytes});
  set_groups(work, {.simd = simd, .threads = {1, 1, 1}, .end = {kGroups, 1, 1}}, {});
  work.bases.surface = kData + kBindings;
  work.scratch_base = Layout::kScratch;
  work.simd = simd;
  const auto done = gpu.run_work(work);
  outcome.has_ended = done && !done->fault;
  if (done) outcome.stats = *done;
  outcome.kernel = tiers->stats().front();
  outcome.memory = gpu.dwords(0x5000 / 4);
  return outcome;
}

std::string text_of(const Outcome& outcome) {
  std::string text;
  for (const auto* list : {&outcome.found, &outcome.stores})
    for (const check::RawFinding& each : *list)
      text += fmt::format("{} at {:#x}: {}\n", each.id, each.sides.front().instruction, each.what);
  return text;
}

// Whether buffers still have their first contents where the check says that undefined values have been stored: a trial
// takes such bytes for untouched.
bool are_stores_unchanged(const Outcome& checked, const Contents& contents, const Buffers& buffers) {
  const auto before = contents.bytes();
  const auto after = std::as_bytes(std::span(checked.memory));
  for (unsigned i = 0; i != buffers.size(); ++i) {
    for (std::size_t at = 0; at != Layout::kBytes; ++at) {
      InitBytes& bytes = buffers[i]->bytes;
      const std::size_t place = Layout::kBuffers[i] + at;
      if (bytes.stores(at, 1)[0] != 0 && bytes.differences(at, 1)[0] != 0 && before[place] != after[place])
        return false;
    }
  }
  return true;
}

// Bytes that one account calls undefined and the other does not.
std::size_t different_accounts(const Buffers& one, const Buffers& other) {
  std::size_t count = 0;
  for (unsigned i = 0; i != one.size(); ++i) {
    for (std::size_t at = 0; at != Layout::kBytes; ++at)
      count += (one[i]->bytes.differences(at, 1)[0] != 0) != (other[i]->bytes.differences(at, 1)[0] != 0);
  }
  return count;
}

TEST(InitTrial, MissesNothingThatTheCheckFinds) {
  if (!Compiler::exists()) GTEST_SKIP() << "built without the JIT";
  const std::uint64_t kernels = test::number_from("EUGENE_RANDOM_KERNELS", 40);
  unsigned found = 0, agreed = 0, in_vain = 0;
  for (std::uint64_t seed = test::first_seed(); seed < test::first_seed() + kernels; ++seed) {
    RandomUndefinedKernel random(seed);
    const std::string kernel = random.text();
    const Contents contents(seed);
    const Buffers with_check = contents.buffers(), with_trial = contents.buffers();
    const auto run_it = [&](const Buffers& buffers, Way way, Tier tier) {
      return run(kernel, random.simd(), contents, buffers, way, tier);
    };
    const Outcome checked = run_it(with_check, Way::checked, Tier::interpret);
    const Outcome tried = run_it(with_trial, Way::tried, Tier::jit);
    EXPECT_TRUE(tried.is_tried);
    const std::string about = fmt::format("seed {}\n{}{}", seed, text_of(checked), kernel);
    const bool finds = !checked.found.empty() || !are_stores_unchanged(checked, contents, with_check);
    EXPECT_FALSE(finds && tried.has_agreed) << about;
    found += finds ? 1 : 0;
    agreed += tried.has_agreed ? 1 : 0;
    in_vain += !finds && !tried.has_agreed ? 1 : 0;
    if (!tried.has_agreed) continue;
    EXPECT_EQ(tried.memory, run_it({}, Way::unchecked, Tier::jit).memory) << about;
    EXPECT_EQ(tried.memory, checked.memory) << about;
    EXPECT_TRUE(tried.has_ended);
    if (checked.stores.empty()) {
      EXPECT_EQ(different_accounts(with_check, with_trial), 0U) << about;
    }
    if (seed % 4 == 0) {
      EXPECT_TRUE(run_it(contents.buffers(), Way::tried, Tier::interpret).has_agreed) << about;
    }
  }
  RecordProperty("found", std::to_string(found));
  RecordProperty("agreed", std::to_string(agreed));
  RecordProperty("in vain", std::to_string(in_vain));
  EXPECT_GT(found, 0U);
  EXPECT_GT(agreed, 0U);
  EXPECT_LE(in_vain, kernels / 2);
}

// Results of these are the same for many values of an undefined dword of r70, so that they must be looked at before.
TEST(InitTrial, SeesWhatResultsHide) {
  for (const char* hiding :
       {"mov (1) f0.0<1>:uw r70.{}<0;1,0>:uw {{NoMask}}",
        "shr (8) r20.0<1>:ud r5.0<8;8,1>:ud r70.{}<0;1,0>:ud\ncmp.z.f0.0 (8) null:ud r20.0<8;8,1>:ud 8:ud",
        "cbit (8) r20.0<1>:ud r70.{}<0;1,0>:ud\ncmp.z.f0.0 (8) null:ud r20.0<8;8,1>:ud 99:ud",
        "cmp.z.f0.0 (8) null:ud r70.{}<0;1,0>:ud 8:ud"}) {
    for (unsigned dword = 0; dword != 8; ++dword) {
      const std::string kernel = "mov (8) r5.0<1>:ud 4002:ud\n" + fmt::format(fmt::runtime(hiding), dword) +
                                 "\n(f0.0.any8h) jmpi (1) Over\nmov (8) r21.0<1>:ud 0:ud\nOver: nop\n" + kEnd;
      const Contents contents(1);
      EXPECT_FALSE(run(kernel, 8, contents, contents.buffers(), Way::tried, Tier::interpret).has_agreed) << kernel;
    }
  }
}

// Statistics count only the run after the trials.
TEST(InitTrial, IsNoPartOfTheStatistics) {
  const std::string kernel = kStraightKernel;
  const Contents contents(1);
  const Outcome unchecked = run(kernel, 8, contents, {}, Way::unchecked, Tier::interpret);
  const Outcome tried = run(kernel, 8, contents, contents.buffers(), Way::tried, Tier::interpret);
  EXPECT_TRUE(tried.has_agreed);
  EXPECT_EQ(tried.stats.groups, unchecked.stats.groups);
  EXPECT_EQ(tried.stats.threads, unchecked.stats.threads);
  EXPECT_EQ(tried.stats.instructions, unchecked.stats.instructions);
  EXPECT_EQ(tried.stats.lane_operations, unchecked.stats.lane_operations);
  EXPECT_EQ(tried.kernel.dispatches, 1U);
  EXPECT_EQ(tried.kernel.interpreted.instructions, unchecked.kernel.interpreted.instructions);
  EXPECT_EQ(tried.memory, unchecked.memory);
}

// A trial may take as long as the launch, so it reports its progress and can be stopped.
TEST(InitTrial, TellsItsProgress) {
  std::atomic<bool> cancelled = false;
  std::vector<Progress> told;
  Outcome outcome;
  const Contents contents(1);
  const Buffers buffers = contents.buffers();
  TestGpu gpu(ExecutorOptions{.cancelled = &cancelled,
                              .observers = {std::make_shared<Source>(Way::tried, buffers, outcome)},
                              .progress =
                                  [&](const Progress& progress) {
                                    told.push_back(progress);
                                    cancelled = told.size() == 3;
                                  },
                              .progress_after = std::chrono::milliseconds(1)},
              1);
  gpu.load(machine_code("jmpi (1) -16\n"));
  const auto done = gpu.run({.groups = 7});
  ASSERT_TRUE(done);
  EXPECT_FALSE(done->fault);
  EXPECT_FALSE(outcome.has_agreed);
  ASSERT_EQ(told.size(), 3U);
  EXPECT_EQ(told.front().groups, 7U);
  EXPECT_GT(told.front().instructions, 0U);
}

}  // namespace
}  // namespace eugene::gpu::init_trial_test
