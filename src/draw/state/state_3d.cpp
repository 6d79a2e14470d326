#include "draw/state/state_3d.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/bits.h"
#include "draw/state/features.h"
#include "draw/state/fields.h"

namespace eugene::draw {
namespace {

constexpr std::uint32_t kRowsOfQPitch = 4;  // the unit of Surface QPitch

void set_depth_buffer(State3d& state, const Fields& f) {
  state.depth_buffer = {.type = f.field(1, 31, 29),
                        .writes_depth = f.flag(1, 28),
                        .writes_stencil = f.flag(1, 27),
                        .format = static_cast<DepthFormat>(f.field(1, 20, 18)),
                        .address = f.address(2),
                        .pitch = f.field(1, 17, 0) + 1,
                        .qpitch = f.field(7, 14, 0) * kRowsOfQPitch,
                        .width = f.field(4, 17, 4) + 1,
                        .height = f.field(4, 31, 18) + 1,
                        .depth = f.field(5, 31, 21) + 1,
                        .level = static_cast<std::uint8_t>(f.field(4, 3, 0)),
                        .first_element = f.field(5, 20, 10),
                        .is_tiled_resource = f.field(6, 31, 30) != 0};
}

void set_stencil_buffer(State3d& state, const Fields& f) {
  state.stencil_buffer = {.enabled = f.flag(1, 31),
                          .address = f.address(2),
                          .pitch = f.field(1, 16, 0) + 1,
                          .qpitch = f.field(4, 14, 0) * kRowsOfQPitch};
}

// The lowest bits of the fields of one face.
struct StencilFields {
  unsigned function, failed, depth_failed, passed;  // in dword 1
  unsigned test_mask, write_mask;                   // in dword 2
  unsigned reference;                               // in dword 3
};

StencilFace read_face(const Fields& f, const StencilFields& at) {
  const auto operation = [&](unsigned low) { return static_cast<StencilOperation>(f.field(1, low + 2, low)); };
  const auto byte = [&](std::size_t dword, unsigned low) {
    return static_cast<std::uint8_t>(f.field(dword, low + 7, low));
  };
  return {.function = static_cast<Compare>(f.field(1, at.function + 2, at.function)),
          .when_failed = operation(at.failed),
          .when_depth_failed = operation(at.depth_failed),
          .when_passed = operation(at.passed),
          .test_mask = byte(2, at.test_mask),
          .write_mask = byte(2, at.write_mask),
          .reference = byte(3, at.reference)};
}

void set_tests(State3d& state, const Fields& f) {
  constexpr StencilFields kFront{
      .function = 8, .failed = 29, .depth_failed = 26, .passed = 23, .test_mask = 24, .write_mask = 16, .reference = 8};
  constexpr StencilFields kBack{
      .function = 20, .failed = 17, .depth_failed = 14, .passed = 11, .test_mask = 8, .write_mask = 0, .reference = 0};
  constexpr unsigned kTwoSides = 4;
  state.tests = {.writes_depth = f.flag(1, 0),
                 .tests_depth = f.flag(1, 1),
                 .depth_function = static_cast<Compare>(f.field(1, 7, 5)),
                 .writes_stencil = f.flag(1, 2),
                 .tests_stencil = f.flag(1, 3),
                 .front = read_face(f, kFront),
                 .back = read_face(f, f.flag(1, kTwoSides) ? kBack : kFront)};
}

void set_hz_operation(State3d& state, const Fields& f) {
  state.hz_operation = {.clears_stencil = f.flag(1, 31),
                        .clears_depth = f.flag(1, 30),
                        .has_scissor = f.flag(1, 29),
                        .has_samples = f.field(1, 15, 13) != 0,
                        .left = f.field(2, 15, 0),
                        .top = f.field(2, 31, 16),
                        .right = f.field(3, 15, 0),
                        .bottom = f.field(3, 31, 16),
                        .stencil = f.field(1, 23, 16)};
}

void set_clear_params(State3d& state, const Fields& f) { state.clear_depth = std::bit_cast<float>(f.dword(1)); }

void set_pixel_shader(State3d& state, const Fields& f) {
  constexpr std::uint64_t kKernel = ~std::uint64_t{0x3F}, kScratch = ~std::uint64_t{0x3FF};
  PixelShader& shader = state.shader;
  shader.is_given = true;
  shader.has_8 = f.flag(6, 0);
  shader.has_16 = f.flag(6, 1);
  shader.first_kernel = f.address(1) & kKernel;
  shader.third_kernel = f.address(10) & kKernel;
  shader.first_register = f.field(7, 22, 16);
  shader.third_register = f.field(7, 6, 0);
  shader.fast_clears = f.flag(6, 8);
  shader.resolves = f.field(6, 7, 6);
  shader.alternate_floats = f.flag(3, 16);
  shader.single_program_flow = f.flag(3, 31);
  shader.rounding_mode = static_cast<std::uint8_t>(f.field(3, 15, 14));
  shader.scratch_size_code = static_cast<std::uint8_t>(f.field(4, 3, 0));
  shader.scratch_base = f.address(4) & kScratch;
  shader.has_position_offset = f.field(6, 4, 3) != 0;
  shader.has_constants = f.flag(6, 11);
}

void set_pixel_shader_extra(State3d& state, const Fields& f) {
  PixelShader& shader = state.shader;
  shader.extra_is_given = true;
  shader.valid = f.flag(1, 31);
  shader.kills = f.flag(1, 28);
  shader.computes_depth = f.field(1, 27, 26) != 0;
  shader.computes_stencil = f.flag(1, 5);
  shader.writes_sample_mask = f.flag(1, 29);
  shader.uses_coverage = f.flag(1, 0);
  shader.uses_depth = f.flag(1, 24);
  shader.uses_w = f.flag(1, 23);
  shader.has_side_effects = f.flag(1, 2);
}

ConstantRanges read_constants(const Fields& f) {
  constexpr std::uint64_t kRegister = ~std::uint64_t{0x1F};
  ConstantRanges ranges;
  for (unsigned i = 0; i < ranges.size(); ++i) {
    const unsigned low = i % 2 * 16;
    ranges[i] = {.registers = f.field(1 + i / 2, low + 15, low),
                 .address = f.address(3 + std::size_t{2} * i) & low_mask(48) & kRegister};
  }
  return ranges;
}
void set_vertex_constants(State3d& state, const Fields& f) { state.vertex_shader.constants = read_constants(f); }
void set_pixel_constants(State3d& state, const Fields& f) { state.shader.constants = read_constants(f); }

void set_vertex_shader(State3d& state, const Fields& f) {
  VertexShader& shader = state.vertex_shader;
  shader.enabled = f.flag(7, 0);
  shader.has_8 = f.flag(7, 2);
  shader.kernel = f.address(1) & ~std::uint64_t{0x3F};
  shader.alternate_floats = f.flag(3, 16);
  shader.scratch_size_code = static_cast<std::uint8_t>(f.field(4, 3, 0));
  shader.scratch_base = f.address(4) & ~std::uint64_t{0x3FF};
  shader.first_register = f.field(6, 24, 20);
  shader.first_row = f.field(6, 9, 4) * 2;
  shader.rows = f.field(6, 16, 11) * 2;
}

void set_vertex_entries(State3d& state, const Fields& f) {
  constexpr std::uint32_t kRows = 4;  // the unit of VS URB Entry Allocation Size: 64 bytes
  state.vertex_shader.entry_rows = (f.field(1, 24, 16) + 1) * kRows;
}

void set_clipper(State3d& state, const Fields& f) {
  enum : std::uint32_t { reject_all = 3, accept_all = 4 };
  const std::uint32_t mode = f.field(2, 15, 13);
  state.clipper = {.enabled = f.flag(2, 31),
                   .rejects_all = mode == reject_all,
                   .accepts_all = mode == accept_all,
                   .tests_guardband = f.flag(2, 26),
                   .has_d3d_depth = f.flag(2, 30),
                   .divides = !f.flag(2, 9),
                   .forces_layer_0 = f.flag(3, 5),
                   .last_viewport = f.field(3, 3, 0),
                   .distances = static_cast<std::uint8_t>(f.field(2, 23, 16)),
                   .culls = static_cast<std::uint8_t>(f.field(1, 7, 0))};
}

void set_strips_and_fans(State3d& state, const Fields& f) {
  Rasterizer& raster = state.rasterizer;
  raster.transforms = f.flag(1, 1);
  raster.line_width = static_cast<float>(f.field(1, 29, 12)) / 128;
  raster.point_width = static_cast<float>(f.field(3, 10, 0)) / 8;
  raster.has_point_width = f.flag(3, 11);
  raster.provoking = {.triangles = static_cast<std::uint8_t>(f.field(3, 30, 29)),
                      .lines = static_cast<std::uint8_t>(f.field(3, 28, 27)),
                      .fans = static_cast<std::uint8_t>(f.field(3, 26, 25))};
}

void set_raster(State3d& state, const Fields& f) {
  Rasterizer& raster = state.rasterizer;
  raster.clips_near = f.flag(1, 0);
  raster.clips_far = f.flag(1, 26);
  raster.has_scissor = f.flag(1, 1);
  raster.cull = static_cast<Cull>(f.field(1, 17, 16));
  raster.front_is_counterclockwise = f.flag(1, 21);
  raster.front_fill = static_cast<Fill>(f.field(1, 6, 5));
  raster.back_fill = static_cast<Fill>(f.field(1, 4, 3));
  raster.offsets_solid = f.flag(1, 9);
  raster.offsets_lines = f.flag(1, 8);
  raster.offsets_points = f.flag(1, 7);
  raster.offset_constant = std::bit_cast<float>(f.dword(2));
  raster.offset_scale = std::bit_cast<float>(f.dword(3));
  raster.offset_clamp = std::bit_cast<float>(f.dword(4));
}

void set_swizzles(State3d& state, const Fields& f) {
  for (unsigned i = 0; i < state.attributes.swizzles.size(); ++i) {
    const std::size_t dword = 1 + i / 2;
    const unsigned low = i % 2 * 16;
    const auto read = [&](unsigned high, unsigned from) {
      return static_cast<std::uint8_t>(f.field(dword, low + high, low + from));
    };
    state.attributes.swizzles[i] = {
        .source = read(4, 0), .select = read(7, 6), .constant = read(10, 9), .overridden = read(15, 12)};
  }
}

void set_windower(State3d& state, const Fields& f) {
  state.windower = {.barycentrics = f.field(1, 16, 11),
                    .early_control = static_cast<std::uint8_t>(f.field(1, 22, 21)),
                    .thread_control = static_cast<std::uint8_t>(f.field(1, 20, 19)),
                    .stipples_lines = f.flag(1, 3),
                    .stipples_polygons = f.flag(1, 4)};
}

void set_stipple_offset(State3d& state, const Fields& f) {
  state.polygon_stipple.x = static_cast<std::uint8_t>(f.field(1, 12, 8));
  state.polygon_stipple.y = static_cast<std::uint8_t>(f.field(1, 4, 0));
}

void set_stipple_pattern(State3d& state, const Fields& f) {
  for (std::size_t row = 0; row < state.polygon_stipple.rows.size(); ++row)
    state.polygon_stipple.rows[row] = f.dword(1 + row);
}

// Modify Enable and the current counters are ignored (docs/user/status.md): the pattern begins anew with each list
// element, strip and loop.
void set_line_stipple(State3d& state, const Fields& f) {
  state.line_stipple = {.pattern = static_cast<std::uint16_t>(f.field(1, 15, 0)),
                        .repeat = static_cast<std::uint16_t>(std::max(f.field(2, 8, 0), 1U))};
}

void set_index_buffer(State3d& state, const Fields& f) {
  state.indices.format = f.field(1, 9, 8);
  state.indices.address = f.address(2) & low_mask(48);
  state.indices.bytes = f.dword(4);
}

void set_cut_index(State3d& state, const Fields& f) {
  state.indices.has_cut_index = f.flag(0, 8);
  state.indices.cut_index = f.dword(1);
}

void set_instancing(State3d& state, const Fields& f) {
  const std::size_t element = f.field(1, 5, 0);
  if (element < state.instancing.size()) state.instancing[element] = {.enabled = f.flag(1, 8), .rate = f.dword(2)};
}

void set_target_blending(State3d& state, const Fields& f) {
  state.has_writable_target = f.flag(1, 30);
  state.has_alpha_test = f.flag(1, 8);
  state.turns_alpha_to_coverage = f.flag(1, 31);
}

void set_sf_clip_viewports(State3d& state, const Fields& f) { state.sf_clip_viewports = f.dword(1) & ~0x3FU; }
void set_cc_viewports(State3d& state, const Fields& f) { state.cc_viewports = f.dword(1) & ~0x1FU; }
void set_scissors(State3d& state, const Fields& f) { state.scissors = f.dword(1) & ~0x1FU; }
void set_color_calc_state(State3d& state, const Fields& f) {
  state.color_calc_state.reset();
  if (f.flag(1, 0)) state.color_calc_state = f.dword(1) & ~0x3FU;
}
void set_vertex_binding_table(State3d& state, const Fields& f) {
  state.vertex_shader.binding_table = f.field(1, 15, 5) << 5;
}
void set_vertex_samplers(State3d& state, const Fields& f) { state.vertex_shader.sampler_state = f.dword(1) & ~0x1FU; }

void set_binding_table(State3d& state, const Fields& f) { state.shader.binding_table = f.field(1, 15, 5) << 5; }
void set_samplers(State3d& state, const Fields& f) { state.shader.sampler_state = f.dword(1) & ~0x1FU; }

// Buffers that the command does not name keep their state (SKL PRM vol2a 3DSTATE_VERTEX_BUFFERS).
void set_vertex_buffers(State3d& state, const Fields& f) {
  constexpr std::size_t kDwords = 4;
  for (std::size_t at = 1; at + kDwords <= f.size(); at += kDwords) {
    const VertexBuffer buffer{.number = f.field(at, 31, 26),
                              .address = f.address(at + 1) & low_mask(48),
                              .pitch = f.field(at, 11, 0),
                              .bytes = f.flag(at, 13) ? 0 : f.dword(at + 3)};
    const auto known = std::ranges::find(state.vertex_buffers, buffer.number, &VertexBuffer::number);
    if (known == state.vertex_buffers.end())
      state.vertex_buffers.push_back(buffer);
    else
      *known = buffer;
  }
}

void set_vertex_elements(State3d& state, const Fields& f) {
  constexpr std::size_t kDwords = 2;
  state.vertex_elements.clear();
  for (std::size_t at = 1; at + kDwords <= f.size(); at += kDwords) {
    VertexElement element{.valid = f.flag(at, 25),
                          .buffer = f.field(at, 31, 26),
                          .format = static_cast<std::uint16_t>(f.field(at, 24, 16)),
                          .offset = f.field(at, 11, 0)};
    for (unsigned c = 0; c < element.control.size(); ++c)
      element.control[c] = static_cast<std::uint8_t>(f.field(at + 1, 30 - 4 * c, 28 - 4 * c));
    state.vertex_elements.push_back(element);
  }
}

void set_generated_values(State3d& state, const Fields& f) {
  state.vertex_id = {.enabled = f.flag(1, 15), .element = f.field(1, 5, 0), .component = f.field(1, 14, 13)};
  state.instance_id = {.enabled = f.flag(1, 31), .element = f.field(1, 21, 16), .component = f.field(1, 30, 29)};
}

void set_topology(State3d& state, const Fields& f) { state.topology = f.field(1, 5, 0); }

void set_attributes(State3d& state, const Fields& f) {
  Attributes& attributes = state.attributes;
  attributes.first = f.field(1, 10, 5) * 2;
  attributes.count = f.field(1, 27, 22);
  attributes.has_swizzles = f.flag(1, 21);
  attributes.sprites_go_up = f.flag(1, 20);
  attributes.primitive_id_components = static_cast<std::uint8_t>(f.field(1, 19, 16));
  attributes.primitive_id_attribute = static_cast<std::uint8_t>(f.field(1, 4, 0));
  attributes.sprites = f.dword(2);
  attributes.constants = f.dword(3);
}

void set_blend_state(State3d& state, const Fields& f) {
  state.blend_state.reset();
  if (f.flag(1, 0)) state.blend_state = f.dword(1) & ~0x3FU;
}

void set_drawing_rectangle(State3d& state, const Fields& f) {
  state.drawing_rectangle = {
      .left = f.field(1, 15, 0), .top = f.field(1, 31, 16), .right = f.field(2, 15, 0), .bottom = f.field(2, 31, 16)};
}

struct CommandRow {
  Command3d code;
  void (*set)(State3d&, const Fields&);
};
constexpr std::array kCommands{
    CommandRow{Command3d::clear_params, set_clear_params},
    CommandRow{Command3d::depth_buffer, set_depth_buffer},
    CommandRow{Command3d::stencil_buffer, set_stencil_buffer},
    CommandRow{Command3d::vertex_buffers, set_vertex_buffers},
    CommandRow{Command3d::vertex_elements, set_vertex_elements},
    CommandRow{Command3d::index_buffer, set_index_buffer},
    CommandRow{Command3d::vf, set_cut_index},
    CommandRow{Command3d::cc_state_pointers, set_color_calc_state},
    CommandRow{Command3d::scissor_state_pointers, set_scissors},
    CommandRow{Command3d::vs, set_vertex_shader},
    CommandRow{Command3d::clip, set_clipper},
    CommandRow{Command3d::sf, set_strips_and_fans},
    CommandRow{Command3d::wm, set_windower},
    CommandRow{Command3d::constant_vs, set_vertex_constants},
    CommandRow{Command3d::constant_ps, set_pixel_constants},
    CommandRow{Command3d::sbe, set_attributes},
    CommandRow{Command3d::ps, set_pixel_shader},
    CommandRow{Command3d::viewport_state_pointers_sf_clip, set_sf_clip_viewports},
    CommandRow{Command3d::viewport_state_pointers_cc, set_cc_viewports},
    CommandRow{Command3d::blend_state_pointers, set_blend_state},
    CommandRow{Command3d::binding_table_pointers_vs, set_vertex_binding_table},
    CommandRow{Command3d::binding_table_pointers_ps, set_binding_table},
    CommandRow{Command3d::sampler_state_pointers_vs, set_vertex_samplers},
    CommandRow{Command3d::sampler_state_pointers_ps, set_samplers},
    CommandRow{Command3d::urb_vs, set_vertex_entries},
    CommandRow{Command3d::vf_instancing, set_instancing},
    CommandRow{Command3d::vf_sgvs, set_generated_values},
    CommandRow{Command3d::vf_topology, set_topology},
    CommandRow{Command3d::ps_blend, set_target_blending},
    CommandRow{Command3d::wm_depth_stencil, set_tests},
    CommandRow{Command3d::ps_extra, set_pixel_shader_extra},
    CommandRow{Command3d::raster, set_raster},
    CommandRow{Command3d::sbe_swiz, set_swizzles},
    CommandRow{Command3d::wm_hz_op, set_hz_operation},
    CommandRow{Command3d::drawing_rectangle, set_drawing_rectangle},
    CommandRow{Command3d::poly_stipple_offset, set_stipple_offset},
    CommandRow{Command3d::poly_stipple_pattern, set_stipple_pattern},
    CommandRow{Command3d::line_stipple, set_line_stipple},
};
static_assert(std::ranges::is_sorted(kCommands, {}, &CommandRow::code));

}  // namespace

void State3d::set(std::span<const std::uint32_t> command) {
  const Fields fields(command);
  const auto code = static_cast<Command3d>(fields.field(0, 31, 16));
  const auto row = std::ranges::lower_bound(kCommands, code, {}, &CommandRow::code);
  if (row != kCommands.end() && row->code == code) row->set(*this, fields);
  set_features(*this, code, fields);
}

}  // namespace eugene::draw
