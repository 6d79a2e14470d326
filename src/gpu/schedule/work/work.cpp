#include "gpu/schedule/work/work.h"

#include "isa/state_registers.h"

namespace eugene::gpu {
namespace {

// cr0.0 and cr0.1 as the thread dispatcher initialises them: SNB PRM vol4 part2 table 5-15.
std::array<std::uint32_t, 2> start_control(const InterfaceDescriptor& descriptor) {
  return {(descriptor.alternate_floats ? isa::cr0::kAlternateFloats : 0) |
              (descriptor.single_program_flow ? isa::cr0::kSingleProgramFlow : 0) |
              (std::uint32_t{descriptor.rounding_mode} << isa::cr0::kRoundingLow),
          (descriptor.software_exceptions ? isa::cr1::kSoftwareEnable : 0) |
              (descriptor.illegal_opcode_exceptions ? isa::cr1::kIllegalOpcodeEnable : 0) |
              (descriptor.mask_stack_exceptions ? isa::cr1::kStackEnable : 0)};
}

}  // namespace

Work make_work(const InterfaceDescriptor& descriptor, const PipelineState& state) {
  return {.bases = state.bases,
          .kernel_start = descriptor.kernel_start,
          .control = start_control(descriptor),
          .sampler_state = descriptor.sampler_state,
          .binding_table = state.binding_table_offset(descriptor.binding_table),
          .binding_table_entries = descriptor.binding_table_entries,
          .scratch_base = state.vfe.scratch_base,
          .scratch_size_code = state.vfe.scratch_size_code,
          .slm_bytes = descriptor.slm_bytes,
          .system_ip = state.system_ip};
}

}  // namespace eugene::gpu
