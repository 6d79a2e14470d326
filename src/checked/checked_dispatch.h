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

#include "checked/check_source.h"
#include "checked/init_trial.h"
#include "checks/barriers.h"
#include "checks/copies.h"
#include "checks/fidelity.h"
#include "checks/float.h"
#include "checks/found_list.h"
#include "checks/init.h"
#include "checks/marked_copies.h"
#include "checks/memory.h"
#include "checks/own_memory.h"
#include "checks/race.h"
#include "gpu/schedule/work_items.h"

namespace eugene::checked {

// Whether any of the kinds looks at each address.
bool watches_memory(const gpu::CheckKinds& kinds);

// The facts known of a dispatch before it runs.
struct DispatchFacts {
  gpu::WorkItems items;
  checks::LaunchMemory memory;
  checks::RaceFacts races;
  checks::CopyRoles copies;
  checks::SourcePlaces copy_places;  // only if copies leave marks
  checks::OwnMemory own_memory;
  std::unique_ptr<RecordedLaunch> recorded;        // null: no other launch may run at the same time
  std::optional<checks::InitFacts> init, inexact;  // nothing if undefined or inexact values are not propagated
};

class CheckedDispatch final : public gpu::DispatchObserver, public checks::Sink {
 public:
  CheckedDispatch(const CheckSource::Host& host, const gpu::CheckKinds& kinds, const gpu::ObservedDispatch& of,
                  DispatchFacts facts, std::shared_ptr<checks::Shadows> shadows);

  gpu::Trial* trial() override { return init_trial_.get(); }
  std::unique_ptr<eu::Observer> worker_begins() override;
  // The undefined values in memory are recorded in one place for all workers.
  bool needs_one_worker() const override { return watches_init() || inexact_; }
  // Another kernel may have the same machine code, and its recoveries must not stand for the recoveries of this kernel.
  bool hears_all_recoveries() const override { return watches_memory(kinds_); }
  void dispatch_ends(std::uint64_t threads) override;
  void seen(const checks::Found& found) override;

 private:
  bool watches_init() const { return init_ && !(init_trial_ && init_trial_->has_agreed()); }
  void add(checks::Found found) override { found_.add(std::move(found)); }
  findings::Finding finding_of(const checks::Found& found, const load::KernelOrigin& origin) const;
  // Returns findings::Finding::joined_by. Empty if the finding is not a race between work-items of this launch, or its
  // memory is unknown.
  std::string joined_by(const checks::Found& found, const load::KernelOrigin& origin) const;
  findings::Site site_of(const checks::Side& side, const load::KernelOrigin& origin) const;
  findings::Site site_at(std::uint32_t instruction, const load::KernelOrigin& origin) const;
  void record_ends();
  void carry_inexact(const eu::Kernel& kernel, checks::InitFacts facts);

  const CheckSource::Host* host_;
  gpu::CheckKinds kinds_;
  std::shared_ptr<const checks::MemoryRules> rules_;
  const eu::Kernel* kernel_;
  const gpu::Work* work_;
  std::vector<std::byte> code_;
  gpu::WorkItems items_;
  std::optional<checks::RaceCheck> races_;
  std::optional<checks::FloatCheck> floats_;
  std::optional<checks::BarrierCheck> barriers_;
  std::optional<checks::CopyCheck> copies_;
  std::optional<checks::MarkedCopyCheck> marked_copies_;
  std::optional<checks::OwnMemoryCheck> own_memory_;
  std::unique_ptr<RecordedLaunch> recorded_;
  std::optional<checks::FidelityCounts> executed_;
  std::unique_ptr<InitTrial> init_trial_;  // null: `init_` has to watch, if it exists
  std::optional<checks::InitCheck> init_;
  std::optional<checks::InitCheck> inexact_;
  std::atomic<bool> went_back_ = false;
  checks::FoundList found_;
};

}  // namespace eugene::checked
