// Follows the run of a case up to one instruction, and keeps what the GPU is like there. The page steps back by running
// again to one instruction less (replay.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "eu/observer.h"
#include "gpu/schedule/observe/observation.h"
#include "gpu/timeline.h"
#include "script/case_program.h"
#include "script/script.h"

namespace eugene::web {

struct KeptMemory {
  std::uint64_t address = 0;
  std::vector<std::byte> bytes;
};

struct KeptThread {
  std::uint32_t ip = 0;
  std::uint32_t line = 0;        // line of the text; 0: none
  std::uint32_t dispatched = 0;  // masks, a bit for each channel
  std::uint32_t running = 0;
  std::uint32_t enabled = 0;  // channels enabled for the instruction at `ip`, with its predicate
  bool has_ended = false;
  std::uint64_t executed = 0;
  std::vector<std::uint32_t> flags;
  std::vector<std::uint16_t> address;
  std::vector<std::byte> accumulator;  // acc0
  std::vector<std::byte> registers;    // r0 to r127, and vISA variables from r128 on
};

struct Kept {
  std::uint64_t step = 0;   // instructions executed so far
  std::uint64_t group = 0;  // that ran
  std::size_t current = 0;  // thread of the group that had the turn
  bool is_between = false;  // an instruction was about to be executed; else the run has ended
  std::vector<KeptThread> threads;
  std::vector<std::byte> local_memory;
  std::vector<KeptMemory> memory;
};

class Watch final : public gpu::ObserverSource {
 public:
  // Keeps the state before instruction number `stop`, counted from 0 over all threads, or at the end of the last group.
  // `from`: the mark of the timeline at which the run continues; null: the run begins.
  Watch(const script::Case& one, const script::CaseProgram& program, std::uint64_t stop, gpu::Timeline& timeline,
        const gpu::Timeline::Mark* from);

  eu::Interest interest() const override;
  std::unique_ptr<gpu::DispatchObserver> dispatch_begins(const gpu::ObservedDispatch& dispatch) override;

  const Kept& kept() const { return kept_; }

 private:
  class Dispatch;
  class Group;
  // The state of this class that a mark of the timeline keeps.
  struct Marked {
    std::uint64_t executed = 0;
    std::size_t current = 0;  // thread of the group whose turn it was
    std::vector<bool> ended;  // by thread of the group: those that have ended by a message
  };

  void keep(const eu::StartedGroup& group, const eu::Thread* current, const std::vector<bool>& ended);
  std::vector<KeptMemory> memory() const;
  KeptThread kept_thread(eu::ThreadBlock& threads, unsigned index) const;

  const script::Case& case_;
  const script::CaseProgram& program_;
  memory::PageSource* space_ = nullptr;
  std::uint64_t stop_;
  gpu::Timeline& timeline_;
  std::optional<Marked> from_;  // nothing after the run has continued from this mark
  std::uint64_t executed_ = 0;  // instructions
  bool has_stopped_ = false;
  Kept kept_;
};

}  // namespace eugene::web
