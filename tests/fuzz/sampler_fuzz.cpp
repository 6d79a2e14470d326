// Random surface states, sampler states and messages to the sampler: never a crash, whatever they hold.
#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <vector>

#include "functions/port.h"
#include "input.h"
#include "memory/flat_memory.h"
#include "sampler/state.h"

using namespace eugene;

namespace {

constexpr std::uint64_t kSurfaces = 0x10000;  // states, then the binding table
constexpr std::uint64_t kSamplers = 0x20000;
constexpr std::uint64_t kTexels = 0x40000;
constexpr std::uint32_t kBindingTable = 0x400;
constexpr unsigned kStates = 4;

// A surface state of random fields, but small enough that most of it is mapped.
void fill_surface(Input& input, const isa::Gen& gen, std::span<std::byte> state) {
  input.fill(state);
  if (input.take<std::uint8_t>() % 4 == 0) return;
  const memory::SurfaceLayout& layout = functions::surface_layout(gen);
  memory::SurfaceState decoded = memory::decode_surface_state(layout, state);
  decoded.base = kTexels;
  decoded.width = decoded.width % 32 + 1;
  decoded.height = decoded.height % 32 + 1;
  decoded.depth = decoded.depth % 8 + 1;
  decoded.qpitch %= 128;
  decoded.tiled_resource_mode = 0;
  const auto encoded = memory::encode_surface_state(layout, decoded);
  std::ranges::copy(std::span(encoded).first(layout.bytes), state.begin());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(std::as_bytes(std::span(data, size)));
  memory::FlatMemory flat;
  const std::span<std::byte> surfaces = *flat.map(kSurfaces, 0x1000);
  const std::span<std::byte> samplers = *flat.map(kSamplers, 0x1000);
  const std::span<std::byte> texels = *flat.map(kTexels, 0x10000, false);
  for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::byte>(i * 37 >> 3);
  const isa::Gen& gen = input.take<std::uint8_t>() % 4 == 0 ? isa::kGen6 : isa::kGen9;
  const std::uint32_t bytes = functions::surface_layout(gen).bytes;
  for (std::uint32_t i = 0; i < 256; ++i) {
    const std::uint32_t entry = i % kStates * bytes;
    std::memcpy(&surfaces[kBindingTable + 4 * i], &entry, sizeof(entry));
  }
  for (unsigned i = 0; i < kStates; ++i) fill_surface(input, gen, surfaces.subspan(i * bytes, bytes));
  input.fill(samplers.first(kStates * sampler::kSamplerStateBytes));

  memory::View view(flat);
  functions::Port port(gen, view);
  memory::StateCache states;
  port.begin_dispatch({.surface_state_base = kSurfaces,
                       .dynamic_state_base = kSamplers,
                       .bindless_surface_base = kSurfaces,
                       .binding_table = kBindingTable,
                       .states = &states,
                       .recoverable = {.stale_states = input.take<std::uint8_t>() % 2 == 0}});
  port.begin_group({});
  eu::Thread thread{};
  for (unsigned sends = 0; sends < 8 && !input.empty(); ++sends) {
    isa::Instruction instruction;
    instruction.send.sfid = isa::Sfid::sampler;
    instruction.exec_size = 16;
    std::array<eu::Grf, 48> registers;
    const auto descriptor = input.take<std::uint32_t>() & ~0x0000'0CFCU;  // one of the four states
    const auto lengths = input.take<std::uint16_t>();
    input.fill(std::as_writable_bytes(std::span(registers)));
    const unsigned repeats = input.take<std::uint8_t>() % 4 == 0 ? 70 : 1;  // until the short way is taken
    const std::span all(registers);
    const eu::SendRequest request{.instruction = instruction,
                                  .thread = thread,
                                  .descriptor = descriptor,
                                  .payload = all.subspan(0, lengths & 15),
                                  .extended_payload = all.subspan(16, lengths >> 4 & 15),
                                  .response = all.subspan(lengths >> 11 & 15, lengths >> 8 & 15),
                                  .channels = input.take<std::uint32_t>()};
    const std::size_t changed = input.take<std::uint8_t>() * 4U;  // of the states, while the cache has them
    surfaces[changed] ^= input.take<std::byte>();
    for (unsigned i = 0; i < repeats; ++i) {
      if (port.send(request) != eu::SendStatus::fault) continue;
      if (port.take_fault().what.empty()) __builtin_trap();
      if (!port.effect().empty()) port.recover(thread.ip);
    }
  }
  return 0;
}
