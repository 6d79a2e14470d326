// Messages that are executed without being sent (eu/prepared_message.h).
#include "eu/prepared_message.h"

#include <bit>
#include <random>

#include "memory/state_cache.h"
#include "port_fixture.h"

namespace eugene::functions::prepared_message_test {
namespace {

struct Prepared : PortTest {
  static constexpr std::uint32_t kRgba8Unorm = 0xC7;

  Prepared() {
    environment.states = &states;
    port.observe(nullptr);
    begin();
    set_image(kBuffer);
    instruction.opcode = isa::Opcode::send;
    instruction.exec_size = 8;
    const isa::Message write{.sfid = isa::Sfid::dp_data1,
                             .length = 6,
                             .body = isa::TypedSurface{.access = isa::Access::write, .bti = 1, .channels = 0xF}};
    instruction.send.sfid = write.sfid;
    instruction.send.descriptor = isa::encode_message(isa::kGen9, write).value_or(0);
  }
  // 16 x 8 pixels, linear.
  void set_image(std::uint64_t address) {
    set_surface(1,
                {1U << 29 | kRgba8Unorm << 18, 0, 15 | 7 << 16, 63, 0, 0, 0, 0, static_cast<std::uint32_t>(address)});
  }
  // Writes one colour to the pixels 0 to 7 of row `y`.
  eu::SendStatus write(std::uint32_t y, float value, std::uint32_t channels = 0xFF) {
    const auto colour = registers(iota(8, std::bit_cast<std::uint32_t>(value), 0));
    const Registers payload =
        join({registers(iota(8, 0, 1)), registers(iota(8, y, 0)), colour, colour, colour, colour});
    return port.send({.instruction = instruction,
                      .thread = thread,
                      .descriptor = instruction.send.descriptor,
                      .payload = payload,
                      .channels = channels});
  }
  const eu::PreparedMessage* find() const {
    const eu::PreparedMessages* prepared = port.fast_paths().prepared;
    return prepared == nullptr ? nullptr : prepared->find(instruction, instruction.send.descriptor);
  }

  memory::StateCache states;
  isa::Instruction instruction;
  eu::Thread thread;
};

TEST_F(Prepared, HasTheEffectOfTheMessage) {
  EXPECT_EQ(find(), nullptr);
  EXPECT_EQ(write(0, 1.0F), eu::SendStatus::done);
  ASSERT_NE(find(), nullptr);
  EXPECT_EQ(write(1, 0.2F, 0b1010'0101), eu::SendStatus::done);
  EXPECT_EQ(write(8, 0.2F), eu::SendStatus::done);  // outside
  for (unsigned x = 0; x < 8; ++x) {
    EXPECT_EQ(get<std::uint32_t>(4 * x), 0xFFFF'FFFFU);
    EXPECT_EQ(get<std::uint32_t>(64 + 4 * x), (0b1010'0101 >> x & 1) != 0 ? 0x3333'3333U : 0x1000'0040U + 4 * x);
    EXPECT_EQ(get<std::uint32_t>(64 * 8 + 4 * x), 0x1000'0200U + 4 * x);
  }
}

// Until then, the state cache has the old state, although memory has changed.
TEST_F(Prepared, IsForgottenWhenStatesAreInvalidated) {
  write(0, 1.0F);
  const std::uint32_t moved = kBuffer + 0x1000;
  std::memcpy(&heap[64 + 4 * 8], &moved, sizeof(moved));
  write(1, 1.0F);
  EXPECT_EQ(get<std::uint32_t>(64), 0xFFFF'FFFFU);
  states.invalidate();
  write(2, 1.0F);
  EXPECT_EQ(get<std::uint32_t>(2 * 64), 0x1000'0080U);
  EXPECT_EQ(get<std::uint32_t>(0x1000 + 2 * 64), 0xFFFF'FFFFU);
}

TEST_F(Prepared, IsForgottenByTheNextDispatch) {
  write(0, 1.0F);
  ASSERT_NE(find(), nullptr);
  begin();
  EXPECT_EQ(find(), nullptr);
}

TEST_F(Prepared, IsOfOneDescriptor) {
  write(0, 1.0F);
  instruction.send.descriptor ^= 0x100;  // other channels
  EXPECT_EQ(find(), nullptr);
}

// Reports of accesses outside surfaces need messages.
TEST_F(Prepared, IsNotUsedWhereMessagesAreReported) {
  environment.recoverable.bounds = true;
  port.observe(&observers);
  begin();
  write(0, 1.0F);
  EXPECT_EQ(find(), nullptr);
  EXPECT_TRUE(recoveries.found.empty());
  write(8, 1.0F);
  EXPECT_EQ(recoveries.found.size(), 1U);
}

}  // namespace
}  // namespace eugene::functions::prepared_message_test
