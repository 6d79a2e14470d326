#include "gpu/logical_context.h"

#include <fmt/format.h>

#include <array>
#include <span>

#include "base/bits.h"

namespace eugene::gpu {
namespace {

constexpr std::uint64_t kStatePage = 0x1000;  // after the hardware status page
constexpr std::size_t kStateDwords = 0x60;    // the ring and page-table registers come first
constexpr std::uint32_t kLoadRegisterImm = 0x22;

}  // namespace

ContextDescriptor decode_context_descriptor(std::uint32_t low, std::uint32_t high) {
  ContextDescriptor descriptor;
  descriptor.valid = bit(low, 0);
  descriptor.four_level = bit(low, 4);
  descriptor.image = low & ~std::uint32_t{0xFFF};
  descriptor.id = high;
  return descriptor;
}

Result<ContextImage> read_context_image(const ContextDescriptor& descriptor, std::uint32_t engine_base,
                                        memory::View& ggtt) {
  const std::uint64_t state = descriptor.image + kStatePage;
  std::array<std::uint32_t, kStateDwords> dw{};
  if (!ggtt.read(state, std::as_writable_bytes(std::span(dw)))) {
    return fail(fmt::format("context image at GGTT address {:#x}: address {:#x} is not mapped", descriptor.image,
                            ggtt.bad_address()));
  }
  ContextImage image;
  std::uint32_t control = 0;
  bool has_tables = false;
  // The page is a list of MI_LOAD_REGISTER_IMM with no-operations between them.
  for (std::size_t i = 0; i < dw.size();) {
    if (bits(dw[i], 31, 23) != kLoadRegisterImm) {
      ++i;
      continue;
    }
    const std::size_t end = std::min<std::size_t>(dw.size(), i + 2 + bits(dw[i], 7, 0));
    for (++i; i + 1 < end; i += 2) {
      const std::uint32_t value = dw[i + 1];
      switch ((dw[i] & kRegisterMask) - engine_base + kEngines[0].base) {
        case reg::kRingHead:
          image.ring.head = value & 0x1FFFFC;
          image.head_address = state + (i + 1) * sizeof(std::uint32_t);
          break;
        case reg::kRingTail: image.ring.tail = value & 0x1FFFF8; break;
        case reg::kRingStart: image.ring.start = value & ~std::uint32_t{0xFFF}; break;
        case reg::kRingControl: control = value; break;
        case reg::kPdp0Low:
          image.page_tables |= value;
          has_tables = true;
          break;
        case reg::kPdp0High: image.page_tables |= std::uint64_t{value} << 32; break;
        default: break;
      }
    }
    i = end;
  }
  if (image.head_address == 0 || !has_tables || !bit(control, 0)) {
    return fail(
        fmt::format("context image at GGTT address {:#x} has no enabled ring or no page tables", descriptor.image));
  }
  if (!descriptor.four_level) {
    return fail(fmt::format("context at GGTT address {:#x} asks for a 32-bit address space", descriptor.image), {},
                "Eugene has the 48-bit PPGTT of Gen9");
  }
  image.ring.bytes = (control & 0x1FF000) + 0x1000;
  return image;
}

}  // namespace eugene::gpu
