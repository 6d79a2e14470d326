// Blocks of two dimensions beside a plain reference, written from the pseudo-code of the vISA manual's page LSC_UNTYPED
// (LOAD_BLOCK2D), with what docs/record/errata.md corrects in it.
#include <bit>

#include "lsc_fixture.h"

namespace eugene::functions {
namespace {

constexpr unsigned kBlockCases = 100'000;

struct Rectangle {
  unsigned size, width, height, blocks;  // bytes of an element; elements, rows
  bool transposed, vnni;
  unsigned register_bytes;
  std::int64_t x, y;  // elements, rows
  std::int64_t surface_width, surface_height, pitch;

  unsigned pow2(unsigned value) const {
    unsigned power = 1;
    while (power < value) power *= 2;
    return power;
  }
  unsigned elements_of_dword() const { return size >= 4 ? 1 : 4 / size; }
  unsigned row_size() const { return transposed ? height : width; }
  unsigned row_pitch() const { return pow2(row_size()); }
  unsigned row_count() const {
    const unsigned rows = transposed ? width : height, step = vnni ? elements_of_dword() : 1;
    return (rows + step - 1) / step * step;
  }
  unsigned block_pitch() const {  // elements
    const unsigned of_register = register_bytes / size;
    return (row_pitch() * row_count() + of_register - 1) / of_register * of_register;
  }
  unsigned bytes() const { return blocks * block_pitch() * size; }

  // Calls `visit(element in registers, block, y, x)` in the order of the page's loops.
  template <class Visit>
  void walk(Visit visit) const {
    const unsigned k = elements_of_dword(), p = row_pitch();
    for (unsigned b = 0; b < blocks; ++b) {
      const unsigned start = b * block_pitch();
      if (!transposed && !vnni) {
        for (unsigned row = 0; row < height; ++row)
          for (unsigned i = 0; i < width; ++i) visit(start + row * p + i, b, row, i);
      } else if (!transposed) {
        for (unsigned row = 0; row < height; row += k)
          for (unsigned column = 0; column < width; ++column)
            for (unsigned i = 0; i < k; ++i) visit(start + row * p + column * k + i, b, row + i, column);
      } else if (!vnni) {
        for (unsigned column = 0; column < width; ++column)
          for (unsigned i = 0; i < height; ++i) visit(start + column * p + i, b, i, column);
      } else {
        for (unsigned column = 0; column < width; column += k)
          for (unsigned row = 0; row < height; ++row)
            for (unsigned i = 0; i < k; ++i) visit(start + column * p + row * k + i, b, row, column + i);
      }
    }
  }
  // Where an element is from the base on; nothing outside the matrix, or the block.
  std::optional<std::int64_t> place(unsigned b, unsigned row, unsigned column) const {
    if (row >= height || column >= width) return std::nullopt;
    const std::int64_t across = (x + b * width + column) * size, down = y + row;
    if (across < 0 || across + size > surface_width || down < 0 || down >= surface_height) return std::nullopt;
    return down * pitch + across;
  }
};

struct LscBlock2d : LscTest {
  Rectangle random_rectangle() {
    Rectangle r{};
    do {
      r.size = one_of({1U, 2U, 4U, 8U});
      r.width = random(1, 64);
      r.height = random(1, random(1, 64));
      r.blocks = random(1, random(1, 4));
      r.transposed = random(0, 1) != 0;
      r.vnni = random(0, 1) != 0;
      r.register_bytes = one_of({32U, 64U});
    } while (r.bytes() > 32 * r.register_bytes);
    r.pitch = random(1, 600);
    r.surface_width = random(1, static_cast<unsigned>(r.pitch));
    r.surface_height = random(1, 80);
    const auto around = [&](std::int64_t extent, std::int64_t size) {
      return static_cast<std::int64_t>(random(0, static_cast<unsigned>(extent + 2 * size))) - size;
    };
    r.x = around(r.surface_width / r.size, r.width);
    r.y = around(r.surface_height, r.height);
    return r;
  }

