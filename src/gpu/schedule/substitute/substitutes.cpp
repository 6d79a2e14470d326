#include "gpu/schedule/substitute/substitutes.h"

namespace eugene::gpu {

SubstituteKernel* Substitutes::find(const std::shared_ptr<TieredKernel>& kernel) {
  if (!find_) return nullptr;
  const auto [at, is_new] = found_.try_emplace(kernel);
  SubstituteKernel& found = at->second;
  if (is_new) {
    found.substitute = find_(kernel->bytes());
    if (found.substitute != nullptr)
      found.kernel = tiers_->add(found.substitute->kernel, found.substitute->bytes, kernel->control());
  }
  return found.substitute == nullptr ? nullptr : &found;
}

}  // namespace eugene::gpu
