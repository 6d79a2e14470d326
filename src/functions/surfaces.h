// Resolves binding table indices for the data port: shared local memory, stateless memory, or a surface.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "functions/environment.h"
#include "functions/memory_range.h"
#include "functions/message_call.h"
#include "functions/pixels.h"
#include "functions/sampler/bindings.h"
#include "isa/gen.h"
#include "isa/message/binding.h"
#include "memory/image_layout.h"
#include "memory/surface.h"
#include "memory/surface_layout.h"

namespace eugene::functions {

// How `gen` lays out surface states.
const memory::SurfaceLayout& surface_layout(const isa::Gen& gen);

// The address space of A64 messages.
inline constexpr MemoryRange kA64Range{.base = 0, .bytes = ~std::uint64_t{0}, .offset_mask = memory::kAddressMask};

// How a message names a surface: an index in the binding table, or the offset of its state from Surface State Base
// Address or Bindless Surface State Base Address.
struct SurfaceName {
  enum class From : std::uint8_t { binding_table, surface_states, bindless };

  From from = From::binding_table;
  std::uint32_t value = 0;

  constexpr SurfaceName(unsigned bti) : value(bti) {}  // NOLINT(google-explicit-constructor): most messages have one
  constexpr SurfaceName(From where, std::uint32_t offset) : from(where), value(offset) {}
  bool operator==(const SurfaceName&) const = default;

  bool is_index() const { return from == From::binding_table; }
};
std::string describe(const SurfaceName& name);

// Remembers the surface states of a dispatch. All pointers it returns are valid until the next call.
class Surfaces {
 public:
  explicit Surfaces(const isa::Gen& gen);

  void begin_dispatch(const Environment& environment);
  void begin_group(const GroupResources& group);

  const Environment& environment() const { return environment_; }
  eu::Barrier* barrier() const { return group_.barrier; }
  const GroupResources& group() const { return group_; }

  // The memory range that A32 offsets of untyped, scattered and block messages are relative to; null after a fault. The
  // message header's M0.5 bits 31:10 move the base of stateless messages.
  const MemoryRange* space(MessageCall& call, const SurfaceName& name);
  // General State Base plus `offset`, as scratch messages use it.
  const MemoryRange* general_state(std::uint64_t offset);
  // The range of `bti` for messages without a header whose offsets are plain memory offsets. Null for surfaces of other
  // kinds, and for surfaces that no message has used yet.
  const MemoryRange* plain_range(unsigned bti);
  // Its surface state, for typed and media messages; null after a fault.
  const memory::SurfaceState* surface(MessageCall& call, const SurfaceName& name);
  // The surface as an image; null after a fault, which includes an unsupported format or layout.
  const memory::ImageLayout* image(MessageCall& call, const SurfaceName& name);
  // Copies the state object at `address` out of the state cache; false after a fault, which calls it `what`.
  bool read_state(MessageCall& call, std::uint64_t address, std::span<std::byte> bytes, std::string_view what);
  // Forgets everything derived from states that have been invalidated; true if there were any. Call before each
  // message.
  bool refresh();
  // Invalidates the whole state cache.
  void invalidate_states() { states().invalidate(); }
  // Where the surface state of `bti` lies; nothing after a fault.
  std::optional<std::uint64_t> state_address(MessageCall& call, unsigned bti);
  // The surface state `offset` bytes from Bindless Surface State Base Address; null after a fault.
  const memory::SurfaceState* bindless_surface(MessageCall& call, std::uint32_t offset);
  // Cache of the surfaces and sampler states that sampler messages of this dispatch have used.
  SamplerBindings& samplers() { return samplers_; }
  const isa::Gen& gen() const { return *gen_; }
  // The pixels of the thread; null where it is no pixel shader's.
  const Pixels* pixels() const { return pixels_ ? &*pixels_ : nullptr; }
  void set_pixels(const Pixels& pixels) { pixels_ = pixels; }
  // Whether `bti` names a surface, and not memory without a surface state.
  bool has_state(const SurfaceName& name) const {
    return !name.is_index() || binding_of(*gen_, name.value) == isa::Binding::surface;
  }

 private:
  struct Entry {
    SurfaceName name = ~0U;
    memory::SurfaceState state;
    MemoryRange space;
    std::optional<memory::ImageLayout> image;  // made on first use
  };

  Entry* find(MessageCall& call, const SurfaceName& name);
  Entry& entry_of(const SurfaceName& name);
  std::optional<std::uint64_t> address_of(MessageCall& call, const SurfaceName& name);
  void forget();
  memory::StateCache& states() { return environment_.states != nullptr ? *environment_.states : own_states_; }

  const memory::SurfaceLayout* layout_;
  const isa::Gen* gen_;
  Environment environment_;
  GroupResources group_;
  std::optional<Pixels> pixels_;
  MemoryRange slm_;
  MemoryRange stateless_;
  std::array<Entry, 32> entries_;  // direct-mapped by name
  memory::SurfaceState bindless_;
  memory::StateCache own_states_;  // where the environment has none
  std::uint32_t version_ = 0;      // of the states that the entries are made of
  SamplerBindings samplers_;
};

}  // namespace eugene::functions
