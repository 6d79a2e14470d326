// Traces the dispatches of a GPU (src/accesses).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "accesses/trace.h"
#include "base/code_map.h"
#include "gpu/schedule/observe/observation.h"

namespace eugene::accesses {

// Records every dispatch in a file.
class TraceSource final : public gpu::ObserverSource {
 public:
  using FactsOf = std::function<KernelFacts(std::span<const std::byte> code)>;

  TraceSource(std::string path, const Kinds& kinds, FactsOf facts)
      : trace_(std::move(path)), kinds_(kinds), find_facts_(std::move(facts)) {}
  eu::Interest interest() const override;
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& dispatch) override;
  // Ends the file. An error says why it could not be written.
  Result<void> finish() { return trace_.finish(); }

 private:
  Trace trace_;
  // Cached facts about a kernel.
  struct Known {
    KernelFacts facts;
    std::shared_ptr<const CodePlaces> places;
  };
  const Known& known(const gpu::ObservedDispatch& dispatch);

  Kinds kinds_;
  FactsOf find_facts_;
  std::mutex mutex_;
  CodeMap<Known> known_;
};

}  // namespace eugene::accesses
