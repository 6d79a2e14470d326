// The state of the 3D pipeline, as the 3DSTATE commands of Gen9 set it (public Gen9 command descriptions), decoded. It
// holds only what Eugene's draws use. Everything else is a set of features (Feature3d). Each feature stands for a field
// of a command, and is in use if the field is not 0.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace eugene::gpu {

// Features that make Eugene refuse a rectangle. Those from depth_test on matter only for rectangles with a pixel
// shader.
enum class Feature3d : std::uint8_t {
  vertex_shader,
  hull_shader,
  tessellation,
  domain_shader,
  geometry_shader,
  stream_output,
  clipping,
  viewport_transform,
  scissor,
  samples,
  hz_operation,
  depth_test,
  interpolation,
  swizzling,
  push_constants,
  sample_shading,
  computed_depth,
  sample_mask,
  alpha_test,
  blending,
  alpha_to_coverage,
  count,
};
// The name of a feature for "3DPRIMITIVE with ..., which is not supported".
std::string_view find_name(Feature3d feature);

// 3DSTATE_DEPTH_BUFFER. Its size is also the stencil buffer's.
struct DepthBuffer {
  std::uint32_t type = 0;  // SURFTYPE
  bool writes_depth = false;
  bool writes_stencil = false;
  std::uint32_t format = 0;
  std::uint64_t address = 0;
  std::uint32_t pitch = 0, qpitch = 0;  // bytes, rows
  std::uint32_t width = 0, height = 0, depth = 0;
  std::uint8_t level = 0;           // mip level that is written
  std::uint32_t first_element = 0;  // Minimum Array Element
  bool is_tiled_resource = false;
};

// 3DSTATE_STENCIL_BUFFER.
struct StencilBuffer {
  bool enabled = false;
  std::uint64_t address = 0;
  std::uint32_t pitch = 0, qpitch = 0;
};

// 3DSTATE_WM_DEPTH_STENCIL.
struct DepthStencilTests {
  bool writes_depth = false, tests_depth = false;
  std::uint32_t depth_function = 0;
  bool writes_stencil = false, tests_stencil = false;
  std::uint32_t stencil_function = 0, when_passed = 0, write_mask = 0, reference = 0;
};

// 3DSTATE_WM_HZ_OP.
struct HzOperation {
  bool clears_stencil = false, clears_depth = false;
  bool has_scissor = false, has_samples = false;
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;  // `right` and `bottom` are exclusive
  std::uint32_t stencil = 0;                               // the clear value
};

// 3DSTATE_PS and 3DSTATE_PS_EXTRA.
struct PixelShader {
  bool is_given = false, extra_is_given = false;
  bool valid = false;
  // Kernels for 8 and for 16 pixels, and the first registers of their attributes, in the command's order.
  bool has_8 = false, has_16 = false;
  std::uint64_t first_kernel = 0, third_kernel = 0;
  std::uint32_t first_register = 0, third_register = 0;
  bool fast_clears = false;    // a draw is a fast clear of the render target
  std::uint32_t resolves = 0;  // Render Target Resolve Type
  bool alternate_floats = false, single_program_flow = false;
  std::uint8_t rounding_mode = 0;
  std::uint8_t scratch_size_code = 0;
  std::uint64_t scratch_base = 0;
  std::uint32_t sampler_state = 0;  // relative to Dynamic State Base Address
  std::uint32_t binding_table = 0;  // pointer: PipelineState::binding_table_offset()
};

// VERTEX_BUFFER_STATE.
struct VertexBuffer {
  std::uint32_t number = 0;
  std::uint64_t address = 0;
  std::uint32_t pitch = 0;
  std::uint32_t bytes = 0;  // 0 for a null buffer
};

// VERTEX_ELEMENT_STATE.
struct VertexElement {
  bool valid = false;
  std::uint32_t buffer = 0;
  std::uint16_t format = 0;
  std::uint32_t offset = 0;               // offset in a row of the buffer
  std::array<std::uint8_t, 4> control{};  // component controls
};

// 3DSTATE_DRAWING_RECTANGLE; `right` and `bottom` are inclusive.
struct DrawingRectangle {
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;
};

struct State3d {
  // Sets the state that a 3DSTATE command describes. Fields beyond its last dword become 0.
  void set(std::span<const std::uint32_t> command);
  bool has(Feature3d feature) const { return features[static_cast<std::size_t>(feature)]; }

  DepthBuffer depth_buffer;
  StencilBuffer stencil_buffer;
  DepthStencilTests tests;
  HzOperation hz_operation;
  float clear_depth = 0;
  PixelShader shader;
  std::vector<VertexBuffer> vertex_buffers;
  std::vector<VertexElement> vertex_elements;
  std::uint32_t topology = 0;
  // 3DSTATE_VF_SGVS: the component of a vertex element that receives the instance's index.
  bool generates_instance = false;
  std::uint32_t instance_element = 0, instance_component = 0;
  std::uint32_t first_attribute = 0;  // index of its row in the vertex (3DSTATE_SBE)
  std::uint32_t attributes = 0;
  std::optional<std::uint32_t> blend_state;  // relative to Dynamic State Base Address
  std::optional<DrawingRectangle> drawing_rectangle;
  std::bitset<static_cast<std::size_t>(Feature3d::count)> features;
};

}  // namespace eugene::gpu
