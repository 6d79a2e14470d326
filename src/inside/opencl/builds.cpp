#include "builds.h"

#include <string>

#include "../driver_layers/compilation.h"
#include "platform.h"
#include "program_data.h"

namespace eugene::inside::opencl {
namespace {

const cl_icd_dispatch* driver = nullptr;

// Wraps functions that compile, whose first argument is a program or a context.
template <auto Function>
struct Compiling;
template <class Result, class Subject, class... Rest, Result (*cl_icd_dispatch::*Function)(Subject, Rest...)>
struct Compiling<Function> {
  static Result call(Subject subject, Rest... rest) {
    const CompilationMark mark(is_of_intel(*driver, subject));
    return (driver->*Function)(subject, rest...);
  }
};

cl_int build_with_options(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                          void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  const std::string with = with_added(options, added_options());
  const bool is_source = !source_of(*driver, program).empty();
  return Compiling<&cl_icd_dispatch::clBuildProgram>::call(program, count, devices, is_source ? with.c_str() : options,
                                                           notify, data);
}

cl_int compile_with_options(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                            cl_uint headers, const cl_program* programs, const char** names,
                            void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  const std::string with = with_added(options, added_options());
  return Compiling<&cl_icd_dispatch::clCompileProgram>::call(program, count, devices, with.c_str(), headers, programs,
                                                             names, notify, data);
}

}  // namespace

void mark_builds(cl_icd_dispatch& table, const cl_icd_dispatch& next) {
  driver = &next;
  using T = cl_icd_dispatch;
  table.clBuildProgram = Compiling<&T::clBuildProgram>::call;
  if (next.clCompileProgram != nullptr) table.clCompileProgram = Compiling<&T::clCompileProgram>::call;
  if (next.clLinkProgram != nullptr) table.clLinkProgram = Compiling<&T::clLinkProgram>::call;
  if (!added_options().any()) return;
  table.clBuildProgram = build_with_options;
  if (next.clCompileProgram != nullptr) table.clCompileProgram = compile_with_options;
}

}  // namespace eugene::inside::opencl
