#include "gpu/draw/rectangle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "draw/assembly/assembly.h"
#include "draw/fetch/vertex_fetch.h"
#include "draw/output/target_output.h"
#include "draw/pixel/payload.h"
#include "draw/state/dynamic_state.h"
#include "functions/port.h"
#include "gpu/draw/refusal.h"
#include "gpu/draw/shader_work.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::gpu {
namespace {

constexpr std::uint32_t kVertices = 3;

bool is_one_rectangle(std::span<const std::uint32_t> command, const draw::State3d& draw) {
  constexpr std::size_t kDwords = 7;
  constexpr unsigned kIndirect = 10;
  return command.size() >= kDwords && static_cast<draw::Topology>(draw.topology) == draw::Topology::rectangle_list &&
         command[2] == kVertices && !bit(command[0], kIndirect) && bits(command[1], 9, 8) == 0;
}

Result<void> check_shape(std::span<const std::uint32_t> command, const draw::State3d& draw) {
  if (!is_one_rectangle(command, draw)) return refuse_draw("anything but one rectangle");
  if (const auto feature = draw.find_feature(draw::FeatureKind::shape)) return refuse_draw(*feature);
  return {};
}

// Returns the first pixel whose centre is not left of `edge`.
std::uint32_t pixel_from(float edge) {
  constexpr float kLargest = 65536;
  return static_cast<std::uint32_t>(std::clamp(std::ceil(edge - 0.5F), 0.0F, kLargest));
}

float coordinate(const draw::Vertex& vertex, unsigned c) {
  const auto value = std::bit_cast<float>(vertex[1][c]);
  return std::isfinite(value) ? value : 0.0F;
}

// Returns the pixels between the corners, clipped to the drawing rectangle.
PixelGrid grid_between(const std::array<draw::Vertex, kVertices>& vertices, const draw::State3d& state) {
  const auto [left, right] =
      std::minmax({coordinate(vertices[0], 0), coordinate(vertices[1], 0), coordinate(vertices[2], 0)});
  const auto [top, bottom] =
      std::minmax({coordinate(vertices[0], 1), coordinate(vertices[1], 1), coordinate(vertices[2], 1)});
  PixelGrid grid{
      .left = pixel_from(left), .top = pixel_from(top), .right = pixel_from(right), .bottom = pixel_from(bottom)};
  if (!state.drawing_rectangle) return grid;
  grid.left = std::max(grid.left, state.drawing_rectangle->left);
  grid.top = std::max(grid.top, state.drawing_rectangle->top);
  grid.right = std::min(grid.right, state.drawing_rectangle->right + 1);
  grid.bottom = std::min(grid.bottom, state.drawing_rectangle->bottom + 1);
  return grid;
}

// Appends the plane equation of each attribute's components: the third constant is the value, the others, the slopes,
// are 0. A register holds two components (SKL PRM vol7, pixel shader payload, attribute setup data).
void append_attributes(const draw::State3d& state, const draw::Vertex& vertex, std::vector<eu::Grf>& payload) {
  for (std::uint32_t i = 0; i < state.attributes.count; ++i) {
    const std::size_t row = std::size_t{state.attributes.first} + i;
    const memory::Pixel value = row < vertex.size() ? vertex[row] : memory::Pixel{};
    for (unsigned half = 0; half < 2; ++half) {
      eu::Grf grf{};
      for (unsigned c = 0; c < 2; ++c) std::memcpy(grf.bytes.data() + (3 + 4 * c) * 4, &value[2 * half + c], 4);
      payload.push_back(grf);
    }
  }
}

// Payload of pixel shader threads. Each thread is a group, whose dwords are its column and row.
class PixelPayload final : public PayloadWriter {
 public:
  PixelPayload(const PixelGrid& grid, Constants attributes, const draw::BlendState& blend)
      : grid_(grid), attributes_(std::move(attributes)), output_(blend, {}, {}, {}) {}

  std::uint32_t channels(unsigned /*thread*/) const override {
    return static_cast<std::uint32_t>(low_mask(grid_.pixels));
  }
  void write_model(unsigned thread, eu::Thread& model) const override { attributes_.write(thread, model); }
  GroupId dwords(std::uint64_t group) const override { return grid_.place(group); }
  bool runs_in_batches() const override { return true; }
  GroupId id(std::uint64_t group) const override { return item(group, 0, 0).group; }
  WorkItem item(std::uint64_t group, unsigned thread, unsigned channel) const override {
    return make_pixel_item(grid_.find_pixels(grid_.place(group)), thread, channel);
  }
  // Writes r1: the places of the pixels, and which of them are lit.
  void start(const GroupStart& group, unsigned /*thread*/, eu::Thread& to, functions::Port& port) const override {
    set_group(to, group.dwords);
    functions::Pixels pixels = grid_.find_pixels(group.dwords);
    pixels.output = &output_;
    eu::Grf& grf = to.grf[1];
    for (unsigned i = 0; i < pixels.subspan.size(); ++i) write_dword(grf, 2 + i, pixels.subspan[i]);
    write_dword(grf, 7, pixels.mask << 16 | pixels.mask);
    port.set_pixels(pixels);
  }

