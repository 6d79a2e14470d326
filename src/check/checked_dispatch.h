// A dispatch of a checked run: its observers, and their findings in the program's words.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/check_source.h"
#include "check/fidelity/fidelity.h"
#include "check/float/float.h"
#include "check/found_list.h"
#include "check/init/init.h"
#include "check/init/trial.h"
#include "check/memory/memory.h"
#include "check/memory/own_memory.h"
#include "check/race/race.h"
#include "check/sync/barriers.h"
#include "check/sync/copies.h"
#include "check/sync/marked_copies.h"
#include "gpu/media/work_items.h"

namespace eugene::check {

// Whether any of the kinds looks at each address.
bool watches_memory(const CheckKinds& kinds);

// The facts known of a dispatch before it runs.
struct DispatchFacts {
  gpu::WorkItems items;
  LaunchMemory memory;
  RaceFacts races;
  CopyRoles copies;
  SourcePlaces copy_places;  // only if copies leave marks
  OwnMemory own_memory;
  std::unique_ptr<RecordedLaunch> recorded;  // null: no other launch may run at the same time
  std::optional<InitFacts> init, inexact;    // nothing if undefined or inexact values are not propagated
};

class CheckedDispatch final : public gpu::DispatchObserver, public Sink {
 public:
  CheckedDispatch(const CheckSource::Host& host, const CheckKinds& kinds, const gpu::ObservedDispatch& of,
                  DispatchFacts facts, std::shared_ptr<Shadows> shadows);

  gpu::Trial* trial() override { return init_trial_.get(); }
  std::unique_ptr<eu::Observer> worker_begins() override;
  // The undefined values in memory are recorded in one place for all workers.
  bool needs_one_worker() const override { return watches_init() || inexact_; }
  // Another kernel may have the same machine code, and its recoveries must not stand for the recoveries of this kernel.
  bool hears_all_recoveries() const override { return watches_memory(kinds_); }
  void dispatch_ends(std::uint64_t threads) override;
  void seen(const Found& found) override;

 private:
  bool watches_init() const { return init_ && !(init_trial_ && init_trial_->has_agreed()); }
  void add(Found found) override { found_.add(std::move(found)); }
  Finding finding_of(const Found& found, const binary::KernelOrigin& origin) const;
  // Returns Finding::joined_by. Empty if the finding is not a race between work-items of this launch, or its
  // memory is unknown.
  std::string joined_by(const Found& found, const binary::KernelOrigin& origin) const;
  Site site_of(const Side& side, const binary::KernelOrigin& origin) const;
  Site site_at(std::uint32_t instruction, const binary::KernelOrigin& origin) const;
  void record_ends();
  void carry_inexact(const eu::Kernel& kernel, InitFacts facts);

  const CheckSource::Host* host_;
  CheckKinds kinds_;
  std::shared_ptr<const MemoryRules> rules_;
  const eu::Kernel* kernel_;
  const gpu::Work* work_;
  std::vector<std::byte> code_;
  gpu::WorkItems items_;
  std::optional<RaceCheck> races_;
  std::optional<FloatCheck> floats_;
  std::optional<BarrierCheck> barriers_;
  std::optional<CopyCheck> copies_;
  std::optional<MarkedCopyCheck> marked_copies_;
  std::optional<OwnMemoryCheck> own_memory_;
  std::unique_ptr<RecordedLaunch> recorded_;
  std::optional<FidelityCounts> executed_;
  std::unique_ptr<InitTrial> init_trial_;  // null: `init_` has to watch, if it exists
  std::optional<InitCheck> init_;
  std::optional<InitCheck> inexact_;
  std::atomic<bool> went_back_ = false;
  FoundList found_;
};

}  // namespace eugene::check
