// Replays an AUB trace on a GPU.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "binary/aub.h"
#include "gpu/mmio_gpu.h"

namespace eugene::serve {

// Result of a replay. `problems` has failed comparisons of the trace, and packets that could not be executed.
struct AubReplay {
  std::uint64_t memory_writes = 0;
  std::uint64_t register_writes = 0;
  std::uint64_t comparisons = 0;
  Diagnostics problems;
};

// Replays all `packets` on `gpu`, in order. Continues after problems. Calls `commented` for each comment.
AubReplay replay_aub(std::span<const binary::AubPacket> packets, gpu::MmioGpu& gpu,
                     const std::function<void(const binary::AubComment&)>& commented = {});

// Returns the device given by a version packet in `packets`; null if there is none or it is unknown.
const gpu::Device* aub_device(std::span<const binary::AubPacket> packets);

}  // namespace eugene::serve
