// A case that a second run continues from a state that an observer has kept.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "gpu/schedule/observe/observation.h"
#include "script/session.h"

namespace eugene::script {
namespace {

// Keeps the state at the end of every round of turns.
class Keeper final : public gpu::ObserverSource {
 public:
  eu::Interest interest() const override { return {.instructions = true}; }
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& /*dispatch*/) override {
    return std::make_unique<Dispatch>(*this);
  }
  std::vector<eu::Return> states;

 private:
  struct Worker final : eu::Observer {
    explicit Worker(Keeper& of) : keeper(of) {}
    eu::Interest interest() const override { return keeper.interest(); }
    void group_begins(const eu::StartedGroup& begun) override { group = begun.index; }
    bool wants_state() const override { return true; }
    void state_kept(const std::shared_ptr<const eu::GroupState>& state) override {
      keeper.states.push_back({.group = group, .state = state});
    }
    Keeper& keeper;
    std::uint64_t group = 0;
  };
  struct Dispatch final : gpu::DispatchObserver {
    explicit Dispatch(Keeper& of) : keeper(of) {}
    std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<Worker>(keeper); }
    Keeper& keeper;
  };
};

CaseResult run(const std::string& text, Keeper& keeper, eu::Return from = {}) {
  const auto script = read_script(text, "test.asm");
  EXPECT_TRUE(script) << (script ? "" : script.error()[0].message);
  if (!script) return {};
  RunOptions options{.instructions = 100'000, .remarks = true, .from = std::move(from)};
  options.observe = [&](const Script&, const Case&, const CaseProgram&) {
    return std::vector<gpu::ObserverSource*>{&keeper};
  };
  return run_case(*script, script->cases[0], options);
}

// Threads 0 of two groups wait at a barrier for threads 1, which loop; they read r60, which no instruction writes, and
// r4, which one has written.
constexpr const char* kGen9 =
    "// gen: gen9\n"
    "// mask = 0xff ; threads 2 ; groups 2 ; slm size 64\n"
    "// set r2:d = 3000 ... ; set thread 0 r2:d = 0 ...\n"
    "// set r9:ud = 0 4 8 12 16 20 24 28\n"
    "// expect thread 0 r20:d = 3001 ...\n"
    "mov (8) r3<1>:d 0:d\n"
    "mov (8) r4<1>:d 1:d\n"
    "L: add (8) r3<1>:d r3<8;8,1>:d r4<8;8,1>:d\n"
    "add (8) r10<1>:d r60<8;8,1>:d 1:d\n"
    "send (8) null r9 data1.untyped_write(bti=slm, channels=x, simd=8)\n"
    "cmp.le.f0.0 (8) null<1>:d r3<8;8,1>:d r2<8;8,1>:d\n"
    "(f0.0) while (8) L\n"
    "mov (8) r5<1>:ud r0<8;8,1>:ud {NoMask}\n"
    "send (8) null r5 gateway.barrier() {NoMask}\n"
    "wait (1) n0\n"
    "mov (8) r20<1>:d r3<8;8,1>:d\n"
    "send (8) null r127 spawner.dereference(keep) {EOT}\n";

// The same with the gateway of Gen6, which addresses threads by their slots.
constexpr const char* kGen6 =
    "// gen: gen6\n"
    "// threads 2 ; barrier 1 threads 2 byte 0x7f ; set m1.2 = 0x01140000\n"
    "// set r2:d = 3000 ... ; set thread 0 r2:d = 0 ...\n"
    "// expect thread 0 r20 = 0x14\n"
    "mov (8) r3<1>:d 0:d\n"
    "L: add (8) r3<1>:d r3<8;8,1>:d 1:d\n"
    "cmp.le.f0.0 (1) null:d r3<0;1,0>:d r2<0;1,0>:d {NoMask}\n"
    "(f0.0) jmpi (1) L {NoMask}\n"
    "send (8) null m1 gateway.barrier() {NoMask}\n"
    "wait (1) n0\n";

void expect_same(const CaseResult& whole, const CaseResult& resumed) {
  EXPECT_EQ(resumed.instructions, whole.instructions);
  EXPECT_EQ(resumed.threads, whole.threads);
  EXPECT_EQ(resumed.fault.has_value(), whole.fault.has_value());
  ASSERT_EQ(resumed.reports.size(), whole.reports.size());
  for (std::size_t n = 0; n < whole.reports.size(); ++n) EXPECT_EQ(resumed.reports[n].what, whole.reports[n].what);
  ASSERT_EQ(resumed.mismatches.size(), whole.mismatches.size());
  for (std::size_t n = 0; n < whole.mismatches.size(); ++n)
    EXPECT_EQ(resumed.mismatches[n].actual, whole.mismatches[n].actual);
}

TEST(Resume, EndsAsTheRunThatKeptTheStateByTheGatewayOfGen6) {
  Keeper keeper;
  const CaseResult whole = run(kGen6, keeper);
  ASSERT_TRUE(whole.problems.empty());
  EXPECT_FALSE(whole.fault);
  ASSERT_GT(keeper.states.size(), 3U);
  for (const eu::Return& each : keeper.states) {
    Keeper other;
    expect_same(whole, run(kGen6, other, each));
  }
}

TEST(Resume, EndsAsTheRunThatKeptTheState) {
  Keeper keeper;
  const CaseResult whole = run(kGen9, keeper);
  ASSERT_TRUE(whole.problems.empty());
  EXPECT_FALSE(whole.reports.empty());     // r60
  EXPECT_FALSE(whole.mismatches.empty());  // thread 0 has 1
  ASSERT_GT(keeper.states.size(), 20U);
  for (std::size_t n = 0; n < keeper.states.size(); n += 5) {
    Keeper other;
    expect_same(whole, run(kGen9, other, keeper.states[n]));
    EXPECT_EQ(other.states.size(), keeper.states.size() - n - 1) << n;
  }
}

}  // namespace
}  // namespace eugene::script
