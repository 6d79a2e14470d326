#include "gpu/schedule/observe/buffer_address.h"

#include "functions/surfaces.h"
#include "isa/program.h"

namespace eugene::gpu {

std::optional<memory::SurfaceState> surface_state(const ObservedDispatch& dispatch, unsigned binding) {
  memory::View view(dispatch.space);
  const Work& work = dispatch.work;
  return memory::read_surface_state(view, functions::surface_layout(*dispatch.kernel.program().gen), work.bases.surface,
                                    work.binding_table, binding);
}

std::optional<std::uint64_t> buffer_address(const ObservedDispatch& dispatch, unsigned binding) {
  const auto surface = surface_state(dispatch, binding);
  if (!surface || !surface->is_buffer()) return std::nullopt;
  return surface->base;
}

}  // namespace eugene::gpu
