// Executes vISA in place of machine code: named barriers and dpasw. With these instructions the threads of a group work
// together; Gen9 has neither. vISA manual NBARRIER, DPASW.
#include <gtest/gtest.h>

#include "executor_fixture.h"
#include "visa_fixture.h"

namespace eugene::gpu::visa_groups_test {
namespace {

constexpr unsigned kThreadCount = 4, kGroupCount = 6;

// Thread N of its group has four dwords at OFF, 32 of the group at B.
constexpr const char* kVisaStart = R"(.version 4.1
.kernel "k"
.decl N v_type=G type=ud num_elts=1 align=GRF
.decl B v_type=G type=ud num_elts=1 align=GRF
.decl OFF v_type=G type=ud num_elts=8 align=GRF
.decl NEXT v_type=G type=ud num_elts=8 align=GRF
.decl V v_type=G type=ud num_elts=8 align=GRF
.decl E v_type=G type=ud num_elts=8 align=GRF
.decl A v_type=G type=ud num_elts=8 align=GRF
.decl W v_type=G type=ud num_elts=64 align=GRF
.decl D v_type=G type=d num_elts=16 align=GRF
.decl P1 v_type=P num_elts=1
.function "k_0"
k_0:
  and (M1_NM, 1) N(0,0)<1> %hw_id(0,0)<0;1,0> 3:ud
  shl (M1_NM, 1) B(0,0)<1> %group_id_x(0,0)<0;1,0> 5:ud
  shl (M1_NM, 8) OFF(0,0)<1> N(0,0)<0;1,0> 2:ud
  add (M1_NM, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> B(0,0)<0;1,0>
  add (M1_NM, 8) V(0,0)<1> N(0,0)<0;1,0> 10:ud
)";
constexpr const char* kStoreE = R"(
  add (M1_NM, 8) OFF(0,0)<1> OFF(0,0)<1;1,0> 16:ud
  scatter4_scaled.R (M1, 8) %scratch 0x0:ud OFF.0 E.0
)";
// Each thread stores a number, and loads the next thread's number.
const std::string kPassOn = std::string(R"(
  scatter4_scaled.R (M1, 8) %scratch 0x0:ud OFF.0 V.0
BARRIER
  add (M1_NM, 8) NEXT(0,0)<1> N(0,0)<0;1,0> 1:ud
  and (M1_NM, 8) NEXT(0,0)<1> NEXT(0,0)<1;1,0> 3:ud
  shl (M1_NM, 8) NEXT(0,0)<1> NEXT(0,0)<1;1,0> 2:ud
  add (M1_NM, 8) NEXT(0,0)<1> NEXT(0,0)<1;1,0> B(0,0)<0;1,0>
  gather4_scaled.R (M1, 8) %scratch 0x0:ud NEXT.0 E.0
)") + kStoreE;
constexpr const char* kAll = "  nbarrier.signal 0x3:ub 0x4:ub\n  nbarrier.wait 0x3:ub\n";

std::string with(const std::string& barrier) {
  std::string text = kPassOn;
  return kVisaStart + text.replace(text.find("BARRIER"), 7, barrier);
}

struct Seen {
  std::string fault;
  std::vector<std::uint32_t> dwords;  // of all groups: four for each, as stored last
};

Seen run(const std::string& text, Tier tier, unsigned workers, std::uint64_t preempt_instructions = 0) {
  const auto found = substitute_of(text);
  auto tiers = tier == Tier::jit && Compiler::exists() ? std::make_shared<Tiers>(TierOptions{.tier = tier}) : nullptr;
  TestGpu gpu(ExecutorOptions{.timeout = std::chrono::seconds(60),
                              .tiers = std::move(tiers),
                              .preempt_instructions = preempt_instructions,
                              .find_substitute = [&](std::span<const std::byte>) { return found; }},
              workers);
  gpu.load(machine_code(kEndOfThread));
  const auto done = gpu.run_preempted({.groups = kGroupCount, .threads = kThreadCount});
  if (!done) return {.fault = done.error().message, .dwords = {}};
  Seen seen;
  if (done->fault) seen.fault = done->fault->fault.what;
  const auto all = gpu.dwords(8 * kGroupCount);
  for (unsigned group = 0; group < kGroupCount; ++group)
    seen.dwords.insert(seen.dwords.end(), all.begin() + 8 * group + 4, all.begin() + 8 * group + 8);
  return seen;
}

std::vector<std::uint32_t> in_each_group(std::initializer_list<std::uint32_t> dwords) {
  std::vector<std::uint32_t> all;
  for (unsigned group = 0; group < kGroupCount; ++group) all.insert(all.end(), dwords);
  return all;
}

TEST(VisaGroups, MeetAtNamedBarriers) {
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    for (const unsigned workers : {1U, 3U}) {
      const Seen seen = run(with(kAll), tier, workers);
      EXPECT_EQ(seen.fault, "");
      EXPECT_EQ(seen.dwords, in_each_group({11, 12, 13, 10})) << workers;
    }
  }
  EXPECT_NE(run(with(""), Tier::interpret, 1).dwords, in_each_group({11, 12, 13, 10})) << "the barrier is needed";
}

