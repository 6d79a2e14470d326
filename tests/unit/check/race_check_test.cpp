// Races that the check finds, and programs that have none, in both tiers.
#include "check/race/race.h"

#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <set>

#include "checked_run.h"

namespace eugene::gpu::race_check_test {
namespace {

using check::RawFinding;

// r4: channel; r5: local id; r6: group, in each channel; r7: zero; r14: a barrier's payload.
constexpr const char* kBegin = R"(
    mov (8) r4.0<1>:w 0x76543210:v
    and (1) r1.0<1>:ud r0.5<0;1,0>:ud 0x1FF:ud {NoMask}
    shl (1) r1.1<1>:ud r1.0<0;1,0>:ud 3:ud {NoMask}
    add (8) r5.0<1>:ud r4.0<8;8,1>:uw r1.1<0;1,0>:ud
    mov (8) r6.0<1>:ud r0.1<0;1,0>:ud
    mov (8) r7.0<1>:ud 0:ud
    and (8) r14.0<1>:ud r0.2<0;1,0>:ud 0x8F000000:ud {NoMask}
)";
constexpr const char* kBarrier = R"(
    send (1) null r14 0x3 0x02000004 {NoMask}
    wait (1) n0 {NoMask}
)";
constexpr const char* kFence = "    send (8) r30 r7 data0.memory_fence(bti=0, commit, rlen=1) {NoMask}\n";
constexpr const char* kEnd = "    send (8) null r127 0x27 0x02000010 {EOT}\n";

enum class Memory { local, global };

std::string bti(Memory memory) { return memory == Memory::local ? "slm" : "stateless"; }
// r2: byte offset; r3: data.
std::string write_to(Memory memory) {
  return fmt::format("    send (8) null r2 data1.untyped_write(bti={}, channels=x, simd=8)\n", bti(memory));
}
std::string read_from(Memory memory) {
  return fmt::format("    send (8) r10 r2 data1.untyped_read(bti={}, channels=x, simd=8)\n", bti(memory));
}
std::string add_to(Memory memory) {
  return fmt::format("    send (8) r11 r2 data1.untyped_atomic(bti={}, op=add, returns, simd=8)\n", bti(memory));
}
// The offset of the work-item's own dword, of its neighbour's, of the first.
constexpr const char* kOwn = "    shl (8) r2.0<1>:ud r5.0<8;8,1>:ud 2:ud\n";
constexpr const char* kNext = R"(
    add (8) r2.0<1>:ud r5.0<8;8,1>:ud 8:ud
    and (8) r2.0<1>:ud r2.0<8;8,1>:ud 31:ud
    shl (8) r2.0<1>:ud r2.0<8;8,1>:ud 2:ud
)";
constexpr const char* kNextChannel = R"(
    add (8) r2.0<1>:ud r5.0<8;8,1>:ud 1:ud
    shl (8) r2.0<1>:ud r2.0<8;8,1>:ud 2:ud
)";
constexpr const char* kFirst = "    mov (8) r2.0<1>:ud 0:ud\n";
constexpr const char* kId = "    mov (8) r3.0<1>:ud r5.0<8;8,1>:ud\n";
constexpr const char* kOne = "    mov (8) r3.0<1>:ud 1:ud\n";

template <class... Parts>
std::string kernel_of(const Parts&... parts) {
  return (std::string(kBegin) + ... + std::string(parts)) + kEnd;
}

struct Shape {
  std::uint32_t groups = 1;
  std::uint32_t threads = 4;
  bool channels_are_ordered = false;
  bool has_hidden_private_memory = false;
  std::vector<check::Fences> barriers = {};  // in order
};

std::vector<RawFinding> races(const std::string& kernel, const Shape& shape, const CheckedRun& run) {
  const auto make = [&](const ObservedDispatch& dispatch) {
    check::RaceFacts facts{.threads = shape.threads, .channels_are_ordered = shape.channels_are_ordered};
    facts.has_hidden_private_memory = shape.has_hidden_private_memory;
    const std::vector<eu::MessageRole> roles = eu::message_roles(dispatch.kernel.program());
    auto fences = shape.barriers.begin();
    for (std::uint32_t i = 0; i < roles.size() && fences != shape.barriers.end(); ++i) {
      if (roles[i] == eu::MessageRole::barrier) facts.barriers.emplace(i, *fences++);
    }
    return std::make_unique<check::RaceCheck>(dispatch.kernel.program(), std::move(facts));
  };
  return checked_run(check::RaceCheck::kInterest, kernel,
                     {.groups = shape.groups, .threads = shape.threads, .slm_bytes = 4096}, run, make);
}

