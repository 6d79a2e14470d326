// A dispatch of a checked run: its checks, and what they find.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "check/describer.h"
#include "check/dispatch_check.h"
#include "check/host.h"
#include "check/raw_findings.h"
#include "gpu/schedule/observe/observation.h"

namespace eugene::check {

class CheckedDispatch final : public gpu::DispatchObserver, public Sink {
 public:
  CheckedDispatch(const Host& host, const gpu::ObservedDispatch& dispatch, std::shared_ptr<const MemoryRules> rules,
                  const gpu::WorkItems& items)
      : host_(&host), describer_(host, dispatch, std::move(rules), items) {}

  // For the kinds' sources, while the dispatch begins.
  void add(std::unique_ptr<DispatchCheck> check) { checks_.push_back(std::move(check)); }
  const std::shared_ptr<const MemoryRules>& rules() const { return describer_.rules(); }
  Describer& describer() { return describer_; }
  // Returns the sink that receives findings at once; null without a debugger.
  Sink* seen_by() { return host_->seen ? this : nullptr; }

  gpu::Trial* trial() override;
  std::unique_ptr<eu::Observer> worker_begins() override;
  bool needs_one_worker() const override;
  bool needs_all_recoveries() const override;
  void dispatch_ends(std::uint64_t threads) override;

  void add(RawFinding found) override { found_.add(std::move(found)); }
  void seen(const RawFinding& found) override;

 private:
  const Host* host_;
  Describer describer_;
  std::vector<std::unique_ptr<DispatchCheck>> checks_;
  std::atomic<bool> went_back_ = false;
  RawFindings found_;
};

}  // namespace eugene::check
