// Makes vertices like the vertex fetcher: rows of four dwords, one row for each vertex element (SKL PRM vol2d,
// VERTEX_BUFFER_STATE, VERTEX_ELEMENT_STATE, 3DSTATE_VF_INSTANCING, 3DSTATE_VF_SGVS).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "draw/fetch/vertex_format.h"
#include "draw/state/state_3d.h"
#include "memory/format.h"
#include "memory/view.h"

namespace eugene::draw {

using Vertex = std::vector<memory::Pixel>;

// The vertex of a draw.
struct VertexPlace {
  std::uint32_t index = 0;           // of its data; the base vertex is included
  std::uint32_t id = 0;              // VertexID
  std::uint32_t instance = 0;        // InstanceID, from 0 in each draw
  std::uint32_t first_instance = 0;  // Start Instance Location
};

// Fetches the vertices of a draw. The format and the buffer of each element are found once. The state must live as
// long.
class VertexFetcher {
 public:
  explicit VertexFetcher(const State3d& state);

  // Rows of a vertex.
  std::size_t rows() const { return elements_.size(); }
  // Writes the rows of vertices to `rows`, one vertex after the other: rows() of each. A vertex beyond its buffer reads
  // as zeros. Fails if memory is not mapped, or a format is not supported.
  Result<void> fetch(std::span<const VertexPlace> places, memory::View& memory, std::span<memory::Pixel> rows) const;

 private:
  // How a row is made from the dwords of an element: (dword & mask) | constant for each component.
  struct DwordRow {
    std::size_t dwords = 0;
    memory::Pixel mask{}, constant{};
    memory::Pixel beyond{};  // the row of a vertex beyond its buffer
  };
  struct Element {
    VertexElement state;
    Instancing instancing;
    std::optional<VertexFormat> format;    // nothing if it is not supported
    const VertexBuffer* buffer = nullptr;  // null if there is none
    std::optional<DwordRow> simple;        // if the format's channels are dwords
  };
  static std::optional<DwordRow> find_dwords(const Element& element);
  static Result<memory::Pixel> fetch_element(const Element& element, std::uint32_t index, memory::View& memory);
  static std::size_t copy_dwords(const Element& element, std::span<const VertexPlace> places, memory::View& memory,
                                 memory::Pixel* row, std::size_t step);
  Result<void> fetch_rows(const Element& element, std::span<const VertexPlace> places, memory::View& memory,
                          memory::Pixel* row) const;
  Result<void> fetch_row(const Element& element, const VertexPlace& place, memory::View& memory,
                         memory::Pixel& row) const;

  std::vector<Element> elements_;
  GeneratedValue vertex_id_, instance_id_;
};

}  // namespace eugene::draw