std::string text_of(const RawFinding& race) {
  std::string text =
      fmt::format("{} {} {}+{} x{}:", race.id, race.what, race.place->address, race.place->bytes, race.count);
  for (const check::AccessSite& side : race.sides)
    text += fmt::format(" {}.{}.{} at {:#x}", side.group, side.thread, side.channel, side.instruction);
  return text;
}

std::vector<std::string> texts_of(const std::vector<RawFinding>& races) {
  std::vector<std::string> texts;
  for (const RawFinding& each : races) texts.push_back(text_of(each));
  return texts;
}

// The ids of the races, the same in both tiers.
std::vector<std::string> ids(const std::string& kernel, const Shape& shape = {}) {
  const std::vector<RawFinding> interpreted = races(kernel, shape, {});
  if (Compiler::exists()) {
    EXPECT_EQ(texts_of(races(kernel, shape, {.tier = Tier::jit})), texts_of(interpreted));
  }
  std::vector<std::string> found;
  for (const RawFinding& each : interpreted) found.emplace_back(each.id);
  return found;
}

using Ids = std::vector<std::string>;

TEST(Races, AMissingBarrierIsOneInLocalMemory) {
  for (const Memory memory : {Memory::local, Memory::global}) {
    const std::string id = memory == Memory::local ? "race.local" : "race.global";
    EXPECT_EQ(ids(kernel_of(kOwn, kId, write_to(memory), kNext, read_from(memory))), Ids{id});
    EXPECT_EQ(ids(kernel_of(kOwn, kId, write_to(memory), kBarrier, kNext, read_from(memory))), Ids{});
    // The read before the write.
    EXPECT_EQ(ids(kernel_of(kNext, read_from(memory), kOwn, kId, write_to(memory))), Ids{id});
    EXPECT_EQ(ids(kernel_of(kNext, read_from(memory), kBarrier, kOwn, kId, write_to(memory))), Ids{});
  }
}

TEST(Races, ABarrierOrdersTheMemoryThatItNames) {
  const check::Fences local{.global = false}, global{.local = false};
  for (const Memory memory : {Memory::local, Memory::global}) {
    const std::string kernel = kernel_of(kOwn, kId, write_to(memory), kBarrier, kNext, read_from(memory));
    const check::Fences& right = memory == Memory::local ? local : global;
    const check::Fences& wrong = memory == Memory::local ? global : local;
    const std::string id = memory == Memory::local ? "race.local" : "race.global";
    EXPECT_EQ(ids(kernel, {.barriers = {right}}), Ids{});
    EXPECT_EQ(ids(kernel, {.barriers = {wrong}}), Ids{id});
    // The next barrier orders all that was before.
    const std::string twice = kernel_of(kOwn, kId, write_to(memory), kBarrier, kBarrier, kNext, read_from(memory));
    EXPECT_EQ(ids(twice, {.barriers = {wrong, right}}), Ids{});
    EXPECT_EQ(ids(twice, {.barriers = {right, wrong}}), Ids{});
    EXPECT_EQ(ids(twice, {.barriers = {wrong, wrong}}), Ids{id});
  }
  // A fence of its own makes up for it.
  EXPECT_EQ(ids(kernel_of(kOwn, kId, write_to(Memory::global), kFence, kBarrier, kNext, read_from(Memory::global)),
                {.barriers = {local}}),
            Ids{});
}

// A race names the last barrier before it, which helps to find where one is missing. Barriers that do not order that
// memory are not named.
TEST(Races, NameTheBarrierBefore) {
  const check::Fences local{.global = false}, global{.local = false};
  const std::string kernel = kernel_of(kOwn, kId, write_to(Memory::local), kBarrier, kBarrier, kOwn,
                                       write_to(Memory::local), kNext, read_from(Memory::local));
  const auto barriers_of = [&](const std::vector<check::Fences>& fences, std::uint32_t groups) {
    std::set<std::optional<std::uint32_t>> barriers;
    for (const RawFinding& each : races(kernel, {.groups = groups, .barriers = fences}, {}))
      barriers.insert(each.barrier);
    return barriers;
  };
  constexpr std::uint32_t kFirstBarrier = 0xA0, kSecondBarrier = 0xC0;
  using Barriers = std::set<std::optional<std::uint32_t>>;
  EXPECT_EQ(barriers_of({local, local}, 1), Barriers{kSecondBarrier});
  EXPECT_EQ(barriers_of({local, local}, 3), Barriers{kSecondBarrier});
  EXPECT_EQ(barriers_of({local, global}, 1), Barriers{kFirstBarrier});
  EXPECT_EQ(barriers_of({global, global}, 1), Barriers{std::nullopt});
}

