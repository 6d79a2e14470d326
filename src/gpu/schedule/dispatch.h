// One GPGPU_WALKER as a value, gathered from the command and the state that the commands before it have set.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "eu/thread.h"
#include "gpu/commands/state.h"
#include "gpu/draw/pixel_grid.h"
#include "gpu/media/walker.h"
#include "gpu/schedule/preemption_level.h"
#include "memory/view.h"

namespace eugene::gpu {

using GroupId = std::array<std::uint32_t, 3>;  // x, y, z

// GPGPU_WALKER's own fields.
struct Walker {
  unsigned descriptor = 0;                        // index among the interface descriptors
  std::uint32_t indirect_length = 0;              // bytes; 0: constants come from the CURBE
  std::uint32_t indirect_start = 0;               // relative to Indirect Object Base Address
  unsigned simd = 8;                              // channels of a thread: 8, 16, 32
  std::array<std::uint32_t, 3> threads{1, 1, 1};  // of a group: width, height, depth
  GroupId first{};
  GroupId end{};  // exclusive
  std::uint32_t right_mask = ~0U;
  std::uint32_t bottom_mask = ~0U;
  bool operator==(const Walker&) const = default;
};

struct Dispatch {
  Walker walker;
  InterfaceDescriptor descriptor;
  StateBases bases;
  VfeState vfe;
  std::uint64_t system_ip = 0;   // STATE_SIP, relative to Instruction Base Address; 0: there is no routine
  std::uint64_t csr_base = 0;    // GPGPU_CSR_BASE_ADDRESS; 0: contexts are not saved to memory
  std::uint32_t l3_control = 0;  // L3CNTLREG
  PreemptionLevel preemption_level = PreemptionLevel::thread;
  PoolState pools;
  // Constants as they lie in memory, whole registers: those every thread gets, then those of thread 0, 1, ...
  std::vector<eu::Grf> cross_thread;
  std::vector<eu::Grf> per_thread;
  // Of media threads, group by group; empty for GPGPU_WALKER, whose groups have numbers instead.
  std::vector<MediaPlace> places;
  bool mixes_colors = false;  // places differ in colour
  // Pixel shader threads are groups of one each, for these pixels.
  std::optional<PixelGrid> pixels;
  // Indirect payloads put a thread's own constants before those of all threads; the CURBE puts them after.
  bool per_thread_first = false;

  std::uint64_t kernel_address() const { return (bases.instruction + descriptor.kernel_start) & memory::kAddressMask; }
  unsigned threads_of_group() const { return walker.threads[0] * walker.threads[1] * walker.threads[2]; }
  std::uint64_t groups() const;
  // The group at position `index` of the walk, x fastest. For media threads: x, y and colour of the group's first
  // thread.
  GroupId group(std::uint64_t index) const;
  // The dwords eu::kGroupDwords of r0 for thread `thread` of group `index`: the group's number; a media thread's place,
  // number and group; or a pixel shader thread's column and row.
  GroupId group_dwords(std::uint64_t index, unsigned thread = 0) const;
  // Updates these dwords from group `index` - 1 to group `index`, for its first thread.
  void advance(GroupId& dwords, std::uint64_t index) const;
  // Whether these dwords are the same in all threads of a group, and the colour in all threads.
  bool shares_header() const { return places.empty() || (threads_of_group() == 1 && !mixes_colors); }
  // Media threads without groups have no barrier and no local memory.
  void drop_groups() {
    descriptor.barrier = false;
    descriptor.global_barrier = false;
    descriptor.slm_bytes = 0;
  }
};

struct SuspendedWalker;  // suspended_walker.h
using SuspendedWalkerPtr = std::shared_ptr<SuspendedWalker>;

// Reads the constants. Fails where state is missing, sizes contradict each other, or memory is not mapped.
Result<Dispatch> make_dispatch(const Walker& walker, const PipelineState& state, memory::View& memory);

}  // namespace eugene::gpu
