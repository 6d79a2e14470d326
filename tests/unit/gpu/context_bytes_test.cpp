// Every byte of a preempted walker is where the document's formula has it: BXT PRM vol6 "Base Address Calculation",
// Base + A * banks + B * subslice + C * EU + D * thread + the offset of the routine's message. All 108 thread slots of
// Apollo Lake are taken; each register of each thread has a value of its own.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <optional>

#include "executor_fixture.h"
#include "gpu/schedule/work/thread_pools.h"
#include "isa/encoding/decode.h"
#include "system_routine.h"

namespace eugene::gpu {
namespace {

// Groups that fill the machine: each fills a subslice or a pool of EUs.
struct Shape {
  unsigned groups = 3;
  unsigned threads = 36;
  PoolState pools;
};
constexpr unsigned kSlmBytes = 4096;
constexpr unsigned kFirst = 3, kLast = 119;  // registers with test values, in addition to r0 to r2
constexpr unsigned kHword = 32;

// Bits 31:16 FFTID, 15:8 what, 7:0 channel.
std::uint32_t value(unsigned thread, unsigned what, unsigned channel) { return thread << 16 | what << 8 | channel; }
constexpr unsigned kAccumulator = 0xAC, kFlag = 0xF1, kLocal = 0xB1, kStack = 0x5B;
constexpr unsigned kFirstFlag = 0xF0, kLoopFlags = 0xFF;  // f0, whose low eight bits the loop sets
// Each half of a dword in a0 keeps twelve bits: there a thread's number is 0x200 + FFTID.
constexpr unsigned kAddress = 0x0A, kAddressThread = 0x200;

constexpr unsigned kEven = 0x55;  // channels that loop; the others wait at the join

// Fills registers and a row of local memory, waits for the other threads of its group, then turns for long with the
// even channels.
std::string filling_kernel(unsigned threads) {
  std::string text = R"(
    mov (8) r120.0<1>:w 0x76543210:v
    and (1) r121.0<1>:ud r0.5<0;1,0>:ud 0x1FF:ud
    shl (1) r121.1<1>:ud r121.0<0;1,0>:ud 16:ud
    add (8) r2.0<1>:ud r120.0<8;8,1>:uw r121.1<0;1,0>:ud
)";
  for (unsigned number = kFirst; number <= kLast; ++number)
    text += fmt::format("    add (8) r{}.0<1>:ud r2.0<8;8,1>:ud {:#x}:ud\n", number, number << 8);
  text += fmt::format(R"(
    add (8) r122.0<1>:ud r2.0<8;8,1>:ud {:#x}:ud
    mov (8) a0.0<1>:ud r122.0<8;8,1>:ud
    mov (8) r122.0<1>:ud 0:ud
    add (8) acc0.0<1>:ud r2.0<8;8,1>:ud {:#x}:ud
    add (1) f1.0<1>:ud r2.0<0;1,0>:ud {:#x}:ud
    mov (1) r121.2<1>:d r121.0<0;1,0>:d
  down:
    cmp.ge.f0.0 (1) null:d r121.2<0;1,0>:d {}:d
    (-f0.0) jmpi (1) reduced
    add (1) r121.2<1>:d r121.2<0;1,0>:d -{}:d
    jmpi (1) down
  reduced:
    shl (1) r121.2<1>:ud r121.2<0;1,0>:ud 5:ud
    shl (8) r123.0<1>:ud r120.0<8;8,1>:uw 2:ud
    add (8) r123.0<1>:ud r123.0<8;8,1>:ud r121.2<0;1,0>:ud
    add (8) r124.0<1>:ud r2.0<8;8,1>:ud {:#x}:ud
    sends (8) null r123 r124 0x4C 0x2026efe
    and (8) r126.0<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud {{NoMask}}
    send (1) null r126 0x3 0x02000004 {{NoMask}}
    wait (1) n0 {{NoMask}}
    add (2) sp.0<1>:ud r2.0<2;2,1>:ud {:#x}:ud {{NoMask}}
    mov (8) r0.0<1>:ud r2.0<8;8,1>:ud
    add (8) r1.0<1>:ud r2.0<8;8,1>:ud 0x100:ud
    add (8) r2.0<1>:ud r2.0<8;8,1>:ud 0x200:ud
    mov (8) r125.0<1>:d 100000000:d
    mov (1) f0.0<1>:uw {:#x}:uw {{NoMask}}
    (f0.0) if (8) joined joined
    add (1) f0.0<1>:ud r0.0<0;1,0>:ud {:#x}:ud {{NoMask}}
  again:
    add (8) r125.0<1>:d r125.0<8;8,1>:d -1:d
    cmp.nz.f0.0 (8) null:d r125.0<8;8,1>:d 0:d
    (f0.0) while (8) again
  joined:
    endif (8) together
  together:
    add (8) r2.0<1>:ud r2.0<8;8,1>:ud r122.0<8;8,1>:ud
    add (8) r2.0<1>:ud r2.0<8;8,1>:ud r0.0<8;8,1>:ud
    add (8) r2.0<1>:ud r2.0<8;8,1>:ud r1.0<8;8,1>:ud
    add (8) r2.0<1>:ud r2.0<8;8,1>:ud a0.0<8;8,1>:ud
    mov (8) r122.0<1>:ud acc0.0<8;8,1>:ud
    add (8) r2.0<1>:ud r2.0<8;8,1>:ud r122.0<8;8,1>:ud
    (f1.0) add (8) r2.0<1>:ud r2.0<8;8,1>:ud r121.0<0;1,0>:ud
)",
                      kAddressThread << 16 | kAddress << 8, kAccumulator << 8, kFlag << 8, threads, threads,
                      kLocal << 8, kStack << 8, kEven, kFirstFlag << 8 | kLoopFlags);
  // Reads these registers, since compiled code keeps only registers that are read later.
  for (unsigned number = kFirst; number <= kLast; ++number)
    text += fmt::format("    add (8) r2.0<1>:ud r2.0<8;8,1>:ud r{}.0<8;8,1>:ud\n", number);
  return text + "    send (8) null r123 0xC 0x4026eff\n    send (8) null r127 0x27 0x02000010 {EOT}\n";
}

using Row = std::array<std::uint32_t, 8>;
Row row(unsigned thread, unsigned what) {
  Row result{};
  for (unsigned channel = 0; channel < 8; ++channel) result[channel] = value(thread, what, channel);
  return result;
}

// Returns the ip, from the start of the program, at which the odd channels wait.
std::uint32_t joining_ip(std::span<const std::byte> code) {
  isa::Instruction instruction;
  std::uint32_t ip = 0;
  while ((instruction = *isa::decode(isa::kGen9, code.subspan(ip))).opcode != isa::Opcode::endif)
    ip += isa::byte_size(instruction);
  return ip;
}

// The document's formula, for two banks of local memory, 6 EUs in a subslice and 6 threads in an EU.
std::uint64_t slot(unsigned subslice, unsigned eu, unsigned thread) {
  constexpr std::uint64_t kA = 0x10000, kD = 0x2000, kC = kD * 6, kB = kC * 6;
  return kA * 2 + kB * subslice + kC * eu + kD * thread;
}

// Returns the first HWord with `wanted` in the 8 KB of a thread. Routines also save their own registers in between.
std::optional<unsigned> hword_of(std::span<const std::byte> part, const Row& wanted) {
  for (unsigned hword = 0; hword < part.size() / kHword; ++hword) {
    if (std::memcmp(part.data() + hword * kHword, wanted.data(), kHword) == 0) return hword;
  }
  return std::nullopt;
}

class ContextBytes : public testing::Test {
 protected:
  // FFTIDs go on from one subslice to the next, EU by EU.
  static unsigned id(unsigned subslice, unsigned eu, unsigned thread) { return (subslice * 6 + eu) * 6 + thread; }

  template <class Visit>
  static void each_slot(Visit visit) {
    for (unsigned subslice = 0; subslice < 3; ++subslice) {
      for (unsigned eu = 0; eu < 6; ++eu) {
        for (unsigned thread = 0; thread < 6; ++thread) visit(subslice, eu, thread);
      }
    }
  }
  static std::span<const std::byte> part(const TestGpu& gpu, unsigned subslice, unsigned eu, unsigned thread) {
    return std::span<const std::byte>(gpu.image()).subspan(slot(subslice, eu, thread), 0x2000);
  }

  // All threads have filled their registers, r2 last: that and r119 are in their slots.
  static bool is_filled(const TestGpu& gpu, unsigned threads) {
    bool all = true;
    each_slot([&](unsigned subslice, unsigned eu, unsigned thread) {
      const unsigned number = id(subslice, eu, thread);
      const auto here = part(gpu, subslice, eu, thread);
      all = all && hword_of(here, row(number, kLast)) && hword_of(here, row(number, 2)) &&
            has_local(gpu, number, threads);
    });
    return all;
  }
  // The row of thread `number`, whose group has so many, in the banks of local memory.
  static bool has_local(const TestGpu& gpu, unsigned number, unsigned threads) {
    const Row wanted = row(number, kLocal);
    const std::size_t at = std::size_t{number / threads} * kSlmBytes + number % threads * kHword;
    return std::memcmp(gpu.image().data() + at, wanted.data(), kHword) == 0;
  }

  // Rows of fc0 to fc4, in which an entry is one number (eu/saved_flow.h): where the odd channels wait, and which
  // channels of the thread run.
  static void expect_flow(const TestGpu& gpu, std::uint32_t joining) {
    std::optional<unsigned> place;
    each_slot([&](unsigned subslice, unsigned eu, unsigned thread) {
      const auto here = part(gpu, subslice, eu, thread);
      Row waits, runs;
      waits.fill(joining);
      runs.fill(kEven);
      const auto found = hword_of(here, waits);
      ASSERT_TRUE(found && hword_of(here, runs)) << "fc of " << subslice << '.' << eu << '.' << thread;
      for (unsigned channel = 3; channel < 8; channel += 2)
        ASSERT_EQ(hword_of(here.subspan((*found + channel - 2) * kHword), waits), 1U) << "fc0." << channel;
      if (place) {
        ASSERT_EQ(*found, *place) << "fc0 of " << subslice << '.' << eu << '.' << thread;
      }
      place = found;
    });
  }

  void expect_formula(const Routine& routine, Tier tier, const Shape& shape);
  unsigned saving_second = 0;  // runs in which r1 was in memory: Skylake's routine changes it before it saves registers

  // Expects `what` in the HWord of the routine's message, in every slot.
  static void expect_everywhere(const TestGpu& gpu, unsigned what, const std::string& name, unsigned above = 0) {
    std::optional<unsigned> place;
    each_slot([&](unsigned subslice, unsigned eu, unsigned thread) {
      const auto found = hword_of(part(gpu, subslice, eu, thread), row(above + id(subslice, eu, thread), what));
      ASSERT_TRUE(found) << name << " of " << subslice << '.' << eu << '.' << thread;
      if (place) {
        ASSERT_EQ(*found, *place) << name << " of " << subslice << '.' << eu << '.' << thread;
      }
      place = found;
    });
  }
  // Does the same for one dword.
  static void expect_dword(const TestGpu& gpu, unsigned what, unsigned channel, const std::string& name) {
    std::optional<std::size_t> place;
    each_slot([&](unsigned subslice, unsigned eu, unsigned thread) {
      const std::uint32_t wanted = value(id(subslice, eu, thread), what, channel);
      const auto here = part(gpu, subslice, eu, thread);
      std::size_t at = 0;
      while (at < here.size() && std::memcmp(here.data() + at, &wanted, sizeof wanted) != 0) at += sizeof wanted;
      ASSERT_LT(at, here.size()) << name << " of " << subslice << '.' << eu << '.' << thread;
      if (place) {
        ASSERT_EQ(at, *place);
      }
      place = at;
    });
  }
};

// Preempts a walker when all of its threads have started, and looks at memory then.
void ContextBytes::expect_formula(const Routine& routine, Tier tier, const Shape& shape) {
  PreemptionTime time;
  TestGpu gpu({.tiers = std::make_shared<Tiers>(TierOptions{.tier = tier}), .preemption = &time}, shape.groups);
  const std::vector<std::byte> code = machine_code(filling_kernel(shape.threads));
  gpu.load(code);
  gpu.load_routine(routine.code);
  Work work =
      TestGpu::work({.groups = shape.groups, .threads = shape.threads, .slm_bytes = kSlmBytes, .is_saved = true});
  work.pools = shape.pools;
  SuspendedJobPtr left;
  bool is_there = false;
  // Each stay is longer: on a slow host, restoring takes as long as the first stays.
  std::chrono::milliseconds length(20);
  for (int stay = 0; !is_there && (stay == 0 || left != nullptr); ++stay, length *= 2) {
    time.set(std::chrono::steady_clock::now() + length);
    const auto done = gpu.run_work(work, left);
    ASSERT_TRUE(done && !done->fault);
    is_there = left != nullptr && is_filled(gpu, shape.threads);
  }
  ASSERT_TRUE(is_there) << "it was not preempted with all threads there";
  for (unsigned number = kFirst; number <= kLast; ++number) expect_everywhere(gpu, number, fmt::format("r{}", number));
  expect_everywhere(gpu, 0, "r0");
  if (hword_of(part(gpu, 0, 0, 0), row(0, 1))) {
    ++saving_second;
    expect_everywhere(gpu, 1, "r1");
  }
  expect_everywhere(gpu, 2, "r2");
  expect_everywhere(gpu, kAddress, "a0", kAddressThread);
  expect_everywhere(gpu, kAccumulator, "acc0");
  expect_flow(gpu, joining_ip(code));
  expect_dword(gpu, kFlag, 0, "f1");
  expect_dword(gpu, kFirstFlag, kLoopFlags, "f0");
  expect_dword(gpu, kStack, 0, "sp.0");
  expect_dword(gpu, kStack, 1, "sp.1");
  // Nothing is written past the size that the document gives.
  const auto rest = gpu.image().subspan(slot(2, 5, 5) + 0x2000);
  EXPECT_TRUE(std::ranges::all_of(rest, [](std::byte each) { return each == std::byte{}; }));
  const std::size_t used = std::size_t{shape.groups} * kSlmBytes;
  const auto banks = gpu.image().subspan(used, 0x20000 - used);
  EXPECT_TRUE(std::ranges::all_of(banks, [](std::byte each) { return each == std::byte{}; }));
}

TEST_F(ContextBytes, AreWhereTheFormulaHasThem) {
  for (const Routine& routine : routines()) {
    for (const Tier tier : {Tier::interpret, Tier::jit}) {
      SCOPED_TRACE(routine.name + (tier == Tier::jit ? ", compiled" : ", interpreted"));
      expect_formula(routine, tier, {});
    }
  }
  EXPECT_GE(saving_second, routines().size() > 1 ? 4U : 2U);
}

// Pools of 9 EUs: threads of one group lie in two subslices.
TEST_F(ContextBytes, AreThereFromPoolsOfEus) {
  expect_formula(
      routines()[0], Tier::interpret,
      {.groups = 2, .threads = 54, .pools = {.enabled = true, .configuration = ThreadPools::kDefaultConfiguration}});
}

}  // namespace
}  // namespace eugene::gpu
