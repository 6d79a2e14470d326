#include "gpu/draw/shader_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/bits.h"
#include "draw/pixel/block_pixels.h"
#include "draw/pixel/interpolation.h"
#include "functions/port.h"
#include "gpu/draw/refusal.h"
#include "gpu/schedule/work/payload.h"

namespace eugene::gpu {
namespace {

constexpr unsigned kThreadVertices = 8;
constexpr std::size_t kRowBytes = sizeof(memory::Pixel);
constexpr std::size_t kRowsOfRegister = eu::kGrfBytes / kRowBytes;
constexpr std::size_t kUrbRegisters = std::size_t{1} << 16;  // handles have 16 bits

// Payload of vertex shader threads, SIMD8: a register of URB handles, constants, then a register for each component of
// the vertices' rows.
class VertexPayload final : public PayloadWriter {
 public:
  struct Inputs {
    std::vector<eu::Grf> handles = {};     // a register for each thread
    std::vector<eu::Grf> components = {};  // `rows` * 4 registers for each thread
    std::vector<eu::Grf> constants = {};
    std::vector<draw::VertexPlace> places = {};  // of each vertex
    unsigned first_register = 0;
    unsigned rows = 0;
  };
  VertexPayload(Inputs inputs, unsigned vertices) : inputs_(std::move(inputs)), vertices_(vertices) {}

  std::uint32_t channels(unsigned /*thread*/) const override { return static_cast<std::uint32_t>(low_mask(vertices_)); }
  void write_model(unsigned /*thread*/, eu::Thread& model) const override {
    std::ranges::copy(inputs_.constants, model.grf.begin() + inputs_.first_register);
  }
  GroupId dwords(std::uint64_t group) const override { return {static_cast<std::uint32_t>(group), 0, 0}; }
  bool runs_in_batches() const override { return true; }
  WorkItem item(std::uint64_t group, unsigned thread, unsigned channel) const override {
    const std::size_t first = static_cast<std::size_t>(group) * kThreadVertices;
    const std::size_t index = channel < vertices_ ? first + channel : first;
    const draw::VertexPlace& place = inputs_.places[index];
    return {.stage = Stage::vertex, .group = {place.index, place.instance, 0}, .thread = thread, .channel = channel};
  }
  void start(const GroupStart& group, unsigned /*thread*/, eu::Thread& to, functions::Port& /*port*/) const override {
    to.grf[1] = inputs_.handles[group.index];
    const std::size_t count = std::size_t{inputs_.rows} * 4;
    const std::size_t first = inputs_.first_register + inputs_.constants.size();
    std::copy_n(inputs_.components.begin() + static_cast<std::ptrdiff_t>(group.index * count), count,
                to.grf.begin() + static_cast<std::ptrdiff_t>(first));
  }

