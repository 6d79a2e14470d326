// Effects of commands on later ones: memory that is written just before it is fetched, registers, drawing.
#include <gtest/gtest.h>

#include "media_batch.h"

namespace eugene::gpu {
namespace {

constexpr std::uint32_t kGpr = 0x2600;

class CommandFlow : public testing::TestWithParam<MediaMachine> {
 protected:
  MediaBatch batch_{GetParam()};
  // MI_STORE_DATA_IMM: Gen6's address is the third dword.
  Dwords store(std::uint32_t address, std::uint32_t value) const {
    if (GetParam().wide) return {0x1000'0002, address, 0, value};
    return {0x1000'0002, 0, address, value};
  }
};

INSTANTIATE_TEST_SUITE_P(Generations, CommandFlow, testing::Values(kGen6Machine, kGen9Machine),
                         [](const auto& machine) { return machine.param.wide ? "gen9" : "gen6"; });

// Fetched commands are not cached: neither the next command, nor commands of a buffer that has run before.
TEST_P(CommandFlow, StoresIntoTheCommandsThatFollow) {
  constexpr std::uint32_t kNext = MediaBatch::kBatch + 4 * 4;  // the first after the store
  batch_.add(store(kNext + 8, 42));
  batch_.add({0x1100'0001, kGpr, 1});
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  EXPECT_EQ(batch_.registers().read(kGpr), 42U);
  batch_.add(store(kNext, 0x1100'0001));
  batch_.add({0xFFFF'FFFF, kGpr, 43});  // no command until the store has been done
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  EXPECT_EQ(batch_.registers().read(kGpr), 43U);
}

TEST_P(CommandFlow, StoresTheTimeOfTheClock) {
  const std::uint64_t before = batch_.registers().timestamp();
  batch_.add(batch_.wide({0x1200'0000, 0x2358, MediaBatch::kDynamic}));
  batch_.add(batch_.wide({0x1200'0000, 0x235C, MediaBatch::kDynamic + 4}));
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  const std::uint64_t found = batch_.peek(MediaBatch::kDynamic) | std::uint64_t{batch_.peek(MediaBatch::kDynamic + 4)}
                                                                      << 32;
  EXPECT_GE(found, before);
  EXPECT_LE(found, batch_.registers().timestamp());
}

TEST_P(CommandFlow, DrawingIsPassedOverAndTheContextGoesOn) {
  batch_.select(0);
  batch_.add({0x7810'0006, 0, 0, 0, 0, 0, 0, 1});  // 3DSTATE_VS
  batch_.add({0x7810'0006, 0, 0, 0, 0, 0, 0, 0});  // the last one counts
  batch_.add({0x7811'0006, 0, 0, 0, 0, 0, 0, 1});  // 3DSTATE_GS
  Dwords primitive(GetParam().wide ? 7 : 6);
  primitive[0] = 0x7B00'0000;
  batch_.add(MediaBatch::sized(primitive));
  batch_.prologue({});
  batch_.object({}, {1});
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  EXPECT_EQ(batch_.skipped.size(), 1U);
  EXPECT_EQ(batch_.works.size(), 1U);
  EXPECT_FALSE(batch_.state().state_3d.vertex_shader.enabled);
  EXPECT_EQ(batch_.state().state_3d.find_feature(draw::FeatureKind::unsupported), "a geometry shader");
}

TEST_P(CommandFlow, MediaStateFlushBetweenObjects) {
  batch_.prologue({});
  batch_.object({}, {1});
  batch_.add({0x7004'0000, 0});
  batch_.object({}, {2});
  ASSERT_EQ(batch_.run(), StreamStatus::idle) << batch_.error();
  EXPECT_EQ(batch_.works.size(), 2U);
}

// The depth buffer is not mapped here, so the clear is detected by its failure.
TEST(CommandFlowOfGen9, HierarchicalDepthIsClearedByThePipeControlThatFollows) {
  constexpr std::uint32_t kNowhere = 0x7000'0000, kClearsDepth = 1U << 30, kWritesImmediate = 1U << 14;
  MediaBatch batch(kGen9Machine);
  batch.select(0);
  batch.add({0x7805'0006, 1U << 29 | 1U << 28 | 1U << 18 | 127, kNowhere, 0, 7U << 18 | 7U << 4, 0, 0, 2});
  batch.add({0x7852'0003, kClearsDepth, 0, 8U << 16 | 8, 0xFFFF});
  batch.add({0x7A00'0004, 0, 0, 0, 0, 0});
  ASSERT_EQ(batch.run(), StreamStatus::idle) << batch.error();
  EXPECT_EQ(batch.skipped.size(), 0U);
  batch.add({0x7A00'0004, kWritesImmediate, MediaBatch::kDynamic, 0, 1, 0});
  ASSERT_EQ(batch.run(), StreamStatus::idle) << batch.error();
  ASSERT_EQ(batch.skipped.size(), 1U);
  EXPECT_NE(batch.skipped[0].find("not mapped"), std::string::npos);
}

TEST(CommandFlowOfGen9, MathKnowsEveryOperation) {
  const auto alu = [](std::uint32_t opcode, std::uint32_t a, std::uint32_t b) { return opcode << 20 | a << 10 | b; };
  struct Case {
    std::uint32_t opcode;
    std::uint64_t result;
  };
  constexpr std::uint64_t kA = 0xFFFF'0000'1234'5678, kB = 0x0F0F'F0F0'0000'FFFF;
  for (const Case& c :
       {Case{0x100, kA + kB}, Case{0x101, kA - kB}, Case{0x102, kA & kB}, Case{0x103, kA | kB}, Case{0x104, kA ^ kB}}) {
    MediaBatch batch(kGen9Machine);
    batch.registers().write64(kGpr, kA);
    batch.registers().write64(kGpr + 8, kB);
    batch.add({0x0D00'0003, alu(0x080, 0x20, 0), alu(0x080, 0x21, 1), alu(c.opcode, 0, 0), alu(0x180, 5, 0x31)});
    ASSERT_EQ(batch.run(), StreamStatus::idle) << batch.error();
    EXPECT_EQ(batch.registers().read64(kGpr + 40), c.result) << c.opcode;
  }
  MediaBatch batch(kGen9Machine);  // inverted and constant sources: ~A + 1 = -A, 0 - 1 borrows
  batch.registers().write64(kGpr, kA);
  batch.add({0x0D00'0003, alu(0x480, 0x20, 0), alu(0x481, 0x21, 0), alu(0x101, 0, 0), alu(0x180, 1, 0x31)});
  ASSERT_EQ(batch.run(), StreamStatus::idle) << batch.error();
  EXPECT_EQ(batch.registers().read64(kGpr + 8), ~kA - ~std::uint64_t{0});
}

// Register Poll: the register is to be less than 8.
TEST(CommandFlowOfGen9, SemaphoreComparesARegister) {
  MediaBatch batch(kGen9Machine);
  for (const auto& [value, status] : {std::pair(9U, StreamStatus::waiting), {7U, StreamStatus::idle}}) {
    batch.registers().write(kGpr, value);
    batch.add({0x0E01'A002, 8, kGpr, 0});
    EXPECT_EQ(batch.run(), status) << value;
  }
}

// An engine's registers can be accessed by its own offsets and by those of the render engine's registers.
TEST(CommandFlowOfGen9, BlitterHasItsOwnRegisters) {
  MediaBatch batch({&isa::kGen9, find_device("bxt"), true, EngineKind::copy});
  batch.add({0x1100'0001, 0x2'2600, 5});
  ASSERT_EQ(batch.run(), StreamStatus::idle) << batch.error();
  EXPECT_EQ(batch.registers().read(0x2'2600), 5U);
  EXPECT_EQ(batch.registers().read(0x2600), 5U);
  EXPECT_NE(batch.registers().read(0x2'2358), 0U);
}

}  // namespace
}  // namespace eugene::gpu
