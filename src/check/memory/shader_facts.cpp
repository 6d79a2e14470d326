#include "check/memory/shader_facts.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "gpu/schedule/observe/buffer_address.h"
#include "isa/message/message.h"

namespace eugene::check {
namespace {

using memory::SurfaceType;

// Surfaces that the messages of a shader use.
struct Named {
  std::set<unsigned> surfaces;  // surfaces of data port messages and samplers
  std::set<unsigned> images;    // the subset used by messages with coordinates
  bool has_unknown_image = false;
};

template <class Body>
constexpr bool kHasCoordinates =
    std::same_as<Body, isa::Sampler> || std::same_as<Body, isa::TypedSurface> || std::same_as<Body, isa::TypedAtomic>;

void add(Named& named, const isa::Gen& gen, const isa::Instruction& instruction) {
  const isa::SendFields& send = instruction.send;
  const bool is_known = !send.descriptor_in_a0 && !send.function_in_a0() && !send.index_in_a0;
  const auto message =
      isa::decode_message(gen, send.sfid, send.descriptor_in_a0 ? 0 : send.descriptor, send.extended_descriptor);
  if (!is_known) {
    named.has_unknown_image |= send.sfid == isa::Sfid::sampler || !message;
    return;
  }
  if (!message) return;
  std::visit(
      [&](const auto& body) {
        using Body = std::remove_cvref_t<decltype(body)>;
        if constexpr (requires { body.bti; }) {
          const isa::Binding binding = isa::find_binding(gen, body.bti);
          if (binding == isa::Binding::surface) named.surfaces.insert(body.bti);
          if constexpr (kHasCoordinates<Body>) {
            if (binding == isa::Binding::surface)
              named.images.insert(body.bti);
            else
              named.has_unknown_image = true;
          }
        }
      },
      message->body);
}

Named named_by(const isa::Program& program) {
  Named named;
  for (const isa::Instruction& each : program.instructions) {
    if (isa::is_send(each)) add(named, *program.gen, each);
  }
  return named;
}

// Whether the elements of a buffer are bytes: a storage or uniform buffer. Texture buffers have texels.
bool has_bytes(const memory::SurfaceState& surface) {
  return surface.type == SurfaceType::buffer && (surface.format == memory::kFormatRaw || surface.pitch == 1);
}

// Returns the size that the program asked for. Mesa rounds the size up to dwords, and adds the rounding a second time,
// so both sizes can be recovered.
std::uint64_t asked_bytes(const memory::SurfaceState& surface) {
  constexpr std::uint64_t kAdded = 3;
  const std::uint64_t bytes = surface.bytes();
  return (bytes & ~kAdded) - std::min(bytes & kAdded, bytes & ~kAdded);
}

std::optional<ArgumentMemory> bound_as(unsigned index, const memory::SurfaceState& surface, bool has_null) {
  ArgumentMemory memory{.number = index, .label = "surface " + std::to_string(index), .name = {}, .binding = index};
  if (surface.type == SurfaceType::null) {
    memory.is_null = true;
    return has_null ? std::optional(memory) : std::nullopt;
  }
  if (!has_bytes(surface)) {
    memory.is_image = true;
    return memory;
  }
  // Mesa's compiler reads the whole dword that contains a byte or word, and 64 bytes of uniforms at once.
  constexpr unsigned kDword = 4, kLine = 64;
  const bool is_storage = surface.format == memory::kFormatRaw;
  memory.made_as = is_storage ? kStorageBuffer : "uniform buffer";
  memory.read_unit = is_storage ? kDword : kLine;
  memory.address = surface.base;
  memory.bytes = asked_bytes(surface);
  return memory;
}

}  // namespace

LaunchMemory make_shader_memory(const gpu::ObservedDispatch& dispatch, std::string name, bool has_null) {
  const gpu::Work& work = dispatch.work;
  LaunchMemory memory{.kernel = std::move(name), .local_bytes = work.slm_bytes, .is_shader = true};
  std::set<unsigned> indices = named_by(dispatch.kernel.program()).surfaces;
  // Arrays of bindings are indexed by the shader, so only the driver's count of entries gives their length.
  for (unsigned index = 0; index != work.binding_table_entries; ++index) indices.insert(index);
  for (const unsigned index : indices) {
    const auto surface = gpu::surface_state(dispatch, index);
    auto bound = surface ? bound_as(index, *surface, has_null) : std::nullopt;
    if (bound) memory.arguments.push_back(*std::move(bound));
  }
  return memory;
}

bool accesses_judged_memory(const isa::Program& program) {
  return std::ranges::any_of(program.instructions, [&](const isa::Instruction& each) {
    if (!isa::is_send(each)) return false;
    const isa::SendFields& send = each.send;
    if (send.function_in_a0()) return true;
    if (send.sfid == isa::Sfid::sampler || send.sfid == isa::Sfid::urb) return false;
    if (send.descriptor_in_a0) return true;
    const auto message = isa::decode_message(*program.gen, send.sfid, send.descriptor, send.extended_descriptor);
    return !message || !(std::holds_alternative<isa::RenderTarget>(message->body) ||
                         std::holds_alternative<isa::PixelInterpolator>(message->body) ||
                         std::holds_alternative<isa::ThreadSpawner>(message->body));
  });
}

gpu::Counting make_counting(const gpu::ObservedDispatch& dispatch, const gpu::ItemId& local) {
  const Named named = named_by(dispatch.kernel.program());
  bool has_images = named.has_unknown_image;
  for (const unsigned index : named.images) {
    const auto surface = gpu::surface_state(dispatch, index);
    has_images = has_images || !surface || !has_bytes(*surface);
  }
  if (!has_images || (local[1] == 1 && local[2] == 1)) return gpu::Counting::x_fastest;
  if (local[1] == 0) return gpu::Counting::unknown;
  return local[1] % 4 == 0 ? gpu::Counting::columns_of_four : gpu::Counting::y_fastest;
}

}  // namespace eugene::check