 private:
  Inputs inputs_;
  unsigned vertices_;  // of a thread
};

// Writes a row of up to eight vertices, one vertex every `step` rows, to four registers: one for each component.
void transpose_row(const memory::Pixel* row, std::size_t step, std::size_t vertices, eu::Grf* to) {
  for (std::size_t c = 0; c < 4; ++c) {
    std::array<std::uint32_t, kThreadVertices> lanes{};
    for (std::size_t lane = 0; lane < vertices; ++lane) lanes[lane] = row[lane * step][c];
    std::memcpy(to[c].bytes.data(), lanes.data(), sizeof lanes);
  }
}

// Makes the inputs of threads for the vertices [first, first + count), whose entries have the same numbers.
VertexPayload::Inputs make_inputs(const draw::VertexShader& shader, const FetchedVertices& vertices,
                                  const VertexEntries& entries, std::size_t first, std::size_t count) {
  VertexPayload::Inputs inputs{.first_register = shader.first_register, .rows = shader.rows};
  const std::size_t threads = (count + kThreadVertices - 1) / kThreadVertices;
  const std::size_t registers = std::size_t{shader.rows} * 4;
  inputs.handles.resize(threads);
  inputs.components.resize(threads * registers);
  const auto places = std::span(vertices.places).subspan(first, count);
  inputs.places.assign(places.begin(), places.end());
  const std::size_t step = vertices.rows_of_vertex;
  for (std::size_t thread = 0; thread < threads; ++thread) {
    const std::size_t begin = thread * kThreadVertices, used = std::min<std::size_t>(count - begin, kThreadVertices);
    for (std::size_t lane = 0; lane < used; ++lane)
      write_dword(inputs.handles[thread], static_cast<unsigned>(lane), entries.handle(first + begin + lane));
    const memory::Pixel* const rows = vertices.rows.data() + (first + begin) * step;
    for (std::size_t row = 0; row < shader.rows && shader.first_row + row < step; ++row)
      transpose_row(rows + shader.first_row + row, step, used, &inputs.components[thread * registers + row * 4]);
  }
  return inputs;
}

// Payload of pixel shader threads. Each thread is a group.
class FragmentPayload final : public PayloadWriter {
 public:
  FragmentPayload(const PixelStage& stage, const draw::Batch& batch, const functions::PixelOutput& output,
                  std::span<const draw::Fragment> fragments)
      : stage_(&stage), batch_(&batch), interpolation_(batch.triangles), output_(&output), fragments_(fragments) {
    if (!has_whole_blocks()) halves_ = find_halves(fragments);
  }

  std::uint64_t threads() const { return has_whole_blocks() ? fragments_.size() : halves_.size(); }

  std::uint32_t channels(unsigned /*thread*/) const override {
    return static_cast<std::uint32_t>(low_mask(stage_->kernel.pixels));
  }
  void write_model(unsigned /*thread*/, eu::Thread& model) const override {
    std::ranges::copy(stage_->constants, model.grf.begin() + stage_->kernel.first_register);
  }
  GroupId dwords(std::uint64_t /*group*/) const override { return {}; }
  bool runs_in_batches() const override { return true; }
  // The place of the thread's first pixel.
  GroupId id(std::uint64_t group) const override { return item(group, 0, 0).group; }
  WorkItem item(std::uint64_t group, unsigned thread, unsigned channel) const override {
    functions::Pixels pixels;
    find_pixels(group, pixels);
    return make_pixel_item(pixels, thread, channel);
  }
  // All channels run, with the coordinates of their pixels: derivatives need those that are not lit. The dispatch mask
  // has the lit ones, and the vector mask all of their subspans.
  void start(const GroupStart& group, unsigned /*thread*/, eu::Thread& to, functions::Port& port) const override {
    functions::Pixels& pixels = port.new_pixels();
    find_pixels(group.index, pixels);
    const draw::ScreenTriangle& triangle = batch_->triangles[pixels.source];
    constexpr unsigned kLayer = 16, kBackFace = 15;
    constexpr std::uint32_t kTriangleList = 4;
    write_dword(to.grf[0], 0,
                pixels.layer << kLayer | std::uint32_t{triangle.setup.is_back} << kBackFace | kTriangleList);
    draw::write_pixel_payload(stage_->layout,
                              {.triangle = &triangle.setup,
                               .pixels = &pixels,
                               .min_depth = triangle.min_depth,
                               .max_depth = triangle.max_depth},
                              to.grf);
    const std::size_t at = stage_->kernel.first_register + stage_->constants.size();
    for (std::size_t i = 0; i < stage_->attribute_registers; ++i)  // so few are copied faster without a call
      to.grf[at + i] = batch_->attributes[triangle.first_attribute + i];
    to.state[2] = pixels.mask;
    to.state[3] = static_cast<std::uint32_t>(low_mask(stage_->kernel.pixels));
  }

 private:
  // The pixels of a thread that has half of a block.
  struct Half {
    std::uint32_t fragment = 0;
    std::uint32_t first = 0;  // number of the thread's first pixel in the block
  };
  static constexpr unsigned kHalf = functions::Pixels::kMax / 2;

