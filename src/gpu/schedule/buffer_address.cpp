#include "gpu/schedule/buffer_address.h"

#include "functions/surfaces.h"
#include "isa/program.h"

namespace eugene::gpu {

std::optional<std::uint64_t> buffer_address(const ObservedDispatch& dispatch, unsigned binding) {
  memory::View view(dispatch.space);
  const Work& work = dispatch.work;
  const auto surface = memory::read_surface_state(view, functions::surface_layout(*dispatch.kernel.program().gen),
                                                  work.bases.surface, work.binding_table, binding);
  if (!surface || !surface->is_buffer()) return std::nullopt;
  return surface->base;
}

}  // namespace eugene::gpu
