// The pipeline state of one context, set by the commands before a GPGPU_WALKER.
// BXT PRM vol6 "GPGPU Commands"; layouts: public Gen9 command descriptions.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "draw/state/state_3d.h"

namespace eugene::gpu {

// STATE_BASE_ADDRESS: addresses of 48 bits, and buffer sizes in bytes; a size is 0 if it was never set.
struct StateBases {
  std::uint64_t general = 0;
  std::uint64_t surface = 0;
  std::uint64_t dynamic = 0;
  std::uint64_t indirect_object = 0;
  std::uint64_t instruction = 0;
  std::uint64_t bindless_surface = 0;
  std::uint64_t general_size = 0;
  std::uint64_t dynamic_size = 0;
  std::uint64_t indirect_object_size = 0;
  std::uint64_t instruction_size = 0;
  std::uint64_t bindless_surface_size = 0;
  bool operator==(const StateBases&) const = default;
};

// A distance or place, in units that a command defines.
struct Vector2 {
  int x = 0;
  int y = 0;
  bool operator==(const Vector2&) const = default;
};

// The scoreboard of media threads (media/scoreboard.h), from MEDIA_VFE_STATE.
struct Scoreboard {
  static constexpr unsigned kDependencies = 8;

  bool enabled = false;
  bool stalls = true;
  std::uint8_t mask = 0;  // dependencies in use
  std::array<Vector2, kDependencies> distance{};
  bool operator==(const Scoreboard&) const = default;
};

// The parts of MEDIA_VFE_STATE that threads can observe.
struct VfeState {
  std::uint64_t scratch_base = 0;      // relative to General State Base Address; 1 KB units
  std::uint8_t scratch_size_code = 0;  // 2^code KB per thread; valid if scratch_base is in use
  std::uint8_t stack_size_code = 0;    // 2^code KB per thread; only in generations with stacks
  std::uint16_t maximum_threads = 0;   // as encoded: count - 1
  std::uint32_t curbe_registers = 0;   // CURBE allocation in 256-bit units
  std::uint8_t urb_entries = 0;        // for children and persistent threads
  std::uint16_t urb_entry_registers = 0;
  std::uint8_t slice_disable = 0;  // as encoded
  bool resets_gateway_timer = false;
  bool bypasses_gateway = false;  // threads need not open the gateway
  Scoreboard scoreboard;          // orders media threads
  bool operator==(const VfeState&) const = default;
};

inline constexpr std::size_t kInterfaceDescriptorBytes = 32;
inline constexpr std::size_t kMaxInterfaceDescriptors = 64;

// INTERFACE_DESCRIPTOR_DATA.
struct InterfaceDescriptor {
  std::uint64_t kernel_start = 0;  // relative to Instruction Base Address
  bool alternate_floats = false;   // ALT instead of IEEE-754
  bool denormals_by_kernel = false;
  bool single_program_flow = false;
  std::uint8_t rounding_mode = 0;  // as in cr0.0 5:4
  bool software_exceptions = false;
  bool mask_stack_exceptions = false;
  bool illegal_opcode_exceptions = false;
  std::uint32_t sampler_state = 0;         // relative to Dynamic State Base Address
  std::uint8_t sampler_count = 0;          // as encoded: groups of four
  std::uint32_t binding_table = 0;         // pointer: PipelineState::binding_table_offset()
  std::uint8_t binding_table_entries = 0;  // entries to prefetch; the table may have more
  std::uint16_t constant_offset = 0;       // into the CURBE, in registers
  std::uint16_t per_thread_registers = 0;  // constants of one thread
  std::uint8_t cross_thread_registers = 0;
  std::uint16_t threads = 0;    // threads of a group
  std::uint32_t slm_bytes = 0;  // shared local memory of a group
  bool barrier = false;
  bool global_barrier = false;
  bool operator==(const InterfaceDescriptor&) const = default;
};

// MEDIA_POOL_STATE: groups EUs of several subslices into pools (schedule/work/thread_pools.h).
struct PoolState {
  static constexpr std::uint32_t kEnable = 1U << 31;  // in the command's second dword; the third is the configuration
  bool enabled = false;                               // else LegacyMode
  std::uint32_t configuration = 0;                    // one bit for each EU: the pool that it belongs to
  bool operator==(const PoolState&) const = default;
};

enum class Pipeline : std::uint8_t { render = 0, media = 1, gpgpu = 2 };

struct PipelineState {
  Pipeline pipeline = Pipeline::render;
  StateBases bases;
  VfeState vfe;
  std::uint64_t system_ip = 0;  // STATE_SIP, relative to Instruction Base Address
  PoolState pools;
  std::uint64_t csr_base = 0;  // GPGPU_CSR_BASE_ADDRESS
  std::vector<std::byte> curbe;
  std::vector<InterfaceDescriptor> descriptors;
  draw::State3d state_3d;
  unsigned binding_table_shift = 0;                 // offsets of binding tables are pointers to them, shifted so
  std::optional<std::uint64_t> binding_table_pool;  // address from which these offsets count, in place of the surfaces'

  // Returns the offset of the binding table with this pointer from Surface State Base Address.
  std::uint32_t binding_table_offset(std::uint32_t pointer) const {
    const std::uint64_t from_surfaces = binding_table_pool ? *binding_table_pool - bases.surface : 0;
    return static_cast<std::uint32_t>(from_surfaces + (std::uint64_t{pointer} << binding_table_shift));
  }
};

}  // namespace eugene::gpu
