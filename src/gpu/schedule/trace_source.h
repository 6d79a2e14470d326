// Traces of what a GPU executes (src/trace).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "gpu/schedule/observation.h"
#include "trace/trace.h"

namespace eugene::gpu {

// Records every dispatch into a file.
class TraceSource final : public ObserverSource {
 public:
  using KernelNames = std::function<std::string(std::span<const std::byte>)>;

  TraceSource(std::string path, const trace::Kinds& kinds, KernelNames names)
      : trace_(std::move(path)), kinds_(kinds), names_(std::move(names)) {}
  eu::Interest interest() const override;
  std::unique_ptr<DispatchObserver> dispatch_begins(const ObservedDispatch& dispatch) override;
  // Ends the file. Says what went wrong.
  Result<void> finish() { return trace_.finish(); }

 private:
  trace::Trace trace_;
  trace::Kinds kinds_;
  KernelNames names_;
};

}  // namespace eugene::gpu
