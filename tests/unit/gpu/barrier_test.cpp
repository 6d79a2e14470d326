// Barriers in the interpreter and in compiled code, which has a fast path for arriving at one and going on with the
// next thread: results are the same.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "executor_fixture.h"

namespace eugene::gpu::barrier_test {
namespace {

constexpr std::uint32_t kThreads = 4;
constexpr std::uint32_t kGroups = 9;
constexpr std::uint32_t kTurns = 10;
constexpr std::uint32_t kChannels = 8;

// r3.0: number of the thread in its group; r10, r12: the offsets in shared local memory of its channels' dwords and of
// those of the next thread; r11: the number of the group; r14: payload of a barrier message.
constexpr const char* kStart = R"(
    mov (8) r4.0<1>:w 0x76543210:v
    and (1) r3.0<1>:ud r0.5<0;1,0>:ud 3:ud {NoMask}
    shl (1) r3.1<1>:ud r3.0<0;1,0>:ud 5:ud {NoMask}
    add (1) r3.2<1>:ud r3.1<0;1,0>:ud 32:ud {NoMask}
    and (1) r3.2<1>:ud r3.2<0;1,0>:ud 0x7F:ud {NoMask}
    shl (8) r2.0<1>:ud r4.0<8;8,1>:uw 2:ud
    add (8) r10.0<1>:ud r2.0<8;8,1>:ud r3.1<0;1,0>:ud
    add (8) r12.0<1>:ud r2.0<8;8,1>:ud r3.2<0;1,0>:ud
    mov (8) r11.0<1>:ud r0.1<0;1,0>:ud
    and (8) r14.0<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud {NoMask}
)";
constexpr const char* kBarrier = R"(
    send (1) null r14 0x3 0x02000004 {NoMask}
    wait (1) n0 {NoMask}
)";
// Writes r11 to dword 32 * group + 8 * thread + channel.
constexpr const char* kEnd = R"(
    shl (1) r3.3<1>:ud r0.1<0;1,0>:ud 7:ud {NoMask}
    add (8) r16.0<1>:ud r10.0<8;8,1>:ud r3.3<0;1,0>:ud
    mov (8) r17.0<1>:ud r11.0<8;8,1>:ud
    send (8) null r16 0xC 0x4026eff
    send (8) null r127 0x27 0x02000010 {EOT}
)";

// A loop in which each thread stores its numbers in local memory, passes `barrier`, and adds the next thread's numbers
// to its own.
std::string passing_on(const std::string& barrier) {
  return fmt::format(R"({}
    mov (8) r20.0<1>:d {}:d
    add (8) r11.0<1>:ud r11.0<8;8,1>:ud r10.0<8;8,1>:ud
  again:
    mov (8) r15.0<1>:ud r11.0<8;8,1>:ud
    sends (8) null r10 r11 0x4C 0x2026efe
    {}
    send (8) r13 r12 0xC 0x2106efe
    {}
    shl (8) r15.0<1>:ud r15.0<8;8,1>:ud 1:ud
    add (8) r11.0<1>:ud r15.0<8;8,1>:ud r13.0<8;8,1>:ud
    add (8) r20.0<1>:d r20.0<8;8,1>:d -1:d
    cmp.nz.f0.0 (8) null:d r20.0<8;8,1>:d 0:d
    (f0.0) while (8) again
    {})",
                     kStart, kTurns, barrier, kBarrier, kEnd);
}

std::vector<std::uint32_t> passed_on() {
  std::vector<std::uint32_t> found;
  for (std::uint32_t group = 0; group < kGroups; ++group) {
    std::vector<std::uint32_t> now(kThreads * kChannels);
    for (std::uint32_t i = 0; i < now.size(); ++i) now[i] = group + 4 * i;
    for (std::uint32_t turn = 0; turn < kTurns; ++turn) {
      const std::vector<std::uint32_t> before = now;
      for (std::size_t i = 0; i < now.size(); ++i) now[i] = 2 * before[i] + before[(i + kChannels) % before.size()];
    }
    found.insert(found.end(), now.begin(), now.end());
  }
  return found;
}

struct Seen {
  std::vector<std::uint32_t> numbers;
  std::uint64_t instructions = 0;
  std::uint64_t lane_operations = 0;
  std::string fault;
  std::uint32_t ip = 0;
  bool operator==(const Seen&) const = default;
};

Seen run(const std::string& kernel, Tier tier, unsigned workers = 1) {
  TestGpu gpu(std::make_shared<Tiers>(TierOptions{.tier = tier}), workers);
  gpu.load(machine_code(kernel));
  const auto done = gpu.run({.groups = kGroups, .threads = kThreads, .slm_bytes = 4096});
  return {.numbers = gpu.dwords(kGroups * kThreads * kChannels),
          .instructions = done->instructions,
          .lane_operations = done->lane_operations,
          .fault = done->fault ? done->fault->fault.what : "",
          .ip = done->fault ? done->fault->fault.ip : 0};
}

// Runs the kernel in both tiers, which must agree. Returns what was seen.
Seen run_both(const std::string& kernel) {
  Seen seen = run(kernel, Tier::interpret);
  EXPECT_EQ(run(kernel, Tier::jit), seen);
  return seen;
}

