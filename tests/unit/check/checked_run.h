// A kernel that runs under a check of layer `checks`, and what that finds.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "../gpu/executor_fixture.h"
#include "check/dispatch_check.h"
#include "check/raw_finding.h"
#include "gpu/schedule/observe/observation.h"
#include "gpu/tiers/tiers.h"

namespace eugene::gpu {

struct RawFindings final : check::Sink {
  void add(check::RawFinding found) override {
    const std::scoped_lock lock(mutex);
    all.push_back(std::move(found));
  }
  std::mutex mutex;
  std::vector<check::RawFinding> all;
};

// `Make` makes the check of a dispatch.
template <class Make>
class CheckedSource final : public ObserverSource {
 public:
  CheckedSource(const eu::Interest& interest, Make make, RawFindings& found)
      : interest_(interest), make_(std::move(make)), found_(&found) {}
  eu::Interest interest() const override { return interest_; }
  std::unique_ptr<DispatchObserver> dispatch_begins(const ObservedDispatch& dispatch) override {
    return std::make_unique<Dispatch>(make_(dispatch), *found_);
  }

 private:
  struct Dispatch final : DispatchObserver {
    Dispatch(std::unique_ptr<check::DispatchCheck> made, RawFindings& list) : check(std::move(made)), found(&list) {}
    std::unique_ptr<eu::Observer> worker_begins() override { return check->worker_begins(); }
    void dispatch_ends(std::uint64_t) override { check->report(*found); }
    std::unique_ptr<check::DispatchCheck> check;
    RawFindings* found;
  };

  eu::Interest interest_;
  Make make_;
  RawFindings* found_;
};

struct CheckedRun {
  Tier tier = Tier::interpret;
  unsigned workers = 1;
};

template <class Make>
std::vector<check::RawFinding> checked_run(const eu::Interest& interest, const std::string& kernel,
                                           const DispatchShape& shape, const CheckedRun& run, Make make) {
  RawFindings found;
  const auto source = std::make_shared<CheckedSource<Make>>(interest, std::move(make), found);
  const auto tiers =
      std::make_shared<Tiers>(TierOptions{.tier = run.tier, .compiler = {.observed = source->interest()}});
  TestGpu gpu(ExecutorOptions{.tiers = tiers, .observers = {source}}, run.workers);
  gpu.load(machine_code(kernel));
  const auto done = gpu.run(shape);
  EXPECT_TRUE(done);
  EXPECT_TRUE(!done || !done->fault.has_value());
  return std::move(found.all);
}

}  // namespace eugene::gpu
