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
#include "gpu/timeline.h"

namespace eugene::debug {

struct StoppedGroup {
  StoppedGroup(const gpu::ObservedDispatch& of, ProgramText source, std::uint64_t number)
      : dispatch(of),
        text(std::move(source)),
        launch(number),
        items(of.work, gpu::ItemId{}, gpu::ItemId{}),
        timeline(of.space),
        track(of.kernel.program(), text.lines),
        register_writes(of.kernel),
        private_addresses(of.kernel) {}

  // Begins a group, or resumes it in its middle. Returns whether it begins.
  bool begins(const eu::StartedGroup& group) {
    threads = &group.threads;
    count = group.count;
    local = group.local;
    const bool is_new = timeline.group_begins(group.index, group.count);
    if (is_new) track.group_begins(group.count);
    return is_new;
  }
  gpu::Moment now() const { return timeline.now(); }
  const CodeFlow& flow() const {
    if (!flow_of_kernel) flow_of_kernel.emplace(dispatch.kernel);
    return *flow_of_kernel;
  }
  eu::Thread& focused() const { return (*threads)[thread]; }

  gpu::ObservedDispatch dispatch;
  ProgramText text;
  std::uint64_t launch;
  gpu::WorkItems items;
  gpu::Timeline timeline;
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