TEST(Races, TellBothSides) {
  const std::string kernel = kernel_of(kOwn, kId, write_to(Memory::local), kNext, read_from(Memory::local));
  const std::vector<RawFinding> found = races(kernel, {}, {});
  ASSERT_EQ(found.size(), 1U);
  const RawFinding& race = found.front();
  EXPECT_TRUE(race.place->is_local);
  EXPECT_EQ(race.place->address, 0U);
  EXPECT_EQ(race.place->bytes, 4U);
  // Thread 0 writes dword 0, which thread 3 reads.
  ASSERT_EQ(race.sides.size(), 2U);
  EXPECT_EQ(race.sides[0].kind, eu::AccessKind::write);
  EXPECT_EQ(race.sides[0].thread, 0U);
  EXPECT_EQ(race.sides[0].channel, 0U);
  EXPECT_EQ(race.sides[1].kind, eu::AccessKind::read);
  EXPECT_EQ(race.sides[1].thread, 3U);
  EXPECT_EQ(race.sides[1].channel, 0U);
  EXPECT_LT(race.sides[0].instruction, race.sides[1].instruction);
  EXPECT_EQ(race.count, 32U);  // dwords
}

TEST(Races, BarriersDoNotOrderGroups) {
  const std::string kernel =
      kernel_of(kOwn, "    mov (8) r3.0<1>:ud r6.0<8;8,1>:ud\n", write_to(Memory::global), kBarrier, kBarrier);
  EXPECT_EQ(ids(kernel, {.groups = 1}), Ids{});
  EXPECT_EQ(ids(kernel, {.groups = 2}), Ids{"race.global"});
  // Each group has local memory of its own.
  EXPECT_EQ(ids(kernel_of(kOwn, "    mov (8) r3.0<1>:ud r6.0<8;8,1>:ud\n", write_to(Memory::local)), {.groups = 3}),
            Ids{});
}

// Private memory is of an EU's thread: the next group's in the same place has it again.
TEST(Races, PrivateMemoryIsNotTakenForShared) {
  const std::string own = kernel_of(kOwn, "    mov (8) r3.0<1>:ud r6.0<8;8,1>:ud\n", write_to(Memory::global));
  EXPECT_EQ(ids(own, {.groups = 2}), Ids{"race.global"});
  EXPECT_EQ(ids(own, {.groups = 2, .has_hidden_private_memory = true}), Ids{});
  EXPECT_EQ(ids(kernel_of(kFirst, kId, write_to(Memory::global)), {.groups = 2, .has_hidden_private_memory = true}),
            Ids{"race.global"});
}

TEST(Races, EqualValuesThatAreWrittenAreNone) {
  EXPECT_EQ(ids(kernel_of(kFirst, kOne, write_to(Memory::global)), {.groups = 3}), Ids{});
  EXPECT_EQ(ids(kernel_of(kFirst, kId, write_to(Memory::global)), {.threads = 1}), Ids{"race.global"});
  // A work-item that reads its own write gets the same value, whether another has written that again or not.
  const std::string own = kernel_of(kFirst, kOne, write_to(Memory::local), read_from(Memory::local));
  EXPECT_EQ(ids(own), Ids{});
  // A read before any write is a race.
  EXPECT_EQ(ids(kernel_of(kFirst, read_from(Memory::local), kOne, write_to(Memory::local))), Ids{"race.local"});
}

TEST(Races, ChannelsOfOneThreadAreOrderedBySubgroupsAlone) {
  const std::string kernel = kernel_of(kOwn, kId, write_to(Memory::local), kNextChannel, read_from(Memory::local));
  EXPECT_EQ(ids(kernel, {.threads = 1}), Ids{"race.local"});
  EXPECT_EQ(ids(kernel, {.threads = 1, .channels_are_ordered = true}), Ids{});
  // Not at once.
  const std::string together = kernel_of(kFirst, kId, write_to(Memory::local));
  EXPECT_EQ(ids(together, {.threads = 1, .channels_are_ordered = true}), Ids{"race.local"});
  EXPECT_EQ(ids(kernel_of(kFirst, kOne, write_to(Memory::local)), {.threads = 1, .channels_are_ordered = true}), Ids{});
}

