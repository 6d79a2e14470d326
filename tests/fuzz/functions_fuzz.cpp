// Random messages to the shared functions: never a crash, whatever descriptor, payload and surface state.
#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "functions/port.h"
#include "input.h"
#include "memory/flat_memory.h"

using namespace eugene;

namespace {

constexpr std::uint64_t kHeap = 0x1000;         // surface states, binding table, data: two pages
constexpr std::uint32_t kBindingTable = 0x800;  // offset in the heap
constexpr std::size_t kSurfaceStates = 4;

// Returns any function of a machine, or the load/store cache, which only vISA uses.
isa::Sfid take_function(Input& input) {
  constexpr std::array kCache = {isa::Sfid::ugm, isa::Sfid::ugml, isa::Sfid::slm, isa::Sfid::tgm};
  const auto choice = input.take<std::uint8_t>();
  return choice < 0x80 ? static_cast<isa::Sfid>(choice % 16) : kCache[choice % kCache.size()];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(std::as_bytes(std::span(data, size)));
  memory::FlatMemory flat;
  const std::span<std::byte> heap = *flat.map(kHeap, 0x2000);
  (void)flat.map(0x8000, 0x1000, false);
  constexpr std::array kGens{&isa::kGen6, &isa::kGen9, &isa::kGen9, &isa::kGen12};
  const isa::Gen& gen = *kGens[input.take<std::uint8_t>() % kGens.size()];
  for (std::uint32_t i = 0; i < 256; ++i) {
    const auto entry = static_cast<std::uint32_t>(i % kSurfaceStates * memory::kSurfaceStateBytes);
    std::memcpy(&heap[kBindingTable + 4 * i], &entry, sizeof(entry));
  }
  input.fill(heap.first(kSurfaceStates * memory::kSurfaceStateBytes));

  memory::View view(flat);
  functions::Port port(gen, view);
  eu::Barrier barrier;
  barrier.begin(1 + input.take<std::uint8_t>() % 3);
  alignas(8) std::array<std::byte, 1024> slm{};
  port.begin_dispatch({.general_state_base = kHeap,
                       .general_state_bytes = input.take<std::uint32_t>(),
                       .surface_state_base = kHeap,
                       .bindless_surface_base = kHeap,
                       .binding_table = kBindingTable});
  port.begin_group({.slm = std::span(slm).first(input.take<std::uint16_t>() % (slm.size() + 1)), .barrier = &barrier});

  if (input.take<std::uint8_t>() % 2 != 0)
    port.set_pixels({.subspan = input.take<std::array<std::uint32_t, 4>>(), .mask = 0xFFFF});

  eu::Thread thread{};
  for (unsigned sends = 0; sends < 16 && !input.empty(); ++sends) {
    isa::Instruction instruction;
    instruction.send.sfid = take_function(input);
    instruction.exec_size = static_cast<std::uint8_t>(1U << input.take<std::uint8_t>() % 6);
    const auto descriptor = input.take<std::uint32_t>();
    const auto lengths = input.take<std::uint16_t>();
    // Payloads and response may overlap, as in programs.
    std::array<eu::Grf, 48> registers;
    input.fill(std::as_writable_bytes(std::span(registers)));
    const std::span all(registers);
    const eu::SendRequest request{.instruction = instruction,
                                  .thread = thread,
                                  .descriptor = descriptor,
                                  .extended_descriptor = input.take<std::uint16_t>(),
                                  .payload = all.subspan(lengths >> 12, lengths & 15),
                                  .extended_payload = all.subspan(16, lengths >> 4 & 15),
                                  .response = all.subspan(lengths >> 11 & 15, lengths >> 8 & 15),
                                  .channels = input.take<std::uint32_t>()};
    if (port.send(request) == eu::SendStatus::fault && port.take_fault().what.empty()) __builtin_trap();
  }
  return 0;
}
