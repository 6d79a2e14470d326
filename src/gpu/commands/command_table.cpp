// The commands of Gen9 that the streamer knows, one row each: code, name, width of the length field, shortest legal
// length in dwords, handler. A command without a handler changes nothing that compute work can see.
#include "gpu/commands/command_table.h"

#include <algorithm>
#include <array>

#include "base/bits.h"

namespace eugene::gpu {
namespace {

using S = CommandStreamer;
using namespace command_rows;  // NOLINT(google-build-using-namespace)

constexpr std::array kGen9Commands{
    Command{mi(0x00), "MI_NOOP", 0, 1, kNoEffect},
    Command{mi(0x01), "MI_SET_PREDICATE", 0, 1, &S::mi_set_predicate},
    Command{mi(0x02), "MI_USER_INTERRUPT", 0, 1, kNoEffect},
    Command{mi(0x03), "MI_WAIT_FOR_EVENT", 0, 1, kNoEffect},
    Command{mi(0x04), "MI_FLUSH", 0, 1, kNoEffect},
    Command{mi(0x05), "MI_ARB_CHECK", 0, 1, kNoEffect},
    Command{mi(0x06), "MI_RS_CONTROL", 0, 1, kNoEffect},
    Command{mi(0x07), "MI_REPORT_HEAD", 0, 1, kNoEffect},
    Command{mi(0x08), "MI_ARB_ON_OFF", 0, 1, kNoEffect},
    Command{mi(0x09), "MI_URB_ATOMIC_ALLOC", 0, 1, kNoEffect},
    Command{mi(0x0A), "MI_BATCH_BUFFER_END", 0, 1, &S::mi_batch_buffer_end},
    Command{mi(0x0B), "MI_SUSPEND_FLUSH", 0, 1, kNoEffect},
    Command{mi(0x0C), "MI_PREDICATE", 0, 1, &S::mi_predicate},
    Command{mi(0x0D), "MI_TOPOLOGY_FILTER", 0, 1, kNoEffect},
    Command{mi(0x0F), "MI_RS_CONTEXT", 0, 1, kNoEffect},
    Command{mi(0x12), "MI_LOAD_SCAN_LINES_INCL", 6, 2, kNoEffect},
    Command{mi(0x13), "MI_LOAD_SCAN_LINES_EXCL", 6, 2, kNoEffect},
    Command{mi(0x18), "MI_SET_CONTEXT", 8, 2, kNoEffect},
    Command{mi(0x1A), "MI_MATH", 8, 2, &S::mi_math},
    Command{mi(0x1B), "MI_SEMAPHORE_SIGNAL", 8, 2, kNoEffect},
    Command{mi(0x1C), "MI_SEMAPHORE_WAIT", 8, 4, &S::mi_semaphore_wait},
    Command{mi(0x1D), "MI_FORCE_WAKEUP", 8, 2, kNoEffect},
    Command{mi(0x20), "MI_STORE_DATA_IMM", 10, 4, &S::mi_store_data_imm},
    Command{mi(0x21), "MI_STORE_DATA_INDEX", 8, 3, &S::mi_store_data_index},
    Command{mi(0x22), "MI_LOAD_REGISTER_IMM", 8, 3, &S::mi_load_register_imm},
    Command{mi(0x24), "MI_STORE_REGISTER_MEM", 8, 4, &S::mi_store_register_mem},
    Command{mi(0x26), "MI_FLUSH_DW", 6, 3, &S::mi_flush_dw},
    Command{mi(0x27), "MI_CLFLUSH", 10, 2, kNoEffect},
    Command{mi(0x28), "MI_REPORT_PERF_COUNT", 6, 4, &S::mi_report_perf_count},
    Command{mi(0x29), "MI_LOAD_REGISTER_MEM", 8, 4, &S::mi_load_register_mem},
    Command{mi(0x2A), "MI_LOAD_REGISTER_REG", 8, 3, &S::mi_load_register_reg},
    Command{mi(0x2B), "MI_RS_STORE_DATA_IMM", 8, 4, &S::unsupported},
    Command{mi(0x2C), "MI_LOAD_URB_MEM", 8, 4, &S::unsupported},
    Command{mi(0x2D), "MI_STORE_URB_MEM", 8, 4, &S::unsupported},
    Command{mi(0x2E), "MI_COPY_MEM_MEM", 8, 5, &S::mi_copy_mem_mem},
    Command{mi(0x2F), "MI_ATOMIC", 8, 3, &S::mi_atomic},
    Command{mi(0x31), "MI_BATCH_BUFFER_START", 8, 3, &S::mi_batch_buffer_start},
    Command{mi(0x36), "MI_CONDITIONAL_BATCH_BUFFER_END", 8, 4, &S::mi_conditional_batch_buffer_end},

    Command{gfx(0, 0, 0x03), "STATE_PREFETCH", 8, 2, kNoEffect},
    Command{gfx(0, 1, 0x01), "STATE_BASE_ADDRESS", 8, 16, &S::state_base_address},
    Command{gfx(0, 1, 0x02), "STATE_SIP", 8, 3, &S::state_sip},
    Command{gfx(0, 1, 0x04), "GPGPU_CSR_BASE_ADDRESS", 8, 3, &S::gpgpu_csr_base_address},
    Command{gfx(1, 0, 0x0B), "3DSTATE_VF_STATISTICS", 0, 1, kNoEffect},
    Command{gfx(1, 1, 0x04), "PIPELINE_SELECT", 0, 1, &S::pipeline_select},
    Command{gfx(2, 0, 0x00), "MEDIA_VFE_STATE", 16, 9, &S::media_vfe_state},
    Command{gfx(2, 0, 0x01), "MEDIA_CURBE_LOAD", 16, 4, &S::media_curbe_load},
    Command{gfx(2, 0, 0x02), "MEDIA_INTERFACE_DESCRIPTOR_LOAD", 16, 4, &S::media_interface_descriptor_load},
    Command{gfx(2, 0, 0x04), "MEDIA_STATE_FLUSH", 16, 2, kNoEffect},
    Command{gfx(2, 0, 0x05), "MEDIA_POOL_STATE", 16, 6, kNoEffect},
    Command{gfx(2, 1, 0x00), "MEDIA_OBJECT", 16, 6, &S::media_object},
    Command{gfx(2, 1, 0x02), "MEDIA_OBJECT_PRT", 16, 16, &S::unsupported},
    Command{gfx(2, 1, 0x03), "MEDIA_OBJECT_WALKER", 16, 17, &S::media_object_walker},
    Command{gfx(2, 1, 0x05), "GPGPU_WALKER", 8, 15, &S::gpgpu_walker},
    Command{gfx(2, 1, 0x06), "MEDIA_OBJECT_GRPID", 16, 7, &S::unsupported},

    state_3d(0, 0x04, "3DSTATE_CLEAR_PARAMS"),
    state_3d(0, 0x05, "3DSTATE_DEPTH_BUFFER"),
    state_3d(0, 0x06, "3DSTATE_STENCIL_BUFFER"),
    state_3d(0, 0x07, "3DSTATE_HIER_DEPTH_BUFFER"),
    state_3d(0, 0x08, "3DSTATE_VERTEX_BUFFERS"),
    state_3d(0, 0x09, "3DSTATE_VERTEX_ELEMENTS"),
    state_3d(0, 0x0A, "3DSTATE_INDEX_BUFFER"),
    state_3d(0, 0x0C, "3DSTATE_VF"),
    state_3d(0, 0x0D, "3DSTATE_MULTISAMPLE"),
    state_3d(0, 0x0E, "3DSTATE_CC_STATE_POINTERS"),
    state_3d(0, 0x0F, "3DSTATE_SCISSOR_STATE_POINTERS"),
    state_3d(0, 0x10, "3DSTATE_VS"),
    state_3d(0, 0x11, "3DSTATE_GS"),
    state_3d(0, 0x12, "3DSTATE_CLIP"),
    state_3d(0, 0x13, "3DSTATE_SF"),
    state_3d(0, 0x14, "3DSTATE_WM"),
    state_3d(0, 0x15, "3DSTATE_CONSTANT_VS"),
    state_3d(0, 0x16, "3DSTATE_CONSTANT_GS"),
    state_3d(0, 0x17, "3DSTATE_CONSTANT_PS"),
    state_3d(0, 0x18, "3DSTATE_SAMPLE_MASK"),
    state_3d(0, 0x19, "3DSTATE_CONSTANT_HS"),
    state_3d(0, 0x1A, "3DSTATE_CONSTANT_DS"),
    state_3d(0, 0x1B, "3DSTATE_HS"),
    state_3d(0, 0x1C, "3DSTATE_TE"),
    state_3d(0, 0x1D, "3DSTATE_DS"),
    state_3d(0, 0x1E, "3DSTATE_STREAMOUT"),
    state_3d(0, 0x1F, "3DSTATE_SBE"),
    state_3d(0, 0x20, "3DSTATE_PS"),
    state_3d(0, 0x21, "3DSTATE_VIEWPORT_STATE_POINTERS_SF_CLIP"),
    state_3d(0, 0x23, "3DSTATE_VIEWPORT_STATE_POINTERS_CC"),
    state_3d(0, 0x24, "3DSTATE_BLEND_STATE_POINTERS"),
    state_3d(0, 0x26, "3DSTATE_BINDING_TABLE_POINTERS_VS"),
    state_3d(0, 0x27, "3DSTATE_BINDING_TABLE_POINTERS_HS"),
    state_3d(0, 0x28, "3DSTATE_BINDING_TABLE_POINTERS_DS"),
    state_3d(0, 0x29, "3DSTATE_BINDING_TABLE_POINTERS_GS"),
    state_3d(0, 0x2A, "3DSTATE_BINDING_TABLE_POINTERS_PS"),
    state_3d(0, 0x2B, "3DSTATE_SAMPLER_STATE_POINTERS_VS"),
    state_3d(0, 0x2C, "3DSTATE_SAMPLER_STATE_POINTERS_HS"),
    state_3d(0, 0x2D, "3DSTATE_SAMPLER_STATE_POINTERS_DS"),
    state_3d(0, 0x2E, "3DSTATE_SAMPLER_STATE_POINTERS_GS"),
    state_3d(0, 0x2F, "3DSTATE_SAMPLER_STATE_POINTERS_PS"),
    state_3d(0, 0x30, "3DSTATE_URB_VS"),
    state_3d(0, 0x31, "3DSTATE_URB_HS"),
    state_3d(0, 0x32, "3DSTATE_URB_DS"),
    state_3d(0, 0x33, "3DSTATE_URB_GS"),
    state_3d(0, 0x34, "3DSTATE_GATHER_CONSTANT_VS"),
    state_3d(0, 0x35, "3DSTATE_GATHER_CONSTANT_GS"),
    state_3d(0, 0x36, "3DSTATE_GATHER_CONSTANT_HS"),
    state_3d(0, 0x37, "3DSTATE_GATHER_CONSTANT_DS"),
    state_3d(0, 0x38, "3DSTATE_GATHER_CONSTANT_PS"),
    state_3d(0, 0x43, "3DSTATE_BINDING_TABLE_EDIT_VS"),
    state_3d(0, 0x44, "3DSTATE_BINDING_TABLE_EDIT_GS"),
    state_3d(0, 0x45, "3DSTATE_BINDING_TABLE_EDIT_HS"),
    state_3d(0, 0x46, "3DSTATE_BINDING_TABLE_EDIT_DS"),
    state_3d(0, 0x47, "3DSTATE_BINDING_TABLE_EDIT_PS"),
    state_3d(0, 0x49, "3DSTATE_VF_INSTANCING"),
    state_3d(0, 0x4A, "3DSTATE_VF_SGVS"),
    state_3d(0, 0x4B, "3DSTATE_VF_TOPOLOGY"),
    state_3d(0, 0x4C, "3DSTATE_WM_CHROMAKEY"),
    state_3d(0, 0x4D, "3DSTATE_PS_BLEND"),
    state_3d(0, 0x4E, "3DSTATE_WM_DEPTH_STENCIL"),
    state_3d(0, 0x4F, "3DSTATE_PS_EXTRA"),
    state_3d(0, 0x50, "3DSTATE_RASTER"),
    state_3d(0, 0x51, "3DSTATE_SBE_SWIZ"),
    state_3d(0, 0x52, "3DSTATE_WM_HZ_OP"),
    state_3d(0, 0x54, "3DSTATE_RS_CONSTANT_POINTER"),
    state_3d(0, 0x55, "3DSTATE_VF_COMPONENT_PACKING"),
    state_3d(1, 0x00, "3DSTATE_DRAWING_RECTANGLE"),
    state_3d(1, 0x02, "3DSTATE_SAMPLER_PALETTE_LOAD0"),
    state_3d(1, 0x04, "3DSTATE_CHROMA_KEY"),
    state_3d(1, 0x06, "3DSTATE_POLY_STIPPLE_OFFSET"),
    state_3d(1, 0x07, "3DSTATE_POLY_STIPPLE_PATTERN"),
    state_3d(1, 0x08, "3DSTATE_LINE_STIPPLE"),
    state_3d(1, 0x0A, "3DSTATE_AA_LINE_PARAMETERS"),
    state_3d(1, 0x0C, "3DSTATE_SAMPLER_PALETTE_LOAD1"),
    state_3d(1, 0x11, "3DSTATE_MONOFILTER_SIZE"),
    state_3d(1, 0x12, "3DSTATE_PUSH_CONSTANT_ALLOC_VS"),
    state_3d(1, 0x13, "3DSTATE_PUSH_CONSTANT_ALLOC_HS"),
    state_3d(1, 0x14, "3DSTATE_PUSH_CONSTANT_ALLOC_DS"),
    state_3d(1, 0x15, "3DSTATE_PUSH_CONSTANT_ALLOC_GS"),
    state_3d(1, 0x16, "3DSTATE_PUSH_CONSTANT_ALLOC_PS"),
    state_3d(1, 0x17, "3DSTATE_SO_DECL_LIST"),
    state_3d(1, 0x18, "3DSTATE_SO_BUFFER"),
    state_3d(1, 0x19, "3DSTATE_BINDING_TABLE_POOL_ALLOC"),
    state_3d(1, 0x1A, "3DSTATE_GATHER_POOL_ALLOC"),
    state_3d(1, 0x1C, "3DSTATE_SAMPLE_PATTERN"),
    state_3d(1, 0x1D, "3DSTATE_URB_CLEAR"),
    Command{gfx(3, 2, 0x00), "PIPE_CONTROL", 8, 6, &S::pipe_control},
    Command{gfx(3, 3, 0x00), "3DPRIMITIVE", 8, 7, &S::primitive},
};

static_assert(are_sorted(kGen9Commands));

constexpr unsigned kLengthBias = 2;  // DWord Length counts dwords beyond the first two

// The bits of dword 0 that name a command, by command type; 0 for types without commands here.
constexpr std::uint32_t code_mask(std::uint32_t type) {
  switch (type) {
    case 0: return 0xFF80'0000;
    case 3: return 0xFFFF'0000;
    default: return 0;
  }
}

}  // namespace

std::span<const Command> gen9_commands() { return kGen9Commands; }

const Command* find_command(std::span<const Command> commands, std::uint32_t dword) {
  const std::uint32_t mask = code_mask(bits(dword, 31, 29));
  if (mask == 0) return nullptr;
  const auto found = std::ranges::lower_bound(commands, dword & mask, {}, &Command::code);
  return found != commands.end() && found->code == (dword & mask) ? &*found : nullptr;
}

unsigned command_length(const Command& command, std::uint32_t dword) {
  if (command.length_bits == 0) return 1;
  return static_cast<unsigned>(dword & low_mask(command.length_bits)) + kLengthBias;
}

}  // namespace eugene::gpu
