// The commands that the streamer knows, one row each: code, name, layout in each generation, handler. A command without
// a handler has no effect on compute work. A code that generations use for different commands has a row for each
// command. SNB PRM vol1 part3 (memory interface), vol2 part1 (state, media); for Gen9 the public command descriptions.
#include "gpu/commands/command_table.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/bits.h"
#include "gpu/commands/handlers.h"

namespace eugene::gpu {
namespace {

constexpr Handler kNoEffect = nullptr;
constexpr CommandForm kAbsent{};
constexpr CommandForm kSingle{0, 1};  // one dword, without a length

// Command type 0: the opcode is in bits 28:23.
constexpr std::uint32_t mi(std::uint32_t opcode) { return opcode << 23; }
// Command type 3: subtype 28:27, opcode 26:24, subopcode 23:16.
constexpr std::uint32_t gfx(std::uint32_t subtype, std::uint32_t opcode, std::uint32_t subopcode) {
  return (3U << 29) | (subtype << 27) | (opcode << 24) | (subopcode << 16);
}

// Command type 2: the opcode is in bits 28:22.
constexpr std::uint32_t blt(std::uint32_t opcode) { return (2U << 29) | (opcode << 22); }

// Gen12 has the command as Gen9 has it.
constexpr Command row(std::uint32_t code, std::string_view name, CommandForm gen6, CommandForm gen9, Handler handler,
                      Preemption preemption = Preemption::no) {
  return {code, name, {gen6, gen9}, handler, preemption};
}

// Gen6 and Gen9 do not have the command.
constexpr Command row12(std::uint32_t code, std::string_view name, CommandForm gen12, Handler handler) {
  return {code, name, {kAbsent, kAbsent, gen12}, handler};
}

// Marks commands that signal the end of a request, and commands that lead to them.
constexpr Command outlives(Command command) {
  command.outlives_request = true;
  return command;
}

// State of the 3D pipeline: a compute-only context may set it. It is read only by draws.
enum class Generations : std::uint8_t { gen6, from_gen9, gen12, all };
constexpr Command state_3d(std::uint32_t opcode, std::uint32_t subopcode, std::string_view name, Generations has) {
  constexpr CommandForm kState{8, 1};
  const std::uint32_t code = gfx(3, opcode, subopcode);
  if (has == Generations::gen12) return row12(code, name, kState, set_state_3d);
  return row(code, name, has == Generations::from_gen9 ? kAbsent : kState, has == Generations::gen6 ? kAbsent : kState,
             set_state_3d);
}

//  code, name, Gen6, Gen9 and later {width of the length field, fewest dwords}, handler, preemption
constexpr std::array kCommands{
    row(mi(0x00), "MI_NOOP", kSingle, kSingle, kNoEffect),
    row(mi(0x01), "MI_SET_PREDICATE", kAbsent, kSingle, mi_set_predicate),
    row(mi(0x02), "MI_USER_INTERRUPT", kSingle, kSingle, kNoEffect),
    row(mi(0x03), "MI_WAIT_FOR_EVENT", kSingle, kSingle, kNoEffect, Preemption::before),
    row(mi(0x04), "MI_FLUSH", kSingle, kSingle, mi_flush),
    row(mi(0x05), "MI_ARB_CHECK", kSingle, kSingle, kNoEffect, Preemption::before),
    row(mi(0x06), "MI_RS_CONTROL", kAbsent, kSingle, kNoEffect),
    row(mi(0x07), "MI_REPORT_HEAD", kSingle, kSingle, kNoEffect),
    row(mi(0x08), "MI_ARB_ON_OFF", kSingle, kSingle, mi_arb_on_off),
    row(mi(0x09), "MI_URB_ATOMIC_ALLOC", kAbsent, kSingle, kNoEffect),
    outlives(row(mi(0x0A), "MI_BATCH_BUFFER_END", kSingle, kSingle, mi_batch_buffer_end)),
    row(mi(0x0B), "MI_SUSPEND_FLUSH", kSingle, kSingle, kNoEffect),
    row(mi(0x0C), "MI_PREDICATE", kAbsent, kSingle, mi_predicate),
    row(mi(0x0D), "MI_TOPOLOGY_FILTER", kAbsent, kSingle, kNoEffect),
    row12(mi(0x0E), "MI_SET_APPID", kSingle, kNoEffect),
    row(mi(0x0F), "MI_RS_CONTEXT", kAbsent, kSingle, kNoEffect),
    row(mi(0x12), "MI_LOAD_SCAN_LINES_INCL", kAbsent, {6, 2}, kNoEffect),
    row(mi(0x13), "MI_LOAD_SCAN_LINES_EXCL", kAbsent, {6, 2}, kNoEffect),
    row(mi(0x18), "MI_SET_CONTEXT", {8, 2}, {8, 2}, kNoEffect),
    row(mi(0x1A), "MI_MATH", kAbsent, {8, 2}, mi_math),
    row(mi(0x1B), "MI_SEMAPHORE_SIGNAL", kAbsent, {8, 2}, kNoEffect),
    row(mi(0x1C), "MI_SEMAPHORE_WAIT", kAbsent, {8, 4}, mi_semaphore_wait, Preemption::before),
    row(mi(0x1D), "MI_FORCE_WAKEUP", kAbsent, {8, 2}, kNoEffect),
    row(mi(0x20), "MI_STORE_DATA_IMM", {6, 4}, {10, 4}, mi_store_data_imm),
    row(mi(0x21), "MI_STORE_DATA_INDEX", {6, 3}, {8, 3}, mi_store_data_index),
    row(mi(0x22), "MI_LOAD_REGISTER_IMM", {6, 3}, {8, 3}, mi_load_register_imm),
    row(mi(0x24), "MI_STORE_REGISTER_MEM", {8, 3}, {8, 4}, mi_store_register_mem),
    outlives(row(mi(0x26), "MI_FLUSH_DW", {6, 3}, {6, 3}, mi_flush_dw)),
    row(mi(0x27), "MI_CLFLUSH", {6, 2}, {10, 2}, kNoEffect),
    row(mi(0x28), "MI_REPORT_PERF_COUNT", {6, 3}, kAbsent, unsupported),
    row(mi(0x28), "MI_REPORT_PERF_COUNT", kAbsent, {6, 4}, mi_report_perf_count),
    row(mi(0x29), "MI_LOAD_REGISTER_MEM", kAbsent, {8, 4}, mi_load_register_mem),
    row(mi(0x2A), "MI_LOAD_REGISTER_REG", kAbsent, {8, 3}, mi_load_register_reg),
    row(mi(0x2B), "MI_RS_STORE_DATA_IMM", kAbsent, {8, 4}, unsupported),
    row(mi(0x2C), "MI_LOAD_URB_MEM", kAbsent, {8, 4}, unsupported),
    row(mi(0x2D), "MI_STORE_URB_MEM", kAbsent, {8, 4}, unsupported),
    row(mi(0x2E), "MI_COPY_MEM_MEM", kAbsent, {8, 5}, mi_copy_mem_mem),
    row(mi(0x2F), "MI_ATOMIC", kAbsent, {8, 3}, mi_atomic),
    outlives(row(mi(0x31), "MI_BATCH_BUFFER_START", {6, 2}, {8, 3}, mi_batch_buffer_start)),
    row(mi(0x36), "MI_CONDITIONAL_BATCH_BUFFER_END", kAbsent, {8, 4}, mi_conditional_batch_buffer_end),

    row(blt(0x42), "XY_FAST_COPY_BLT", kAbsent, {8, 10}, xy_fast_copy_blt),
    row(blt(0x50), "XY_COLOR_BLT", {8, 6}, {8, 7}, xy_color_blt),
    row(blt(0x53), "XY_SRC_COPY_BLT", {8, 8}, {8, 10}, xy_src_copy_blt),

    row(gfx(0, 0, 0x03), "STATE_PREFETCH", kAbsent, {8, 2}, kNoEffect),
    row(gfx(0, 1, 0x01), "STATE_BASE_ADDRESS", {8, 10}, {8, 16}, state_base_address),
    row(gfx(0, 1, 0x02), "STATE_SIP", {8, 2}, {8, 3}, state_sip),
    row(gfx(0, 1, 0x04), "GPGPU_CSR_BASE_ADDRESS", kAbsent, {8, 3}, gpgpu_csr_base_address),
    row12(gfx(0, 1, 0x05), "STATE_COMPUTE_MODE", {8, 2}, kNoEffect),
    row(gfx(1, 0, 0x0B), "3DSTATE_VF_STATISTICS", kSingle, kSingle, kNoEffect),
    row(gfx(1, 1, 0x04), "PIPELINE_SELECT", kSingle, kSingle, pipeline_select),
    row(gfx(2, 0, 0x00), "MEDIA_VFE_STATE", {16, 8}, {16, 9}, media_vfe_state),
    row(gfx(2, 0, 0x01), "MEDIA_CURBE_LOAD", {16, 4}, {16, 4}, media_curbe_load),
    row(gfx(2, 0, 0x02), "MEDIA_INTERFACE_DESCRIPTOR_LOAD", {16, 4}, {16, 4}, media_interface_descriptor_load),
    row(gfx(2, 0, 0x03), "MEDIA_GATEWAY_STATE", {16, 2}, kAbsent, kNoEffect),
    row(gfx(2, 0, 0x04), "MEDIA_STATE_FLUSH", {16, 2}, {16, 2}, media_state_flush, Preemption::before),
    row(gfx(2, 0, 0x05), "MEDIA_POOL_STATE", kAbsent, {16, 6}, media_pool_state),
    row(gfx(2, 1, 0x00), "MEDIA_OBJECT", {16, 6}, {16, 6}, media_object),
    row(gfx(2, 1, 0x02), "MEDIA_OBJECT_PRT", {16, 16}, {16, 16}, media_object_prt),
    row(gfx(2, 1, 0x03), "MEDIA_OBJECT_WALKER", {16, 17}, {16, 17}, media_object_walker),
    row(gfx(2, 1, 0x05), "GPGPU_WALKER", kAbsent, {8, 15}, gpgpu_walker, Preemption::anywhere),
    row(gfx(2, 1, 0x06), "MEDIA_OBJECT_GRPID", kAbsent, {16, 7}, media_object_grpid),

    state_3d(0, 0x01, "3DSTATE_BINDING_TABLE_POINTERS", Generations::gen6),
    state_3d(0, 0x02, "3DSTATE_SAMPLER_STATE_POINTERS", Generations::gen6),
    state_3d(0, 0x04, "3DSTATE_CLEAR_PARAMS", Generations::from_gen9),
    state_3d(0, 0x05, "3DSTATE_URB", Generations::gen6),
    state_3d(0, 0x05, "3DSTATE_DEPTH_BUFFER", Generations::from_gen9),
    state_3d(0, 0x06, "3DSTATE_STENCIL_BUFFER", Generations::from_gen9),
    state_3d(0, 0x07, "3DSTATE_HIER_DEPTH_BUFFER", Generations::from_gen9),
    state_3d(0, 0x08, "3DSTATE_VERTEX_BUFFERS", Generations::all),
    state_3d(0, 0x09, "3DSTATE_VERTEX_ELEMENTS", Generations::all),
    state_3d(0, 0x0A, "3DSTATE_INDEX_BUFFER", Generations::all),
    state_3d(0, 0x0C, "3DSTATE_VF", Generations::from_gen9),
    state_3d(0, 0x0D, "3DSTATE_VIEWPORT_STATE_POINTERS", Generations::gen6),
    state_3d(0, 0x0D, "3DSTATE_MULTISAMPLE", Generations::from_gen9),
    state_3d(0, 0x0E, "3DSTATE_CC_STATE_POINTERS", Generations::all),
    state_3d(0, 0x0F, "3DSTATE_SCISSOR_STATE_POINTERS", Generations::all),
    state_3d(0, 0x10, "3DSTATE_VS", Generations::all),
    state_3d(0, 0x11, "3DSTATE_GS", Generations::all),
    state_3d(0, 0x12, "3DSTATE_CLIP", Generations::all),
    state_3d(0, 0x13, "3DSTATE_SF", Generations::all),
    state_3d(0, 0x14, "3DSTATE_WM", Generations::all),
    state_3d(0, 0x15, "3DSTATE_CONSTANT_VS", Generations::all),
    state_3d(0, 0x16, "3DSTATE_CONSTANT_GS", Generations::all),
    state_3d(0, 0x17, "3DSTATE_CONSTANT_PS", Generations::all),
    state_3d(0, 0x18, "3DSTATE_SAMPLE_MASK", Generations::all),
    state_3d(0, 0x19, "3DSTATE_CONSTANT_HS", Generations::from_gen9),
    state_3d(0, 0x1A, "3DSTATE_CONSTANT_DS", Generations::from_gen9),
    state_3d(0, 0x1B, "3DSTATE_HS", Generations::from_gen9),
    state_3d(0, 0x1C, "3DSTATE_TE", Generations::from_gen9),
    state_3d(0, 0x1D, "3DSTATE_DS", Generations::from_gen9),
    state_3d(0, 0x1E, "3DSTATE_STREAMOUT", Generations::from_gen9),
    state_3d(0, 0x1F, "3DSTATE_SBE", Generations::from_gen9),
    state_3d(0, 0x20, "3DSTATE_PS", Generations::from_gen9),
    state_3d(0, 0x21, "3DSTATE_VIEWPORT_STATE_POINTERS_SF_CLIP", Generations::from_gen9),
    state_3d(0, 0x22, "3DSTATE_CPS_POINTERS", Generations::gen12),
    state_3d(0, 0x23, "3DSTATE_VIEWPORT_STATE_POINTERS_CC", Generations::from_gen9),
    state_3d(0, 0x24, "3DSTATE_BLEND_STATE_POINTERS", Generations::from_gen9),
    state_3d(0, 0x26, "3DSTATE_BINDING_TABLE_POINTERS_VS", Generations::from_gen9),
    state_3d(0, 0x27, "3DSTATE_BINDING_TABLE_POINTERS_HS", Generations::from_gen9),
    state_3d(0, 0x28, "3DSTATE_BINDING_TABLE_POINTERS_DS", Generations::from_gen9),
    state_3d(0, 0x29, "3DSTATE_BINDING_TABLE_POINTERS_GS", Generations::from_gen9),
    state_3d(0, 0x2A, "3DSTATE_BINDING_TABLE_POINTERS_PS", Generations::from_gen9),
    state_3d(0, 0x2B, "3DSTATE_SAMPLER_STATE_POINTERS_VS", Generations::from_gen9),
    state_3d(0, 0x2C, "3DSTATE_SAMPLER_STATE_POINTERS_HS", Generations::from_gen9),
    state_3d(0, 0x2D, "3DSTATE_SAMPLER_STATE_POINTERS_DS", Generations::from_gen9),
    state_3d(0, 0x2E, "3DSTATE_SAMPLER_STATE_POINTERS_GS", Generations::from_gen9),
    state_3d(0, 0x2F, "3DSTATE_SAMPLER_STATE_POINTERS_PS", Generations::from_gen9),
    state_3d(0, 0x30, "3DSTATE_URB_VS", Generations::from_gen9),
    state_3d(0, 0x31, "3DSTATE_URB_HS", Generations::from_gen9),
    state_3d(0, 0x32, "3DSTATE_URB_DS", Generations::from_gen9),
    state_3d(0, 0x33, "3DSTATE_URB_GS", Generations::from_gen9),
    state_3d(0, 0x34, "3DSTATE_GATHER_CONSTANT_VS", Generations::from_gen9),
    state_3d(0, 0x35, "3DSTATE_GATHER_CONSTANT_GS", Generations::from_gen9),
    state_3d(0, 0x36, "3DSTATE_GATHER_CONSTANT_HS", Generations::from_gen9),
    state_3d(0, 0x37, "3DSTATE_GATHER_CONSTANT_DS", Generations::from_gen9),
    state_3d(0, 0x38, "3DSTATE_GATHER_CONSTANT_PS", Generations::from_gen9),
    state_3d(0, 0x43, "3DSTATE_BINDING_TABLE_EDIT_VS", Generations::from_gen9),
    state_3d(0, 0x44, "3DSTATE_BINDING_TABLE_EDIT_GS", Generations::from_gen9),
    state_3d(0, 0x45, "3DSTATE_BINDING_TABLE_EDIT_HS", Generations::from_gen9),
    state_3d(0, 0x46, "3DSTATE_BINDING_TABLE_EDIT_DS", Generations::from_gen9),
    state_3d(0, 0x47, "3DSTATE_BINDING_TABLE_EDIT_PS", Generations::from_gen9),
    state_3d(0, 0x49, "3DSTATE_VF_INSTANCING", Generations::from_gen9),
    state_3d(0, 0x4A, "3DSTATE_VF_SGVS", Generations::from_gen9),
    state_3d(0, 0x4B, "3DSTATE_VF_TOPOLOGY", Generations::from_gen9),
    state_3d(0, 0x4C, "3DSTATE_WM_CHROMAKEY", Generations::from_gen9),
    state_3d(0, 0x4D, "3DSTATE_PS_BLEND", Generations::from_gen9),
    state_3d(0, 0x4E, "3DSTATE_WM_DEPTH_STENCIL", Generations::from_gen9),
    state_3d(0, 0x4F, "3DSTATE_PS_EXTRA", Generations::from_gen9),
    state_3d(0, 0x50, "3DSTATE_RASTER", Generations::from_gen9),
    state_3d(0, 0x51, "3DSTATE_SBE_SWIZ", Generations::from_gen9),
    state_3d(0, 0x52, "3DSTATE_WM_HZ_OP", Generations::from_gen9),
    state_3d(0, 0x54, "3DSTATE_RS_CONSTANT_POINTER", Generations::from_gen9),
    state_3d(0, 0x55, "3DSTATE_VF_COMPONENT_PACKING", Generations::from_gen9),
    state_3d(0, 0x56, "3DSTATE_VF_SGVS_2", Generations::gen12),
    state_3d(0, 0x60, "3DSTATE_SO_BUFFER_INDEX_0", Generations::gen12),
    state_3d(0, 0x61, "3DSTATE_SO_BUFFER_INDEX_1", Generations::gen12),
    state_3d(0, 0x62, "3DSTATE_SO_BUFFER_INDEX_2", Generations::gen12),
    state_3d(0, 0x63, "3DSTATE_SO_BUFFER_INDEX_3", Generations::gen12),
    state_3d(0, 0x6C, "3DSTATE_PRIMITIVE_REPLICATION", Generations::gen12),
    state_3d(0, 0x6D, "3DSTATE_CONSTANT_ALL", Generations::gen12),
    state_3d(0, 0x71, "3DSTATE_DEPTH_BOUNDS", Generations::gen12),
    state_3d(1, 0x00, "3DSTATE_DRAWING_RECTANGLE", Generations::all),
    state_3d(1, 0x02, "3DSTATE_SAMPLER_PALETTE_LOAD0", Generations::from_gen9),
    state_3d(1, 0x04, "3DSTATE_CHROMA_KEY", Generations::all),
    state_3d(1, 0x05, "3DSTATE_DEPTH_BUFFER", Generations::gen6),
    state_3d(1, 0x06, "3DSTATE_POLY_STIPPLE_OFFSET", Generations::all),
    state_3d(1, 0x07, "3DSTATE_POLY_STIPPLE_PATTERN", Generations::all),
    state_3d(1, 0x08, "3DSTATE_LINE_STIPPLE", Generations::all),
    state_3d(1, 0x0A, "3DSTATE_AA_LINE_PARAMETERS", Generations::all),
    state_3d(1, 0x0B, "3DSTATE_GS_SVB_INDEX", Generations::gen6),
    state_3d(1, 0x0C, "3DSTATE_SAMPLER_PALETTE_LOAD1", Generations::from_gen9),
    state_3d(1, 0x0D, "3DSTATE_MULTISAMPLE", Generations::gen6),
    state_3d(1, 0x0E, "3DSTATE_STENCIL_BUFFER", Generations::gen6),
    state_3d(1, 0x0F, "3DSTATE_HIER_DEPTH_BUFFER", Generations::gen6),
    state_3d(1, 0x10, "3DSTATE_CLEAR_PARAMS", Generations::gen6),
    state_3d(1, 0x11, "3DSTATE_MONOFILTER_SIZE", Generations::from_gen9),
    state_3d(1, 0x12, "3DSTATE_PUSH_CONSTANT_ALLOC_VS", Generations::from_gen9),
    state_3d(1, 0x13, "3DSTATE_PUSH_CONSTANT_ALLOC_HS", Generations::from_gen9),
    state_3d(1, 0x14, "3DSTATE_PUSH_CONSTANT_ALLOC_DS", Generations::from_gen9),
    state_3d(1, 0x15, "3DSTATE_PUSH_CONSTANT_ALLOC_GS", Generations::from_gen9),
    state_3d(1, 0x16, "3DSTATE_PUSH_CONSTANT_ALLOC_PS", Generations::from_gen9),
    state_3d(1, 0x17, "3DSTATE_SO_DECL_LIST", Generations::from_gen9),
    state_3d(1, 0x18, "3DSTATE_SO_BUFFER", Generations::from_gen9),
    row(gfx(3, 1, 0x19), "3DSTATE_BINDING_TABLE_POOL_ALLOC", kAbsent, {8, 4}, binding_table_pool),
    state_3d(1, 0x1A, "3DSTATE_GATHER_POOL_ALLOC", Generations::from_gen9),
    state_3d(1, 0x1C, "3DSTATE_SAMPLE_PATTERN", Generations::from_gen9),
    state_3d(1, 0x1D, "3DSTATE_URB_CLEAR", Generations::from_gen9),
    state_3d(1, 0x1E, "3DSTATE_3D_MODE", Generations::gen12),
    state_3d(1, 0x1F, "3DSTATE_SUBSLICE_HASH_TABLE", Generations::gen12),
    state_3d(1, 0x20, "3DSTATE_SLICE_TABLE_STATE_POINTERS", Generations::gen12),
    outlives(row(gfx(3, 2, 0x00), "PIPE_CONTROL", {8, 4}, {8, 5}, pipe_control, Preemption::before)),
    row(gfx(3, 3, 0x00), "3DPRIMITIVE", {8, 6}, {8, 7}, primitive),
};

constexpr bool both_have(const Command& a, const Command& b) {
  for (std::size_t gen = 0; gen < isa::kGenCount; ++gen) {
    if (a.forms.values[gen].shortest != 0 && b.forms.values[gen].shortest != 0) return true;
  }
  return false;
}

// The table is sorted, and each code has at most one row per generation, so a search finds the only row.
static_assert(std::ranges::is_sorted(kCommands, {}, &Command::code));
static_assert(std::ranges::adjacent_find(kCommands, [](const Command& a, const Command& b) {
                return a.code == b.code && both_have(a, b);
              }) == kCommands.end());

constexpr unsigned kLengthBias = 2;  // DWord Length counts dwords beyond the first two

// A type of commands (dword 0, bits 31:29), and the engines that execute them.
struct CommandType {
  std::uint32_t code_mask = 0;  // the bits of dword 0 that name a command; 0: no such type
  bool everywhere = false;
  EngineKind engine = EngineKind::render;