 private:
  PixelGrid grid_;
  Constants attributes_;
  draw::TargetOutput output_;
};

using Corners = std::array<draw::Vertex, kVertices>;

Result<Corners> fetch_corners(const draw::State3d& draw, std::uint32_t first_vertex, std::uint32_t instance,
                              memory::View& memory) {
  const draw::VertexFetcher fetcher(draw);
  if (fetcher.rows() < 2) return refuse_draw("vertices without a position");
  Corners vertices;
  for (std::uint32_t i = 0; i < kVertices; ++i) {
    vertices[i].resize(fetcher.rows());
    const draw::VertexPlace place{.index = first_vertex + i, .instance = instance};
    if (auto done = fetcher.fetch({&place, 1}, memory, vertices[i]); !done) return std::unexpected(done.error());
  }
  return vertices;
}

// Returns the pixels of an instance.
PixelGrid make_grid(const Corners& vertices, const draw::State3d& draw) {
  PixelGrid grid = grid_between(vertices, draw);
  grid.layer = vertices[0][0][1];
  return grid;
}

Result<RectangleWork> make_rectangle(const PipelineState& state, const Corners& vertices,
                                     const draw::BlendState& blend) {
  const draw::State3d& draw = state.state_3d;
  const draw::PixelKernel kernel = draw::find_pixel_kernel(draw.shader);
  constexpr unsigned kFirstFree = 2;  // r0 and r1 are the header and the pixels
  if (kernel.pixels == 0 || kernel.first_register < kFirstFree) return refuse_draw("a SIMD32-only pixel shader");
  PixelGrid grid = make_grid(vertices, draw);
  grid.pixels = kernel.pixels;

  Work work = make_pixel_work(state, kernel);
  Constants constants;
  constants.cross_thread.resize(kernel.first_register - 1);  // from r1 on
  append_attributes(draw, vertices[0], constants.cross_thread);
  if (1 + constants.cross_thread.size() > eu::kGrfCount) return refuse_draw("more attributes than registers");
  work.groups = grid.threads();
  work.payload = std::make_shared<PixelPayload>(grid, std::move(constants), blend);
  return RectangleWork{.work = std::move(work), .pixels = grid.area()};
}

// Fetches the corners of each instance of a rectangle and passes them to `make`. Returns all results.
template <class Made, class Make>
Result<std::vector<Made>> each_instance(std::span<const std::uint32_t> command, const draw::State3d& draw,
                                        memory::View& memory, Make make) {
  if (const Result<void> shape = check_shape(command, draw); !shape) return std::unexpected(shape.error());
  constexpr std::uint32_t kMaxInstances = 2048;  // max array elements of a render target
  if (command[4] > kMaxInstances) return refuse_draw("more instances than a render target has elements");
  std::vector<Made> all;
  for (std::uint32_t instance = 0; instance < command[4]; ++instance) {
    const Result<Corners> corners = fetch_corners(draw, command[3], instance, memory);
    if (!corners) return std::unexpected(corners.error());
    Result<Made> one = make(*corners);
    if (!one) return std::unexpected(one.error());
    all.push_back(std::move(*one));
  }
  return all;
}

}  // namespace

bool is_plain_rectangle(std::span<const std::uint32_t> command, const draw::State3d& draw) {
  return is_one_rectangle(command, draw) && draw.shader.is_given && draw.shader.valid &&
         !draw.find_feature(draw::FeatureKind::shading);
}

Result<std::vector<RectangleWork>> make_rectangles(std::span<const std::uint32_t> command, const PipelineState& state,
                                                   memory::View& memory) {
  const draw::State3d& draw = state.state_3d;
  const Result<draw::BlendState> blend = draw::read_blend_state(draw, state.bases.dynamic, memory);
  if (!blend) return std::unexpected(blend.error());
  Result<std::vector<RectangleWork>> all = each_instance<RectangleWork>(
      command, draw, memory, [&](const Corners& corners) { return make_rectangle(state, corners, *blend); });
  if (all) std::erase_if(*all, [](const RectangleWork& each) { return each.work.groups == 0; });
  return all;
}

Result<std::vector<PixelGrid>> find_rectangles(std::span<const std::uint32_t> command, const draw::State3d& draw,
                                               memory::View& memory) {
  return each_instance<PixelGrid>(
      command, draw, memory, [&](const Corners& corners) -> Result<PixelGrid> { return make_grid(corners, draw); });
}

}  // namespace eugene::gpu
