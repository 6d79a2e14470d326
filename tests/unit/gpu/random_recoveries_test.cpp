// Kernels by chance whose threads read unmapped memory again and again and run on: in loops and branches, with some of
// the channels, where the response takes the place of the offsets, in batches of threads and in groups. Every tier, on
// one worker and on many, in the first launch and in later ones, computes what the interpreter computes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "executor_fixture.h"
#include "gpu/tiers/compiler.h"

namespace eugene::gpu::random_recoveries_test {
namespace {

constexpr std::uint32_t kGroups = 24;
constexpr std::uint32_t kThreads = 4;       // of a group
constexpr std::uint32_t kTable = 0x8'0000;  // bytes from the start of the data: what is read begins here
constexpr std::size_t kResults = std::size_t{kGroups} * kThreads * 16;

// r32 and r33 hold a number for each of sixteen channels, which everything changes; r10 to r27 are scratch.
class RandomKernel {
 public:
  explicit RandomKernel(unsigned seed) : random_(seed) {}

  std::string text() {
    add(R"(
    mov (8) r4.0<1>:w 0x76543210:v {{NoMask}}
    and (1) r3.0<1>:ud r0.5<0;1,0>:ud 3:ud {{NoMask}}
    shl (1) r3.1<1>:ud r0.1<0;1,0>:ud 2:ud {{NoMask}}
    add (1) r3.0<1>:ud r3.0<0;1,0>:ud r3.1<0;1,0>:ud {{NoMask}}
    shl (8) r30.0<1>:ud r3.0<0;1,0>:ud 4:ud {{NoMask}}
    add (8) r30.0<1>:ud r30.0<8;8,1>:ud r4.0<8;8,1>:uw {{NoMask}}
    add (8) r31.0<1>:ud r30.0<8;8,1>:ud 8:ud {{NoMask}}
    mov (16) r32.0<1>:ud r30.0<8;8,1>:ud {{NoMask}}
    add (16) r32.0<1>:ud r32.0<8;8,1>:ud 0x9E3779B9:ud {{NoMask}}
    shl (16) r30.0<1>:ud r30.0<8;8,1>:ud 2:ud {{NoMask}})");
    mix(true);
    for (int i = 0; i < 3; ++i) add("mov (16) r{}.0<1>:ud r32.0<8;8,1>:ud {{NoMask}}", 20 + 2 * i);
    for (int i = 0; i < 5; ++i) step(2);
    for (int i = 0; i < 2; ++i) {
      add("mov (8) r34.0<1>:ud r{}.0<8;8,1>:ud {{NoMask}}", 30 + i);
      add("mov (8) r35.0<1>:ud r{}.0<8;8,1>:ud {{NoMask}}", 32 + i);
      add("send (8) null r34 0xC 0x4026eff {{NoMask}}");
    }
    add("send (8) null r127 0x27 0x02000010 {{EOT}}");
    return text_;
  }

 private:
  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    text_ += fmt::format(format, std::forward<Values>(values)...) + '\n';
  }
  unsigned below(unsigned count) { return static_cast<unsigned>(random_() % count); }
  const char* mask(bool none) { return none ? "{NoMask}" : ""; }

  void mix(bool no_mask) {
    add("shl (16) r28.0<1>:ud r32.0<8;8,1>:ud 5:ud {}", mask(no_mask));
    add("xor (16) r32.0<1>:ud r32.0<8;8,1>:ud r28.0<8;8,1>:ud {}", mask(no_mask));
    add("shr (16) r28.0<1>:ud r32.0<8;8,1>:ud 7:ud {}", mask(no_mask));
    add("xor (16) r32.0<1>:ud r32.0<8;8,1>:ud r28.0<8;8,1>:ud {}", mask(no_mask));
  }

  void condition() {
    add("and (8) r28.0<1>:ud r32.0<8;8,1>:ud {:#x}:ud {{NoMask}}", 1U << below(20));
    add("cmp.nz.f0.0 (8) null:ud r28.0<8;8,1>:ud 0:ud");
  }

  // Half of it, none of it, or all of it is mapped.
  void offsets(unsigned first, bool no_mask) {
    const unsigned kind = below(4);
    const unsigned bits = kind == 0 ? 0x7'FFFC : 0xF'FFFC;
    add("and (16) r{}.0<1>:ud r32.0<8;8,1>:ud {:#x}:ud {}", first, bits, mask(no_mask));
    add("add (16) r{}.0<1>:ud r{}.0<8;8,1>:ud {:#x}:ud {}", first, first, kind == 3 ? 0x20'0000 : kTable,
        mask(no_mask));
  }

  void block_read() {
    add("mov (8) r10.0<1>:ud 0:ud {{NoMask}}");  // not r0, whose scratch space differs from thread to thread
    add("and (1) r10.2<1>:ud r32.{}<0;1,0>:ud 0x1FFF0:ud {{NoMask}}", below(8));
    add("or (1) r10.2<1>:ud r10.2<0;1,0>:ud {:#x}:ud {{NoMask}}", kTable / 16);
    const bool in_place = below(3) == 0;
    add("send (8) r{} r10 0xA 0x021802ff {{NoMask}}", in_place ? 10 : 20);
    add("add (8) r32.0<1>:ud r32.0<8;8,1>:ud r{}.0<8;8,1>:ud", in_place ? 10 : 20);
  }