TEST(VisaGroups, MeetAgainAfterAPreemption) {
  for (const std::uint64_t often : {3U, 7U, 20U})
    EXPECT_EQ(run(with(kAll), Tier::interpret, 2, often).dwords, in_each_group({11, 12, 13, 10})) << often;
}

TEST(VisaGroups, ThatAreTooFewForANamedBarrierAreFaults) {
  const Seen seen = run(with("  nbarrier.signal 0x3:ub 0x5:ub\n  nbarrier.wait 0x3:ub\n"), Tier::interpret, 1);
  EXPECT_EQ(seen.fault, "a named barrier is not passed: no thread of the group can advance, 0 have ended");
}

// The pair's half matrices, 1 and 2 of threads 0 and 1, 3 and 4 of threads 2 and 3, times ones.
TEST(VisaGroups, PairThreadsForDpasw) {
  const std::string text = std::string(kVisaStart) + R"(
  mov (M1_NM, 16) W(0,0)<1> 0:ud
  mov (M1_NM, 16) W(2,0)<1> 0:ud
  mov (M1_NM, 16) W(4,0)<1> 0:ud
  mov (M1_NM, 16) W(6,0)<1> 0:ud
  mov (M1_NM, 8) W(0,0)<1> 1:ud
  mov (M1_NM, 8) A(0,0)<1> 0:ud
  add (M1_NM, 1) A(0,0)<1> N(0,0)<0;1,0> 1:ud
  dpasw.u8.u8.8.2 (M1, 8) D.0 %null.0 W.0 A(0,0)
  shl (M1_NM, 8) E(0,0)<1> D(0,0)<1;1,0> 4:ud
  add (M1_NM, 8) E(0,0)<1> E(0,0)<1;1,0> D(1,0)<1;1,0>
)" + kStoreE;
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    for (const unsigned workers : {1U, 3U}) {
      const Seen seen = run(text, tier, workers);
      EXPECT_EQ(seen.fault, "");
      EXPECT_EQ(seen.dwords, in_each_group({0x12, 0x12, 0x34, 0x34})) << workers;
    }
  }
}

// --visa=compare of a kernel whose two forms end differently.
TEST(VisaGroups, ThatOnlyOneFormFaultsInIsADifference) {
  const std::string good = std::string(kVisaStart);
  const std::string bad = std::string(kVisaStart) + "  nbarrier.wait 0x3:ub\n";
  const auto compared = [](const std::string& visa, const std::string& machine) {
    const auto found = substitute_of(visa);
    TestGpu gpu(ExecutorOptions{.find_substitute = [&](std::span<const std::byte>) { return found; },
                                .compares_substitutes = true},
                1);
    gpu.load(machine_code(machine));
    const auto done = gpu.run({.groups = 1, .threads = kThreadCount});
    return done && done->difference ? format(*done->difference) : std::string();
  };
  const std::string faulting = std::string("illegal\n") + kEndOfThread;
  EXPECT_EQ(compared(good, kEndOfThread), "");
  EXPECT_EQ(compared(bad, faulting), "");
  EXPECT_TRUE(compared(good, faulting).ends_with("differ\n  only the machine code has a fault\n"));
  EXPECT_NE(compared(bad, kEndOfThread).find("only the vISA has a fault"), std::string::npos);
}

}  // namespace
}  // namespace eugene::gpu::visa_groups_test
