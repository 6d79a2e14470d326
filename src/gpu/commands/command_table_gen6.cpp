// The commands of Gen6 that the streamer knows: SNB PRM vol1 part3 (memory interface) and vol2 part1 (state, media).
// Columns as in command_table.cpp.
#include <array>

#include "gpu/commands/command_table.h"

namespace eugene::gpu {
namespace {

using S = CommandStreamer;
using namespace command_rows;  // NOLINT(google-build-using-namespace)

constexpr std::array kGen6Commands{
    Command{mi(0x00), "MI_NOOP", 0, 1, kNoEffect},
    Command{mi(0x02), "MI_USER_INTERRUPT", 0, 1, kNoEffect},
    Command{mi(0x03), "MI_WAIT_FOR_EVENT", 0, 1, kNoEffect},
    Command{mi(0x04), "MI_FLUSH", 0, 1, kNoEffect},
    Command{mi(0x05), "MI_ARB_CHECK", 0, 1, kNoEffect},
    Command{mi(0x07), "MI_REPORT_HEAD", 0, 1, kNoEffect},
    Command{mi(0x08), "MI_ARB_ON_OFF", 0, 1, kNoEffect},
    Command{mi(0x0A), "MI_BATCH_BUFFER_END", 0, 1, &S::mi_batch_buffer_end},
    Command{mi(0x0B), "MI_SUSPEND_FLUSH", 0, 1, kNoEffect},
    Command{mi(0x18), "MI_SET_CONTEXT", 8, 2, kNoEffect},
    Command{mi(0x20), "MI_STORE_DATA_IMM", 6, 4, &S::mi_store_data_imm},
    Command{mi(0x21), "MI_STORE_DATA_INDEX", 6, 3, &S::mi_store_data_index},
    Command{mi(0x22), "MI_LOAD_REGISTER_IMM", 6, 3, &S::mi_load_register_imm},
    Command{mi(0x24), "MI_STORE_REGISTER_MEM", 8, 3, &S::mi_store_register_mem},
    Command{mi(0x26), "MI_FLUSH_DW", 6, 3, &S::mi_flush_dw},
    Command{mi(0x27), "MI_CLFLUSH", 6, 2, kNoEffect},
    Command{mi(0x28), "MI_REPORT_PERF_COUNT", 6, 3, &S::unsupported},
    Command{mi(0x31), "MI_BATCH_BUFFER_START", 6, 2, &S::mi_batch_buffer_start},

    Command{gfx(0, 1, 0x01), "STATE_BASE_ADDRESS", 8, 10, &S::state_base_address},
    Command{gfx(0, 1, 0x02), "STATE_SIP", 8, 2, &S::state_sip},
    Command{gfx(1, 0, 0x0B), "3DSTATE_VF_STATISTICS", 0, 1, kNoEffect},
    Command{gfx(1, 1, 0x04), "PIPELINE_SELECT", 0, 1, &S::pipeline_select},
    Command{gfx(2, 0, 0x00), "MEDIA_VFE_STATE", 16, 8, &S::media_vfe_state},
    Command{gfx(2, 0, 0x01), "MEDIA_CURBE_LOAD", 16, 4, &S::media_curbe_load},
    Command{gfx(2, 0, 0x02), "MEDIA_INTERFACE_DESCRIPTOR_LOAD", 16, 4, &S::media_interface_descriptor_load},
    Command{gfx(2, 0, 0x03), "MEDIA_GATEWAY_STATE", 16, 2, kNoEffect},
    Command{gfx(2, 0, 0x04), "MEDIA_STATE_FLUSH", 16, 2, kNoEffect},
    Command{gfx(2, 1, 0x00), "MEDIA_OBJECT", 16, 6, &S::media_object},
    Command{gfx(2, 1, 0x02), "MEDIA_OBJECT_PRT", 16, 16, &S::unsupported},
    Command{gfx(2, 1, 0x03), "MEDIA_OBJECT_WALKER", 16, 17, &S::media_object_walker},

    state_3d(0, 0x01, "3DSTATE_BINDING_TABLE_POINTERS"),
    state_3d(0, 0x02, "3DSTATE_SAMPLER_STATE_POINTERS"),
    state_3d(0, 0x05, "3DSTATE_URB"),
    state_3d(0, 0x08, "3DSTATE_VERTEX_BUFFERS"),
    state_3d(0, 0x09, "3DSTATE_VERTEX_ELEMENTS"),
    state_3d(0, 0x0A, "3DSTATE_INDEX_BUFFER"),
    state_3d(0, 0x0D, "3DSTATE_VIEWPORT_STATE_POINTERS"),
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
    state_3d(1, 0x00, "3DSTATE_DRAWING_RECTANGLE"),
    state_3d(1, 0x04, "3DSTATE_CHROMA_KEY"),
    state_3d(1, 0x05, "3DSTATE_DEPTH_BUFFER"),
    state_3d(1, 0x06, "3DSTATE_POLY_STIPPLE_OFFSET"),
    state_3d(1, 0x07, "3DSTATE_POLY_STIPPLE_PATTERN"),
    state_3d(1, 0x08, "3DSTATE_LINE_STIPPLE"),
    state_3d(1, 0x0A, "3DSTATE_AA_LINE_PARAMETERS"),
    state_3d(1, 0x0B, "3DSTATE_GS_SVB_INDEX"),
    state_3d(1, 0x0D, "3DSTATE_MULTISAMPLE"),
    state_3d(1, 0x0E, "3DSTATE_STENCIL_BUFFER"),
    state_3d(1, 0x0F, "3DSTATE_HIER_DEPTH_BUFFER"),
    state_3d(1, 0x10, "3DSTATE_CLEAR_PARAMS"),
    Command{gfx(3, 2, 0x00), "PIPE_CONTROL", 8, 4, &S::pipe_control},
    Command{gfx(3, 3, 0x00), "3DPRIMITIVE", 8, 6, &S::primitive},
};
static_assert(are_sorted(kGen6Commands));

}  // namespace

std::span<const Command> gen6_commands() { return kGen6Commands; }

}  // namespace eugene::gpu