TEST(Barriers, EveryThreadSeesWhatOthersWroteBefore) {
  const Seen seen = run_both(passing_on(kBarrier));
  EXPECT_EQ(seen.fault, "");
  EXPECT_EQ(seen.numbers, passed_on());
}

// Channels that wait after the barrier are not confused with channels of threads that run meanwhile.
TEST(Barriers, ChannelsMayHaveParted) {
  const Seen seen = run_both(passing_on(fmt::format(R"(
    cmp.le.f0.0 (8) null:ud r4.0<8;8,1>:uw r3.0<0;1,0>:ud
    (f0.0) if (8) all all
    {}
  all:
    endif (8) on
  on:)",
                                                    kBarrier)));
  EXPECT_EQ(seen.fault, "");
  EXPECT_EQ(seen.numbers, passed_on());
}

// A message that no channel sends is no arrival.
TEST(Barriers, MessagesWithoutChannelsDoNotCount) {
  const Seen seen = run_both(passing_on(fmt::format(R"(
    mov (1) f0.0<1>:ud 0:ud {{NoMask}}
    (f0.0) send (1) null r14 0x3 0x02000004 {{NoMask}}
    {})",
                                                    kBarrier)));
  EXPECT_EQ(seen.fault, "");
  EXPECT_EQ(seen.numbers, passed_on());
}

// Barrier Count Enable: two arrivals are enough from then on, so that the threads meet in pairs, twice for each
// barrier.
TEST(Barriers, TheMessageSetsTheCount) {
  const std::string start = fmt::format("{}\n or (8) r14.0<1>:ud r14.0<8;8,1>:ud 0x8400:ud {{NoMask}}\n", kStart);
  const Seen seen = run_both(start + kBarrier + kEnd);
  EXPECT_EQ(seen.fault, "");
  EXPECT_EQ(seen.numbers[8 * 4 * kChannels], 8U);
}

// Thread 1 names the next barrier: BarrierID is in bits 31 and 27:24.
TEST(Barriers, OfAnotherGroupAreFaults) {
  for (const auto& [flips, id] : {std::pair("0x1000000", 1), std::pair("0x80000000", 16)}) {
    const Seen seen = run_both(fmt::format(R"({}
      cmp.nz.f0.0 (1) null:ud r3.0<0;1,0>:ud 1:ud {{NoMask}}
      (f0.0) jmpi (1) meet {{NoMask}}
      xor (1) r14.2<1>:ud r14.2<0;1,0>:ud {}:ud {{NoMask}}
    meet:
      {}
      {})",
                                           kStart, flips, kBarrier, kEnd));
    EXPECT_EQ(seen.fault,
              fmt::format("barrier message for barrier {} from a thread whose group has barrier 0 (r0.2)", id));
  }
}

TEST(Barriers, CountsOfOneIterationMustBeTheSame) {
  // Thread n sets the count to 3 + n.
  const std::string start = fmt::format(R"({}
    shl (1) r14.3<1>:ud r3.0<0;1,0>:ud 9:ud {{NoMask}}
    add (1) r14.3<1>:ud r14.3<0;1,0>:ud 0x8600:ud {{NoMask}}
    or (1) r14.2<1>:ud r14.2<0;1,0>:ud r14.3<0;1,0>:ud {{NoMask}}
  )",
                                        kStart);
  EXPECT_EQ(run_both(start + kBarrier + kEnd).fault,
            "barrier message with a count that differs from the count of threads that arrived earlier");
}

// Groups of different workers use different barriers of the 32.
TEST(Barriers, AreOnesOwnOnEachWorker) {
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    const Seen seen = run(passing_on(kBarrier), tier, 3);
    EXPECT_EQ(seen.fault, "");
    EXPECT_EQ(seen.numbers, passed_on());
  }
}

TEST(Barriers, ThatCannotCompleteAreFaults) {
  const Seen seen = run_both(fmt::format(R"({}
    cmp.z.f0.0 (1) null:ud r3.0<0;1,0>:ud 1:ud {{NoMask}}
    (f0.0) jmpi (1) end {{NoMask}}
    {}
  end:
    {})",
                                         kStart, kBarrier, kEnd));
  EXPECT_EQ(seen.fault, "the barrier cannot complete: 3 of 4 threads wait at it, 1 have ended");
}

TEST(Barriers, EndlessOnesRunOutOfTime) {
  const std::string kernel = fmt::format("{}\n again:\n {}\n jmpi (1) again {{NoMask}}\n", kStart, kBarrier);
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    TestGpu gpu(std::make_shared<Tiers>(TierOptions{.tier = tier}), 1, std::chrono::milliseconds(200));
    gpu.load(machine_code(kernel));
    const auto done = gpu.run({.groups = 1, .threads = kThreads});
    ASSERT_TRUE(done && done->fault);
    EXPECT_EQ(done->fault->fault.what, "the kernel did not end within the time limit");
  }
}

}  // namespace
}  // namespace eugene::gpu::barrier_test
