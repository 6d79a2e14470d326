// A vISA kernel for `exec --profile`: native instructions are counted (src/lower), vISA ones are reported.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "profile/counts.h"
#include "script/case_program.h"

namespace eugene::script {

// Models of the native instructions of `program`, as for machine code. Instructions that machine code would not need
// take no time: moves of predicates and addresses to f0 and a0 or back, and instructions of no statement.
std::vector<profile::InstructionModel> native_models(const CaseProgram& program);

// Of the vISA instructions of `program`, in which `counts`, of its native ones, are added up.
void list_statements(const CaseProgram& program, const std::string& file, profile::KernelCounts& counts);

}  // namespace eugene::script
