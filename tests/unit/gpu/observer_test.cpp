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

// Sums of the values that are read, written, and that atomics find and leave.
struct ValueSums {
  std::uint64_t read = 0, written = 0, found = 0, left = 0, values = 0;
  bool operator==(const ValueSums&) const = default;
};

struct SumValues final : eu::Observer {
  explicit SumValues(ValueSums& all) : sums(&all) {}
  eu::Interest interest() const override { return {.values = true}; }
  void transferred(const eu::Access& access, const eu::AccessValues& values) override {
    const bool is_write = access.kind == eu::AccessKind::write, is_atomic = access.kind == eu::AccessKind::atomic;
    (is_write ? sums->written : is_atomic ? sums->found : sums->read) += sum(values.moved);
    sums->left += sum(values.updated);
    sums->values += access.offsets.size();
  }
  static std::uint64_t sum(std::span<const std::byte> dwords) {
    std::uint64_t all = 0;
    for (std::size_t at = 0; at < dwords.size(); at += sizeof(std::uint32_t)) {
      std::uint32_t dword = 0;
      std::memcpy(&dword, &dwords[at], sizeof(dword));
      all += dword;
    }
    return all;
  }
  ValueSums* sums;
};

struct ValueSource final : ObserverSource {
  struct Dispatched final : DispatchObserver {
    explicit Dispatched(ValueSums& all) : sums(&all) {}
    std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<SumValues>(*sums); }
    ValueSums* sums;
  };
  eu::Interest interest() const override { return {.values = true}; }
  std::unique_ptr<DispatchObserver> dispatch_begins(const ObservedDispatch&) override {
    return std::make_unique<Dispatched>(sums);
  }
  ValueSums sums;
};

// Writes its channels' numbers, reads them as a block, adds 5 to each and once more to the first, by atomics.
constexpr const char* kMovingKernel = R"(
    mov (8) r4.0<1>:w 0x76543210:v
    shl (8) r2.0<1>:ud r4.0<8;8,1>:uw 2:ud
    mov (8) r3.0<1>:ud r4.0<8;8,1>:uw
    send (8) null r2 0xC 0x4026eff
    mov (8) r6.0<1>:ud 0:ud {NoMask}
    send (16) r7 r6 data0.oword_block_read(bti=stateless, owords=2) {NoMask}
    mov (8) r3.0<1>:ud 5:ud
    send (8) r8 r2 data1.untyped_atomic(bti=stateless, op=add, returns, simd=8)
    mov (8) r2.0<1>:ud 0:ud
    send (8) r8 r2 data1.untyped_atomic(bti=stateless, op=add, returns, simd=8)
    send (8) null r127 0x27 0x02000010 {EOT}
)";

TEST(Observers, HearOfTheSameValuesInBothTiers) {
  const auto sums_in = [](Tier tier) {
    const auto source = std::make_shared<ValueSource>();
    const auto tiers = std::make_shared<Tiers>(TierOptions{.tier = tier, .compiler = {.observed = source->interest()}});
    TestGpu gpu(ExecutorOptions{.tiers = tiers, .observers = {source}}, 1);
    gpu.load(machine_code(kMovingKernel));
    const auto done = gpu.run(DispatchShape{.groups = 1});
    EXPECT_TRUE(done && !done->fault);
    return source->sums;
  };
  // Channel 0's word is 5 when the second atomic begins, and 5 more after each of its channels.
  const ValueSums expected{.read = 28,
                           .written = 28,
                           .found = 28 + (5 + 10 + 15 + 20 + 25 + 30 + 35 + 40),
                           .left = 28 + 8 * 5 + (10 + 15 + 20 + 25 + 30 + 35 + 40 + 45),
                           .values = 8 + 1 + 8 + 8};
  EXPECT_EQ(sums_in(Tier::interpret), expected);
  if (!Compiler::exists()) GTEST_SKIP() << "built without the JIT";
  EXPECT_EQ(sums_in(Tier::jit), expected);
}

// Records what an observer hears of each message: that it is sent, by which channels, and how it ends.
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
