// Finds programs to execute instead of kernels' machine code, and remembers them: the vISA of each kernel.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include "gpu/schedule/substitute/substitute.h"
#include "gpu/tiers/tiers.h"

namespace eugene::gpu {

struct SubstituteKernel {
  std::shared_ptr<const Substitute> substitute;
  std::shared_ptr<TieredKernel> kernel;
  bool is_reported = false;  // a difference from the machine code has been reported
};

class Substitutes {
 public:
  // `find` may be null: no kernel has a substitute.
  Substitutes(FindSubstitute find, std::shared_ptr<Tiers> tiers) : find_(std::move(find)), tiers_(std::move(tiers)) {}

  // Returns the substitute of a kernel, which is machine code; null if there is none.
  SubstituteKernel* find(const std::shared_ptr<TieredKernel>& kernel);

 private:
  FindSubstitute find_;
  std::shared_ptr<Tiers> tiers_;
  std::map<std::shared_ptr<TieredKernel>, SubstituteKernel> found_;  // indexed by machine code
};

}  // namespace eugene::gpu
