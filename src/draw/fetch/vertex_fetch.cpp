#include "draw/fetch/vertex_fetch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <span>

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

std::uint32_t instance_index(const Instancing& instancing, const VertexPlace& place) {
  return place.first_instance + (instancing.rate == 0 ? 0 : place.instance / instancing.rate);
}

void generate(const GeneratedValue& value, std::uint32_t number, std::span<memory::Pixel> rows) {
  if (value.enabled && value.element < rows.size()) rows[value.element][value.component] = number;
}

}  // namespace

VertexFetcher::VertexFetcher(const State3d& state) : vertex_id_(state.vertex_id), instance_id_(state.instance_id) {
  elements_.reserve(state.vertex_elements.size());
  for (std::size_t i = 0; i < state.vertex_elements.size(); ++i) {
    Element element{.state = state.vertex_elements[i]};
    if (i < state.instancing.size()) element.instancing = state.instancing[i];
    element.format = find_vertex_format(element.state.format);
    const auto buffer = std::ranges::find(state.vertex_buffers, element.state.buffer, &VertexBuffer::number);
    if (buffer != state.vertex_buffers.end()) element.buffer = &*buffer;
    elements_.push_back(element);
  }
}

Result<memory::Pixel> VertexFetcher::fetch_element(const Element& element, std::uint32_t index, memory::View& memory) {
  const std::optional<VertexFormat>& format = element.format;
  if (!format) {
    return fail(fmt::format("vertex element of format {:#x}, which is not supported", element.state.format),
                kVertexSection);
  }
  memory::Pixel value{};
  const VertexBuffer* const buffer = element.buffer;
  if (buffer == nullptr) return value;
  const std::uint64_t offset = std::uint64_t{index} * buffer->pitch + element.state.offset;
  const std::size_t size = format->bytes();
  if (offset + size > buffer->bytes) return value;
  std::array<std::byte, VertexFormat::kMaxBytes> bytes{};
  if (!memory.read(buffer->address + offset, std::span(bytes).first(size))) {
    return fail(
        fmt::format("vertex buffer at {:#x}: address {:#x} is not mapped", buffer->address, memory.bad_address()),
        kVertexSection);
  }
  return format->unpack(bytes.data());
}

Result<void> VertexFetcher::fetch(const VertexPlace& place, memory::View& memory, std::span<memory::Pixel> rows) const {
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const Element& element = elements_[i];
    rows[i] = {};
    if (!element.state.valid) continue;
    const std::uint32_t index = element.instancing.enabled ? instance_index(element.instancing, place) : place.index;
    const Result<memory::Pixel> source = fetch_element(element, index, memory);
    if (!source) return std::unexpected(source.error());
    for (unsigned c = 0; c < 4; ++c) rows[i][c] = component(element.state.control[c], (*source)[c]);
  }
  generate(vertex_id_, place.id, rows);
  generate(instance_id_, place.instance, rows);
  return {};
}

}  // namespace eugene::draw
