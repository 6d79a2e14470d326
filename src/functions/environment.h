// The environment of the threads of a dispatch: the state that their messages use.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "eu/barrier.h"
#include "eu/fused_threads.h"
#include "eu/named_barriers.h"
#include "functions/recoverable_faults.h"
#include "memory/state_cache.h"
#include "memory/view.h"

namespace eugene::functions {

class ThreadGateway;
class Urb;

// Common to all thread groups of a dispatch (STATE_BASE_ADDRESS and the interface descriptor).
struct Environment {
  std::uint64_t general_state_base = 0;
  std::uint64_t general_state_bytes = std::uint64_t{1} << 32;  // stateless reads past the end give 0, writes nothing
  std::uint64_t surface_state_base = 0;
  std::uint64_t dynamic_state_base = 0;
  std::uint64_t bindless_surface_base = 0;
  std::uint32_t binding_table = 0;       // bytes from surface_state_base
  std::uint32_t sampler_state = 0;       // bytes from dynamic_state_base
  ThreadGateway* gateway = nullptr;      // for messages between threads; null: only the group's barrier works
  Urb* urb = nullptr;                    // null if threads have no URB
  memory::StateCache* states = nullptr;  // of the context; null: the dispatch has its own
  RecoverableFaults recoverable;
};

// Resources of one thread group.
struct GroupResources {
  std::span<std::byte> slm;        // shared local memory, at most 64 KB, 8-byte aligned; empty if the kernel uses none
  eu::Barrier* barrier = nullptr;  // null if the kernel uses none
  eu::FusedThreads* fused_threads = nullptr;    // null if threads are not fused
  eu::NamedBarriers* named_barriers = nullptr;  // only for vISA
};

}  // namespace eugene::functions