  constexpr bool runs_on(EngineKind kind) const { return everywhere || kind == engine; }
};
constexpr std::array<CommandType, 8> kTypes{CommandType{.code_mask = 0xFF80'0000, .everywhere = true},
                                            {},
                                            {.code_mask = 0xFFC0'0000, .engine = EngineKind::copy},
                                            {.code_mask = 0xFFFF'0000, .engine = EngineKind::render}};

}  // namespace

Result<Next> unsupported(ContextState& /*c*/, CommandDwords /*dw*/) {
  return fail("not supported", {}, "Eugene runs GPGPU_WALKER and media objects without children");
}

const Command* find_command(const isa::Gen& gen, EngineKind engine, std::uint32_t dword) {
  const CommandType& type = kTypes[bits(dword, 31, 29)];
  if (type.code_mask == 0 || !type.runs_on(engine)) return nullptr;
  for (const Command& each : std::ranges::equal_range(kCommands, dword & type.code_mask, {}, &Command::code)) {
    if (each.form(gen).shortest != 0) return &each;
  }
  return nullptr;
}

unsigned command_length(const CommandForm& form, std::uint32_t dword) {
  if (form.length_bits == 0) return 1;
  return static_cast<unsigned>(dword & low_mask(form.length_bits)) + kLengthBias;
}

// SNB PRM vol1 part1 "Command Header Formats": MI commands with opcodes below 10h are single dwords.
unsigned likely_length(std::uint32_t dword) {
  constexpr std::uint32_t kFirstWithLength = 0x10;
  const bool is_single = bits(dword, 31, 29) == 0 && bits(dword, 28, 23) < kFirstWithLength;
  return is_single ? 1 : bits(dword, 7, 0) + kLengthBias;
}

}  // namespace eugene::gpu