  bool has_whole_blocks() const { return stage_->kernel.pixels == functions::Pixels::kMax; }
  static std::vector<Half> find_halves(std::span<const draw::Fragment> fragments) {
    std::vector<Half> halves;
    for (std::uint32_t i = 0; i < fragments.size(); ++i) {
      for (const unsigned first : {0U, kHalf}) {
        if ((fragments[i].block.pixels >> first & low_mask(kHalf)) != 0)
          halves.push_back({.fragment = i, .first = first});
      }
    }
    return halves;
  }
  void find_pixels(std::uint64_t thread, functions::Pixels& pixels) const {
    const Half of = has_whole_blocks() ? Half{.fragment = static_cast<std::uint32_t>(thread)} : halves_[thread];
    const draw::Fragment& fragment = fragments_[of.fragment];
    draw::place_block(fragment.block, fragment.layer, pixels);
    pixels.output = output_;
    pixels.interpolation = &interpolation_;
    pixels.source = fragment.triangle;
    if (has_whole_blocks()) return;
    pixels.mask = pixels.mask >> of.first & static_cast<std::uint32_t>(low_mask(kHalf));
    std::rotate(pixels.subspan.begin(), pixels.subspan.begin() + of.first / functions::Pixels::kOfSubspan,
                pixels.subspan.end());
  }

