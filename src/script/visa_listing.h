// A vISA kernel for `exec --profile`: native instructions are counted (src/lower), vISA instructions are reported.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "profile/counts.h"
#include "script/case_program.h"

namespace eugene::script {

// Returns models of the native instructions of `program`, as for machine code. Instructions that machine code would not
// need take no time: moves of predicates and addresses to or from f0 or a0, and instructions that belong to no
// statement.
std::vector<profile::InstructionModel> native_models(const CaseProgram& program);

// Replaces `counts`, which has native instructions, by the vISA instructions of `program`, with the sums.
void list_statements(const CaseProgram& program, const std::string& file, profile::KernelCounts& counts);

}  // namespace eugene::script
