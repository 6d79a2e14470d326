// Random surface states, sampler states and messages to the sampler: never a crash, whatever they hold.
//
// The messages come first, the states after them: an input of a few bytes is a message already, with states of zeros,
// so that libFuzzer, which begins with short ones, finds its way to longer ones.
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

// Fills a surface state with random fields. The surface is small, so most of it is mapped.
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

struct Message {
  explicit Message(Input& input)
      : descriptor(input.take<std::uint32_t>() & ~0x0000'0CFCU),  // one of the four states
        lengths(input.take<std::uint16_t>()),
        channels(input.take<std::uint32_t>()),
        repeats(input.take<std::uint8_t>() % 4 == 0 ? 70 : 1),
        changed(input.take<std::uint8_t>() * 4U),
        change(input.take<std::byte>()) {
    // Each register has the bytes of the previous register, rotated by a dword.
    input.fill(std::as_writable_bytes(std::span(&registers[0], 1)));
    for (std::size_t i = 1; i < registers.size(); ++i) {
      const auto before = std::as_bytes(std::span(&registers[i - 1], 1));
      std::ranges::rotate_copy(before, before.begin() + 4, std::as_writable_bytes(std::span(&registers[i], 1)).begin());
    }
  }

  std::uint32_t descriptor;
  std::uint16_t lengths;  // registers of payload, extended payload and response
  std::uint32_t channels;
  unsigned repeats;     // so many that the fast path is used
  std::size_t changed;  // byte of the states that is changed while the states are cached
  std::byte change;
  std::array<eu::Grf, 48> registers;
};

void send(functions::Port& port, Message& message) {
  isa::Instruction instruction;
  instruction.send.sfid = isa::Sfid::sampler;
  instruction.exec_size = 16;
  eu::Thread thread{};
  const std::span all(message.registers);
  const eu::SendRequest request{.instruction = instruction,
                                .thread = thread,
                                .descriptor = message.descriptor,
                                .payload = all.subspan(0, message.lengths & 15),
                                .extended_payload = all.subspan(16, message.lengths >> 4 & 15),
                                .response = all.subspan(message.lengths >> 11 & 15, message.lengths >> 8 & 15),
                                .channels = message.channels};
  for (unsigned i = 0; i < message.repeats; ++i) {
    if (port.send(request) != eu::SendStatus::fault) continue;
    if (port.take_fault().what.empty()) __builtin_trap();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMaxMessages = 8;
  Input input(std::as_bytes(std::span(data, size)));
  const isa::Gen& gen = input.take<std::uint8_t>() % 4 == 0 ? isa::kGen6 : isa::kGen9;
  const bool goes_on = input.take<std::uint8_t>() % 2 == 0;
  std::vector<Message> messages;
  for (std::size_t left = input.take<std::uint8_t>() % kMaxMessages + 1; left != 0; --left)
    messages.emplace_back(input);
  memory::FlatMemory flat;
  const std::span<std::byte> surfaces = *flat.map(kSurfaces, 0x1000);
  const std::span<std::byte> samplers = *flat.map(kSamplers, 0x1000);
  const std::span<std::byte> texels = *flat.map(kTexels, 0x10000, false);
  for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<std::byte>(i * 37 >> 3);
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
                       .recoverable = {.stale_states = goes_on}});
  port.begin_group({});
  for (Message& message : messages) {
    surfaces[message.changed] ^= message.change;
    send(port, message);
  }
  return 0;
}
