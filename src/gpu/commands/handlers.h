// The handlers of commands, named by the rows of the command table.
#pragma once

#include "base/diagnostic.h"
#include "gpu/commands/context_state.h"

namespace eugene::gpu {

// --- mi/ ---
Result<Next> mi_set_predicate(ContextState& c, CommandDwords dw);
Result<Next> mi_arb_on_off(ContextState& c, CommandDwords dw);
Result<Next> mi_predicate(ContextState& c, CommandDwords dw);
Result<Next> mi_batch_buffer_start(ContextState& c, CommandDwords dw);
Result<Next> mi_batch_buffer_end(ContextState& c, CommandDwords dw);
Result<Next> mi_conditional_batch_buffer_end(ContextState& c, CommandDwords dw);
Result<Next> mi_semaphore_wait(ContextState& c, CommandDwords dw);
Result<Next> mi_store_data_imm(ContextState& c, CommandDwords dw);
Result<Next> mi_store_data_index(ContextState& c, CommandDwords dw);
Result<Next> mi_load_register_imm(ContextState& c, CommandDwords dw);
Result<Next> mi_load_register_mem(ContextState& c, CommandDwords dw);
Result<Next> mi_load_register_reg(ContextState& c, CommandDwords dw);
Result<Next> mi_store_register_mem(ContextState& c, CommandDwords dw);
Result<Next> mi_copy_mem_mem(ContextState& c, CommandDwords dw);
Result<Next> mi_flush(ContextState& c, CommandDwords dw);
Result<Next> mi_flush_dw(ContextState& c, CommandDwords dw);
Result<Next> mi_report_perf_count(ContextState& c, CommandDwords dw);
Result<Next> mi_math(ContextState& c, CommandDwords dw);
Result<Next> mi_atomic(ContextState& c, CommandDwords dw);
// --- state/ ---
Result<Next> pipeline_select(ContextState& c, CommandDwords dw);
Result<Next> pipe_control(ContextState& c, CommandDwords dw);
Result<Next> state_base_address(ContextState& c, CommandDwords dw);
Result<Next> state_sip(ContextState& c, CommandDwords dw);
Result<Next> gpgpu_csr_base_address(ContextState& c, CommandDwords dw);
Result<Next> binding_table_pool(ContextState& c, CommandDwords dw);
Result<Next> media_vfe_state(ContextState& c, CommandDwords dw);
Result<Next> media_state_flush(ContextState& c, CommandDwords dw);
Result<Next> media_pool_state(ContextState& c, CommandDwords dw);
Result<Next> media_curbe_load(ContextState& c, CommandDwords dw);
Result<Next> media_interface_descriptor_load(ContextState& c, CommandDwords dw);
// --- media/ ---
Result<Next> gpgpu_walker(ContextState& c, CommandDwords dw);
Result<Next> media_object(ContextState& c, CommandDwords dw);
Result<Next> media_object_prt(ContextState& c, CommandDwords dw);
Result<Next> media_object_grpid(ContextState& c, CommandDwords dw);
Result<Next> media_object_walker(ContextState& c, CommandDwords dw);
// --- draw/ ---
Result<Next> set_state_3d(ContextState& c, CommandDwords dw);
Result<Next> primitive(ContextState& c, CommandDwords dw);
// --- blit/ ---
Result<Next> xy_color_blt(ContextState& c, CommandDwords dw);
Result<Next> xy_src_copy_blt(ContextState& c, CommandDwords dw);
Result<Next> xy_fast_copy_blt(ContextState& c, CommandDwords dw);

// Fails: the handler of commands that Eugene knows but does not execute.
Result<Next> unsupported(ContextState& c, CommandDwords dw);

// Whether MI_SET_PREDICATE makes the streamer skip commands, other than MI_SET_PREDICATE itself.
bool is_predicated_off(const ContextState& c);

}  // namespace eugene::gpu
