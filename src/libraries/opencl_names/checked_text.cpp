#include "checked_text.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "by_program.h"
#include "checked_prelude.h"
#include "compiled_programs.h"
#include "first_builds.h"
#include "i915/channel_names.h"
#include "info.h"
#include "platform.h"
#include "program_data.h"

namespace eugene::i915 {
namespace {

using Notify = void(CL_CALLBACK*)(cl_program, void*);

const cl_icd_dispatch* driver = nullptr;
cl_icd_dispatch before;  // the functions of the table that are replaced here

// Never destroyed: threads may build programs until the very end.
ByProgram<FirstBuild>& first_builds() {
  static auto* const instance = new ByProgram<FirstBuild>;
  return *instance;
}
ByProgram<CompiledProgram>& compiled() {
  static auto* const instance = new ByProgram<CompiledProgram>;
  return *instance;
}

// The texts of programs that were linked.
ByProgram<std::string>& linked_texts() {
  static auto* const instance = new ByProgram<std::string>;
  return *instance;
}

// extra_builds() of programs.
ByProgram<unsigned>& builds_before() {
  static auto* const instance = new ByProgram<unsigned>;
  return *instance;
}
std::atomic<unsigned> builds_for_checks = 0;

cl_program begin(cl_program program) {
  if (program == nullptr) return program;
  linked_texts().forget(program);
  builds_before().forget(program);
  first_builds().forget(program);
  compiled().forget(program);
  return program;
}

cl_program create_with_source(cl_context context, cl_uint count, const char** strings, const size_t* lengths,
                              cl_int* error) {
  const auto is_string = [](const char* each) { return each != nullptr; };
  if (count == 0 || strings == nullptr || !std::all_of(strings, strings + count, is_string))
    return begin(before.clCreateProgramWithSource(context, count, strings, lengths, error));
  std::string text;
  for (cl_uint i = 0; i < count; ++i) {
    const bool has_length = lengths != nullptr && lengths[i] != 0;
    text.append(strings[i], has_length ? lengths[i] : std::strlen(strings[i]));
  }
  const std::string_view prelude = prelude_for(text);
  if (prelude.empty() || !is_of_intel(*driver, context))
    return begin(before.clCreateProgramWithSource(context, count, strings, lengths, error));
  text.insert(0, prelude);
  const char* begins = text.data();
  const std::size_t length = text.size();
  return begin(before.clCreateProgramWithSource(context, 1, &begins, &length, error));
}

cl_program create_with_binary(cl_context context, cl_uint count, const cl_device_id* devices, const size_t* lengths,
                              const unsigned char** binaries, cl_int* status, cl_int* error) {
  return begin(before.clCreateProgramWithBinary(context, count, devices, lengths, binaries, status, error));
}

cl_program create_with_il(cl_context context, const void* text, size_t length, cl_int* error) {
  return begin(before.clCreateProgramWithIL(context, text, length, error));
}

// What is to stand before the options of a build.
std::string options_before(bool has_marks, const FirstBuild& first) {
  std::string options;
  if (has_marks) options.append(kMarkOption).append(" ");
  if (first.has_small_groups()) options.append(kAnyGroupOptions).append(" ");
  return options;
}

void keep(cl_program program, FirstBuild first, std::string_view options) {
  first.states_groups = !first.has_small_groups();
  first.allows_smaller_groups = first.states_groups || allows_smaller_groups(options);
  first_builds().keep(program, std::move(first));
}

// Builds once more what has been built. Where that fails, the program is built again as it was.
void build_again(cl_program program, cl_uint count, const cl_device_id* devices, const std::string& options) {
  const std::string text = text_as_built(*driver, program);
  if (text.empty() || !is_of_intel(*driver, program)) return;
  FirstBuild first = first_build_of(*driver, program);
  const std::string more = options_before(has_prelude(text), first);
  if (more.empty()) return;
  const auto build = [&](const std::string& with) {
    builds_before().keep(program, ++builds_for_checks);
    return before.clBuildProgram(program, count, devices, with.c_str(), nullptr, nullptr) == CL_SUCCESS;
  };
  if (build(more + options))
    keep(program, std::move(first), options);
  else
    build(options);
}

// With a callback the driver would tell the program too early that it is built.
cl_int build_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options, Notify notify,
                     void* data) {
  first_builds().forget(program);
  if (!is_of_intel(*driver, program)) return before.clBuildProgram(program, count, devices, options, notify, data);
  void* const data_alone = notify == nullptr ? data : nullptr;  // which is wrong
  builds_before().keep(program, builds_for_checks);
  const cl_int result = before.clBuildProgram(program, count, devices, options, nullptr, data_alone);
  if (result == CL_SUCCESS) build_again(program, count, devices, options == nullptr ? "" : options);
  if (notify != nullptr && (result == CL_SUCCESS || result == CL_BUILD_PROGRAM_FAILURE)) notify(program, data);
  return result;
}

cl_int compile_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options,
                       cl_uint headers, const cl_program* programs, const char** names, Notify notify, void* data) {
  begin(program);
  CompiledProgram made{.text = text_as_built(*driver, program),
                       .options = options == nullptr ? "" : options,
                       .headers = {},
                       .extra_builds = builds_for_checks};
  if (!made.text.empty()) {
    for (cl_uint i = 0; i < headers && programs != nullptr && names != nullptr; ++i)
      made.headers.emplace_back(names[i], text_as_built(*driver, programs[i]));
    compiled().keep(program, std::move(made));
  }
  return before.clCompileProgram(program, count, devices, options, headers, programs, names, notify, data);
}

