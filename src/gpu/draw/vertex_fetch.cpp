#include "gpu/draw/vertex_fetch.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <optional>
#include <span>

namespace eugene::gpu {
namespace {

constexpr const char* kVertexSection = "SKL PRM vol2d VERTEX_ELEMENT_STATE";

struct VertexBuffer {
  std::uint64_t address = 0;
  std::uint32_t pitch = 0;
  std::uint32_t bytes = 0;  // 0 where the buffer is null
};

std::optional<VertexBuffer> vertex_buffer(const State3d& state, std::uint32_t number) {
  constexpr std::size_t kDwords = 4;
  const std::span<const std::uint32_t> dw = state.command(State3dCode::vertex_buffers);
  for (std::size_t at = 1; at + kDwords <= dw.size(); at += kDwords) {
    if (bits(dw[at], 31, 26) != number) continue;
    const bool is_null = bit(dw[at], 13);
    return VertexBuffer{.address = (dw[at + 1] | std::uint64_t{dw[at + 2]} << 32) & memory::kAddressMask,
                        .pitch = bits(dw[at], 11, 0),
                        .bytes = is_null ? 0 : dw[at + 3]};
  }
  return std::nullopt;
}

// Applies a component control to a component of the source.
std::uint32_t component(std::uint32_t control, std::uint32_t source) {
  constexpr std::uint32_t kStoreSource = 1;
  constexpr std::uint32_t kStoreOneFloat = 3;
  constexpr std::uint32_t kStoreOneInteger = 4;
  switch (control) {
    case kStoreSource: return source;
    case kStoreOneFloat: return std::bit_cast<std::uint32_t>(1.0F);
    case kStoreOneInteger: return 1;
    default: return 0;
  }
}

Result<memory::Pixel> fetch_element(const State3d& state, std::uint32_t element, std::uint32_t index,
                                    memory::View& memory) {
  const auto code = static_cast<std::uint16_t>(bits(element, 24, 16));
  const memory::PixelFormat* format = memory::find_format(code);
  if (format == nullptr || format->unpack == nullptr) {
    return fail(fmt::format("vertex element of format {:#x}, which is not supported", code), kVertexSection);
  }
  memory::Pixel value{};
  const std::optional<VertexBuffer> buffer = vertex_buffer(state, bits(element, 31, 26));
  if (!buffer) return value;
  const std::uint64_t offset = std::uint64_t{index} * buffer->pitch + bits(element, 11, 0);
  if (offset + format->bytes > buffer->bytes) return value;
  std::array<std::byte, 16> bytes{};
  if (!memory.read(buffer->address + offset, std::span(bytes).first(format->bytes))) {
    return fail(
        fmt::format("vertex buffer at {:#x}: address {:#x} is not mapped", buffer->address, memory.bad_address()),
        kVertexSection);
  }
  return memory::unpack_pixel(*format, bytes.data());
}

}  // namespace

Result<Vertex> fetch_vertex(const State3d& state, std::uint32_t index, std::uint32_t instance, memory::View& memory) {
  const std::span<const std::uint32_t> dw = state.command(State3dCode::vertex_elements);
  Vertex vertex;
  for (std::size_t at = 1; at + 2 <= dw.size(); at += 2) {
    constexpr unsigned kValid = 25;
    memory::Pixel row{};
    if (bit(dw[at], kValid)) {
      const Result<memory::Pixel> source = fetch_element(state, dw[at], index, memory);
      if (!source) return std::unexpected(source.error());
      for (unsigned c = 0; c < 4; ++c) row[c] = component(bits(dw[at + 1], 30 - 4 * c, 28 - 4 * c), (*source)[c]);
    }
    vertex.push_back(row);
  }
  constexpr unsigned kInstanceId = 31;
  const std::uint32_t generated = state.dword(State3dCode::vf_sgvs, 1);
  if (bit(generated, kInstanceId) && bits(generated, 21, 16) < vertex.size()) {
    vertex[bits(generated, 21, 16)][bits(generated, 30, 29)] = instance;
  }
  return vertex;
}

}  // namespace eugene::gpu
