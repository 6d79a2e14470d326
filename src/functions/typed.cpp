#include "functions/typed.h"
#include "eu/host_rounding.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "functions/atomic.h"
#include "functions/moved_values.h"
#include "functions/prepared_typed_write.h"
#include "functions/typed_lanes.h"
#include "functions/typed_pixel.h"
#include "memory/image_layout.h"

namespace eugene::functions {
namespace {

using memory::ImageLayout;
using memory::Pixel;
using memory::PixelFormat;
using memory::SurfaceType;

constexpr unsigned kSlots = memory::kPackedPixels;

// The coordinates of one message. SIMD8: each channel is a slot, and a register has one coordinate or component of all
// slots. SIMD4x2: there are two slots; one register has all coordinates of both, another has all components, four
// dwords each. There each component has a separate channel (SKL PRM vol7, typed surface payloads).
struct Slots {
  bool are_pairs = false;  // SIMD4x2
  std::uint32_t channels = 0;
  std::array<std::array<std::uint32_t, kSlots>, kCoordinates> coordinate{};  // 0 if not sent

  unsigned count() const { return are_pairs ? 2 : kSlots; }
  // Enabled components of a slot.
  std::uint32_t enabled(unsigned slot) const {
    return are_pairs ? channels >> 4 * slot & 0xF : (channels >> slot & 1) * 0xF;
  }
  PixelCoordinates place(unsigned slot) const {
    return {coordinate[0][slot], coordinate[1][slot], coordinate[2][slot], coordinate[3][slot]};
  }
  int lane(unsigned slot) const { return static_cast<int>(are_pairs ? 4 * slot : slot); }
  // Number of registers for `components` components.
  unsigned registers(unsigned components) const { return are_pairs ? 1 : components; }
  // Byte offset of component `c`, the `rank`th one sent, in the data registers.
  std::size_t offset(unsigned slot, unsigned c, unsigned rank) const {
    return are_pairs ? std::size_t{slot} * 16 + std::size_t{c} * 4
                     : std::size_t{rank} * eu::kGrfBytes + std::size_t{slot} * 4;
  }
};

// Reads the coordinates, which are before `data_registers` registers of data.
bool read_slots(MessageCall& call, isa::SlotGroup group, unsigned components, Slots& slots) {
  slots.are_pairs = group == isa::SlotGroup::simd4x2;
  slots.channels = call.channels(kSlots);
  if (call.has_header()) slots.channels &= group == isa::SlotGroup::high ? call.header(7) >> 8 : call.header(7);
  const unsigned data_registers = components == 0 ? 0 : slots.registers(components);
  const unsigned all = call.body_registers();
  const unsigned registers = all > data_registers ? all - data_registers : 0;
  if (registers == 0 || registers > (slots.are_pairs ? 1 : kCoordinates)) {
    return call.fail(fmt::format("typed message with {} address registers: it needs {}", registers,
                                 slots.are_pairs ? "1" : "1 to 4"),
                     "SKL PRM vol7, typed surface address payload");
  }
  const std::byte* from = call.body(0, registers);
  if (from == nullptr) return false;
  if (!slots.are_pairs) {
    std::memcpy(slots.coordinate.data(), from, registers * eu::kGrfBytes);
    return true;
  }
  for (unsigned slot = 0; slot < 2; ++slot) {
    for (unsigned i = 0; i < kCoordinates; ++i) {
      std::memcpy(&slots.coordinate[i][slot], from + slots.offset(slot, i, i), sizeof(std::uint32_t));
    }
  }
  return true;
}

bool typed_read(MessageCall& call, Surfaces& surfaces, const isa::TypedSurface& message) {
  const std::uint32_t chosen = message.channels;
  const ImageLayout* image = typed_image(call, surfaces, message.bti);
  Slots slots;
  if (image == nullptr || !read_slots(call, message.slots, 0, slots)) return false;
  std::byte* to = call.response(slots.registers(static_cast<unsigned>(std::popcount(chosen))));
  if (to == nullptr) return false;
  const PixelFormat& format = image->format();
  const Pixel outside = image->surface().type == SurfaceType::null ? Pixel{} : memory::out_of_bounds_pixel(format);
  for (unsigned slot = 0; slot < slots.count(); ++slot) {
    const std::uint32_t enabled = slots.enabled(slot) & chosen;
    if (slots.enabled(slot) == 0) continue;
    Pixel pixel = outside;
    if (const auto address = pixel_address(*image, slots.place(slot)); address) {
      if (!read_pixel(call, format, *address, slots.lane(slot), pixel)) return false;
    } else if (!call.drop(message.bti, Access::read, slots.lane(slot))) {
      return false;
    }
    for (unsigned c = 0, rank = 0; c < 4; ++c) {
      if ((enabled >> c & 1) != 0) std::memcpy(to + slots.offset(slot, c, rank), &pixel[c], sizeof(pixel[c]));
      rank += chosen >> c & 1;
    }
  }
  return true;
}

// Returns where each component of all slots is in the data registers: zeros for one that is not sent.
memory::ComponentLanes components_at(const Slots& slots, std::uint32_t chosen, const std::byte* from) {
  static constexpr std::array<std::uint32_t, kSlots> kZeros{};
  memory::ComponentLanes at;
  for (unsigned c = 0, rank = 0; c < 4; ++c) {
    const bool is_sent = (chosen >> c & 1) != 0;
    at[c] = is_sent ? reinterpret_cast<const std::uint32_t*>(from + slots.offset(0, c, rank)) : kZeros.data();
    rank += is_sent ? 1 : 0;
  }
  return at;
}

// Writes eight pixels together. `data` are the registers of the components. Returns false if the message must be
// executed pixel by pixel.
bool write_lanes(MessageCall& call, Surfaces& surfaces, const isa::TypedSurface& message, const Slots& slots,
                 const std::byte* data) {
  const std::shared_ptr<PixelWriter> writer = surfaces.pixel_writer(call, message.bti);
  const auto& at = slots.coordinate;
  const CoordinateLanes coordinates{at[0].data(), at[1].data(), at[2].data(), at[3].data()};
  if (writer == nullptr ||
      !writer->write(call.view(), coordinates, slots.channels, components_at(slots, message.channels, data), nullptr))
    return false;
  if (!call.can_be_prepared()) return true;
  const auto components = static_cast<unsigned>(std::popcount(std::uint32_t{message.channels}));
  const PreparedTypedWrite::Payload payload{.has_header = call.has_header(),
                                            .mask_shift = message.slots == isa::SlotGroup::high ? 8U : 0U,
                                            .coordinates = call.body_registers() - components,
                                            .chosen = message.channels};
  call.prepare(std::make_unique<PreparedTypedWrite>(call.view(), surfaces, writer, payload));
  return true;
}

bool typed_write(MessageCall& call, Surfaces& surfaces, const isa::TypedSurface& message) {
  const eu::NearestRounding rounding;  // a write does not round as cr0 says
  const std::uint32_t chosen = message.channels;
  const ImageLayout* image = typed_image(call, surfaces, message.bti);
  const auto components = static_cast<unsigned>(std::popcount(chosen));
  Slots slots;
  if (image == nullptr || !read_slots(call, message.slots, components, slots)) return false;
  const unsigned data_registers = slots.registers(components);
  const std::byte* from = call.body(call.body_registers() - data_registers, data_registers);
  if (from == nullptr) return false;
  const bool is_watched = call.reports_accesses() || call.reports_values() || call.reports_bounds();
  if (!slots.are_pairs && !is_watched && !keeps_channels(image->format(), chosen) &&
      write_lanes(call, surfaces, message, slots, from))
    return true;
  for (unsigned slot = 0; slot < slots.count(); ++slot) {
    const std::uint32_t enabled = slots.enabled(slot) & chosen;
    if (enabled == 0) continue;
    const int lane = slots.lane(slot);
    const auto address = pixel_address(*image, slots.place(slot));
    if (!address) {
      if (!call.drop(message.bti, Access::write, lane)) return false;
      continue;
    }
    Pixel pixel{};
    for (unsigned c = 0, rank = 0; c < 4; ++c) {
      if ((enabled >> c & 1) != 0) std::memcpy(&pixel[c], from + slots.offset(slot, c, rank), sizeof(pixel[c]));
      rank += chosen >> c & 1;
    }
    if (!write_components(call, image->format(), *address, pixel, enabled, lane)) return false;
  }
  return true;
}

// The operands of the atomic are sent like components: in SIMD8, each has a register; in SIMD4x2, they are the first of
// the four dwords of each slot.
bool typed_atomic(MessageCall& call, const ImageLayout& image, const Slots& slots, const isa::TypedAtomic& message) {
  const unsigned count = operands(message.op);
  const unsigned data_registers = count == 0 ? 0 : slots.registers(count);
  const std::byte* from = count == 0 ? nullptr : call.body(call.body_registers() - data_registers, data_registers);
  if (count != 0 && from == nullptr) return false;
  std::array<std::array<std::uint32_t, kSlots>, 2> sources{};
  for (unsigned slot = 0; slot < slots.count(); ++slot) {
    for (unsigned i = 0; i < count; ++i) std::memcpy(&sources[i][slot], from + slots.offset(slot, i, i), 4);
  }
  std::byte* to = message.returns ? call.response(1) : nullptr;
  if (message.returns && to == nullptr) return false;
  for (unsigned slot = 0; slot < slots.count() && call.reports_bounds(); ++slot) {
    const bool is_outside = (slots.enabled(slot) & 1) != 0 && !pixel_address(image, slots.place(slot));
    if (is_outside && !call.drop(message.bti, Access::write, slots.lane(slot))) return false;
  }
  MovedValues values(call, kA64Range, sizeof(std::uint32_t), AccessKind::atomic);
  for (unsigned slot = 0; slot < slots.count(); ++slot) {
    if ((slots.enabled(slot) & 1) == 0) continue;
    std::uint32_t result = 0;
    if (const auto address = pixel_address(image, slots.place(slot)); address) {
      const std::uint64_t place = *address & ~std::uint64_t{3};
      call.reaches(place, sizeof(result), AccessKind::atomic);
      std::byte* word = call.view().at(place, Access::write);
      if (word == nullptr) return call.fail_at(*address, Access::write, slots.lane(slot));
      const std::uint32_t a = sources[0][slot], b = sources[1][slot];
      const std::uint32_t old = atomic_update(reinterpret_cast<std::uint32_t*>(word), message.op, a, b);
      result = atomic_result(message.op, old, a, b);
      if (values.wanted()) {
        const std::uint32_t updated = sem::atomic_update(message.op, old, a, b);
        values.add(static_cast<unsigned>(slots.lane(slot)), place, &old, &updated);
      }
    }
    if (to != nullptr) std::memcpy(to + slots.offset(slot, 0, 0), &result, sizeof(result));
  }
  values.tell();
  return true;
}

}  // namespace

bool execute(MessageCall& call, Surfaces& surfaces, const isa::TypedSurface& message) {
  return message.access == isa::Access::read ? typed_read(call, surfaces, message)
                                             : typed_write(call, surfaces, message);
}

bool execute(MessageCall& call, Surfaces& surfaces, const isa::TypedAtomic& message) {
  if (message.op == AtomicOp::compare_write_64) return call.unsupported(message);
  const ImageLayout* image = typed_image(call, surfaces, message.bti);
  if (image == nullptr) return false;
  const PixelFormat& format = image->format();
  const bool is_null = image->surface().type == SurfaceType::null;
  if (!is_null && (format.bytes != 4 || format.channels[0].bits != 32)) {
    return call.fail(
        fmt::format("typed atomic on a surface of format {}: it needs one channel of 32 bits", format.name),
        "SKL PRM vol7, typed atomic operations");
  }
  Slots slots;
  return read_slots(call, message.slots, operands(message.op), slots) && typed_atomic(call, *image, slots, message);
}

}  // namespace eugene::functions
