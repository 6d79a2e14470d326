// Which accesses of a pixel shader thread may be of pixels that are not drawn.
#include "eu/analysis/helper_pixels.h"

#include <gtest/gtest.h>

#include "bench.h"

namespace eugene::eu {
namespace {

using namespace test;

constexpr isa::Message kRead{
    .sfid = isa::Sfid::dp_data1, .length = 1, .response_length = 1, .body = isa::UntypedSurface{.bti = 1}};

Instruction read_message(unsigned size = 8, unsigned first_channel = 0) {
  Instruction made = message(size, dst(10, Type::ud), src(2, Type::ud), kRead);
  made.channel_offset = static_cast<std::uint8_t>(first_channel);
  return made;
}

// Returns a thread of sixteen pixels. `lit` has a bit for each pixel that is not a helper pixel.
std::unique_ptr<Thread> thread_of(std::uint32_t lit) {
  auto thread = std::make_unique<Thread>();
  start(*thread, 0xFFFF);
  thread->state[2] = lit;
  return thread;
}

TEST(HelperPixels, AreOutsideOfTheDispatchMask) {
  const isa::Program all = program({read_message(), read_message(8, 8), end_of_thread()});
  const HelperPixels helpers(all);
  const auto thread = thread_of(0x0102);
  for (const AccessKind kind : {AccessKind::read, AccessKind::write, AccessKind::atomic}) {
    for (unsigned lane = 0; lane < 8; ++lane) {
      EXPECT_EQ(helpers.may_make(*thread, all.instructions[0], kind, lane), lane != 1);
      EXPECT_EQ(helpers.may_make(*thread, all.instructions[1], kind, lane), lane != 0);
    }
  }
  EXPECT_FALSE(HelperPixels().may_make(*thread, all.instructions[0], AccessKind::read, 0));
}

TEST(HelperPixels, MakeMessagesOfAllLanesOnlyIfNoOtherPixelRuns) {
  const isa::Program all = program({no_mask(read_message()), read_message(1), read_message(), end_of_thread()});
  const HelperPixels helpers(all);
  const auto thread = thread_of(0x0102);
  const auto may_make = [&](std::size_t index, std::optional<unsigned> lane) {
    return helpers.may_make(*thread, all.instructions[index], AccessKind::read, lane);
  };
  EXPECT_FALSE(may_make(0, 0));
  EXPECT_FALSE(may_make(1, 0));
  EXPECT_FALSE(may_make(2, std::nullopt));
  thread->running = 0xFEFD;
  EXPECT_TRUE(may_make(0, 0));
  EXPECT_TRUE(may_make(1, 0));
  EXPECT_TRUE(may_make(2, std::nullopt));
}

TEST(HelperPixels, MayBeAnyAfterADiscard) {
  const Instruction discard = predicated(branch(Opcode::halt, 16, 1, 1));
  const isa::Program all = program({read_message(), discard, read_message(), end_of_thread()});
  const HelperPixels helpers(all);
  const auto thread = thread_of(0xFFFF);
  EXPECT_FALSE(helpers.may_make(*thread, all.instructions[0], AccessKind::read, 0));
  EXPECT_TRUE(helpers.may_make(*thread, all.instructions[2], AccessKind::read, 0));
  EXPECT_FALSE(helpers.may_make(*thread, all.instructions[2], AccessKind::write, 0));
}

// Pixels that were discarded may take part in the next turn of a loop.
TEST(HelperPixels, MayBeAnyInALoopThatDiscards) {
  const Instruction discard = predicated(branch(Opcode::halt, 16, 6, 6));
  const isa::Program all = program({read_message(), read_message(), discard, predicated(branch(Opcode::while_, 16, -2)),
                                    read_message(), predicated(branch(Opcode::while_, 16, -1)), end_of_thread()});
  const HelperPixels helpers(all);
  const auto thread = thread_of(0xFFFF);
  for (const std::size_t index : {0U, 1U, 4U})
    EXPECT_EQ(helpers.may_make(*thread, all.instructions[index], AccessKind::read, 0), index != 0) << index;
}

}  // namespace
}  // namespace eugene::eu
