// Traces of what a GPU executes (src/trace).
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

// Records every dispatch into a file.
class TraceSource final : public ObserverSource {
 public:
  using FactsOf = std::function<trace::KernelFacts(std::span<const std::byte> code)>;

  TraceSource(std::string path, const trace::Kinds& kinds, FactsOf facts)
      : trace_(std::move(path)), kinds_(kinds), facts_of_(std::move(facts)) {}
  eu::Interest interest() const override;
  std::unique_ptr<DispatchObserver> dispatch_begins(const ObservedDispatch& dispatch) override;
  // Ends the file. Says what went wrong.
  Result<void> finish() { return trace_.finish(); }

 private:
  trace::Trace trace_;
  // What is known of a kernel, asked for once.
  struct Known {
    trace::KernelFacts facts;
    std::shared_ptr<const trace::CodePlaces> places;
  };
  const Known& known(const ObservedDispatch& dispatch);

  trace::Kinds kinds_;
  FactsOf facts_of_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;  // by code
};

}  // namespace eugene::gpu
