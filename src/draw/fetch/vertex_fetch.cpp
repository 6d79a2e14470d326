#include "draw/fetch/vertex_fetch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <optional>
#include <span>

#include "base/host_fault.h"

namespace eugene::draw {
namespace {

constexpr const char* kVertexSection = "SKL PRM vol2d VERTEX_ELEMENT_STATE";

constexpr std::uint32_t kStoreSource = 1;  // a component control

// Applies a component control to a component of the source.
std::uint32_t component(std::uint32_t control, std::uint32_t source) {
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
    element.simple = find_dwords(element);
    elements_.push_back(element);
  }
}

std::optional<VertexFetcher::DwordRow> VertexFetcher::find_dwords(const Element& element) {
  constexpr unsigned kDwordBits = 32;
  if (!element.state.valid || element.buffer == nullptr || element.instancing.enabled || !element.format) return {};
  const VertexFormat& format = *element.format;
  if (format.base == nullptr || format.conversion != VertexConversion::none) return {};
  const std::array<std::byte, VertexFormat::kMaxBytes> zeros{};
  const memory::Pixel absent = format.unpack(zeros.data());
  DwordRow row{.dwords = format.bytes() / sizeof(std::uint32_t)};
  for (unsigned c = 0; c < row.mask.size(); ++c) {
    const auto [low, bits, type] = format.base->channels[c];
    const bool is_dword = bits == kDwordBits && low == c * kDwordBits && type != memory::ChannelType::unorm &&
                          type != memory::ChannelType::snorm;
    if (bits != 0 && !is_dword) return {};
    const std::uint32_t control = element.state.control[c];
    row.mask[c] = bits != 0 && control == kStoreSource ? ~std::uint32_t{0} : 0;
    row.constant[c] = component(control, absent[c]);
    row.beyond[c] = component(control, 0);
  }
  return row;
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

// Fetches an element of dwords for vertices, one row every `step` rows. Stops at data that are in two pages or not
// mapped. Returns how many vertices have been fetched. Must run in a trap.
std::size_t VertexFetcher::copy_dwords(const Element& element, std::span<const VertexPlace> places,
                                       memory::View& memory, memory::Pixel* row, std::size_t step) {
  const DwordRow& simple = *element.simple;
  const VertexBuffer& buffer = *element.buffer;
  const std::size_t size = simple.dwords * sizeof(std::uint32_t);
  std::size_t count = 0;
  for (; count != places.size(); ++count, row += step) {
    const std::uint64_t offset = std::uint64_t{places[count].index} * buffer.pitch + element.state.offset;
    memory::Pixel value = simple.beyond;
    if (offset + size <= buffer.bytes) {
      const std::uint64_t address = buffer.address + offset;
      const std::byte* const bytes = memory.at(address, memory::Access::read);
      if (bytes == nullptr || (address & (memory::kPageBytes - 1)) + size > memory::kPageBytes) break;
      memory::Pixel dwords{};
      for (std::size_t c = 0; c < simple.dwords; ++c)
        std::memcpy(&dwords[c], bytes + c * sizeof(std::uint32_t), sizeof(std::uint32_t));
      for (std::size_t c = 0; c < value.size(); ++c) value[c] = (dwords[c] & simple.mask[c]) | simple.constant[c];
    }
    *row = value;
  }
  return count;
}

Result<void> VertexFetcher::fetch_row(const Element& element, const VertexPlace& place, memory::View& memory,
                                      memory::Pixel& row) const {
  row = {};
  if (!element.state.valid) return {};
  const std::uint32_t index = element.instancing.enabled ? instance_index(element.instancing, place) : place.index;
  const Result<memory::Pixel> source = fetch_element(element, index, memory);
  if (!source) return std::unexpected(source.error());
  for (unsigned c = 0; c < row.size(); ++c) row[c] = component(element.state.control[c], (*source)[c]);
  return {};
}

// Fetches an element for all vertices. One trap is for many vertices, because setting it takes longer than a vertex.
Result<void> VertexFetcher::fetch_rows(const Element& element, std::span<const VertexPlace> places,
                                       memory::View& memory, memory::Pixel* row) const {
  const std::size_t step = elements_.size();
  for (std::size_t n = 0; n < places.size(); ++n) {
    std::size_t copied = 0;
    if (element.simple) {
      const auto lost =
          trap_host_faults([&] { copied = copy_dwords(element, places.subspan(n), memory, row + n * step, step); });
      if (lost) copied = 0;
    }
    n += copied;
    if (n == places.size()) break;
    if (Result<void> done = fetch_row(element, places[n], memory, row[n * step]); !done) return done;
  }
  return {};
}

Result<void> VertexFetcher::fetch(std::span<const VertexPlace> places, memory::View& memory,
                                  std::span<memory::Pixel> rows) const {
  const std::size_t step = elements_.size();
  for (std::size_t i = 0; i < step; ++i) {
    if (Result<void> done = fetch_rows(elements_[i], places, memory, rows.data() + i); !done) return done;
  }
  for (std::size_t n = 0; n < places.size(); ++n) {
    generate(vertex_id_, places[n].id, rows.subspan(n * step, step));
    generate(instance_id_, places[n].instance, rows.subspan(n * step, step));
  }
  return {};
}

}  // namespace eugene::draw