// One access for all channels counts as an access of each channel that runs.
TEST(Races, OneAccessOfAllChannelsIsOfEach) {
  const std::string read =
      "    mov (1) r20.0<1>:ud 0:ud {NoMask}\n"
      "    send (1) r21 r20 data0.byte_scattered_read(bti=slm, simd=8, bytes=4) {NoMask}\n";
  const std::string write =
      "    mov (1) r20.0<1>:ud 0:ud {NoMask}\n    mov (1) r21.0<1>:ud 7:ud {NoMask}\n"
      "    sends (1) null r20 r21 data0.byte_scattered_write(bti=slm, simd=8, bytes=4, xlen=1) {NoMask}\n";
  const auto by_channel = [](int channel, const std::string& what) {
    return fmt::format(
        "    cmp.z.f0.1 (8) null:w r4.0<8;8,1>:w {0}:w\n    (f0.1) if (8) end{0} end{0}\n{1}  end{0}:\n"
        "    endif (8) next{0}\n  next{0}:\n",
        channel, what);
  };
  const auto found = [](const std::string& body) { return ids(kernel_of(body), {.threads = 1}); };
  EXPECT_EQ(found(read + by_channel(2, write)), Ids{"race.local"});
  EXPECT_EQ(found(by_channel(2, write) + read), Ids{"race.local"});
  EXPECT_EQ(found(by_channel(2, write) + by_channel(3, read)), Ids{"race.local"});
  EXPECT_EQ(found(by_channel(2, write + read)), Ids{});
  EXPECT_EQ(found(read + by_channel(2, read)), Ids{});
  // Each has written the value that it reads.
  EXPECT_EQ(found(write + read), Ids{});
  EXPECT_EQ(found(read + write), Ids{"race.local"});
  EXPECT_EQ(ids(kernel_of(read, by_channel(2, write)), {.threads = 1, .channels_are_ordered = true}), Ids{});
  // The same holds for a message that reads several values, dword 0 among them.
  const std::string several =
      "    shl (8) r20.0<1>:ud r4.0<8;8,1>:uw 2:ud {NoMask}\n"
      "    send (8) r21 r20 data1.untyped_read(bti=slm, channels=x, simd=8) {NoMask}\n";
  EXPECT_EQ(found(several + by_channel(2, write)), Ids{"race.local"});
  EXPECT_EQ(found(by_channel(2, write) + several), Ids{"race.local"});
  EXPECT_EQ(found(by_channel(2, write + several)), Ids{});
  EXPECT_EQ(found(by_channel(2, several) + by_channel(3, several)), Ids{});
}

TEST(Races, WorkItemsThatMissABarrierAreNotCompared) {
  const std::string some = "    cmp.l.f0.1 (8) null:w r4.0<8;8,1>:w 3:w\n    (f0.1) if (8) end end\n" +
                           std::string(kBarrier) + "  end:\n    endif (8) next\n  next:\n";
  const std::string kernel =
      kernel_of(kOwn, kId, write_to(Memory::local), some, kNextChannel, read_from(Memory::local));
  for (const RawFinding& each : races(kernel, {.threads = 1}, {})) EXPECT_LT(each.sides[1].channel, 3U);
}

TEST(Races, AtomicsRaceWithOtherAccessesAlone) {
  EXPECT_EQ(ids(kernel_of(kFirst, kOne, add_to(Memory::global)), {.groups = 3}), Ids{});
  EXPECT_EQ(ids(kernel_of(kFirst, kOne, add_to(Memory::local))), Ids{});
  // Thread 0 reads before the others have added.
  EXPECT_EQ(ids(kernel_of(kFirst, kOne, add_to(Memory::local), read_from(Memory::local))), Ids{"race.local"});
  EXPECT_EQ(ids(kernel_of(kFirst, kOne, add_to(Memory::local), kBarrier, read_from(Memory::local))), Ids{});
}

TEST(Races, LoopsOfCompareAndSwapReadThePlainValue) {
  const std::string swap =
      "    mov (8) r20.0<1>:ud 0:ud\n    mov (8) r21.0<1>:ud 5:ud\n    sends (8) r11 r2 r20 "
      "data1.untyped_atomic(bti=stateless, op=cmpwr, returns, simd=8, xlen=2)\n";
  EXPECT_EQ(ids(kernel_of(kFirst, read_from(Memory::global), swap), {.groups = 3}), Ids{});
}

// Every work-item writes its dword, announces that by an atomic, and later reads another one's dword.
std::string telling(Memory memory, std::string_view before, std::string_view after) {
  return kernel_of(kOwn, kId, write_to(Memory::global), before, "    mov (8) r2.0<1>:ud 0x800:ud\n", kOne,
                   add_to(memory), after,
                   // The thread before: it has run as far as here, because threads take turns.
                   "    add (8) r2.0<1>:ud r5.0<8;8,1>:ud -8:d\n    shl (8) r2.0<1>:ud r2.0<8;8,1>:ud 2:ud\n"
                   "    cmp.ge.f0.0 (8) null:d r2.0<8;8,1>:d 0:d\n    (f0.0) send (8) r10 r2 "
                   "data1.untyped_read(bti=stateless, channels=x, simd=8)\n");
}

