// Values of accesses in an observer, for each kind of message to memory; for the load/store cache:
// lsc_fixture.h.
#include "functions/pixel_output.h"
#include "port_fixture.h"
#include "told_values.h"

namespace eugene::functions {
namespace {

using isa::Access;

constexpr std::uint8_t byte(unsigned value) { return static_cast<std::uint8_t>(value); }

struct Values : PortTest {
  Values() : told(view) {
    observers.add(told);
    port.observe(&observers);
  }

  // Sends `message`, which is done and moves `bytes` bytes.
  void moves(std::size_t bytes, const isa::Message& message, const Registers& payload, unsigned response_registers,
             std::uint32_t channels = 0xFF, unsigned exec_size = 8) {
    done(message, payload, response_registers, channels, exec_size);
    EXPECT_EQ(told.check(), bytes);
  }
  void set_image(std::uint32_t format) {
    set_surface(1, {1U << 29 | format << 18, 0, 15 | 7 << 16, 63, 0, 0, 0, 0, kBuffer});
  }
  static Registers header(std::uint32_t index, std::uint32_t value) {
    std::vector<std::uint32_t> dwords(8);
    dwords[index] = value;
    return registers(dwords);
  }

  ToldValues told;
};

TEST_F(Values, OfChannels) {
  set_raw_buffer(1, kBuffer, 64);
  const auto untyped = [](Access access, unsigned bti, unsigned simd, unsigned channels) {
    return isa::Message{.sfid = kDc1,
                        .body = isa::UntypedSurface{
                            .access = access, .bti = byte(bti), .simd = byte(simd), .channels = byte(channels)}};
  };
  const Registers run = registers(iota(8, 0, 4)), apart = registers(iota(8, 0, 12));
  moves(32, untyped(Access::read, 1, 8, 1), run, 1);
  moves(4 * (6 + 5), untyped(Access::read, 1, 8, 0b101), apart, 2);  // offsets from 64 on are outside
  moves(32, untyped(Access::read, 1, 8, 1), registers(iota(8, 4, 0)), 1);
  moves(2 * 4 * 16, untyped(Access::write, kSlm, 16, 0b11),
        join({registers(iota(16, 0, 8)), registers(iota(32, 100, 1))}), 0, 0xFFFF, 16);
  moves(4 * 3, untyped(Access::write, 1, 8, 1), join({run, registers(iota(8, 5, 7))}), 0, 0b1011);
  moves(4 * 8, untyped(Access::write, 1, 8, 1), join({registers(iota(8, 8, 0)), registers(iota(8, 5, 7))}), 0);
  moves(4 * 4, untyped(Access::read, 1, 4, 0b0011), run, 1);  // two slots
  moves(4 * 4, untyped(Access::write, 1, 4, 0b1001), join({run, registers(iota(8, 1, 1))}), 0);
}

TEST_F(Values, OfElementsOfOtherSizes) {
  const auto scattered = [](Access access, unsigned bytes) {
    return isa::Message{.sfid = kDc0, .body = isa::ByteScattered{.access = access, .bti = 255, .bytes = byte(bytes)}};
  };
  const Registers offsets = registers(iota(8, 1, 3));
  for (const unsigned bytes : {1U, 2U, 4U}) {
    moves(bytes * 8, scattered(Access::read, bytes), offsets, 1);
    moves(bytes * 8, scattered(Access::write, bytes), join({offsets, registers(iota(8, 0xABCD'0000, 0x0101'0101))}), 0);
  }
  std::vector<std::uint64_t> addresses(8);
  for (unsigned i = 0; i < 8; ++i) addresses[i] = kBuffer + 40 * i;
  const auto a64 = [](Access access) {
    return isa::Message{.sfid = kDc1, .body = isa::A64Scattered{.access = access, .element_bytes = 8, .elements = 2}};
  };
  moves(8 * 2 * 3, a64(Access::read), registers(addresses), 4, 0b0111);
  moves(8 * 2 * 8, a64(Access::write), join({registers(addresses), registers(iota(32, 9, 3))}), 0);
}

TEST_F(Values, OfAtomics) {
  const auto atomic = [](isa::AtomicOp op, unsigned bti) {
    return isa::Message{.sfid = kDc1, .body = isa::UntypedAtomic{.bti = byte(bti), .op = op, .returns = true}};
  };
  const Registers offsets = registers(iota(8, 0, 4)), one_word = registers(iota(8, 16, 0));
  const Registers operand = registers(iota(8, 1, 3));
  moves(32, atomic(isa::AtomicOp::add, kStateless), join({offsets, operand}), 1);
  moves(32, atomic(isa::AtomicOp::add, kSlm), join({one_word, operand}), 1);
  moves(32, atomic(isa::AtomicOp::predec, kStateless), one_word, 1);  // which returns the new values
  moves(32, atomic(isa::AtomicOp::compare_write, kStateless),
        join({offsets, registers(iota(8, 0x1000'0001, 7)), operand}), 1);
  moves(8 * 8, {.sfid = kDc1, .body = isa::UntypedAtomic{.a64 = true, .bytes = 8, .op = isa::AtomicOp::umax}},
        join({registers(std::vector<std::uint64_t>(8, kBuffer + 64)), registers(iota(16, 0x2000'0000, 1))}), 0);
}

TEST_F(Values, OfBlocks) {
  set_raw_buffer(1, kBuffer, 40);
  const auto block = [](Access access, unsigned owords) {
    return isa::Message{
        .sfid = kDc0, .header = true, .body = isa::OwordBlock{.access = access, .bti = 1, .owords = byte(owords)}};
  };
  moves(32, block(Access::read, 2), header(2, 0), 1, 0xFFFF, 16);
  moves(24, block(Access::read, 2), header(2, 1), 1, 0xFFFF, 16);  // its last two dwords are outside
  moves(40, block(Access::write, 4), join({header(2, 0), registers(iota(16, 3, 5))}), 0, 0xFFFF, 16);
  moves(12, block(Access::write, 2), join({header(2, 0), registers(iota(8, 3, 5))}), 0, 0b0111, 16);
  // Across the end of a page.
  moves(64, {.sfid = kDc1, .header = true, .body = isa::OwordBlock{.access = Access::read, .a64 = true, .owords = 4}},
        registers(std::vector<std::uint64_t>{kBuffer + 0x1000 - 32, 0, 0, 0}), 2, 0xFFFF, 16);
}

TEST_F(Values, OfPixels) {
  const auto typed = [](Access access, unsigned channels) {
    return isa::Message{.sfid = kDc1,
                        .body = isa::TypedSurface{.access = access, .bti = 1, .channels = byte(channels)}};
  };
  const Registers places = join({registers(iota(8, 0, 3)), registers(iota(8, 0, 1))});  // six of them inside
  for (const std::uint32_t format : {0xD7U, 0xC7U}) {                                   // R32_UINT, R8G8B8A8_UNORM
    set_image(format);
    moves(4 * 6, typed(Access::read, 0b1), places, 1);
    moves(4 * 6, typed(Access::write, 0b1), join({places, registers(std::vector<float>(8, 0.25F))}), 0);
  }
  set_image(0xD7);
  moves(4 * 6, {.sfid = kDc1, .body = isa::TypedAtomic{.bti = 1, .op = isa::AtomicOp::inc, .returns = true}}, places,
        1);
  const auto media = [](Access access) {
    return isa::Message{.sfid = kDc1, .header = true, .body = isa::MediaBlock{.access = access, .bti = 1}};
  };
  set_image(0x143);  // R8_UINT
  Registers block = header(2, 3 << 16 | 15);
  block[0].bytes[0] = std::byte{8};  // of 16 columns by 4 rows
  moves(64, media(Access::read), block, 2);
  block[0].bytes[0] = std::byte{56};  // half of it outside
  moves(32, media(Access::write), join({block, registers(iota(16, 1, 0x0203'0405))}), 0);
}

// A draw that does not write blue.
class KeepsBlue final : public PixelOutput {
 public:
  Parts parts() const override { return {}; }
  std::uint8_t kept_channels(unsigned /*target*/) const override { return 0b0100; }
  bool reads_target(unsigned /*target*/) const override { return false; }
  bool has_late_work() const override { return false; }
  memory::Pixel merge(unsigned /*target*/, const memory::PixelFormat& /*format*/, const Colors& colors) const override {
    return colors.source;
  }
  std::optional<std::uint32_t> test(const Pixels& /*pixels*/, std::uint32_t live, const PixelValues& /*values*/,
                                    memory::View& /*memory*/) const override {
    return live;
  }
  bool finish(const Pixels& /*pixels*/, std::uint32_t /*live*/, const PixelValues& /*values*/,
              memory::View& /*memory*/) const override {
    return true;
  }
};

// A render target write is an access, too.
TEST_F(Values, OfRenderTargets) {
  set_image(0xC7);
  const KeepsBlue output;
  port.set_pixels({.subspan = {0, 2, 0x2'0000, 0x2'0002}, .mask = 0b1110'1111, .output = &output});
  const isa::Message write{.sfid = isa::Sfid::dp_render, .body = isa::RenderTarget{.bti = 1, .subtype = 4}};
  moves(2 * 4 * 7, write, registers(std::vector<float>(32, 0.5F)), 0);  // what is kept is read
}

// A thread that recovers from a read of unmapped memory reads zeros, and its message counts once.
TEST_F(Values, OfUnmappedMemory) {
  environment.recoverable.unmapped_reads = true;
  begin();
  std::vector<std::uint64_t> addresses(8, kBuffer);
  addresses[5] = kUnmapped;
  moves(32, {.sfid = kDc1, .body = isa::A64Scattered{.element_bytes = 4}}, registers(addresses), 1);
}

}  // namespace
}  // namespace eugene::functions
