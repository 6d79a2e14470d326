// Vertex and pixel shaders of a draw as Works.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/diagnostic.h"
#include "draw/fetch/vertex_fetch.h"
#include "draw/output/target_output.h"
#include "draw/pixel/payload.h"
#include "draw/stages.h"
#include "functions/pixels.h"
#include "functions/urb.h"
#include "gpu/schedule/work/work.h"
#include "memory/view.h"

namespace eugene::gpu {

// Makes a Work for the pixel shader in the state that earlier commands have set. The Work has no groups and no payload.
Work make_pixel_work(const PipelineState& state, const draw::PixelKernel& kernel);

// Returns the name in reports of a channel of a pixel shader thread. `channel` may be kUnknownChannel.
WorkItem make_pixel_item(const functions::Pixels& pixels, unsigned thread, unsigned channel);

// Reads push constants, in whole registers. Fails if memory is not mapped.
Result<std::vector<eu::Grf>> read_constants(const draw::ConstantRanges& ranges, memory::View& memory);

// The entries of vertices in the URB.
class VertexEntries {
 public:
  // `rows` are rows of 16 bytes of an entry.
  VertexEntries(std::size_t count, std::size_t rows);
  // How many entries of `rows` rows the URB has.
  static std::size_t max_count(std::size_t rows);

  std::uint16_t handle(std::size_t index) const;
  // Returns the rows of all entries, one entry after the other.
  std::vector<memory::Pixel> read() const;
  std::size_t entry_rows() const;
  std::shared_ptr<functions::Urb> urb() const { return urb_; }

 private:
  std::size_t registers_;  // of an entry
  std::shared_ptr<functions::Urb> urb_;
};

// Vertices, and where they are in their draw.
struct FetchedVertices {
  std::vector<draw::Vertex> rows;
  std::vector<draw::VertexPlace> places;
};

// Makes the Works that shade `vertices` and write them to `entries`. The vertices of a thread are eight; the last
// Work has the rest. An error names what is not supported.
Result<std::vector<Work>> make_vertex_works(const PipelineState& state, const FetchedVertices& vertices,
                                            const VertexEntries& entries, std::span<const eu::Grf> constants);

// The pixel shader of a draw.
struct PixelStage {
  draw::PixelKernel kernel;
  draw::PixelPayloadLayout layout;
  std::vector<eu::Grf> constants;
  std::size_t attribute_registers = 0;  // of a triangle
};
// An error names what is not supported.
Result<PixelStage> make_pixel_stage(const PipelineState& state, memory::View& memory);

// Makes the Work that shades some fragments of `batch`. No two of these fragments may be at the same place. `batch`,
// `fragments` and `output` must live as long as the Work.
Work make_fragment_work(const PipelineState& state, const PixelStage& stage, const draw::Batch& batch,
                        std::span<const draw::Fragment> fragments, const functions::PixelOutput& output);

}  // namespace eugene::gpu
