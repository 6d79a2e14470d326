// The syncobjs that an EXECBUFFER2 waits for and signals.
#pragma once

#include <i915_drm.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "i915/file.h"

namespace eugene::i915 {

class FenceArray {
 public:
  // Looks up all syncobjs. Returns 0 or a negative errno.
  int read(IoctlCall& call, const drm_i915_gem_execbuffer2& args);
  // Returns the fences that must be done before the batch runs.
  std::vector<FencePtr> waits() const { return waits_; }
  void signal(const FencePtr& done) const;

 private:
  struct Signal {
    std::shared_ptr<Syncobj> syncobj;
    std::uint64_t value;  // point of a timeline; 0: not a timeline
  };
  int add(IoctlCall& call, const drm_i915_gem_exec_fence& fence, std::uint64_t value);

  std::vector<FencePtr> waits_;
  std::vector<Signal> signals_;
};

}  // namespace eugene::i915