TEST(Races, AtomicsWithFencesOrder) {
  EXPECT_EQ(ids(telling(Memory::global, kFence, kFence)), Ids{});
  EXPECT_EQ(ids(telling(Memory::global, "", kFence)), Ids{"race.global"});
  EXPECT_EQ(ids(telling(Memory::global, kFence, "")), Ids{"race.global"});
  // Local memory is in order without fences.
  EXPECT_EQ(ids(telling(Memory::local, "", "")), Ids{});
}

TEST(Races, FoundWithSeveralWorkersToo) {
  const std::string wrong = kernel_of(kOwn, "    mov (8) r3.0<1>:ud r6.0<8;8,1>:ud\n", write_to(Memory::global));
  const std::string right = kernel_of(kOwn, kId, write_to(Memory::local), kBarrier, kNext, read_from(Memory::local));
  for (const Tier tier : {Tier::interpret, Tier::jit}) {
    EXPECT_EQ(races(wrong, {.groups = 50}, {tier, 3}).size(), 1U);
    EXPECT_EQ(races(right, {.groups = 50}, {tier, 3}).size(), 0U);
  }
}

TEST(Races, OfBytesAreOfThoseBytes) {
  const auto bytes = [](unsigned shift) {
    return kernel_of(fmt::format("    shr (8) r2.0<1>:ud r5.0<8;8,1>:ud {}:ud\n", shift), kId,
                     "    send (8) null r2 data0.byte_scattered_write(bti=slm, simd=8, bytes=1)\n");
  };
  EXPECT_EQ(ids(bytes(0)), Ids{});
  EXPECT_EQ(ids(bytes(1)), Ids{"race.local"});
}

TEST(Races, NotInWhatIsIgnored) {
  const std::string kernel = kernel_of(kFirst, kId, write_to(Memory::global));
  const auto found = [&](check::RaceFacts facts) {
    facts.threads = 4;
    const auto make = [&](const ObservedDispatch& dispatch) {
      return std::make_unique<check::RaceCheck>(dispatch.kernel.program(), facts);
    };
    return checked_run(check::RaceCheck::kInterest, kernel, {.threads = 4}, {}, make).size();
  };
  const check::AddressRange data{TestGpu::kData, TestGpu::kData + 64};
  const check::AddressRange other{TestGpu::kData + 64, TestGpu::kData + 128};
  EXPECT_NE(found({}), 0U);
  EXPECT_EQ(found({.ignored = {data}}), 0U);
  EXPECT_NE(found({.ignored = {other}}), 0U);
}

// Reads, writes, atomics, fences and barriers in any order, at a few places.
std::string random_kernel(std::mt19937& random) {
  std::string body;
  for (unsigned steps = 3 + random() % 8; steps != 0; --steps) {
    const Memory memory = random() % 2 == 0 ? Memory::local : Memory::global;
    body += std::array{kOwn, kNext, kNextChannel, kFirst}[random() % 4];
    if (random() % 3 == 0) body += "    add (8) r2.0<1>:ud r2.0<8;8,1>:ud 0x40:ud\n";
    body += std::array{kId, kOne, "    mov (8) r3.0<1>:ud r10.0<8;8,1>:ud\n"}[random() % 3];
    switch (random() % 5) {
      case 0: body += write_to(memory); break;
      case 1: body += add_to(memory); break;
      default: body += read_from(memory); break;
    }
    if (random() % 4 == 0) body += random() % 2 == 0 ? kBarrier : kFence;
  }
  return kernel_of("    mov (8) r10.0<1>:ud 0:ud\n", body);
}

TEST(Races, AreTheSameInBothTiersOnRandomKernels) {
  if (!Compiler::exists()) GTEST_SKIP() << "built without the JIT";
  std::mt19937 random(7);
  unsigned with_races = 0;
  for (int i = 0; i < 40; ++i) {
    const std::string kernel = random_kernel(random);
    const Shape shape{.groups = 1 + static_cast<std::uint32_t>(random() % 2),
                      .channels_are_ordered = random() % 2 == 0};
    with_races += ids(kernel, shape).empty() ? 0U : 1U;
  }
  EXPECT_GT(with_races, 5U);
  EXPECT_LT(with_races, 38U);
}

}  // namespace
}  // namespace eugene::gpu::race_check_test
