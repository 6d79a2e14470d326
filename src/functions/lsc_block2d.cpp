// Two-dimensional blocks: one or more adjacent rectangles of a matrix in memory, which are stored in registers row by
// row. vISA manual LSC_UNTYPED, LOAD_BLOCK2D. A row in registers is padded with zeros to the next power of two. Two
// options change the order of elements:
//
//   transposed   a row of registers holds a column of the block
//   vnni         for elements smaller than a dword: a dword holds n consecutive elements of one column, and the next
//                row in registers holds the next n rows of the block (with transposed: columns)
//
// Elements outside the matrix read as zeros and are not written.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "functions/lsc.h"

namespace eugene::functions {
namespace {

constexpr const char* kBlockPage = "vISA manual LSC_UNTYPED, LOAD_BLOCK2D";

// The matrix. An element is inside if all its bytes are.
struct Matrix {
  std::uint64_t base = 0;
  std::int64_t width = 0, height = 0, pitch = 0;  // bytes, rows, bytes

  bool contains(std::int64_t x_bytes, std::int64_t y, unsigned bytes) const {
    return x_bytes >= 0 && x_bytes + bytes <= width && y >= 0 && y < height;
  }
  std::uint64_t address(std::int64_t x_bytes, std::int64_t y) const {
    return base + static_cast<std::uint64_t>(y * pitch + x_bytes);
  }
};

// Calls `visit(address, at)` for each element inside the matrix until it returns false.
template <class Visit>
bool for_each_inside(const isa::LscBlock& block, const Matrix& matrix, const isa::LscBlockPayload& payload,
                     Visit visit) {
  for (unsigned b = 0; b < block.blocks; ++b) {
    for (unsigned y = 0; y < block.height; ++y) {
      const std::int64_t row = std::int64_t{payload.y} + y;
      for (unsigned x = 0; x < block.width; ++x) {
        const std::int64_t column = (std::int64_t{payload.x} + b * block.width + x) * block.bytes;
        if (!matrix.contains(column, row, block.bytes)) continue;
        if (!visit(matrix.address(column, row), block.at(b, y, x))) return false;
      }
    }
  }
  return true;
}

}  // namespace

bool lsc_block2d(MessageCall& call, Surfaces& /*surfaces*/, const isa::Lsc& message) {
  const std::byte* from = lsc_payload(call, sizeof(isa::LscBlockPayload));
  if (from == nullptr) return false;
  isa::LscBlockPayload payload;
  std::memcpy(&payload, from, sizeof(payload));
  const isa::LscElement& element = message.element();
  if (element.slot != element.bytes)
    return call.fail("a block cannot have elements that change size between memory and registers", kBlockPage);
  const isa::LscBlock block = isa::lsc_block(message, bits(payload.shape, 19, 16) + 1, bits(payload.shape, 7, 0) + 1,
                                             bits(payload.shape, 15, 8) + 1);
  const unsigned bytes = block.all_bytes();
  if (bytes > isa::kMaxLscRegisters * message.register_bytes)
    return call.fail(fmt::format("a block of {} registers is too large: the maximum is {}",
                                 bytes / message.register_bytes, isa::kMaxLscRegisters),
                     kBlockPage);
  const Matrix matrix{.base = std::uint64_t{payload.base_high} << 32 | payload.base_low,
                      .width = std::int64_t{payload.surface_width} + 1,
                      .height = std::int64_t{payload.surface_height} + 1,
                      .pitch = std::int64_t{payload.surface_pitch} + 1};
  const bool stores = is_store(message.op);
  if (call.reports_accesses()) {
    (void)for_each_inside(block, matrix, payload, [&](std::uint64_t address, unsigned /*at*/) {
      call.reaches(address & memory::kAddressMask, element.bytes, stores ? AccessKind::write : AccessKind::read);
      return true;
    });
  }
  LscMover mover(call, kA64Range, element, stores ? Access::write : Access::read);
  if (stores) {
    const std::byte* data = lsc_data(call, bytes);
    return data != nullptr && for_each_inside(block, matrix, payload, [&](std::uint64_t address, unsigned at) {
             return mover.store(address, data + at, 0);
           });
  }
  if (call.response_registers() == 0) return true;  // a prefetch: nothing to do
  std::byte* to = lsc_response(call, bytes);
  if (to == nullptr) return false;
  std::memset(to, 0, bytes);
  return for_each_inside(block, matrix, payload,
                         [&](std::uint64_t address, unsigned at) { return mover.load(address, to + at, 0); });
}

}  // namespace eugene::functions
