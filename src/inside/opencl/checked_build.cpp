#include "checked_build.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
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
#include "program_layer.h"

namespace eugene::inside::opencl {
namespace {

using Notify = void(CL_CALLBACK*)(cl_program, void*);

cl_program create_with_source(Next<&T::clCreateProgramWithSource> next, cl_context context, cl_uint count,
                              const char** strings, const size_t* lengths, cl_int* error) {
  const auto is_string = [](const char* each) { return each != nullptr; };
  if (count == 0 || strings == nullptr || !std::all_of(strings, strings + count, is_string))
    return next(context, count, strings, lengths, error);
  std::string text;
  for (cl_uint i = 0; i < count; ++i) {
    const bool has_length = lengths != nullptr && lengths[i] != 0;
    text.append(strings[i], has_length ? lengths[i] : std::strlen(strings[i]));
  }
  const std::string_view prelude = prelude_for(text);
  if (prelude.empty() || !is_of_intel(context)) return next(context, count, strings, lengths, error);
  text.insert(0, prelude);
  const char* begins = text.data();
  const std::size_t length = text.size();
  return next(context, 1, &begins, &length, error);
}

// Returns the options to put before the options of a build.
std::string options_before(bool has_marks, const FirstBuild& first) {
  std::string options;
  if (has_marks) options.append(kMarkOption).append(" ");
  if (first.has_small_groups()) options.append(kAnyGroupOptions).append(" ");
  return options;
}

void keep(cl_program program, FirstBuild first, std::string_view options) {
  first.states_groups = !first.has_small_groups();
  first.allows_smaller_groups = first.states_groups || allows_smaller_groups(options);
  layer().builds.first.keep(program, std::move(first));
}

// Builds a program once more, for the checks. If that fails, builds the program again with its own options.
void build_again(Next<&T::clBuildProgram> next, cl_program program, cl_uint count, const cl_device_id* devices,
                 const std::string& options) {
  const std::string text = text_as_built(program);
  if (text.empty() || !is_of_intel(program)) return;
  FirstBuild first = find_first_build(program);
  const std::string more = options_before(has_prelude(text), first);
  if (more.empty()) return;
  const auto build = [&](const std::string& with) {
    layer().builds.extra_before.keep(program, ++layer().builds.builds_for_checks);
    return next(program, count, devices, with.c_str(), nullptr, nullptr) == CL_SUCCESS;
  };
  if (build(more + options))
    keep(program, std::move(first), options);
  else
    build(options);
}

// Builds without the callback and calls it at the end: the driver would call it after the first of two builds.
cl_int build_program(Next<&T::clBuildProgram> next, cl_program program, cl_uint count, const cl_device_id* devices,
                     const char* options, Notify notify, void* data) {
  layer().builds.first.forget(program);
  if (!is_of_intel(program)) return next(program, count, devices, options, notify, data);
  void* const data_alone = notify == nullptr ? data : nullptr;  // an error, which the driver finds
  layer().builds.extra_before.keep(program, layer().builds.builds_for_checks);
  const cl_int result = next(program, count, devices, options, nullptr, data_alone);
  if (result == CL_SUCCESS) build_again(next, program, count, devices, options == nullptr ? "" : options);
  if (notify != nullptr && (result == CL_SUCCESS || result == CL_BUILD_PROGRAM_FAILURE)) notify(program, data);
  return result;
}

cl_int compile_program(Next<&T::clCompileProgram> next, cl_program program, cl_uint count, const cl_device_id* devices,
                       const char* options, cl_uint headers, const cl_program* programs, const char** names,
                       Notify notify, void* data) {
  layer().builds.forget(program);
  CompiledProgram made{.text = text_as_built(program),
                       .options = options == nullptr ? "" : options,
                       .headers = {},
                       .extra_builds = layer().builds.builds_for_checks};
  if (!made.text.empty()) {
    for (cl_uint i = 0; i < headers && programs != nullptr && names != nullptr; ++i)
      made.headers.emplace_back(names[i], text_as_built(programs[i]));
    layer().builds.compiled.keep(program, std::move(made));
  }
  return next(program, count, devices, options, headers, programs, names, notify, data);
}

// Keeps the inputs of a library, if all of them are known.
void keep_library(cl_program library, const std::string& options, const std::vector<cl_program>& inputs) {
  CompiledProgram made{.text = {}, .options = options, .headers = {}, .extra_builds = layer().builds.builds_for_checks};
  for (const cl_program each : inputs) {
    made.inputs.push_back(layer().builds.compiled.of(each));
    if (made.inputs.back() == nullptr) return;
  }
  layer().builds.compiled.keep(library, std::move(made));
}

// Compiles the inputs of a linked program once more for the checks, and links them. Returns null if the linked program
// should stay.
OwnedProgram linked_again(const InnerHooks& below, cl_context context, cl_program linked, const std::string& options,
                          const std::vector<cl_program>& inputs) {
  bool has_marks = false, has_text = false;
  std::string compiled_with;  // options of the last input
  for (const cl_program each : inputs) {
    const auto known = layer().builds.compiled.of(each);
    if (known == nullptr) continue;
    has_text = true;
    has_marks = has_marks || known->has_marks();
    compiled_with = known->options;
  }
  if (!has_text) return {};
  FirstBuild first = find_first_build(linked);
  const std::string more = options_before(has_marks, first);
  if (more.empty()) return {};
  std::vector<OwnedProgram> owned;
  std::vector<cl_program> again;
  for (const cl_program each : inputs) {
    const auto known = layer().builds.compiled.of(each);
    if (known != nullptr) owned.push_back(compile_again(below, context, *known, more));
    again.push_back(known == nullptr ? each : owned.back().get());
    std::vector<std::string> texts;
    if (known != nullptr) known->add_texts(texts);
    layer().builds.builds_for_checks += static_cast<unsigned>(texts.size());
  }
  if (std::ranges::find(again, nullptr) != again.end()) return {};
  OwnedProgram made = link_again(below, context, again, options);
  if (made.get() == nullptr) return {};
  keep(made.get(), std::move(first), compiled_with);
  layer().builds.extra_before.keep(made.get(), layer().builds.builds_for_checks);
  return made;
}

void keep_text(cl_program linked, const std::vector<cl_program>& inputs) {
  std::vector<std::string> texts;
  for (const cl_program each : inputs) {
    const auto known = layer().builds.compiled.of(each);
    if (known == nullptr) continue;
    known->add_texts(texts);
    if (layer().builds.extra_before.of(linked) == nullptr)
      layer().builds.extra_before.keep(linked, known->extra_builds);
  }
  if (texts.size() == 1) layer().builds.linked_texts.keep(linked, std::move(texts.front()));
}

cl_program link_program(Next<&T::clLinkProgram> next, cl_context context, cl_uint count, const cl_device_id* devices,
                        const char* options, cl_uint inputs, const cl_program* programs, Notify notify, void* data,
                        cl_int* error) {
  if (programs == nullptr || !is_of_intel(context))
    return next(context, count, devices, options, inputs, programs, notify, data, error);
  cl_int result = CL_SUCCESS;
  void* const data_alone = notify == nullptr ? data : nullptr;
  cl_program linked = next(context, count, devices, options, inputs, programs, nullptr, data_alone, &result);
  if (error != nullptr) *error = result;
  if (linked != nullptr && result == CL_SUCCESS) {
    const std::vector<cl_program> all(programs, programs + inputs);
    const std::string given = options == nullptr ? "" : options;
    if (given.find("-create-library") != std::string::npos) {
      keep_library(linked, given, all);
    } else if (OwnedProgram again = linked_again(next, context, linked, given, all); again.get() != nullptr) {
      Next<&T::clReleaseProgram>::enter(linked);
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
    const char* const kinds = std::getenv(i915::kChecksVariable);
    const std::string names = std::string(",") + (kinds == nullptr ? "" : kinds) + ",";
    return names.find(",race,") != std::string::npos || names.find(",sync,") != std::string::npos;
  }();
  return is_checked;
}

std::string linked_text(cl_program program) {
  const auto text = layer().builds.linked_texts.of(program);
  return text == nullptr ? std::string() : *text;
}

unsigned extra_builds(cl_program program) {
  const auto before_it = layer().builds.extra_before.of(program);
  return before_it == nullptr ? 0 : *before_it;
}

Hooks build_again_hooks() {
  return {hook<&T::clCreateProgramWithSource, create_with_source>(), hook<&T::clBuildProgram, build_program>(),
          hook<&T::clCompileProgram, compile_program>(), hook<&T::clLinkProgram, link_program>()};
}

}  // namespace eugene::inside::opencl
