#include "functions/surfaces.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "functions/typed_lanes.h"
#include "isa/message/access.h"

namespace eugene::functions {
namespace {

static_assert(memory::kAddressMask == low_mask(isa::kA64AddressBits));

constexpr std::string_view kSurfaceReference = "SKL PRM vol7, data port surface state";

constexpr isa::PerGen<const memory::SurfaceLayout*> kLayouts{&memory::kGen6Surfaces, &memory::kGen9Surfaces};

std::string_view find_name(memory::SurfaceType type) {
  constexpr std::array<std::string_view, 8> kNames{"1D",      "2D",  "3D", "cube", "buffer", "structured buffer",
                                                   "scratch", "null"};
  return kNames[static_cast<unsigned>(type)];
}

}  // namespace

std::string describe(const SurfaceName& name) {
  switch (name.from) {
    case SurfaceName::Source::binding_table: return fmt::format("binding table index {}", name.value);
    case SurfaceName::Source::surface_states: return fmt::format("state offset {:#x}", name.value);
    case SurfaceName::Source::bindless: break;
  }
  return fmt::format("bindless state offset {:#x}", name.value);
}

const memory::SurfaceLayout& surface_layout(const isa::Gen& gen) { return *kLayouts[gen.id]; }

Surfaces::Surfaces(const isa::Gen& gen) : layout_(&surface_layout(gen)), gen_(&gen) {}

void Surfaces::begin_dispatch(const Environment& environment) {
  environment_ = environment;
  pixels_.reset();
  own_states_.invalidate();
  version_ = states().version();
  forget();
}

void Surfaces::forget() {
  for (Entry& entry : entries_) entry.name = ~0U;
  samplers_.forget();
}

bool Surfaces::refresh() {
  const std::uint32_t version = states().version();
  if (version == version_) [[likely]]
    return false;
  version_ = version;
  forget();
  return true;
}

void Surfaces::begin_group(const GroupResources& group) {
  group_ = group;
  slm_ = {.host = group.slm.data(), .bytes = group.slm.size(), .offset_mask = isa::kSlmOffsetMask, .bti = isa::kBtiSlm};
}

const MemoryRange* Surfaces::general_state(std::uint64_t offset) {
  const std::uint64_t bound = environment_.general_state_bytes;
  stateless_ = {
      .host = nullptr, .base = environment_.general_state_base + offset, .bytes = bound > offset ? bound - offset : 0};
  return &stateless_;
}

const MemoryRange* Surfaces::space(MessageCall& call, const SurfaceName& name) {
  if (name.is_index() && is_local_memory(*gen_, name.value)) return &slm_;
  if (name.is_index() && is_stateless(*gen_, name.value)) return general_state(call.header(5) & isa::kBufferBaseMask);
  const Entry* entry = find(call, name);
  if (entry == nullptr) return nullptr;
  if (!entry->state.is_buffer() && entry->state.type != memory::SurfaceType::null) {
    call.fail(fmt::format("untyped message to a {} surface ({}): it needs a buffer", find_name(entry->state.type),
                          describe(name)),
              std::string(kSurfaceReference));
    return nullptr;
  }
  return &entry->space;
}

const MemoryRange* Surfaces::plain_range(unsigned bti) {
  if (is_local_memory(*gen_, bti)) return &slm_;
  if (!has_state(bti)) return is_stateless(*gen_, bti) ? general_state(0) : nullptr;
  const Entry& entry = find_entry(bti);
  return entry.name == bti && entry.state.type == memory::SurfaceType::buffer ? &entry.space : nullptr;
}

const memory::SurfaceState* Surfaces::surface(MessageCall& call, const SurfaceName& name) {
  if (!has_state(name)) {
    call.fail(fmt::format("{} is not a surface: this message needs one", describe(name)),
              std::string(kSurfaceReference));
    return nullptr;
  }
  const Entry* entry = find(call, name);
  return entry == nullptr ? nullptr : &entry->state;
}

const memory::ImageLayout* Surfaces::image(MessageCall& call, const SurfaceName& name) {
  if (surface(call, name) == nullptr) return nullptr;
  Entry& entry = *find(call, name);
  if (!entry.image) {
    Result<memory::ImageLayout> layout = memory::ImageLayout::make(entry.state);
    if (!layout) {
      call.fail(layout.error().message, layout.error().reference);
      call.explain("surface of " + describe(name));
      return nullptr;
    }
    entry.image = *layout;
  }
  return &*entry.image;
}

std::shared_ptr<PixelWriter> Surfaces::pixel_writer(MessageCall& call, const SurfaceName& name) {
  const memory::ImageLayout* layout = image(call, name);
  if (layout == nullptr) return nullptr;
  Entry& entry = *find(call, name);
  if (!entry.writer) {
    auto made = PixelWriter::make(*layout);
    entry.writer = made ? std::make_shared<PixelWriter>(*std::move(made)) : nullptr;
  }
  return *entry.writer;
}

bool Surfaces::read_state(MessageCall& call, std::uint64_t address, std::span<std::byte> bytes, std::string_view what) {
  if (!states().read(call.view(), address, bytes)) {
    call.fail_at(call.view().bad_address(), Access::read);
    call.explain(what);
    return false;
  }
  if (!call.reports_stale_states()) return true;
  std::vector<std::byte> now(bytes.size());
  return (call.view().read(address, now) && std::ranges::equal(now, bytes)) || call.stale_state(address, what);
}

std::optional<std::uint64_t> Surfaces::state_address(MessageCall& call, unsigned bti) {
  std::uint32_t offset = 0;
  const std::uint64_t entry =
      environment_.surface_state_base + environment_.binding_table + std::uint64_t{bti} * sizeof(offset);
  if (!read_state(call, entry, std::as_writable_bytes(std::span(&offset, 1)),
                  fmt::format("binding table index {}", bti))) {
    return std::nullopt;
  }
  return environment_.surface_state_base + (offset & ~(layout_->bytes - 1));
}

const memory::SurfaceState* Surfaces::bindless_surface(MessageCall& call, std::uint32_t offset) {
  std::array<std::byte, memory::kSurfaceStateBytes> bytes{};
  if (!read_state(call, environment_.bindless_surface_base + offset, bytes,
                  fmt::format("bindless surface state at offset {:#x}", offset))) {
    return nullptr;
  }
  bindless_ = memory::decode_surface_state(*layout_, bytes);
  return &bindless_;
}

// State offsets are multiples of 64 bytes; indices are consecutive.
Surfaces::Entry& Surfaces::find_entry(const SurfaceName& name) {
  return entries_[(name.is_index() ? name.value : name.value / memory::kSurfaceStateBytes) % entries_.size()];
}

std::optional<std::uint64_t> Surfaces::find_address(MessageCall& call, const SurfaceName& name) {
  switch (name.from) {
    case SurfaceName::Source::binding_table: return state_address(call, name.value);
    case SurfaceName::Source::surface_states: return environment_.surface_state_base + name.value;
    case SurfaceName::Source::bindless: break;
  }
  return environment_.bindless_surface_base + name.value;
}

Surfaces::Entry* Surfaces::find(MessageCall& call, const SurfaceName& name) {
  Entry& entry = find_entry(name);
  const bool known = entry.name == name;
  if (known && !call.reports_stale_states()) return &entry;
  const auto address = find_address(call, name);
  if (!address) return nullptr;
  std::array<std::byte, memory::kSurfaceStateBytes> bytes{};
  if (!read_state(call, *address, std::span(bytes).first(layout_->bytes), "surface state of " + describe(name))) {
    return nullptr;
  }
  if (known) return &entry;
  const memory::SurfaceState state = memory::decode_surface_state(*layout_, bytes);
  const std::uint64_t size = state.is_buffer() ? state.bytes() : 0;  // null surface: everything is outside
  entry = {.name = name,
           .state = state,
           .space = {.host = nullptr, .base = state.base, .bytes = size, .bti = name.value},
           .image = {},
           .writer = {}};
  return &entry;
}

}  // namespace eugene::functions
