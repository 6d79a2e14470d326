#include "draw/fetch/vertex_fetch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>

#include "draw/fetch/vertex_format.h"

namespace eugene::draw {
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
  const std::optional<VertexFormat> format = find_vertex_format(element.format);
  if (!format) {
    return fail(fmt::format("vertex element of format {:#x}, which is not supported", element.format), kVertexSection);
  }
  memory::Pixel value{};
  const auto buffer = std::ranges::find(state.vertex_buffers, element.buffer, &VertexBuffer::number);
  if (buffer == state.vertex_buffers.end()) return value;
  const std::uint64_t offset = std::uint64_t{index} * buffer->pitch + element.offset;
  if (offset + format->bytes() > buffer->bytes) return value;
  std::array<std::byte, VertexFormat::kMaxBytes> bytes{};
  if (!memory.read(buffer->address + offset, std::span(bytes).first(format->bytes()))) {
    return fail(
        fmt::format("vertex buffer at {:#x}: address {:#x} is not mapped", buffer->address, memory.bad_address()),
        kVertexSection);
  }
  return format->unpack(bytes.data());
}

std::uint32_t instance_index(const Instancing& instancing, const VertexPlace& place) {
  return place.first_instance + (instancing.rate == 0 ? 0 : place.instance / instancing.rate);
}

void generate(const GeneratedValue& value, std::uint32_t number, Vertex& vertex) {
  if (value.enabled && value.element < vertex.size()) vertex[value.element][value.component] = number;
}

}  // namespace

Result<Vertex> fetch_vertex(const State3d& state, const VertexPlace& place, memory::View& memory) {
  Vertex vertex;
  for (std::size_t i = 0; i < state.vertex_elements.size(); ++i) {
    const VertexElement& element = state.vertex_elements[i];
    memory::Pixel row{};
    if (element.valid) {
      const Instancing instancing = i < state.instancing.size() ? state.instancing[i] : Instancing{};
      const std::uint32_t index = instancing.enabled ? instance_index(instancing, place) : place.index;
      const Result<memory::Pixel> source = fetch_element(state, element, index, memory);
      if (!source) return std::unexpected(source.error());
      for (unsigned c = 0; c < 4; ++c) row[c] = component(element.control[c], (*source)[c]);
    }
    vertex.push_back(row);
  }
  generate(state.vertex_id, place.id, vertex);
  generate(state.instance_id, place.instance, vertex);
  return vertex;
}

}  // namespace eugene::draw
