#include "check/checked_dispatch.h"

#include <algorithm>
#include <utility>

#include "check/finding/collection.h"
#include "eu/composite_observer.h"

namespace eugene::check {
namespace {

// The observers of a worker. Sets `went_back` when a debugger goes back.
class WorkerObserver final : public eu::CompositeObserver {
 public:
  WorkerObserver(std::vector<std::unique_ptr<eu::Observer>> parts, std::atomic<bool>& went_back)
      : CompositeObserver(std::move(parts)), went_back_(&went_back) {}

  void goes_back(const eu::Return& to) override {
    *went_back_ = true;
    CompositeObserver::goes_back(to);
  }

 private:
  std::atomic<bool>* went_back_;
};

}  // namespace

// One check of a dispatch can have a trial.
gpu::Trial* CheckedDispatch::trial() {
  for (const auto& each : checks_) {
    if (gpu::Trial* const trial = each->trial()) return trial;
  }
  return nullptr;
}

std::unique_ptr<eu::Observer> CheckedDispatch::worker_begins() {
  std::vector<std::unique_ptr<eu::Observer>> all;
  for (const auto& each : checks_) {
    if (auto observer = each->worker_begins()) all.push_back(std::move(observer));
  }
  return std::make_unique<WorkerObserver>(std::move(all), went_back_);
}

bool CheckedDispatch::needs_one_worker() const {
  return std::ranges::any_of(checks_, [](const auto& each) { return each->needs_one_worker(); });
}

bool CheckedDispatch::needs_all_recoveries() const {
  return std::ranges::any_of(checks_, [](const auto& each) { return each->needs_all_recoveries(); });
}

// A debugger that went back has run groups again, so what was seen of their order means nothing.
void CheckedDispatch::dispatch_ends(std::uint64_t /*threads*/) {
  for (const auto& each : checks_) {
    if (!went_back_ || each->is_right_for_repeated_groups()) each->report(*this);
  }
  for (const auto& each : checks_) each->dispatch_ends();
  std::vector<Finding> all;
  for (const RawFinding& each : found_.take()) all.push_back(describer_.finding(each));
  // Merged here, a finding is printed with its count.
  for (Finding& each : merged(std::move(all))) host_->found(std::move(each));
}

void CheckedDispatch::seen(const RawFinding& found) {
  if (!host_->seen || (went_back_ && found.id.starts_with("race."))) return;
  host_->seen(describer_.seen(found));
}

}  // namespace eugene::check