  Message message_of(const Rectangle& r, isa::LscOp op, std::uint64_t base) {
    const isa::LscBlockPayload payload{.base_low = static_cast<std::uint32_t>(base),
                                       .base_high = static_cast<std::uint32_t>(base >> 32),
                                       .surface_width = static_cast<std::uint32_t>(r.surface_width - 1),
                                       .surface_height = static_cast<std::uint32_t>(r.surface_height - 1),
                                       .surface_pitch = static_cast<std::uint32_t>(r.pitch - 1),
                                       .x = static_cast<std::int32_t>(r.x),
                                       .y = static_cast<std::int32_t>(r.y),
                                       .shape = (r.width - 1) | (r.height - 1) << 8 | (r.blocks - 1) << 16};
    Message message{.body = {.op = op,
                             .size = static_cast<isa::LscSize>(std::countr_zero(r.size) + 1),
                             .transposed = r.transposed,
                             .vnni = r.vnni,
                             .register_bytes = static_cast<std::uint8_t>(r.register_bytes)}};
    message.payload.resize(sizeof(payload));
    std::memcpy(message.payload.data(), &payload, sizeof(payload));
    return message;
  }
};

TEST_F(LscBlock2d, LoadsAreThoseOfTheReference) {
  const std::vector<std::byte> contents = random_bytes(memory.size());
  std::ranges::copy(contents, memory.begin());
  for (unsigned n = 0; n < kBlockCases; ++n) {
    const Rectangle r = random_rectangle();
    const std::uint64_t offset = random(0, 4096);
    std::vector<std::byte> expected(r.bytes());  // zeros
    r.walk([&](unsigned element, unsigned b, unsigned row, unsigned column) {
      if (const auto place = r.place(b, row, column))
        std::memcpy(&expected[element * r.size], &contents[offset + static_cast<std::uint64_t>(*place)], r.size);
    });
    Message message = message_of(r, isa::LscOp::load_block2d, kBuffer + offset);
    message.response_bytes = r.bytes();
    done(message);
    ASSERT_EQ(std::memcmp(response_bytes(), expected.data(), expected.size()), 0)
        << "case " << n << ": d" << r.size * 8 << "." << r.blocks << "x" << r.width << "x" << r.height
        << (r.transposed ? "t" : "n") << (r.vnni ? "t" : "n") << " at " << r.x << ", " << r.y << " of "
        << r.surface_width << " x " << r.surface_height;
  }
}

TEST_F(LscBlock2d, StoresAreThoseOfTheReference) {
  std::vector<std::byte> expected = random_bytes(memory.size());
  std::ranges::copy(expected, memory.begin());
  for (unsigned n = 0; n < kBlockCases; ++n) {
    const Rectangle r = random_rectangle();
    const std::uint64_t offset = random(0, 4096);
    Message message = message_of(r, isa::LscOp::store_block2d, kBuffer + offset);
    message.data = random_bytes(r.bytes());
    r.walk([&](unsigned element, unsigned b, unsigned row, unsigned column) {
      if (const auto place = r.place(b, row, column))
        std::memcpy(&expected[offset + static_cast<std::uint64_t>(*place)], &message.data[element * r.size], r.size);
    });
    done(message);
    ASSERT_EQ(std::memcmp(memory.data(), expected.data(), expected.size()), 0) << "case " << n;
  }
}

TEST_F(LscBlock2d, PrefetchReadsNothingAndUnmappedMemoryFaults) {
  Rectangle r{.size = 4, .width = 4, .height = 2, .blocks = 1, .register_bytes = 32};
  r.surface_width = 64;
  r.surface_height = 8;
  r.pitch = 64;
  Message message = message_of(r, isa::LscOp::load_block2d, kUnmapped);
  done(message);
  message.response_bytes = r.bytes();
  EXPECT_EQ(send(message), eu::SendStatus::fault);
  EXPECT_EQ(fault.address, kUnmapped);
  r.width = 64;  // 256 bytes a row
  r.height = 5;
  EXPECT_EQ(send(message_of(r, isa::LscOp::load_block2d, kBuffer)), eu::SendStatus::fault);
}

}  // namespace
}  // namespace eugene::functions
