// One unit of work for the EUs: a kernel, the groups and threads that run it, the state that the threads of a group
// share, and a writer of the threads' initial registers.
//
// Each kind of command makes its own Works: GPGPU_WALKER (media/gpgpu_work.h), media objects and their walkers
// (media/media_work.h), vertices and pixels of draws (draw/shader_work.h). They differ only in their PayloadWriter, so
// the code that runs a Work need not know its kind. The groups of one Work do not depend on each other. Threads that
// depend on each other by a scoreboard are divided into several Works, which run one after the other
// (media/walker_threads.h).
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "base/site.h"
#include "base/stage.h"
#include "gpu/pipeline/state.h"
#include "memory/view.h"

namespace eugene::functions {
class Urb;
}

namespace eugene::gpu {

using GroupId = Item;

class PayloadWriter;  // payload.h

// The points at which work may be preempted: CS_CHICKEN1 bits 2:1, a level that a driver sets for each kernel. Intel's
// driver sets the level `group` for kernels that must not be preempted in the middle. These kernels have no system
// routine in memory.
enum class PreemptionLevel : std::uint8_t {
  thread,   // anywhere
  group,    // between thread groups
  command,  // only before and after the command
};

constexpr PreemptionLevel preemption_level(std::uint32_t cs_chicken1) {
  switch (cs_chicken1 >> 1 & 3) {
    case 0: return PreemptionLevel::thread;
    case 1: return PreemptionLevel::group;
    default: return PreemptionLevel::command;
  }
}

struct Work {
  // --- the kernel ---
  Stage stage = Stage::compute;
  StateBases bases;
  std::uint64_t kernel_start = 0;          // relative to Instruction Base Address
  std::array<std::uint32_t, 2> control{};  // cr0.0 and cr0.1 of every thread at its start
  std::uint32_t sampler_state = 0;         // relative to Dynamic State Base Address
  std::uint32_t binding_table = 0;         // relative to Surface State Base Address
  std::uint8_t binding_table_entries = 0;  // entries to prefetch; the table may have more
  std::uint64_t scratch_base = 0;          // relative to General State Base Address; 1 KB units
  std::uint8_t scratch_size_code = 0;      // 2^code KB per thread; valid if scratch_base is in use
  std::uint32_t l3_control = 0;            // L3CNTLREG
  unsigned simd = 8;                       // channels of a thread
  // --- its groups ---
  std::uint64_t groups = 0;
  unsigned threads = 1;         // threads of a group
  std::uint32_t slm_bytes = 0;  // local memory that the threads of a group share
  PoolState pools;              // places of groups
  std::shared_ptr<const PayloadWriter> payload;
  std::shared_ptr<functions::Urb> urb;  // null: its threads have no URB
  // --- its preemption ---
  PreemptionLevel preemption_level = PreemptionLevel::thread;
  std::uint64_t system_ip = 0;  // STATE_SIP, relative to Instruction Base Address; 0: no routine
  std::uint64_t csr_base = 0;   // GPGPU_CSR_BASE_ADDRESS; 0: contexts are not saved to memory

  std::uint64_t kernel_address() const { return (bases.instruction + kernel_start) & memory::kAddressMask; }
  std::uint64_t scratch_bytes() const { return std::uint64_t{1024} << scratch_size_code; }  // per thread
};

// Makes a Work for the kernel of `descriptor`, in the state that earlier commands have set. It has no groups yet.
Work make_work(const InterfaceDescriptor& descriptor, const PipelineState& state);

struct SuspendedJob;  // job/job.h
using SuspendedJobPtr = std::shared_ptr<SuspendedJob>;

}  // namespace eugene::gpu
