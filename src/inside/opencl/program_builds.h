// How the programs of a checked run were built: as the program asked, and once more for the checks (checked_build.h).
#pragma once

#include <CL/cl.h>

#include <atomic>
#include <string>

#include "by_program.h"
#include "compiled_programs.h"
#include "first_builds.h"

namespace eugene::inside::opencl {

// Safe for several threads.
struct ProgramBuilds {
  ByProgram<FirstBuild> first;  // of programs that were built once more
  ByProgram<CompiledProgram> compiled;
  ByProgram<std::string> linked_texts;
  ByProgram<unsigned> extra_before;             // values of extra_builds()
  std::atomic<unsigned> builds_for_checks = 0;  // texts compiled only for checks

  // Call for a new program, and for a program that is compiled again.
  void forget(cl_program program) {
    linked_texts.forget(program);
    extra_before.forget(program);
    first.forget(program);
    compiled.forget(program);
  }
};

}  // namespace eugene::inside::opencl
