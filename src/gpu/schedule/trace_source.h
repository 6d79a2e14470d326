// Traces the dispatches of a GPU (src/trace).
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "gpu/schedule/observation.h"
#include "trace/trace.h"

namespace eugene::gpu {

// Records every dispatch in a file.
class TraceSource final : public ObserverSource {
 public:
  using FactsOf = std::function<trace::KernelFacts(std::span<const std::byte> code)>;

  TraceSource(std::string path, const trace::Kinds& kinds, FactsOf facts)
      : trace_(std::move(path)), kinds_(kinds), facts_of_(std::move(facts)) {}
  eu::Interest interest() const override;
  std::unique_ptr<DispatchObserver> dispatch_begins(const ObservedDispatch& dispatch) override;
  // Ends the file. An error says why it could not be written.
  Result<void> finish() { return trace_.finish(); }

 private:
  trace::Trace trace_;
  // Cached facts about a kernel.
  struct Known {
    trace::KernelFacts facts;
    std::shared_ptr<const trace::CodePlaces> places;
  };
  const Known& known(const ObservedDispatch& dispatch);

  trace::Kinds kinds_;
  FactsOf facts_of_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;  // indexed by machine code
};

}  // namespace eugene::gpu
