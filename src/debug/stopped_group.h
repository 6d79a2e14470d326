// The running or stopped group of a dispatch, and the work-item that the user looks at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "debug/code_flow.h"
#include "debug/private_addresses.h"
#include "debug/program_text.h"
#include "debug/register_writes.h"
#include "debug/track.h"
#include "eu/observer.h"
#include "eu/thread_block.h"
#include "gpu/media/work_items.h"
#include "gpu/schedule/observe/observation.h"

namespace eugene::debug {

struct StoppedGroup {
  StoppedGroup(const gpu::ObservedDispatch& of, ProgramText source, std::uint64_t number)
      : dispatch(of),
        text(std::move(source)),
        launch(number),
        items(of.work, gpu::ItemId{}, gpu::ItemId{}),
        track(of.kernel.program(), text.lines),
        register_writes(of.kernel),
        private_addresses(of.kernel) {}

  void begins(const eu::StartedGroup& group) {
    resumes(group);
    track.group_begins(group.index, group.count);
  }
  // Begins a group that resumes at the track's current moment.
  void resumes(const eu::StartedGroup& group) {
    threads = &group.threads;
    count = group.count;
    local = group.local;
  }
  const CodeFlow& flow() const {
    if (!flow_of_kernel) flow_of_kernel.emplace(dispatch.kernel);
    return *flow_of_kernel;
  }
  eu::Thread& focused() const { return (*threads)[thread]; }

  gpu::ObservedDispatch dispatch;
  ProgramText text;
  std::uint64_t launch;
  gpu::WorkItems items;
  Track track;
  RegisterWrites register_writes;
  PrivateAddresses private_addresses;
  mutable std::optional<CodeFlow> flow_of_kernel;  // created at the first use
  eu::ThreadBlock* threads = nullptr;              // null: no group has begun
  unsigned count = 0;                              // number of threads
  std::span<std::byte> local;
  unsigned thread = 0, channel = 0;  // the thread and channel in focus
  std::size_t level = 0;             // the frame in focus, counted from the innermost
};

}  // namespace eugene::debug
