// Tests each reason for a thread to stop (fault, time limit, preemption and others) at each place of a dispatch, with
// one worker and with several, in the first launch and in later launches. Compiled code must leave the same memory and
// the same fault as the interpreter.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <random>

#include "executor_fixture.h"

namespace eugene::gpu::stops_test {
namespace {

constexpr std::uint32_t kGroups = 9;
constexpr std::uint32_t kThreads = 4;  // of a group
constexpr std::uint32_t kAll = kGroups * kThreads;
constexpr std::uint32_t kTable = 0x8000;  // bytes from the start of the data: a dword for each thread says what it does

enum Way : std::uint32_t { ends, is_long, faults, breaks, is_endless };

// Each channel mixes a number, a thread that is long for more instructions than it gets at a time, and writes it to
// dword 8 * thread + channel, unless its thread stops before. Threads that break execute `stop`.
std::string kernel(std::string_view stop) {
  return fmt::format(R"(
    mov (8) r4.0<1>:w 0x76543210:v
    and (1) r3.0<1>:ud r0.5<0;1,0>:ud 3:ud {{NoMask}}
    shl (1) r3.1<1>:ud r0.1<0;1,0>:ud 2:ud {{NoMask}}
    add (1) r3.0<1>:ud r3.0<0;1,0>:ud r3.1<0;1,0>:ud {{NoMask}}
    shl (8) r6.0<1>:ud r3.0<0;1,0>:ud 5:ud
    shl (8) r2.0<1>:ud r4.0<8;8,1>:uw 2:ud
    add (8) r2.0<1>:ud r2.0<8;8,1>:ud r6.0<8;8,1>:ud
    shl (8) r7.0<1>:ud r3.0<0;1,0>:ud 2:ud
    add (8) r7.0<1>:ud r7.0<8;8,1>:ud {}:ud
    send (8) r8 r7 0xC 0x2106eff
    add (8) r3.0<1>:ud r2.0<8;8,1>:ud 0x9E3779B9:ud
    mov (8) r5.0<1>:d 5:d
    cmp.eq.f0.0 (8) null:ud r8.0<8;8,1>:ud {}:ud
    (f0.0) mov (8) r5.0<1>:d 60000:d
    cmp.eq.f0.0 (8) null:ud r8.0<8;8,1>:ud {}:ud
    (f0.0) send (8) null r2 0xC 0x4026e00
    cmp.ne.f0.0 (8) null:ud r8.0<8;8,1>:ud {}:ud
    (f0.0) jmpi (1) again
    {}
  again:
    shl (8) r7.0<1>:ud r3.0<8;8,1>:ud 5:ud
    xor (8) r3.0<1>:ud r3.0<8;8,1>:ud r7.0<8;8,1>:ud
    add (8) r5.0<1>:d r5.0<8;8,1>:d -1:d
    cmp.nz.f0.0 (8) null:d r5.0<8;8,1>:d 0:d
    (f0.0) while (8) again
    send (8) null r2 0xC 0x4026eff
    cmp.eq.f0.0 (8) null:ud r8.0<8;8,1>:ud {}:ud
    (f0.0) jmpi (1) -16
    send (8) null r127 0x27 0x02000010 {{EOT}}
)",
                     kTable, unsigned(is_long), unsigned(faults), unsigned(breaks), stop, unsigned(is_endless));
}
constexpr std::string_view kBreakpoint = R"(or (1) cr0.1<1>:ud cr0.1<0;1,0>:ud 0x8000:ud {NoMask}
    nop {Breakpoint})";
constexpr std::string_view kException = R"(mov (1) cr0.1<1>:ud 0x20002000:ud {NoMask}
    nop)";
constexpr std::string_view kWait = "wait (1) n0 {NoMask}";  // nobody will ever notify it

struct Seen {
  std::string fault;
  std::uint32_t ip = 0;
  GroupId group{};
  std::uint32_t thread = 0;
  std::uint64_t threads = 0;  // threads that have ended
  std::uint64_t instructions = 0;
  std::uint64_t lane_operations = 0;
  std::vector<std::uint32_t> numbers;
  bool operator==(const Seen&) const = default;
};

