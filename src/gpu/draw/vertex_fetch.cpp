#include "gpu/draw/vertex_fetch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace eugene::gpu {
namespace {

constexpr const char* kVertexSection = "SKL PRM vol2d VERTEX_ELEMENT_STATE";

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

Result<memory::Pixel> fetch_element(const State3d& state, const VertexElement& element, std::uint32_t index,
                                    memory::View& memory) {
  const memory::PixelFormat* format = memory::find_format(element.format);
  if (format == nullptr || format->unpack == nullptr) {
    return fail(fmt::format("vertex element of format {:#x}, which is not supported", element.format), kVertexSection);
  }
  memory::Pixel value{};
  const auto buffer = std::ranges::find(state.vertex_buffers, element.buffer, &VertexBuffer::number);
  if (buffer == state.vertex_buffers.end()) return value;
  const std::uint64_t offset = std::uint64_t{index} * buffer->pitch + element.offset;
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
  Vertex vertex;
  for (const VertexElement& element : state.vertex_elements) {
    memory::Pixel row{};
    if (element.valid) {
      const Result<memory::Pixel> source = fetch_element(state, element, index, memory);
      if (!source) return std::unexpected(source.error());
      for (unsigned c = 0; c < 4; ++c) row[c] = component(element.control[c], (*source)[c]);
    }
    vertex.push_back(row);
  }
  if (state.generates_instance && state.instance_element < vertex.size())
    vertex[state.instance_element][state.instance_component] = instance;
  return vertex;
}

}  // namespace eugene::gpu
