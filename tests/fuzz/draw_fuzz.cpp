// Any state of the 3D pipeline, from the bytes of the input: a draw ends, or says why not. The first byte is the number
// of commands, which change a state that draws a triangle. The rest of the input is the memory that the state points
// to. The shaders do not run: other targets run any kernel.
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "fuzz/input.h"
#include "gpu/draw/drawing.h"
#include "memory/flat_memory.h"

namespace {

using namespace eugene;

constexpr std::uint64_t kMemory = 0x10'0000;
constexpr std::size_t kMemoryBytes = 0x1'0000;
constexpr std::size_t kMaxDwords = 12;  // of a command after its first

constexpr std::uint16_t kCodes[] = {0x7804, 0x7805, 0x7806, 0x7808, 0x7809, 0x780A, 0x780C, 0x780E, 0x780F, 0x7810,
                                    0x7812, 0x7813, 0x7814, 0x7815, 0x7817, 0x781F, 0x7820, 0x7821, 0x7823, 0x7824,
                                    0x7830, 0x7849, 0x784A, 0x784B, 0x784D, 0x784E, 0x784F, 0x7850, 0x7851, 0x7900};

// A state that draws triangles without a vertex shader: positions of four floats, and a pixel shader of 16 pixels.
gpu::PipelineState make_state() {
  gpu::PipelineState state;
  state.bases = {.surface = kMemory, .dynamic = kMemory, .instruction = kMemory};
  const std::vector<std::vector<std::uint32_t>> commands{
      {0x784B'0000, 4},
      {0x7808'0003, 0x10, kMemory, 0, 0x400},
      {0x7809'0003, 0x0200'0000, 0x2222'0000, 0x0200'0000, 0x1111'0000},
      {0x7850'0003, 1U << 16, 0, 0, 0},
      {0x7820'000A, 0, 0, 0, 0, 0, 2, 6U << 16, 0, 0, 0, 0},
      {0x784D'0000, 1U << 30},
      {0x784F'0000, 1U << 31},
      {0x7805'0006, 1U << 29 | 3U << 27 | 1U << 18 | 255, kMemory + 0x4000, 0, 31U << 18 | 31U << 4, 1U << 21, 0, 8},
      {0x7806'0003, 1U << 31 | 127, kMemory + 0x8000, 0, 8},
      {0x784E'0002, 3U << 23 | 0b1111, 0xFFFF'FFFF, 0x0101},
      {0x7900'0002, 0, 63U << 16 | 63, 0},
  };
  for (const std::vector<std::uint32_t>& each : commands) state.state_3d.set(each);
  return state;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(std::as_bytes(std::span(data, size)));
  gpu::PipelineState state = make_state();
  for (unsigned left = input.take<std::uint8_t>() % 8; left != 0; --left) {
    std::array<std::uint32_t, 1 + kMaxDwords> command{
        std::uint32_t{kCodes[input.take<std::uint8_t>() % std::size(kCodes)]} << 16};
    const std::size_t dwords = input.take<std::uint8_t>() % kMaxDwords + 1;
    input.fill(std::as_writable_bytes(std::span(command).subspan(1, dwords)));
    state.state_3d.set(std::span(command).first(1 + dwords));
  }
  const gpu::DrawCall call{.is_indexed = input.take<std::uint8_t>() % 2 == 0,
                           .vertices = input.take<std::uint8_t>(),
                           .first_vertex = input.take<std::uint32_t>(),
                           .instances = input.take<std::uint8_t>() % 4U,
                           .first_instance = input.take<std::uint32_t>(),
                           .base_vertex = input.take<std::uint32_t>()};
  memory::FlatMemory flat;
  const auto bytes = flat.map(kMemory, kMemoryBytes);
  if (!bytes) std::abort();
  input.fill(*bytes);
  memory::View view(flat);
  unsigned asked = 0;
  gpu::Drawing drawing(
      call, state, view,
      {.run_work = [](const gpu::Work&) { return Result<void>(); },
       .still_wanted = [&asked]() -> Result<void> { return ++asked < 50 ? Result<void>() : fail("enough"); }});
  const Result<void> done = drawing.run();
  if (!done && done.error().message.empty()) std::abort();
  return 0;
}
