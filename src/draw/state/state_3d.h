// The state of the 3D pipeline, as the 3DSTATE commands of Gen9 set it (public Gen9 command descriptions), decoded. It
// holds only what Eugene's draws use. Everything else is a set of features. Each feature stands for a field of a
// command, and is in use if the field is not 0. State that commands only point to is in dynamic_state.h.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace eugene::draw {

// Features of the state that not every draw supports.
enum class FeatureKind : std::uint8_t {
  unsupported,
  // The others are supported, but not by the short ways of rectangles (gpu/draw/rectangle.h).
  shape,    // it decides which pixels a rectangle has
  shading,  // it decides what becomes of the pixels
};

// The codes of Surface Format in 3DSTATE_DEPTH_BUFFER.
enum class DepthFormat : std::uint8_t { d32_float = 1, d24_unorm_x8 = 3, d16_unorm = 5 };

// 3DSTATE_DEPTH_BUFFER. Its size is also the stencil buffer's.
struct DepthBuffer {
  std::uint32_t type = 0;  // SURFTYPE
  bool writes_depth = false;
  bool writes_stencil = false;
  DepthFormat format{};  // may be a reserved code
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

// The codes of 3D_Compare_Function.
enum class Compare : std::uint8_t { always, never, less, equal, less_equal, greater, not_equal, greater_equal };

// The codes of 3D_Stencil_Operation.
enum class StencilOperation : std::uint8_t {
  keep,
  zero,
  replace,
  increment_saturated,
  decrement_saturated,
  increment,
  decrement,
  invert,
};

// The stencil test of the primitives of one facing.
struct StencilFace {
  Compare function = Compare::always;
  // Operations on the stencil, if the stencil test fails, if only the depth test fails, and if both pass.
  StencilOperation when_failed{}, when_depth_failed{}, when_passed{};
  std::uint8_t test_mask = 0, write_mask = 0;
  std::uint8_t reference = 0;
};

// 3DSTATE_WM_DEPTH_STENCIL.
struct DepthStencilTests {
  bool writes_depth = false, tests_depth = false;
  Compare depth_function = Compare::always;
  bool writes_stencil = false, tests_stencil = false;
  StencilFace front, back;  // equal unless Double Sided Stencil Enable is set
};

// 3DSTATE_WM_HZ_OP.
struct HzOperation {
  bool clears_stencil = false, clears_depth = false;
  bool has_scissor = false, has_samples = false;
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;  // `right` and `bottom` are exclusive
  std::uint32_t stencil = 0;                               // the clear value
};

// A range of push constants in memory. 3DSTATE_CONSTANT_VS and 3DSTATE_CONSTANT_PS have four each.
struct ConstantRange {
  std::uint32_t registers = 0;
  std::uint64_t address = 0;
};
using ConstantRanges = std::array<ConstantRange, 4>;

// 3DSTATE_VS.
struct VertexShader {
  bool enabled = false;
  bool has_8 = false;  // SIMD8 Dispatch Enable
  std::uint64_t kernel = 0;
  bool alternate_floats = false;
  std::uint8_t scratch_size_code = 0;
  std::uint64_t scratch_base = 0;
  std::uint32_t first_register = 0;  // Dispatch GRF Start Register For URB Data
  // Rows of vertex elements that the shader gets: an index, and a count.
  std::uint32_t first_row = 0, rows = 0;
  std::uint32_t sampler_state = 0;  // relative to Dynamic State Base Address
  std::uint32_t binding_table = 0;  // pointer: PipelineState::binding_table_offset()
  ConstantRanges constants;
  std::uint32_t entry_rows = 2;  // rows of 16 bytes of a URB entry (3DSTATE_URB_VS)
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
  bool has_constants = false;
  ConstantRanges constants;
  bool kills = false;
  bool computes_depth = false, computes_stencil = false, writes_sample_mask = false;
  bool uses_coverage = false;
  bool uses_depth = false, uses_w = false;
  bool has_position_offset = false;  // Position XY Offset Select
  bool has_side_effects = false;     // Pixel Shader Has UAV
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

// 3DSTATE_INDEX_BUFFER and 3DSTATE_VF.
struct IndexBuffer {
  std::uint32_t format = 0;  // 2^format bytes
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  bool has_cut_index = false;
  std::uint32_t cut_index = 0;
};

// 3DSTATE_VF_INSTANCING: how a vertex element advances.
struct Instancing {
  bool enabled = false;    // by instance instead of by vertex
  std::uint32_t rate = 0;  // instances for each step; 0: none
};

// 3DSTATE_VF_SGVS: the component of a vertex element that receives a generated value.
struct GeneratedValue {
  bool enabled = false;
  std::uint32_t element = 0, component = 0;
};

// Which vertex of a primitive gives the values that are constant over it: 0 is the first.
struct ProvokingVertices {
  std::uint8_t triangles = 0, lines = 0, fans = 0;
};

// 3DSTATE_CLIP.
struct Clipper {
  bool enabled = false;
  bool rejects_all = false, accepts_all = false;
  bool tests_guardband = false;
  bool has_d3d_depth = false;  // z is from 0 to w; else from -w to w
  bool divides = true;         // not Perspective Divide Disable
  bool forces_layer_0 = false;
  std::uint32_t last_viewport = 0;
  std::uint8_t distances = 0;  // User Clip Distance Clip Test Enable Bitmask
  std::uint8_t culls = 0;      // the same for cull distances
};

enum class Cull : std::uint8_t { both = 0, none = 1, front = 2, back = 3 };

// Fill Mode: what is drawn of a triangle.
enum class Fill : std::uint8_t { solid, lines, points };

// 3DSTATE_SF and 3DSTATE_RASTER.
struct Rasterizer {
  bool transforms = false;  // Viewport Transform Enable
  ProvokingVertices provoking;
  float line_width = 0;
  float point_width = 0;
  bool has_point_width = false;  // from the state; else from the vertex
  bool clips_near = false, clips_far = false;
  bool has_scissor = false;
  Cull cull = Cull::both;
  bool front_is_counterclockwise = false;
  Fill front_fill{}, back_fill{};
  // Global Depth Offset Enable: for solid triangles, and for those that are drawn as lines or points.
  bool offsets_solid = false, offsets_lines = false, offsets_points = false;
  float offset_constant = 0, offset_scale = 0, offset_clamp = 0;
};

// SF_OUTPUT_ATTRIBUTE_DETAIL.
struct AttributeSwizzle {
  std::uint8_t source = 0;
  std::uint8_t select = 0;      // Swizzle Select
  std::uint8_t constant = 0;    // Constant Source
  std::uint8_t overridden = 0;  // bit c: component c has the constant
};

// 3DSTATE_SBE and 3DSTATE_SBE_SWIZ.
struct Attributes {
  std::uint32_t first = 0;  // row of the first attribute in the vertex
  std::uint32_t count = 0;
  bool has_swizzles = false;
  std::uint32_t sprites = 0;    // Point Sprite Texture Coordinate Enable
  bool sprites_go_up = false;   // Point Sprite Texture Coordinate Origin
  std::uint32_t constants = 0;  // Constant Interpolation Enable
  std::uint8_t primitive_id_attribute = 0, primitive_id_components = 0;
  std::array<AttributeSwizzle, 16> swizzles{};
};

// 3DSTATE_WM.
struct Windower {
  std::uint32_t barycentrics = 0;   // Barycentric Interpolation Mode, a bit for each
  std::uint8_t early_control = 0;   // Early Depth/Stencil Control
  std::uint8_t thread_control = 0;  // Force Thread Dispatch Enable
  bool stipples_lines = false;
  bool stipples_polygons = false;
};

// 3DSTATE_LINE_STIPPLE. The lowest bit of the pattern is the first.
struct LineStipple {
  std::uint16_t pattern = 0;
  std::uint16_t repeat = 1;  // pixels of a line for each bit
};

// 3DSTATE_POLY_STIPPLE_PATTERN and 3DSTATE_POLY_STIPPLE_OFFSET. Row 0 of the pattern is at the top; bit 31 of a row is
// its leftmost pixel.
struct PolygonStipple {
  std::array<std::uint32_t, 32> rows{};
  std::uint8_t x = 0, y = 0;  // added to a pixel's coordinates
};

// 3DSTATE_DRAWING_RECTANGLE; `right` and `bottom` are inclusive.
struct DrawingRectangle {
  std::uint32_t left = 0, top = 0, right = 0, bottom = 0;
};

inline constexpr std::size_t kMaxVertexElements = 34;

struct State3d {
  // Sets the state that a 3DSTATE command describes. Fields beyond its last dword become 0.
  void set(std::span<const std::uint32_t> command);
  // Whether pixels can vanish after their pixel shader has begun, other than by the depth and stencil tests.
  bool drops_pixels() const {
    return shader.kills || shader.writes_sample_mask || has_alpha_test || turns_alpha_to_coverage;
  }
  // Returns the name of a feature that is in use, of kind `last` or an earlier one, for "3DPRIMITIVE with ..., which is
  // not supported".
  std::optional<std::string_view> find_feature(FeatureKind last) const;

  DepthBuffer depth_buffer;
  StencilBuffer stencil_buffer;
  DepthStencilTests tests;
  HzOperation hz_operation;
  float clear_depth = 0;
  PixelShader shader;
  std::vector<VertexBuffer> vertex_buffers;
  std::vector<VertexElement> vertex_elements;
  std::array<Instancing, kMaxVertexElements> instancing{};  // by vertex element
  IndexBuffer indices;
  std::uint32_t topology = 0;
  GeneratedValue vertex_id, instance_id;
  VertexShader vertex_shader;
  Clipper clipper;
  Rasterizer rasterizer;
  Attributes attributes;
  Windower windower;
  LineStipple line_stipple;
  PolygonStipple polygon_stipple;
  bool has_writable_target = false;
  bool has_alpha_test = false;
  bool turns_alpha_to_coverage = false;
  // Relative to Dynamic State Base Address.
  std::uint32_t sf_clip_viewports = 0, cc_viewports = 0, scissors = 0;
  std::optional<std::uint32_t> blend_state, color_calc_state;
  std::optional<DrawingRectangle> drawing_rectangle;
  static constexpr std::size_t kFeatures = 28;
  std::bitset<kFeatures> features;
};

}  // namespace eugene::draw
