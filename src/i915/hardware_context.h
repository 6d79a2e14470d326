// One engine's context: the command streamer, its registers and its ring. Each slot of a context's engine map has one.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gpu/commands/command_layout.h"
#include "gpu/engine_context.h"
#include "gpu/gpu.h"
#include "i915/late_writes.h"
#include "memory/flat_memory.h"
#include "memory/host_ranges.h"

namespace eugene::i915 {

// Used by the thread that executes requests.
class HardwareContext {
 public:
  HardwareContext(gpu::Gpu& gpu, gpu::EngineKind engine);
  HardwareContext(const HardwareContext&) = delete;
  HardwareContext& operator=(const HardwareContext&) = delete;

  // Runs the batch buffer at `batch` in `space`. If the batch waits for a semaphore or has been preempted, resume()
  // continues it.
  gpu::StreamStatus start(std::uint64_t batch, std::shared_ptr<memory::HostRanges> space,
                          std::chrono::steady_clock::time_point deadline);
  gpu::StreamStatus resume();

  // Call this instead of start() to give up a batch without executing it: give_up() then returns its writes.
  void start_nothing(std::uint64_t batch, std::shared_ptr<memory::HostRanges> space);
  // Abandons the request and returns its remaining post-sync writes. No other member may be called afterwards.
  std::vector<LateWrite> give_up();
  // Returns whether the program has set its base addresses since the context began.
  bool has_bases() const { return engine_.streamer().state().bases != gpu::StateBases(); }

  // Returns why the last request failed; null if the failure was a kernel's fault, which has already been reported.
  const Diagnostic* error() const { return engine_.has_faulted() ? nullptr : &error_; }

 private:
  gpu::StreamStatus run();
  bool enter(std::uint64_t batch, std::shared_ptr<memory::HostRanges> space);

  // The address space of the running request.
  struct Space final : memory::PageSource {
    std::shared_ptr<memory::HostRanges> now = std::make_shared<memory::HostRanges>();

    std::byte* page(std::uint64_t address, memory::Access access) override { return now->page(address, access); }
    std::uint64_t pages_from(std::uint64_t address, memory::Access access, std::uint64_t pages,
                             std::byte*& host) override {
      return now->pages_from(address, access, pages, host);
    }
  };

  // Memory of the global table: the ring and a status page. On Gen6, programs have no other address space, so the table
  // also contains everything that they map.
  struct Global final : memory::PageSource {
    memory::FlatMemory own;
    Space* programs = nullptr;  // null if programs have their own address spaces

    std::byte* page(std::uint64_t address, memory::Access access) override {
      return programs != nullptr && address < kOwn ? programs->page(address, access) : own.page(address, access);
    }
  };
  static constexpr std::uint64_t kOwn = std::uint64_t{1} << 40;  // address of the ring: above all addresses of Gen6

  Space space_;
  Global global_;
  const gpu::CommandLayout* layout_;
  std::span<std::byte> ring_memory_;
  gpu::EngineContext engine_;
  gpu::Ring ring_;
  std::chrono::steady_clock::time_point deadline_;
  std::chrono::steady_clock::time_point preempted_;  // time of the preemption; Time() if not preempted
  Diagnostic error_;
};

}  // namespace eugene::i915
