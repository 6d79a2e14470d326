// Kernels with loops, divergence and barriers, and their runs with and without preemptions.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "executor_fixture.h"
#include "gpu/tiers/tiers.h"

namespace eugene::gpu {

inline constexpr std::uint32_t kGroups = 9;
inline constexpr std::uint32_t kThreads = 4;
inline constexpr std::uint32_t kChannels = 8;

// A loop in which each channel passes its value to the next thread by local memory and mixes the one that it gets. Each
// turn has two barriers. Channels diverge: bits 2:0 of the channel's number and of the group's are how many turns it
// mixes.
inline std::string passing_kernel() {
  constexpr const char* kBarrier = R"(
    send (1) null r14 0x3 0x02000004 {NoMask}
    wait (1) n0 {NoMask}
)";
  return fmt::format(R"(
    mov (8) r4.0<1>:w 0x76543210:v
    and (1) r3.0<1>:ud r0.5<0;1,0>:ud 3:ud {{NoMask}}
    shl (1) r3.1<1>:ud r3.0<0;1,0>:ud 5:ud {{NoMask}}
    add (1) r3.2<1>:ud r3.1<0;1,0>:ud 32:ud {{NoMask}}
    and (1) r3.2<1>:ud r3.2<0;1,0>:ud 0x7F:ud {{NoMask}}
    shl (8) r2.0<1>:ud r4.0<8;8,1>:uw 2:ud
    add (8) r10.0<1>:ud r2.0<8;8,1>:ud r3.1<0;1,0>:ud
    add (8) r12.0<1>:ud r2.0<8;8,1>:ud r3.2<0;1,0>:ud
    mov (8) r11.0<1>:ud r0.1<0;1,0>:ud
    and (8) r14.0<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud {{NoMask}}
    mov (8) r20.0<1>:d 7:d
  again:
    sends (8) null r10 r11 0x4C 0x2026efe
    {0}
    send (8) r13 r12 0xC 0x2106efe
    {0}
    add (8) r21.0<1>:ud r4.0<8;8,1>:uw r0.1<0;1,0>:ud
    and (8) r21.0<1>:d r21.0<8;8,1>:d 7:d
  inner:
    mul (8) acc0.0<1>:d r11.0<8;8,1>:d 1664525:d
    add (8) r11.0<1>:d acc0.0<8;8,1>:d r13.0<8;8,1>:d
    add (8) r21.0<1>:d r21.0<8;8,1>:d -1:d
    cmp.ge.f1.0 (8) null:d r21.0<8;8,1>:d 0:d
    (f1.0) while (8) inner
    add (8) r20.0<1>:d r20.0<8;8,1>:d -1:d
    cmp.nz.f0.0 (8) null:d r20.0<8;8,1>:d 0:d
    (f0.0) while (8) again
    shl (1) r3.3<1>:ud r0.1<0;1,0>:ud 7:ud {{NoMask}}
    add (8) r16.0<1>:ud r10.0<8;8,1>:ud r3.3<0;1,0>:ud
    mov (8) r17.0<1>:ud r11.0<8;8,1>:ud
    send (8) null r16 0xC 0x4026eff
    send (8) null r127 0x27 0x02000010 {{EOT}}
)",
                     kBarrier);
}

struct Seen {
  std::vector<std::uint32_t> numbers;
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;
  std::uint64_t lane_operations = 0;
  bool operator==(const Seen&) const = default;
};

struct Way {
  Tier tier;
  unsigned workers;
  std::uint64_t often = 0;  // instructions between preemptions; 0: none
};

struct Run {
  Seen seen;
  std::uint64_t preemptions = 0;
};

inline Run run_way(const std::string& kernel, const DispatchShape& shape, const Way& way,
                   std::span<const std::byte> routine) {
  TestGpu gpu({.tiers = std::make_shared<Tiers>(TierOptions{.tier = way.tier}), .preempt_instructions = way.often},
              way.workers);
  gpu.load(machine_code(kernel));
  gpu.load_routine(routine);
  const auto done = gpu.run_preempted(shape);
  if (!done || done->fault) return {};
  return {.seen = {.numbers = gpu.dwords(std::size_t{shape.groups} * shape.threads * kChannels),
                   .threads = done->threads,
                   .instructions = done->instructions,
                   .lane_operations = done->lane_operations},
          .preemptions = done->preemptions};
}

// Runs the kernel on one worker and on three, in each tier, and preempts it after as many instructions as `intervals`
// say. Results must be those of an undisturbed run. `routine`: the system routine.
inline void expect_undisturbed(const std::string& kernel, const DispatchShape& shape,
                               const std::vector<std::uint64_t>& intervals = {3, 200},
                               std::span<const std::byte> routine = {}) {
  const Seen wanted = run_way(kernel, shape, {.tier = Tier::interpret, .workers = 1}, routine).seen;
  ASSERT_FALSE(wanted.numbers.empty());
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    for (const unsigned workers : {1U, 3U}) {
      EXPECT_EQ(run_way(kernel, shape, {tier, workers}, routine).preemptions, 0U);
      for (const std::uint64_t often : intervals) {
        const Run preempted = run_way(kernel, shape, {tier, workers, often}, routine);
        EXPECT_GT(preempted.preemptions, 0U) << often;
        EXPECT_TRUE(preempted.seen == wanted)
            << (tier == Tier::jit ? "compiled, " : "interpreted, ") << workers << " workers, every " << often;
      }
    }
  }
}

}  // namespace eugene::gpu
