// Observes one run of a trial (observation.h, Trial): its threads keep digests, and the memory of a group's threads is
// filled when the group begins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/variation.h"
#include "eu/analysis/digest_plan.h"
#include "eu/thread_block.h"
#include "gpu/schedule/observe/observation.h"
#include "gpu/schedule/work/thread_memory.h"
#include "memory/view.h"

namespace eugene::gpu {

class DigestedDispatch final : public DispatchObserver {
 public:
  // `space` is the memory that the dispatch runs on. `memories` are filled from `fill` when a group begins; without
  // `fill` they keep their contents. `space` and `memories` must outlive the dispatch.
  DigestedDispatch(std::shared_ptr<const eu::DigestPlan> plan, std::span<const ThreadMemory> memories,
                   const std::optional<Fill>& fill, memory::PageSource& space)
      : plan_(std::move(plan)), space_(&space) {
    if (!fill) return;
    for (const ThreadMemory& each : memories) {
      Memory& made = memories_.emplace_back(each, std::vector<std::byte>(each.bytes));
      fill->write(made.contents, each.begin);
    }
  }

  std::unique_ptr<eu::Observer> worker_begins() override { return std::make_unique<Worker>(*this); }

 private:
  struct Memory {
    ThreadMemory of;
    std::vector<std::byte> contents;  // initial contents of a thread's memory
  };

  class Worker final : public eu::Observer {
   public:
    explicit Worker(const DigestedDispatch& dispatch) : dispatch_(&dispatch), view_(*dispatch.space_) {}
    eu::Interest interest() const override { return {.digests = true}; }
    const eu::DigestPlan* digest_plan() const override { return dispatch_->plan_.get(); }
    bool takes_batches() const override { return dispatch_->memories_.empty(); }
    void group_begins(const eu::StartedGroup& group) override {
      for (const Memory& each : dispatch_->memories_) {
        for (unsigned i = 0; i != group.count; ++i) {
          const std::uint64_t thread = eu::fixed_function_thread(group.threads[i]);
          (void)view_.write(each.of.begin + thread * each.of.bytes, each.contents);  // may not be mapped
        }
      }
    }

   private:
    const DigestedDispatch* dispatch_;
    memory::View view_;
  };

  std::shared_ptr<const eu::DigestPlan> plan_;
  memory::PageSource* space_;
  std::vector<Memory> memories_;
};

}  // namespace eugene::gpu
