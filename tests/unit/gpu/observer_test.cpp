// An observer as somebody who has a question writes one: how many bytes does a kernel write to each surface? It hears
// the same from the interpreter and from compiled code (eu/observer.h).
#include "eu/observer.h"

#include <gtest/gtest.h>

#include <map>

#include "executor_fixture.h"
#include "gpu/tiers/tiers.h"
#include "preempted_kernels.h"

namespace eugene::gpu {
namespace {

using BytesWritten = std::map<unsigned, std::uint64_t>;  // by binding table index

class CountWritten final : public eu::Observer {
 public:
  explicit CountWritten(BytesWritten& sum) : sum_(&sum) {}
  ~CountWritten() override {
    for (const auto& [bti, bytes] : written_) (*sum_)[bti] += bytes;
  }
  eu::Interest interest() const override { return {.accesses = true}; }
  void message_begins(const eu::SendRequest&) override { before_ = written_; }
  void message_restarts() override { written_ = before_; }
  void accessed(const eu::Access& access) override {
    if (access.kind != eu::AccessKind::read) written_[access.space.bti] += access.offsets.size() * access.bytes;
  }

 private:
  BytesWritten* sum_;
  BytesWritten written_;
  BytesWritten before_;
};

class CountedDispatch final : public DispatchObserver {
 public:
  explicit CountedDispatch(BytesWritten& sum) : sum_(&sum) {}
  std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<CountWritten>(*sum_); }

 private:
  BytesWritten* sum_;
};

struct WrittenSource final : ObserverSource {
  eu::Interest interest() const override { return {.accesses = true}; }
  std::unique_ptr<DispatchObserver> dispatch_begins(const ObservedDispatch&) override {
    return std::make_unique<CountedDispatch>(sum);
  }
  BytesWritten sum;
};

BytesWritten bytes_written(const std::string& kernel, const DispatchShape& shape, Tier tier) {
  const auto source = std::make_shared<WrittenSource>();
  const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = tier, .compiler = {.observed = source->interest()}});
  TestGpu gpu(ExecutorOptions{.tiers = tiers, .observers = {source}}, 1);
  gpu.load(machine_code(kernel));
  const auto done = gpu.run(shape);
  EXPECT_TRUE(done && !done->fault);
  return source->sum;
}

TEST(Observers, HearOfTheSameAccessesInBothTiers) {
  constexpr unsigned kGroups = 20;
  const BytesWritten interpreted = bytes_written(kStraightKernel, {.groups = kGroups}, Tier::interpret);
  ASSERT_EQ(interpreted.size(), 1U);
  EXPECT_EQ(interpreted.begin()->second, kGroups * 32U);  // eight dwords each
  if (!Compiler::exists()) GTEST_SKIP() << "built without the JIT";
  EXPECT_EQ(bytes_written(kStraightKernel, {.groups = kGroups}, Tier::jit), interpreted);
  const DispatchShape passing{.groups = 10, .threads = kThreads, .slm_bytes = 4096};
  EXPECT_EQ(bytes_written(passing_kernel(), passing, Tier::jit),
            bytes_written(passing_kernel(), passing, Tier::interpret));
}

// What observers may be told of each message: that it is sent, by which channels, and how it ends.
struct CountMessages final : eu::Observer {
  explicit CountMessages(std::vector<std::uint64_t>& all) : heard(&all) {}
  eu::Interest interest() const override { return {.messages = true}; }
  void group_begins(const eu::StartedGroup& group) override { heard->push_back(group.index); }
  void message_begins(const eu::SendRequest& request) override {
    heard->push_back(request.descriptor);
    heard->push_back(request.channels);
  }
  void message_ends(const eu::SendRequest&, eu::SendStatus status) override {
    heard->push_back(static_cast<std::uint64_t>(status));
  }
  std::vector<std::uint64_t>* heard;
};

struct MessageSource final : ObserverSource {
  struct Dispatched final : DispatchObserver {
    explicit Dispatched(std::vector<std::uint64_t>& all) : heard(&all) {}
    std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<CountMessages>(*heard); }
    std::vector<std::uint64_t>* heard;
  };
  eu::Interest interest() const override { return {.messages = true}; }
  std::unique_ptr<DispatchObserver> dispatch_begins(const ObservedDispatch&) override {
    return std::make_unique<Dispatched>(heard);
  }
  std::vector<std::uint64_t> heard;
};

TEST(Observers, HearOfEveryMessageInBothTiers) {
  if (!Compiler::exists()) GTEST_SKIP() << "built without the JIT";
  const auto heard_in = [](Tier tier) {
    const auto source = std::make_shared<MessageSource>();
    const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = tier, .compiler = {.observed = source->interest()}});
    TestGpu gpu(ExecutorOptions{.tiers = tiers, .observers = {source}}, 1);
    gpu.load(machine_code(passing_kernel()));
    const auto done = gpu.run({.groups = 3, .threads = 1, .slm_bytes = 4096});
    EXPECT_TRUE(done && !done->fault);
    return source->heard;
  };
  const std::vector<std::uint64_t> interpreted = heard_in(Tier::interpret);
  EXPECT_GT(interpreted.size(), 9U);
  EXPECT_EQ(heard_in(Tier::jit), interpreted);
}

}  // namespace
}  // namespace eugene::gpu
