// Finds races between launches of one program that nothing orders, and between launches and the host: kind "race", ids
// race.kernels and race.host. The program's OpenCL layer tells which commands are unordered. The memory that they
// access is compared here, when each launch has run.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/finding/finding.h"
#include "check/launch.h"
#include "check/memory/memory.h"
#include "check/race/footprint.h"
#include "gpu/media/work_items.h"
#include "gpu/schedule/work/work.h"

namespace eugene::check {

// A launch that runs or has run, with everything that its findings need afterwards.
struct RecordedLaunch {
  // The bytes of a buffer that an argument gives to the kernel, from `begin` on, and their address.
  struct Buffer {
    std::uint64_t number = 0;
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
    std::uint64_t address = 0;  // GPU address
  };
  RecordedLaunch(ProgramLaunch of, const gpu::Work& its);

  // Returns the instruction's entry of `sites`, with the work-item that made the access.
  Site site(const Touch& touch, bool writes) const;

  ProgramLaunch launch;
  gpu::Work work;
  gpu::WorkItems items;
  std::vector<Buffer> buffers;
  RaceFacts facts;
  std::shared_ptr<const MemoryRules> rules;
  Footprint footprint;
  std::map<std::uint32_t, Site> sites;  // by instruction, without work-item
};

// An access to bytes of a buffer by a command, or by the program while it has mapped the bytes.
struct HostAccess {
  std::string what;          // "clEnqueueReadBuffer reads"
  std::uint64_t buffer = 0;  // ID of the buffer
  std::uint64_t begin = 0, end = 0;
  bool writes = false;
  Order order;
};

// Thread-safe.
class Overlaps {
 public:
  static bool may_overlap(const Order& order) {
    return order.number != 0 && (!order.is_alone || !order.unordered.empty());
  }
  // Both functions keep their argument, compare it with everything kept before, and return the races.
  using Findings = std::vector<Finding>;
  Findings ran(std::unique_ptr<const RecordedLaunch> launch);
  Findings accessed(HostAccess access);

 private:
  void drop_oldest();

  static constexpr std::size_t kMaxAccesses = 256;
  static constexpr std::size_t kMaxPages = 16384;

  std::mutex mutex_;
  std::deque<std::unique_ptr<const RecordedLaunch>> launches_;
  std::deque<HostAccess> accesses_;
};

}  // namespace eugene::check
