// A vISA kernel for `exec --profile`: native instructions are counted (src/lower), vISA ones are reported.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "profile/counts.h"
#include "script/case_program.h"

namespace eugene::script {

// What is known of the native instructions of `program`: as of machine code, but what machine code has no instruction
// for takes no time.
std::vector<profile::InstructionModel> native_models(const CaseProgram& program);

// Of the vISA instructions of `program`, in which `counts`, of its native ones, are added up.
void list_statements(const CaseProgram& program, const std::string& file, profile::KernelCounts& counts);

}  // namespace eugene::script