// Behaviour of the group's threads, by number.
using Ways = std::array<Way, kAll>;

Ways one(Way way, std::uint32_t number) {
  Ways ways{};
  ways[number] = way;
  return ways;
}

Seen launch(TestGpu& gpu, const Ways& ways) {
  gpu.clear();
  for (std::uint32_t number = 0; number < kAll; ++number) gpu.set_dword(kTable / 4 + number, ways[number]);
  const auto done = gpu.run({.groups = kGroups, .threads = kThreads});
  if (!done) return {.fault = done.error().message};
  Seen seen{.threads = done->threads,
            .instructions = done->instructions,
            .lane_operations = done->lane_operations,
            .numbers = gpu.dwords(std::size_t{kAll} * 8)};
  if (done->fault) {
    seen.fault = done->fault->fault.what;
    seen.ip = done->fault->fault.ip;
    seen.group = done->fault->site.item->group;
    seen.thread = done->fault->site.item->thread;
  }
  return seen;
}

// Progress of the other groups depends on timing, so it is not compared.
Seen of_many_workers(Seen seen) {
  const std::size_t group = seen.group[0];
  seen.threads = seen.instructions = seen.lane_operations = 0;
  seen.numbers.resize(std::size_t{8} * kThreads * group);
  return seen;
}

void expect_same(const Seen& seen, const Seen& wanted, bool is_whole) {
  EXPECT_EQ(seen.fault, wanted.fault);
  EXPECT_TRUE(is_whole ? seen == wanted : of_many_workers(seen) == of_many_workers(wanted))
      << seen.threads << " threads for " << wanted.threads << ", " << seen.instructions << " instructions for "
      << wanted.instructions << ", ip " << seen.ip << " for " << wanted.ip << ", thread " << seen.group[0] << '.'
      << seen.thread << " for " << wanted.group[0] << '.' << wanted.thread << ", results "
      << (seen.numbers == wanted.numbers ? "the same" : "different");
}

std::shared_ptr<Tiers> tiers(Tier tier) {
  return std::make_shared<Tiers>(TierOptions{.tier = tier, .hot_after = tier == Tier::automatic ? 1 : 0});
}

// First, middle and last thread of the first, a middle and the last group.
constexpr std::array<std::uint32_t, 9> kPlaces{0, 1, 3, 16, 18, 19, 32, 33, 35};

struct Case {
  const char* name;
  Way way;
  std::string_view stop;
};

class StopsTest : public testing::TestWithParam<Case> {};