  const PixelStage* stage_;
  const draw::Batch* batch_;
  draw::TriangleInterpolation interpolation_;
  const functions::PixelOutput* output_;
  std::span<const draw::Fragment> fragments_;
  std::vector<Half> halves_;  // if threads have halves of blocks
};

// Makes a Work for the vertex shader, like make_pixel_work().
Work make_vertex_work(const PipelineState& state) {
  const draw::VertexShader& shader = state.state_3d.vertex_shader;
  Work work = make_work({.kernel_start = shader.kernel,
                         .alternate_floats = shader.alternate_floats,
                         .sampler_state = shader.sampler_state,
                         .binding_table = shader.binding_table},
                        state);
  work.scratch_size_code = shader.scratch_size_code;
  work.scratch_base = shader.scratch_base;
  work.simd = kThreadVertices;
  work.stage = Stage::vertex;
  return work;
}

}  // namespace

WorkItem make_pixel_item(const functions::Pixels& pixels, unsigned thread, unsigned channel) {
  const unsigned pixel = channel < functions::Pixels::kMax ? channel : 0;
  return {.stage = Stage::pixel,
          .group = {pixels.x(pixel), pixels.y(pixel), pixels.layer},
          .thread = thread,
          .channel = channel};
}

Work make_pixel_work(const PipelineState& state, const draw::PixelKernel& kernel) {
  const draw::PixelShader& shader = state.state_3d.shader;
  Work work = make_work({.kernel_start = kernel.start,
                         .alternate_floats = shader.alternate_floats,
                         .single_program_flow = shader.single_program_flow,
                         .rounding_mode = shader.rounding_mode,
                         .sampler_state = shader.sampler_state,
                         .binding_table = shader.binding_table},
                        state);
  work.scratch_size_code = shader.scratch_size_code;
  work.scratch_base = shader.scratch_base;
  work.simd = kernel.pixels;
  work.stage = Stage::pixel;
  return work;
}

Result<std::vector<eu::Grf>> read_constants(const draw::ConstantRanges& ranges, memory::View& memory) {
  std::vector<eu::Grf> constants;
  for (const draw::ConstantRange& range : ranges) {
    if (range.registers == 0) continue;
    if (constants.size() + range.registers > eu::kGrfCount) return refuse_draw("more push constants than registers");
    const std::size_t at = constants.size();
    constants.resize(at + range.registers);
    if (!memory.read(range.address, std::as_writable_bytes(std::span(constants).subspan(at)))) {
      return fail(
          fmt::format("push constants at {:#x}: address {:#x} is not mapped", range.address, memory.bad_address()));
    }
  }
  return constants;
}

VertexEntries::VertexEntries(std::size_t count, std::size_t rows)
    : registers_((rows + kRowsOfRegister - 1) / kRowsOfRegister),
      urb_(std::make_shared<functions::Urb>(static_cast<unsigned>(count * registers_), false)) {}

std::size_t VertexEntries::max_count(std::size_t rows) {
  return kUrbRegisters / ((rows + kRowsOfRegister - 1) / kRowsOfRegister);
}

std::uint16_t VertexEntries::handle(std::size_t index) const { return static_cast<std::uint16_t>(index * registers_); }

std::size_t VertexEntries::entry_rows() const { return registers_ * kRowsOfRegister; }

std::vector<memory::Pixel> VertexEntries::read() const {
  const std::span<const eu::Grf> registers = std::as_const(*urb_).rows();
  std::vector<memory::Pixel> rows(registers.size() * kRowsOfRegister);
  std::memcpy(rows.data(), registers.data(), registers.size_bytes());
  return rows;
}

Result<std::vector<Work>> make_vertex_works(const PipelineState& state, const FetchedVertices& vertices,
                                            const VertexEntries& entries, std::span<const eu::Grf> constants) {
  const draw::VertexShader& shader = state.state_3d.vertex_shader;
  if (!shader.has_8) return refuse_draw("a vertex shader that is not SIMD8");
  constexpr unsigned kFirstFree = 2;  // r0 and r1 are the header and the handles
  if (shader.first_register < kFirstFree ||
      shader.first_register + constants.size() + std::size_t{shader.rows} * 4 > eu::kGrfCount)
    return refuse_draw("a vertex shader whose payload does not fit its registers");
  std::vector<Work> works;
  const std::size_t all = vertices.size();
  const std::size_t whole = all / kThreadVertices * kThreadVertices;
  const auto add = [&](std::size_t first, std::size_t count, unsigned of_thread) {
    if (count == 0) return;
    VertexPayload::Inputs inputs = make_inputs(shader, vertices, entries, first, count);
    inputs.constants.assign(constants.begin(), constants.end());
    Work work = make_vertex_work(state);
    work.groups = inputs.handles.size();
    work.urb = entries.urb();
    work.payload = std::make_shared<VertexPayload>(std::move(inputs), of_thread);
    works.push_back(std::move(work));
  };
  add(0, whole, kThreadVertices);
  add(whole, all - whole, static_cast<unsigned>(all - whole));
  return works;
}

Result<PixelStage> make_pixel_stage(const PipelineState& state, memory::View& memory) {
  const draw::State3d& draw = state.state_3d;
  PixelStage stage{.kernel = draw::find_pixel_kernel(draw.shader)};
  if (!draw.shader.valid) return stage;
  if (stage.kernel.pixels == 0) return refuse_draw("a SIMD32-only pixel shader");
  stage.layout = draw::find_layout(draw, stage.kernel.pixels);
  if (draw.shader.has_constants) {
    Result<std::vector<eu::Grf>> constants = read_constants(draw.shader.constants, memory);
    if (!constants) return std::unexpected(constants.error());
    stage.constants = *std::move(constants);
  }
  stage.attribute_registers = std::size_t{draw.attributes.count} * 2;
  if (stage.layout.end() > stage.kernel.first_register ||
      stage.kernel.first_register + stage.constants.size() + stage.attribute_registers > eu::kGrfCount)
    return refuse_draw("a pixel shader whose payload does not fit its registers");
  return stage;
}

Work make_fragment_work(const PipelineState& state, const PixelStage& stage, const draw::Batch& batch,
                        std::span<const draw::Fragment> fragments, const functions::PixelOutput& output) {
  auto payload = std::make_shared<FragmentPayload>(stage, batch, output, fragments);
  Work work = make_pixel_work(state, stage.kernel);
  work.groups = payload->threads();
  work.payload = std::move(payload);
  return work;
}

}  // namespace eugene::gpu
