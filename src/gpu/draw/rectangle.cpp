#include "gpu/draw/rectangle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "functions/port.h"
#include "gpu/draw/vertex_fetch.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::gpu {
namespace {

constexpr const char* kRectangleSection = "SKL PRM vol2a 3DPRIMITIVE";
constexpr std::uint32_t kRectList = 0xF;
constexpr std::uint32_t kVertices = 3;

std::unexpected<Diagnostic> refuse(std::string_view what) {
  return fail(fmt::format("3DPRIMITIVE with {}, which is not supported", what), kRectangleSection);
}

// Refuses a draw with one of the features [first, end).
Result<void> check_features(const State3d& state, Feature3d first, Feature3d end) {
  for (auto i = static_cast<std::uint8_t>(first); i != static_cast<std::uint8_t>(end); ++i) {
    if (const auto each = static_cast<Feature3d>(i); state.has(each)) return refuse(find_name(each));
  }
  return {};
}

Result<void> check_shape(std::span<const std::uint32_t> command, const State3d& state) {
  constexpr std::size_t kDwords = 7;
  constexpr unsigned kIndirect = 10;
  const bool is_rectangle = command.size() >= kDwords && state.topology == kRectList && command[2] == kVertices;
  if (!is_rectangle || bit(command[0], kIndirect) || bits(command[1], 9, 8) != 0)
    return refuse("anything but one rectangle");
  return check_features(state, Feature3d::vertex_shader, Feature3d::depth_test);
}

// The 16-pixel kernel if there is one, else the 8-pixel kernel. If only one of them exists, the first kernel pointer is
// its address. If both exist, the third pointer is the 16-pixel kernel's address.
struct PixelKernel {
  unsigned pixels = 0;  // 0: no such kernel exists
  std::uint64_t start = 0;
  unsigned first_register = 0;  // first register of the attributes
};

PixelKernel pixel_kernel(const State3d& state) {
  const PixelShader& shader = state.shader;
  if (!shader.has_8 && !shader.has_16) return {};
  const bool third = shader.has_8 && shader.has_16;
  return {.pixels = shader.has_16 ? 16U : 8U,
          .start = third ? shader.third_kernel : shader.first_kernel,
          .first_register = third ? shader.third_register : shader.first_register};
}

// Returns the first pixel whose centre is not left of `edge`.
std::uint32_t pixel_from(float edge) {
  constexpr float kLargest = 65536;
  return static_cast<std::uint32_t>(std::clamp(std::ceil(edge - 0.5F), 0.0F, kLargest));
}

float coordinate(const Vertex& vertex, unsigned c) {
  const auto value = std::bit_cast<float>(vertex[1][c]);
  return std::isfinite(value) ? value : 0.0F;
}

// Returns the pixels between the corners, clipped to the drawing rectangle.
PixelGrid grid_between(const std::array<Vertex, kVertices>& vertices, const State3d& state) {
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
void append_attributes(const State3d& state, const Vertex& vertex, std::vector<eu::Grf>& payload) {
  for (std::uint32_t i = 0; i < state.attributes; ++i) {
    const std::size_t row = std::size_t{state.first_attribute} + i;
    const memory::Pixel value = row < vertex.size() ? vertex[row] : memory::Pixel{};
    for (unsigned half = 0; half < 2; ++half) {
      eu::Grf grf{};
      for (unsigned c = 0; c < 2; ++c) std::memcpy(grf.bytes.data() + (3 + 4 * c) * 4, &value[2 * half + c], 4);
      payload.push_back(grf);
    }
  }
}

// Returns the channels that the first render target's blend state does not write; an error for logical operations.
Result<std::uint8_t> kept_channels(const State3d& state, std::uint64_t dynamic_base, memory::View& memory) {
  if (!state.blend_state) return 0;
  std::array<std::uint32_t, 3> dw{};
  if (!memory.read(dynamic_base + *state.blend_state, std::as_writable_bytes(std::span(dw)))) {
    return fail(fmt::format("blend state: address {:#x} is not mapped", memory.bad_address()), kRectangleSection);
  }
  if (bit(dw[1], 31)) return refuse("blending");
  if (bit(dw[2], 31)) return refuse("a logical operation");
  const std::uint32_t blue_green_red_alpha = bits(dw[1], 3, 0);
  const auto kept = [&](unsigned from, unsigned to) { return (blue_green_red_alpha >> from & 1) << to; };
  return static_cast<std::uint8_t>(kept(2, 0) | kept(1, 1) | kept(0, 2) | kept(3, 3));
}

// Payload of pixel shader threads. Each thread is a group, whose dwords are its column and row.
class PixelPayload final : public PayloadWriter {
 public:
  PixelPayload(const PixelGrid& grid, Constants attributes) : grid_(grid), attributes_(std::move(attributes)) {}

  std::uint32_t channels(unsigned /*thread*/) const override {
    return static_cast<std::uint32_t>(low_mask(grid_.pixels));
  }
  void write_model(unsigned thread, eu::Thread& model) const override { attributes_.write(thread, model); }
  GroupId dwords(std::uint64_t group) const override { return grid_.place(group); }
  // Writes r1: the places of the pixels, and which of them are lit.
  void start(const GroupStart& group, unsigned /*thread*/, eu::Thread& to, functions::Port& port) const override {
    set_group(to, group.dwords);
    const functions::Pixels pixels = grid_.find_pixels(group.dwords);
    eu::Grf& grf = to.grf[1];
    for (unsigned i = 0; i < pixels.subspan.size(); ++i) write_dword(grf, 2 + i, pixels.subspan[i]);
    write_dword(grf, 7, pixels.mask << 16 | pixels.mask);
    port.set_pixels(pixels);
  }

 private:
  PixelGrid grid_;
  Constants attributes_;
};

using Corners = std::array<Vertex, kVertices>;

Result<Corners> fetch_corners(const State3d& draw, std::uint32_t first_vertex, std::uint32_t instance,
                              memory::View& memory) {
  Corners vertices;
  for (std::uint32_t i = 0; i < kVertices; ++i) {
    Result<Vertex> vertex = fetch_vertex(draw, first_vertex + i, instance, memory);
    if (!vertex) return std::unexpected(vertex.error());
    if (vertex->size() < 2) return refuse("vertices without a position");
    vertices[i] = std::move(*vertex);
  }
  return vertices;
}

// Returns the pixels of an instance.
PixelGrid make_grid(const Corners& vertices, const State3d& draw) {
  PixelGrid grid = grid_between(vertices, draw);
  grid.layer = vertices[0][0][1];
  grid.depth = coordinate(vertices[0], 2);
  return grid;
}

Result<Work> make_rectangle(const PipelineState& state, const Corners& vertices, memory::View& memory) {
  const State3d& draw = state.state_3d;
  if (const Result<void> shaded = check_features(draw, Feature3d::depth_test, Feature3d::count); !shaded)
    return std::unexpected(shaded.error());
  const PixelKernel kernel = pixel_kernel(draw);
  constexpr unsigned kFirstFree = 2;  // r0 and r1 are the header and the pixels
  if (kernel.pixels == 0 || kernel.first_register < kFirstFree) return refuse("a SIMD32-only pixel shader");
  const Result<std::uint8_t> kept = kept_channels(draw, state.bases.dynamic, memory);
  if (!kept) return std::unexpected(kept.error());
  PixelGrid grid = make_grid(vertices, draw);
  grid.pixels = kernel.pixels;
  grid.kept_channels = *kept;

  Work work = make_work({.kernel_start = kernel.start,
                         .alternate_floats = draw.shader.alternate_floats,
                         .single_program_flow = draw.shader.single_program_flow,
                         .rounding_mode = draw.shader.rounding_mode,
                         .sampler_state = draw.shader.sampler_state,
                         .binding_table = draw.shader.binding_table},
                        state);
  work.scratch_size_code = draw.shader.scratch_size_code;
  work.scratch_base = draw.shader.scratch_base;
  Constants constants;
  constants.cross_thread.resize(kernel.first_register - 1);  // from r1 on
  append_attributes(draw, vertices[0], constants.cross_thread);
  if (1 + constants.cross_thread.size() > eu::kGrfCount) return refuse("more attributes than registers");
  work.simd = kernel.pixels;
  work.groups = grid.threads();
  work.payload = std::make_shared<PixelPayload>(grid, std::move(constants));
  return work;
}

// Fetches the corners of each instance of a rectangle and passes them to `make`. Returns all results.
template <class Made, class Make>
Result<std::vector<Made>> each_instance(std::span<const std::uint32_t> command, const State3d& draw,
                                        memory::View& memory, Make make) {
  if (const Result<void> shape = check_shape(command, draw); !shape) return std::unexpected(shape.error());
  constexpr std::uint32_t kMaxInstances = 2048;  // max array elements of a render target
  if (command[4] > kMaxInstances) return refuse("more instances than a render target has elements");
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

Result<std::vector<Work>> make_rectangles(std::span<const std::uint32_t> command, const PipelineState& state,
                                          memory::View& memory) {
  const State3d& draw = state.state_3d;
  if (!draw.shader.is_given || !draw.shader.valid) return refuse("no pixel shader");
  Result<std::vector<Work>> all = each_instance<Work>(
      command, draw, memory, [&](const Corners& corners) { return make_rectangle(state, corners, memory); });
  if (all) std::erase_if(*all, [](const Work& each) { return each.groups == 0; });
  return all;
}

Result<std::vector<PixelGrid>> find_rectangles(std::span<const std::uint32_t> command, const State3d& draw,
                                               memory::View& memory) {
  return each_instance<PixelGrid>(
      command, draw, memory, [&](const Corners& corners) -> Result<PixelGrid> { return make_grid(corners, draw); });
}

}  // namespace eugene::gpu