TEST_P(StopsTest, AreTheSameInEveryPlaceTierAndLaunch) {
  const auto code = machine_code(kernel(GetParam().stop));
  const auto compiled = tiers(Tier::jit);  // once for all
  for (std::size_t place = 0; place < kPlaces.size(); ++place) {
    // Two launches stop at this place, the next one at another place, and the last one here again.
    const std::array<std::uint32_t, 4> numbers{kPlaces[place], kPlaces[place], kPlaces[(place + 4) % kPlaces.size()],
                                               kPlaces[place]};
    std::vector<Seen> expected;
    for (const unsigned workers : {1U, 4U}) {
      for (const Tier tier : {Tier::interpret, Tier::jit, Tier::automatic}) {
        TestGpu gpu(tier == Tier::jit ? compiled : tiers(tier), workers);
        gpu.load(code);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
          SCOPED_TRACE(fmt::format("thread {}, launch {}, tier {}, {} workers", numbers[i], i, int(tier), workers));
          Seen seen = launch(gpu, one(GetParam().way, numbers[i]));
          if (expected.size() == i) {
            expected.push_back(std::move(seen));
            continue;
          }
          expect_same(seen, expected[i], workers == 1 || seen.fault.empty());
        }
      }
    }
    // The one that they are compared with.
    if (GetParam().way <= is_long) {
      EXPECT_EQ(expected[0].fault, "");
      EXPECT_EQ(expected[0].threads, kAll);
    } else {
      EXPECT_NE(expected[0].fault, "");
      EXPECT_EQ(expected[0].group[0], kPlaces[place] / kThreads);
      EXPECT_EQ(expected[0].thread, kPlaces[place] % kThreads);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, StopsTest,
                         testing::Values(Case{"End", ends, kBreakpoint}, Case{"Budget", is_long, kBreakpoint},
                                         Case{"Fault", faults, kBreakpoint}, Case{"Breakpoint", breaks, kBreakpoint},
                                         Case{"Exception", breaks, kException}, Case{"Wait", breaks, kWait}),
                         [](const auto& each) { return each.param.name; });

// Several stops in a launch, at random places: the first fault counts.
TEST(Stops, AreTheSameInMixedLaunches) {
  constexpr std::size_t kLaunches = 8;
  std::mt19937 random(1);
  std::array<Ways, kLaunches> launches{};
  for (std::size_t i = 0; i < kLaunches; ++i) {
    for (int longs = 0; longs < 4; ++longs) launches[i][random() % kAll] = is_long;
    if (i % 2 != 0) launches[i][random() % kAll] = faults;
    if (i % 4 == 3) launches[i][random() % kAll] = breaks;
  }
  const auto code = machine_code(kernel(kBreakpoint));
  std::vector<Seen> expected;
  for (const unsigned workers : {1U, 4U}) {
    for (const Tier tier : {Tier::interpret, Tier::jit, Tier::automatic}) {
      TestGpu gpu(tiers(tier), workers);
      gpu.load(code);
      for (std::size_t i = 0; i < kLaunches; ++i) {
        Seen seen = launch(gpu, launches[i]);
        if (expected.size() == i) expected.push_back(seen);
        SCOPED_TRACE(fmt::format("launch {}, tier {}, {} workers", i, int(tier), workers));
        // The progress of long threads at another thread's fault varies by a few instructions, with the ends of slices.
        expect_same(seen, expected[i], seen.fault.empty());
      }
    }
  }
}

// A thread that does not end runs until it is cancelled or its time is over; the next launch is not affected.
TEST(Stops, EndlessThreadsAreCancelledInEveryPlaceTierAndLaunch) {
  const auto code = machine_code(kernel(kBreakpoint));
  for (const unsigned workers : {1U, 4U}) {
    for (const Tier tier : {Tier::interpret, Tier::jit, Tier::automatic}) {
      std::atomic<bool> cancelled = false;
      std::atomic<bool> may_cancel = false;
      TestGpu gpu({.tiers = tiers(tier),
                   .cancelled = &cancelled,
                   .progress = [&](const Progress&) { cancelled = may_cancel.load(); },
                   .progress_after = std::chrono::milliseconds(2)},
                  workers);
      gpu.load(code);
      const Seen whole = launch(gpu, {});
      for (const std::uint32_t number : kPlaces) {
        SCOPED_TRACE(fmt::format("thread {}, tier {}, {} workers", number, int(tier), workers));
        may_cancel = true;
        const Seen cut = launch(gpu, one(is_endless, number));
        EXPECT_EQ(cut.fault, "");
        EXPECT_LT(cut.threads, kAll);
        if (workers == 1) {
          EXPECT_GE(cut.threads, number);
          EXPECT_LT(cut.threads, number / kThreads * kThreads + kThreads);
        }
        may_cancel = cancelled = false;
        EXPECT_EQ(launch(gpu, {}), whole);
      }
    }
  }
}

TEST(Stops, EndlessThreadsAreStoppedWhenTheirTimeIsOver) {
  const auto code = machine_code(kernel(kBreakpoint));
  for (const unsigned workers : {1U, 4U}) {
    for (const Tier tier : {Tier::interpret, Tier::jit}) {
      TestGpu gpu({.timeout = std::chrono::milliseconds(40), .tiers = tiers(tier)}, workers);
      gpu.load(code);
      launch(gpu, {});
      for (const std::uint32_t number : kPlaces) {
        SCOPED_TRACE(fmt::format("thread {}, tier {}, {} workers", number, int(tier), workers));
        const Seen late = launch(gpu, one(is_endless, number));
        EXPECT_EQ(late.fault, "the kernel did not end within the time limit");
        EXPECT_EQ(late.group[0], number / kThreads);
        EXPECT_EQ(late.thread, number % kThreads);
      }
    }
  }
}

}  // namespace
}  // namespace eugene::gpu::stops_test
