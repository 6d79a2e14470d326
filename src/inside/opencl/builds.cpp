#include "builds.h"

#include <string>

#include "../driver_layers/compilation.h"
#include "platform.h"
#include "program_data.h"

namespace eugene::inside::opencl {
namespace {

// Wraps functions that compile, whose first argument is a program or a context.
template <auto Function>
struct Compiling;
template <class Result, class Subject, class... Rest, Result (*cl_icd_dispatch::*Function)(Subject, Rest...)>
struct Compiling<Function> {
  static Result call(Next<Function> next, Subject subject, Rest... rest) {
    const CompilationMark mark(is_of_intel(subject));
    return next(subject, rest...);
  }
};

cl_int build_with_options(Next<&T::clBuildProgram> next, cl_program program, cl_uint count, const cl_device_id* devices,
                          const char* options, void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  const std::string with = with_added(options, added_options());
  const bool is_source = !read_source(program).empty();
  return next(program, count, devices, is_source ? with.c_str() : options, notify, data);
}

cl_int compile_with_options(Next<&T::clCompileProgram> next, cl_program program, cl_uint count,
                            const cl_device_id* devices, const char* options, cl_uint headers,
                            const cl_program* programs, const char** names,
                            void(CL_CALLBACK* notify)(cl_program, void*), void* data) {
  const std::string with = with_added(options, added_options());
  return next(program, count, devices, with.c_str(), headers, programs, names, notify, data);
}

}  // namespace

Hooks build_mark_hooks() {
  return {hook<&T::clBuildProgram, Compiling<&T::clBuildProgram>::call>(),
          hook<&T::clCompileProgram, Compiling<&T::clCompileProgram>::call>(),
          hook<&T::clLinkProgram, Compiling<&T::clLinkProgram>::call>()};
}

Hooks build_option_hooks() {
  return {hook<&T::clBuildProgram, build_with_options>(), hook<&T::clCompileProgram, compile_with_options>()};
}

bool are_options_added() { return added_options().any(); }

}  // namespace eugene::inside::opencl