// A library is known by what it was linked of, if all of that has text.
void keep_library(cl_program library, const std::string& options, const std::vector<cl_program>& inputs) {
  CompiledProgram made{.text = {}, .options = options, .headers = {}, .extra_builds = builds_for_checks};
  for (const cl_program each : inputs) {
    made.inputs.push_back(compiled().of(each));
    if (made.inputs.back() == nullptr) return;
  }
  compiled().keep(library, std::move(made));
}

// Links once more what has been linked, of programs that are compiled once more. Null: it stays.
OwnedProgram linked_again(cl_context context, cl_program linked, const std::string& options,
                          const std::vector<cl_program>& inputs) {
  bool has_marks = false, has_text = false;
  std::string compiled_with;  // the options of the last
  for (const cl_program each : inputs) {
    const auto known = compiled().of(each);
    if (known == nullptr) continue;
    has_text = true;
    has_marks = has_marks || known->has_marks();
    compiled_with = known->options;
  }
  if (!has_text) return {};
  FirstBuild first = first_build_of(*driver, linked);
  const std::string more = options_before(has_marks, first);
  if (more.empty()) return {};
  std::vector<OwnedProgram> owned;
  std::vector<cl_program> again;
  for (const cl_program each : inputs) {
    const auto known = compiled().of(each);
    if (known != nullptr) owned.push_back(compile_again(before, context, *known, more));
    again.push_back(known == nullptr ? each : owned.back().get());
    std::vector<std::string> texts;
    if (known != nullptr) known->add_texts(texts);
    builds_for_checks += static_cast<unsigned>(texts.size());
  }
  if (std::ranges::find(again, nullptr) != again.end()) return {};
  OwnedProgram made = link_again(before, context, again, options);
  if (made.get() == nullptr) return {};
  keep(made.get(), std::move(first), compiled_with);
  builds_before().keep(made.get(), builds_for_checks);
  return made;
}

void keep_text(cl_program linked, const std::vector<cl_program>& inputs) {
  std::vector<std::string> texts;
  for (const cl_program each : inputs) {
    const auto known = compiled().of(each);
    if (known == nullptr) continue;
    known->add_texts(texts);
    if (builds_before().of(linked) == nullptr) builds_before().keep(linked, known->extra_builds);
  }
  if (texts.size() == 1) linked_texts().keep(linked, std::move(texts.front()));
}

cl_program link_program(cl_context context, cl_uint count, const cl_device_id* devices, const char* options,
                        cl_uint inputs, const cl_program* programs, Notify notify, void* data, cl_int* error) {
  if (programs == nullptr || !is_of_intel(*driver, context))
    return begin(before.clLinkProgram(context, count, devices, options, inputs, programs, notify, data, error));
  cl_int result = CL_SUCCESS;
  void* const data_alone = notify == nullptr ? data : nullptr;
  cl_program linked =
      before.clLinkProgram(context, count, devices, options, inputs, programs, nullptr, data_alone, &result);
  if (error != nullptr) *error = result;
  begin(linked);
  if (linked != nullptr && result == CL_SUCCESS) {
    const std::vector<cl_program> all(programs, programs + inputs);
    const std::string given = options == nullptr ? "" : options;
    if (given.find("-create-library") != std::string::npos) {
      keep_library(linked, given, all);
    } else if (OwnedProgram again = linked_again(context, linked, given, all); again.get() != nullptr) {
      driver->clReleaseProgram(linked);
      linked = again.release();
    }
    keep_text(linked, all);
  }
  if (notify != nullptr && linked != nullptr) notify(linked, data);
  return linked;
}

}  // namespace

bool is_text_checked() {
  static const bool is_checked = [] {
    const char* const kinds = std::getenv(kChecksVariable);
    const std::string names = std::string(",") + (kinds == nullptr ? "" : kinds) + ",";
    return names.find(",race,") != std::string::npos || names.find(",sync,") != std::string::npos;
  }();
  return is_checked;
}

std::string linked_text(cl_program program) {
  const auto text = linked_texts().of(program);
  return text == nullptr ? std::string() : *text;
}

unsigned extra_builds(cl_program program) {
  const auto before_it = builds_before().of(program);
  return before_it == nullptr ? 0 : *before_it;
}

void check_text(cl_icd_dispatch& table, const cl_icd_dispatch& next) {
  driver = &next;
  before = table;
  table.clCreateProgramWithSource = create_with_source;
  table.clCreateProgramWithBinary = create_with_binary;
  if (next.clCreateProgramWithIL != nullptr) table.clCreateProgramWithIL = create_with_il;
  table.clBuildProgram = build_program;
  if (next.clCompileProgram != nullptr) table.clCompileProgram = compile_program;
  if (next.clLinkProgram != nullptr) table.clLinkProgram = link_program;
  table.clGetProgramInfo = program_info;
  table.clGetProgramBuildInfo = build_info;
  table.clGetKernelInfo = kernel_answer;
  table.clGetKernelWorkGroupInfo = group_answer;
  table.clEnqueueNDRangeKernel = launch;
  table.clEnqueueTask = launch_task;
}

}  // namespace eugene::i915
