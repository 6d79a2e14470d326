// The rules of the check `memory`, to the byte that the program asked for.
#include "check/memory/memory.h"

#include <gtest/gtest.h>

#include <random>

namespace eugene::check {
namespace {

constexpr std::uint64_t kBase = 0x10'0000;
constexpr auto kRead = eu::AccessKind::read;
constexpr auto kWrite = eu::AccessKind::write;

ArgumentMemory buffer(std::uint64_t bytes, Rights rights = {}) {
  return {.number = 0, .name = "o", .binding = 3, .bytes = bytes, .rights = rights};
}

LaunchMemory launch(ArgumentMemory argument) { return {.kernel = "k", .arguments = {std::move(argument)}}; }

MemoryAccessed bound(std::uint64_t offset, std::uint32_t bytes, eu::AccessKind kind) {
  return {.space = {.base = kBase, .bti = 3}, .offset = offset, .bytes = bytes, .kind = kind};
}

MemoryAccessed stateless(std::uint64_t address, std::uint32_t bytes, eu::AccessKind kind) {
  return {.space = {.bti = 255}, .offset = address, .bytes = bytes, .kind = kind};
}

std::string id_of(const MemoryRules& rules, const MemoryAccessed& access) {
  const auto mistake = rules.judge(access);
  return std::string(mistake ? mistake->id : "");
}

TEST(MemoryRules, HaveBoundsToTheByte) {
  const MemoryRules rules(launch(buffer(1001)), {});
  EXPECT_EQ(id_of(rules, bound(1000, 1, kWrite)), "");
  EXPECT_EQ(id_of(rules, bound(1001, 1, kWrite)), "memory.bounds");
  EXPECT_EQ(id_of(rules, bound(1000, 4, kRead)), "memory.bounds");
  EXPECT_EQ(rules.judge(bound(1005, 1, kWrite))->what,
            "write of 1 byte 4 bytes beyond argument 0 `o` (buffer of 1001 bytes)");
  EXPECT_EQ(rules.describe({.address = kBase + 1005, .bytes = 1}),
            "argument 0 `o` (buffer of 1001 bytes), byte 1005, 1 byte");
  EXPECT_EQ(rules.judge(bound(0xFFFF'FFFC, 4, kWrite))->what,
            "write of 4 bytes 4 bytes before argument 0 `o` (buffer of 1001 bytes)");
}

// Compilers read whole blocks where they need a part.
TEST(MemoryRules, LetBlocksBeReadPastTheEnd) {
  const MemoryRules rules(launch(buffer(20)), {});
  EXPECT_EQ(id_of(rules, bound(16, 16, kRead)), "");
  EXPECT_EQ(id_of(rules, bound(32, 16, kRead)), "memory.bounds");
  EXPECT_EQ(id_of(rules, bound(16, 16, kWrite)), "memory.bounds");
}

TEST(MemoryRules, HaveRights) {
  const MemoryRules in(launch(buffer(64, {.writes = false})), {});
  EXPECT_EQ(id_of(in, bound(0, 4, kRead)), "");
  EXPECT_EQ(id_of(in, bound(0, 4, kWrite)), "memory.readonly");
  EXPECT_EQ(id_of(in, bound(0, 4, eu::AccessKind::atomic)), "memory.readonly");
  const MemoryRules out(launch(buffer(64, {.reads = false})), {});
  EXPECT_EQ(id_of(out, bound(0, 4, kWrite)), "");
  EXPECT_EQ(id_of(out, bound(0, 4, kRead)), "memory.writeonly");
}

std::string text_of(const std::optional<eu::OffsetRange>& range) {
  return range ? std::to_string(range->begin) + " to " + std::to_string(range->end) : "none";
}

TEST(MemoryRules, AllowRanges) {
  ArgumentMemory inner = buffer(64, {.writes = false});
  inner.binding = 4;
  inner.address = kBase;
  LaunchMemory memory = launch(buffer(1000));
  memory.arguments.push_back(inner);
  memory.local_bytes = 256;
  const MemoryRules rules(memory, {});
  const eu::AccessedSpace whole{.base = kBase, .bti = 3}, part{.base = kBase, .bti = 4}, none{.bti = 255};
  EXPECT_EQ(text_of(rules.allowed_around(whole, 900, kWrite)), "0 to 1000");
  EXPECT_EQ(text_of(rules.allowed_around(whole, 1000, kRead)), "none");
  EXPECT_EQ(text_of(rules.allowed_around(part, 0, kWrite)), "none");
  EXPECT_EQ(text_of(rules.allowed_around(part, 63, kRead)), "0 to 64");
  EXPECT_EQ(text_of(rules.allowed_around(none, kBase, kRead)), "1048576 to 1048640");
  EXPECT_EQ(text_of(rules.allowed_around(none, kBase, eu::AccessKind::atomic)), "none");
  EXPECT_EQ(text_of(rules.allowed_around(none, kBase - 1, kWrite)), "65536 to 1048576");
  // In the page in which an argument ends.
  EXPECT_EQ(text_of(rules.allowed_around(none, kBase + 1024, kWrite)), "none");
  EXPECT_EQ(text_of(rules.allowed_around(none, 64, kRead)), "none");
  const std::byte local{};
  EXPECT_EQ(text_of(rules.allowed_around({.local = &local, .bti = 254}, 8, kWrite)), "0 to 256");
  EXPECT_EQ(text_of(rules.allowed_around({.local = &local, .bti = 254}, 256, kWrite)), "none");
}

LaunchMemory random_memory(std::mt19937& random) {
  const auto below = [&](unsigned end) { return static_cast<unsigned>(random() % end); };
  LaunchMemory memory;
  memory.is_shader = below(4) == 0;
  if (below(4) != 0) memory.local_bytes = below(600);
  for (unsigned i = 0, count = below(5); i < count; ++i) {
    ArgumentMemory argument{.number = i, .bytes = below(9000), .rights = {below(4) != 0, below(4) != 0}};
    argument.is_local = below(4) == 0;
    if (argument.is_local || below(3) != 0) argument.address = kBase + below(0x6000);
    if (argument.is_local) argument.address = 100 * i, argument.bytes = below(100);
    if (!argument.is_local && below(2) == 0) argument.binding = i;
    argument.is_null = below(8) == 0;
    argument.is_image = argument.binding && below(8) == 0;
    memory.arguments.push_back(std::move(argument));
  }
  for (unsigned i = 0, count = below(4); i < count; ++i)
    memory.allocations.push_back({.address = kBase + below(0x6000),
                                  .bytes = below(9000),
                                  .room = below(2) * below(9000),
                                  .is_freed = below(2) == 0});
  return memory;
}

// allowed_around() allows a range only if judge() allows each access in it.
TEST(MemoryRules, AllowNoRangeWithAMistakeInIt) {
  std::mt19937 random(11);
  std::byte local{};
  unsigned ranges = 0;
  for (unsigned i = 0; i < 4000; ++i) {
    const MemoryRules rules(random_memory(random), {});
    const std::uint64_t base = random() % 2 == 0 ? 0 : kBase + random() % 0x4000;
    const bool is_local = random() % 4 == 0;
    const eu::AccessedSpace space{
        .local = is_local ? &local : nullptr, .base = is_local ? 0 : base, .bti = static_cast<unsigned>(random() % 5)};
    const auto kind = static_cast<eu::AccessKind>(random() % 3);
    std::uint64_t offset = random() % (is_local ? 700 : 0x7000);
    if (base == 0 && !is_local) offset += kBase;
    const auto range = rules.allowed_around(space, offset, kind);
    if (!range) continue;
    ASSERT_TRUE(range->contains(offset));
    ++ranges;
    for (unsigned n = 0; n < 40; ++n) {
      const std::uint32_t bytes = 1U << random() % 5;
      const std::uint64_t near = offset + random() % 8192 - 4096;
      const std::uint64_t at = n == 0 ? range->begin : n == 1 ? range->end - bytes : near;
      if (at < range->begin || at > range->end || range->end - at < bytes) continue;
      const auto mistake = rules.judge({.space = space, .offset = at, .bytes = bytes, .kind = kind});
      EXPECT_FALSE(mistake) << mistake->what << " at " << at << ", in " << text_of(range);
    }
  }
  EXPECT_GT(ranges, 1000U);
}

TEST(MemoryRules, KnowNullPointers) {
  ArgumentMemory null = buffer(0);
  null.is_null = true;
  const MemoryRules rules(launch(null), {});
  EXPECT_EQ(id_of(rules, bound(0, 4, kWrite)), "memory.null");
  EXPECT_EQ(id_of(rules, stateless(8, 4, kRead)), "memory.null");
}

// Memory that is no allocation of the program is the driver's.
TEST(MemoryRules, JudgePointersByTheMemoryAround) {
  ArgumentMemory argument = buffer(1000);
  argument.binding.reset();
  argument.address = kBase;
  LaunchMemory memory = launch(argument);
  memory.allocations = {{.address = 0x20'0000, .bytes = 100}, {.address = 0x30'0000, .bytes = 100, .is_freed = true}};
  const MemoryRules rules(memory, {});
  EXPECT_EQ(id_of(rules, stateless(kBase + 996, 4, kWrite)), "");
  EXPECT_EQ(id_of(rules, stateless(kBase + 1000, 4, kWrite)), "memory.bounds");
  EXPECT_EQ(id_of(rules, stateless(kBase + 0x2000, 4, kWrite)), "");
  EXPECT_EQ(id_of(rules, stateless(0x20'0000, 4, kWrite)), "");
  EXPECT_EQ(id_of(rules, stateless(0x20'0064, 4, kWrite)), "memory.bounds");
  EXPECT_EQ(id_of(rules, stateless(0x30'0000, 4, kRead)), "memory.freed");
  EXPECT_EQ(id_of(rules, stateless(0x50'0000, 4, kRead)), "");
}

TEST(MemoryRules, KnowLocalMemory) {
  LaunchMemory memory =
      launch({.number = 1, .name = "t", .made_as = "local memory", .address = 64, .bytes = 128, .is_local = true});
  memory.local_bytes = 192;
  const MemoryRules rules(memory, {});
  std::byte first{};
  const auto local = [&](std::uint64_t offset) {
    return MemoryAccessed{.space = {.local = &first}, .offset = offset, .bytes = 4, .kind = kWrite};
  };
  EXPECT_EQ(id_of(rules, local(0)), "");
  EXPECT_EQ(id_of(rules, local(188)), "");
  EXPECT_EQ(rules.judge(local(192))->what, "write of 4 bytes right behind argument 1 `t` (local memory of 128 bytes)");
  EXPECT_EQ(id_of(rules, local(0x9000)), "memory.local");
}

// For compute shaders, only the surfaces are known.
TEST(MemoryRules, OfShadersAreBySurface) {
  ArgumentMemory bytes = buffer(1001), picture, none;
  bytes.label = "surface 3";
  bytes.name.clear();
  bytes.address = kBase;
  bytes.read_unit = 4;
  picture.binding = 4;
  picture.is_image = true;
  none.binding = 5;
  none.label = "surface 5";
  none.is_null = true;
  const LaunchMemory memory{.kernel = "k", .arguments = {bytes, picture, none}, .local_bytes = 1024, .is_shader = true};
  const MemoryRules rules(memory, {.align = true});
  EXPECT_EQ(id_of(rules, bound(1000, 1, kWrite)), "");
  EXPECT_EQ(rules.judge(bound(1001, 1, kWrite))->what, "write of 1 byte right behind surface 3 (buffer of 1001 bytes)");
  EXPECT_EQ(id_of(rules, bound(1000, 4, kRead)), "");  // the dword that the last byte is in
  EXPECT_EQ(id_of(rules, bound(1000, 4, kWrite)), "memory.bounds");
  EXPECT_EQ(id_of(rules, stateless(kBase + 1004, 4, kWrite)), "");
  EXPECT_EQ(id_of(rules, stateless(64, 4, kRead)), "memory.null");
  EXPECT_EQ(text_of(rules.allowed_around({.bti = 255}, kBase, kWrite)), "65536 to 18446744073709551615");
  EXPECT_EQ(id_of(rules, {.space = {.bti = 4}, .bytes = 0, .kind = kWrite}), "");
  EXPECT_EQ(id_of(rules, {.space = {.base = 2, .bti = 4}, .bytes = 4, .kind = kWrite}), "");
  EXPECT_EQ(rules.judge({.space = {.bti = 5}, .bytes = 4, .kind = kWrite})->what,
            "write of 4 bytes through surface 5 (no buffer is bound)");
  const std::byte first{};
  EXPECT_EQ(rules.judge({.space = {.local = &first}, .offset = 1024, .bytes = 4, .kind = kWrite})->what,
            "write of 4 bytes right behind the shared memory of its group (1024 bytes)");
}

TEST(MemoryRules, KnowAlignmentWhereItIsWanted) {
  const MemoryRules rules(launch(buffer(64)), {.align = true});
  EXPECT_EQ(id_of(rules, bound(2, 4, kWrite)), "align.access");
  EXPECT_EQ(id_of(rules, bound(4, 4, kWrite)), "");
  EXPECT_EQ(id_of(MemoryRules(launch(buffer(64)), {}), bound(2, 4, kWrite)), "");
  MemoryAccessed bytes = bound(2, 4, kWrite);
  bytes.alignment = 2;
  EXPECT_EQ(id_of(rules, bytes), "");
  bytes.alignment = 16;
  EXPECT_EQ(rules.judge(bytes)->what, "write of 4 bytes at an address that is no multiple of 4");
}

// With pointers of 32 bits, address 0 is the base of the general state.
TEST(MemoryRules, KnowWhereANullPointerLeads) {
  LaunchMemory memory = launch(buffer(64));
  memory.null_pointer = 0x1'0000'0000;
  const MemoryRules rules(memory, {});
  EXPECT_EQ(id_of(rules, stateless(0x1'0000'0010, 4, kRead)), "memory.null");
  EXPECT_EQ(id_of(rules, stateless(0x1'0001'0000, 4, kRead)), "");
  EXPECT_EQ(text_of(rules.allowed_around({.bti = 255}, 0x1'0000'0010, kRead)), "none");
}

TEST(MemoryRules, KnowWhatIsRightBeforeAnArgument) {
  LaunchMemory memory = launch(buffer(64));
  memory.arguments[0].address = kBase;
  memory.private_memory = {{.begin = kBase - 0x2000, .end = kBase - 0x800}};
  memory.has_hidden_memory = false;
  const MemoryRules rules(memory, {});
  EXPECT_EQ(rules.judge(stateless(kBase - 4, 4, kRead))->what,
            "read of 4 bytes 4 bytes before argument 0 `o` (buffer of 64 bytes)");
  EXPECT_EQ(id_of(rules, stateless(kBase - 0x800 - 4, 4, kWrite)), "");
  EXPECT_EQ(text_of(rules.allowed_around({.bti = 255}, kBase - 4, kRead)), "none");
  memory.has_hidden_memory = true;
  EXPECT_EQ(id_of(MemoryRules(memory, {}), stateless(kBase - 4, 4, kRead)), "");
}

TEST(MemoryRules, NameLocalVariables) {
  LaunchMemory memory = launch(buffer(64));
  memory.local_bytes = 256;
  memory.local_variables = {
      {.label = "local array", .name = "s", .made_as = "", .address = 0, .bytes = 256, .is_local = true}};
  const MemoryRules rules(memory, {});
  const std::byte first{};
  const MemoryAccessed beyond{.space = {.local = &first}, .offset = 256, .bytes = 4, .kind = kWrite};
  EXPECT_EQ(rules.judge(beyond)->what, "write of 4 bytes right behind local array `s` (256 bytes)");
  EXPECT_EQ(rules.describe({.is_local = true, .address = 8, .bytes = 4}),
            "local array `s` (256 bytes), byte 8, 4 bytes");
}

// A compiler aligns private variables as it likes.
TEST(MemoryRules, LetPrivateMemoryBeMisaligned) {
  LaunchMemory memory = launch(buffer(64));
  memory.private_memory = {{.begin = kBase, .end = kBase + 0x1000}};
  const MemoryRules rules(memory, {.align = true});
  EXPECT_EQ(id_of(rules, stateless(kBase + 0x2001, 4, kRead)), "align.access");
  EXPECT_EQ(id_of(rules, stateless(kBase + 1, 4, kRead)), "");
}

}  // namespace
}  // namespace eugene::check
