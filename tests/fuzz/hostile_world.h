// A small GPU whose states come from the fuzzer: surfaces and bases at the ends of regions, of address space and
// beyond, of any size. Two worlds of the same input are equal.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>

#include "functions/port.h"
#include "guarded_memory.h"
#include "input.h"
#include "support/surface.h"

namespace eugene {

class HostileWorld {
 public:
  static constexpr std::uint64_t kLow = 0x1000;            // 3 pages
  static constexpr std::uint64_t kBuffer = 0x10'0000;      // 4 pages, and 2 that follow, elsewhere in the host's memory
  static constexpr std::uint64_t kReadOnly = 0x20'0000;    // 1 page
  static constexpr std::uint64_t kHeap = 0x30'0000;        // states
  static constexpr std::uint64_t kTop = 0xFFFF'FFFF'E000;  // the last 2 pages
  static constexpr std::uint32_t kBindingTable = 0x800;
  static constexpr unsigned kSurfaces = 6;  // indices beyond name these again

  HostileWorld() : view_(memory_), port_(isa::kGen9, view_) {
    memory_.map(kLow, 0x3000);
    memory_.map(kBuffer, 0x4000);
    memory_.map(kBuffer + 0x4000, 0x2000);
    memory_.map(kReadOnly, 0x1000, false);
    heap_ = memory_.map(kHeap, 0x1000);
    memory_.map(kTop, 0x2000);
    slm_ = GuardedMemory::allocate(0x1'0000);
  }

  // Begins a dispatch of one group with states from `input`.
  void begin(Input& input) {
    for (const GuardedMemory::Region& each : memory_.regions())
      for (std::size_t i = 0; i < each.host.size(); ++i) each.host[i] = static_cast<std::byte>(i * 7 + i / 256);
    for (std::uint32_t i = 0; i < 255; ++i) {
      const std::uint32_t entry = i % kSurfaces * 64;
      std::memcpy(&heap_[kBindingTable + 4 * i], &entry, sizeof entry);
    }
    for (unsigned i = 0; i < kSurfaces; ++i) put_surface(i, input);
    const std::uint64_t general = address(input);
    const std::uint64_t bytes = input.take<std::uint8_t>() % 4 == 0 ? size(input) : 0;
    view_.invalidate();
    port_.begin_dispatch({.general_state_base = general,
                          .general_state_bytes = bytes != 0 ? bytes : std::uint64_t{1} << 32,
                          .surface_state_base = kHeap,
                          .bindless_surface_base = kHeap,
                          .binding_table = kBindingTable});
    // The memory ends at a guard page.
    const std::size_t local = input.take<std::uint8_t>() % 33 * 64U;
    port_.begin_group({.slm = slm_.last(local)});
    for (std::size_t i = 0; i < local; ++i) slm_[slm_.size() - local + i] = static_cast<std::byte>(i);
  }

  // Returns an address that is probably near the end of a region.
  static std::uint64_t address(Input& input) {
    constexpr std::array<std::uint64_t, 16> kEnds{
        kLow,  kLow + 0x3000, kBuffer,    kBuffer + 0x4000, kBuffer + 0x6000,      kReadOnly,
        kTop,  kTop + 0x1000, 1ULL << 48, 1ULL << 47,       0xFFFF'8000'0000'0000, 0,
        ~0ULL, kHeap,         1ULL << 32, 0x8000'0000};
    const auto choice = input.take<std::uint8_t>();
    if (choice >= 0xF8) return input.take<std::uint64_t>();
    constexpr std::array<std::uint64_t, 4> kSteps{0x1000, 4, 1, 0x1000};
    const std::uint64_t steps = static_cast<std::uint64_t>(std::int64_t{input.take<std::int8_t>()});
    return kEnds[choice % kEnds.size()] + steps % 16 * kSteps[steps / 16 % kSteps.size()];
  }
  // Returns an offset that may be in a buffer, near the borders of pages.
  static std::uint64_t offset(Input& input) {
    const auto page = input.take<std::uint8_t>();
    return page % 8 * memory::kPageBytes + static_cast<std::uint64_t>(std::int64_t{input.take<std::int8_t>()}) * 4 +
           page / 64;
  }
  static std::uint32_t size(Input& input) {
    constexpr std::array<std::uint32_t, 8> kSizes{1, 0x100, 0x1000, 0x4000, 0x5000, 0x8000'0000, 0xFFFF'FFFF, 0x2'0000};
    const auto choice = input.take<std::uint8_t>();
    return choice >= 0xF8 ? input.take<std::uint32_t>()
                          : kSizes[choice % 8] + static_cast<std::uint32_t>(input.take<std::int8_t>());
  }

  functions::Port& port() { return port_; }

  bool is_like(const HostileWorld& other) const {
    for (std::size_t i = 0; i < memory_.regions().size(); ++i)
      if (!are_same(memory_.regions()[i].host, other.memory_.regions()[i].host)) return false;
    return are_same(slm_, other.slm_);
  }

 private:
  static bool are_same(std::span<const std::byte> a, std::span<const std::byte> b) {
    return std::memcmp(a.data(), b.data(), a.size()) == 0;
  }

  void put_surface(unsigned index, Input& input) {
    std::array<std::uint32_t, 16> state{};
    const auto kind = input.take<std::uint8_t>();
    if (kind % 8 == 7) {  // any
      input.fill(std::as_writable_bytes(std::span(state)));
    } else {
      state = test::raw_buffer(address(input), size(input));
      if (kind % 8 == 6) state[0] = input.take<std::uint32_t>();  // images, structured and typed buffers
    }
    std::memcpy(&heap_[64 * index], state.data(), sizeof state);
  }

  GuardedMemory memory_;
  std::span<std::byte> heap_, slm_;
  memory::View view_;
  functions::Port port_;
};

}  // namespace eugene