  void read() {
    if (below(6) == 0) return block_read();
    const bool wide = below(2) == 0;  // sixteen channels
    const bool no_mask = below(3) == 0;
    const bool predicated = below(3) == 0;
    const unsigned responses = wide ? 2 : 1;
    const unsigned elements = below(3) == 0 ? 2 : 1;
    offsets(10, no_mask);
    if (predicated) condition();
    const unsigned to = below(3) == 0 ? 10 : 20 + below(3);
    const std::uint32_t descriptor = responses << 25 | responses * elements << 20 | 1U << 14 | (wide ? 1U : 2U) << 12 |
                                     (elements == 2 ? 0xCU : 0xEU) << 8 | 0xFF;
    add("{}send ({}) r{} r10 0xC {:#x} {}", predicated ? "(f0.0) " : "", wide ? 16 : 8, to, descriptor, mask(no_mask));
    add("xor ({}) r32.0<1>:ud r32.0<8;8,1>:ud r{}.0<8;8,1>:ud {}", wide ? 16 : 8, to, mask(below(2) == 0));
    if (elements == 2) {
      add("add ({}) r32.0<1>:ud r32.0<8;8,1>:ud r{}.0<8;8,1>:ud {}", wide ? 16 : 8, to + responses,
          mask(below(2) == 0));
    }
  }

  void step(int depth) {
    const unsigned kind = depth == 0 ? 0 : below(5);
    const unsigned number = next_++;
    if (kind == 3) {
      condition();
      add("(f0.0) if (8) Else{} Fi{}", number, number);
      step(depth - 1);
      add("else (8) Fi{} Fi{}", number, number);
      add("Else{}:", number);
      step(depth - 1);
      add("Fi{}: endif (8) After{}", number, number);
      add("After{}: nop", number);
    } else if (kind == 4) {
      const unsigned counter = 40 + number;
      const bool uniform = below(2) == 0;
      add("and (8) r{}.0<1>:d r32.0<{}>:d 3:d", counter, uniform ? "0;1,0" : "8;8,1");
      add("Again{}:", number);
      step(depth - 1);
      step(depth - 1);
      add("add (8) r{}.0<1>:d r{}.0<8;8,1>:d -1:d", counter, counter);
      add("cmp.ge.f0.0 (8) null:d r{}.0<8;8,1>:d 0:d", counter);
      add("(f0.0) while (8) Again{}", number);
    } else {
      if (below(2) == 0) mix(below(2) == 0);
      read();
    }
  }

  std::mt19937 random_;
  std::string text_;
  unsigned next_ = 0;
};

struct Seen {
  std::string fault;
  std::uint64_t threads = 0;
  std::uint64_t instructions = 0;
  std::uint64_t lane_operations = 0;
  std::vector<std::uint32_t> numbers;
  std::set<std::uint32_t> recovered;  // instructions
};

Seen launch(TestGpu& gpu, std::uint32_t right_mask) {
  gpu.clear();
  for (std::uint32_t i = kTable / 4; i < TestGpu::kDataBytes / 4; ++i) gpu.set_dword(i, i * 0x85EB'CA6BU);
  const auto done = gpu.run({.groups = kGroups,
                             .threads = kThreads,
                             .right_mask = right_mask,
                             .general_bytes = 16 * static_cast<std::uint32_t>(TestGpu::kDataBytes)});
  if (!done) return {.fault = done.error().message};
  Seen seen{.fault = done->fault ? done->fault->fault.what : "",
            .threads = done->threads,
            .instructions = done->instructions,
            .lane_operations = done->lane_operations,
            .numbers = gpu.dwords(kResults)};
  for (const KernelFault& each : done->recovered) seen.recovered.insert(each.fault.ip);
  return seen;
}

std::shared_ptr<Tiers> tiers(Tier tier) {
  return std::make_shared<Tiers>(TierOptions{.tier = tier, .hot_after = tier == Tier::automatic ? 1 : 0});
}

TEST(RandomRecoveries, ComputeTheSameInEveryTier) {
  if (!Compiler::exists()) GTEST_SKIP() << "this build has no JIT";
  std::size_t recovered = 0;
  for (unsigned seed = 0; seed < 12; ++seed) {
    const std::string text = RandomKernel(seed).text();
    const auto code = machine_code(text);
    std::vector<Seen> expected;
    for (const unsigned workers : {1U, 4U}) {
      for (const Tier tier : {Tier::interpret, Tier::jit, Tier::automatic}) {
        const ExecutorOptions options{
            .timeout = std::chrono::seconds(60), .tiers = tiers(tier), .recovers_from_unmapped_reads = true};
        TestGpu gpu(options, workers);
        gpu.load(code);
        // A thread that stops has ended in some groups, and is yet to come in others, when it is run on.
        std::size_t index = 0;
        for (const std::uint32_t right_mask : {~0U, 0x35U, ~0U}) {
          SCOPED_TRACE(fmt::format("seed {}, tier {}, {} workers, launch {}", seed, int(tier), workers, index));
          const Seen seen = launch(gpu, right_mask);
          ASSERT_EQ(seen.fault, "") << text;
          EXPECT_EQ(seen.threads, std::uint64_t{kGroups} * kThreads);
          if (expected.size() == index) {
            expected.push_back(seen);
            recovered += seen.recovered.size();
          }
          const Seen& wanted = expected[index++];
          EXPECT_EQ(seen.recovered, wanted.recovered);
          EXPECT_EQ(seen.instructions, wanted.instructions);
          // Each worker that meets an instruction's first such read counts its channels again.
          if (workers == 1) {
            EXPECT_EQ(seen.lane_operations, wanted.lane_operations);
          }
          const auto differs = std::ranges::mismatch(seen.numbers, wanted.numbers).in1 - seen.numbers.begin();
          ASSERT_TRUE(seen.numbers == wanted.numbers)
              << "first in thread " << differs / 16 << ", channel " << differs % 16 << text;
        }
      }
    }
  }
  EXPECT_GT(recovered, 10U);
}

}  // namespace
}  // namespace eugene::gpu::random_recoveries_test
