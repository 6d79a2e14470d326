// Resolves surface names for the data port to shared local memory, stateless memory, or a surface.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
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

// Layout of surface states on `gen`.
const memory::SurfaceLayout& surface_layout(const isa::Gen& gen);

// The memory range of A64 messages.
inline constexpr MemoryRange kA64Range{.base = 0, .bytes = ~std::uint64_t{0}, .offset_mask = memory::kAddressMask};

// Names a surface in a message: an index in the binding table, or the offset of its state from Surface State Base
// Address or Bindless Surface State Base Address.
struct SurfaceName {
  enum class Source : std::uint8_t { binding_table, surface_states, bindless };

  Source from = Source::binding_table;
  std::uint32_t value = 0;

  constexpr SurfaceName(unsigned bti) : value(bti) {}  // NOLINT(google-explicit-constructor): most are indices
  constexpr SurfaceName(Source where, std::uint32_t offset) : from(where), value(offset) {}
  bool operator==(const SurfaceName&) const = default;

  bool is_index() const { return from == Source::binding_table; }
};
std::string describe(const SurfaceName& name);

class PixelWriter;

// The states from which values have been derived.
struct StatesUsed {
  const memory::StateCache* cache = nullptr;
  std::uint32_t version = 0;

  // Whether the values are still valid.
  bool are_valid() const { return cache->version() == version; }
};

// Caches the surface states of a dispatch. Returned pointers are valid until the next call.
class Surfaces {
 public:
  explicit Surfaces(const isa::Gen& gen);

  void begin_dispatch(const Environment& environment);
  void begin_group(const GroupResources& group);

  const Environment& environment() const { return environment_; }
  eu::Barrier* barrier() const { return group_.barrier; }
  const GroupResources& group() const { return group_; }

  // Returns the memory range for A32 offsets of untyped, scattered and block messages; null after a fault. Bits 31:10
  // of M0.5 in the message header are added to the base of stateless messages.
  const MemoryRange* space(MessageCall& call, const SurfaceName& name);
  // Returns General State Base plus `offset`, for scratch messages.
  const MemoryRange* general_state(std::uint64_t offset);
  // Returns the range of `bti` for messages without a header whose offsets are byte offsets. Null for other kinds of
  // surfaces and for surfaces that no message has used yet.
  const MemoryRange* plain_range(unsigned bti);
  // Returns the surface state, for typed and media messages; null after a fault.
  const memory::SurfaceState* surface(MessageCall& call, const SurfaceName& name);
  // Returns the surface as an image; null after a fault, for example if its format or layout is not supported.
  const memory::ImageLayout* image(MessageCall& call, const SurfaceName& name);
  // Returns what writes lanes of an image; null if its format needs pixels to be written one by one, or after a fault.
  std::shared_ptr<PixelWriter> pixel_writer(MessageCall& call, const SurfaceName& name);
  // Copies the state object at `address` from the state cache. Returns false after a fault, whose text contains `what`.
  bool read_state(MessageCall& call, std::uint64_t address, std::span<std::byte> bytes, std::string_view what);
  // Drops everything derived from invalidated states. Returns true if any state was invalidated. Call it before each
  // message.
  bool refresh();
  // Returns the states that refresh() has left valid. Must not be used after the dispatch.
  StatesUsed states_used() { return {.cache = &states(), .version = version_}; }
  // Invalidates the whole state cache.
  void invalidate_states() { states().invalidate(); }
  // Returns the address of the surface state of `bti`; nothing after a fault.
  std::optional<std::uint64_t> state_address(MessageCall& call, unsigned bti);
  // Returns the surface state at `offset` from Bindless Surface State Base Address; null after a fault.
  const memory::SurfaceState* bindless_surface(MessageCall& call, std::uint32_t offset);
  // Cache of the surfaces and sampler states that sampler messages of this dispatch have used.
  SamplerBindings& samplers() { return samplers_; }
  const isa::Gen& gen() const { return *gen_; }
  // The pixels of the thread; null if it is not a pixel shader.
  const Pixels* pixels() const { return pixels_ ? &*pixels_ : nullptr; }
  Pixels& new_pixels() { return pixels_ ? *pixels_ : pixels_.emplace(); }
  // Whether the name means a surface, not memory without a surface state.
  bool has_state(const SurfaceName& name) const {
    return !name.is_index() || find_binding(*gen_, name.value) == isa::Binding::surface;
  }

 private:
  struct Entry {
    SurfaceName name = ~0U;
    memory::SurfaceState state;
    MemoryRange space;
    std::optional<memory::ImageLayout> image;            // made on first use
    std::optional<std::shared_ptr<PixelWriter>> writer;  // the same
  };

  Entry* find(MessageCall& call, const SurfaceName& name);
  Entry& find_entry(const SurfaceName& name);
  std::optional<std::uint64_t> find_address(MessageCall& call, const SurfaceName& name);
  void forget();
  memory::StateCache& states() { return environment_.states != nullptr ? *environment_.states : own_states_; }

  const memory::SurfaceLayout* layout_;
  const isa::Gen* gen_;
  Environment environment_;
  GroupResources group_;
  std::optional<Pixels> pixels_;
  MemoryRange slm_;
  MemoryRange stateless_;
  std::array<Entry, 32> entries_;  // direct-mapped, indexed by name
  memory::SurfaceState bindless_;
  memory::StateCache own_states_;  // used if the environment has none
  std::uint32_t version_ = 0;      // version of the states in the entries
  SamplerBindings samplers_;
};

}  // namespace eugene::functions
