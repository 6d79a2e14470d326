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

namespace eugene::inside::opencl {
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

// Texts of linked programs.
ByProgram<std::string>& linked_texts() {
  static auto* const instance = new ByProgram<std::string>;
  return *instance;
}

// Values of extra_builds().
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
  first_builds().keep(program, std::move(first));
}

// Builds a program once more, for the checks. If that fails, builds the program again with its own options.
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

// Builds without the callback and calls it at the end: the driver would call it after the first of two builds.
cl_int build_program(cl_program program, cl_uint count, const cl_device_id* devices, const char* options, Notify notify,
                     void* data) {
  first_builds().forget(program);
  if (!is_of_intel(*driver, program)) return before.clBuildProgram(program, count, devices, options, notify, data);
  void* const data_alone = notify == nullptr ? data : nullptr;  // an error, which the driver finds
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

// Keeps the inputs of a library, if all of them are known.
void keep_library(cl_program library, const std::string& options, const std::vector<cl_program>& inputs) {
  CompiledProgram made{.text = {}, .options = options, .headers = {}, .extra_builds = builds_for_checks};
  for (const cl_program each : inputs) {
    made.inputs.push_back(compiled().of(each));
    if (made.inputs.back() == nullptr) return;
  }
  compiled().keep(library, std::move(made));
}

// Compiles the inputs of a linked program once more for the checks, and links them. Returns null if the linked program
// should stay.
OwnedProgram linked_again(cl_context context, cl_program linked, const std::string& options,
                          const std::vector<cl_program>& inputs) {
  bool has_marks = false, has_text = false;
  std::string compiled_with;  // options of the last input
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

// Answers an info query of OpenCL with these bytes.
cl_int give(const void* from, std::size_t bytes, std::size_t room, void* place, std::size_t* size) {
  if (place != nullptr && room < bytes) return CL_INVALID_VALUE;
  if (place != nullptr) std::memcpy(place, from, bytes);
  if (size != nullptr) *size = bytes;
  return CL_SUCCESS;
}
cl_int give(const std::string& text, std::size_t room, void* place, std::size_t* size) {
  return give(text.c_str(), text.size() + 1, room, place, size);
}

cl_int give_binaries(const FirstBuild& first, std::size_t room, void* place, std::size_t* size) {
  std::vector<unsigned char*> places(first.binaries.size());
  if (place != nullptr)
    std::memcpy(static_cast<void*>(places.data()), place, std::min(room, places.size() * sizeof(void*)));
  const cl_int result = give(static_cast<void*>(places.data()), places.size() * sizeof(void*), room, place, size);
  for (std::size_t i = 0; i < places.size() && result == CL_SUCCESS && place != nullptr; ++i) {
    if (places[i] != nullptr) std::ranges::copy(first.binaries[i], places[i]);
  }
  return result;
}

cl_int program_info(cl_program program, cl_program_info what, size_t room, void* place, size_t* size) {
  const auto first = first_builds().of(program);
  if (what == CL_PROGRAM_SOURCE) {
    if (has_prelude(text_as_built(*driver, program))) return give(source_of(*driver, program), room, place, size);
  } else if (what == CL_PROGRAM_BINARY_SIZES && first != nullptr) {
    std::vector<std::size_t> sizes;
    for (const auto& each : first->binaries) sizes.push_back(each.size());
    return give(sizes.data(), sizes.size() * sizeof(std::size_t), room, place, size);
  } else if (what == CL_PROGRAM_BINARIES && first != nullptr) {
    return give_binaries(*first, room, place, size);
  }
  return before.clGetProgramInfo(program, what, room, place, size);
}

cl_int build_info(cl_program program, cl_device_id device, cl_program_build_info what, size_t room, void* place,
                  size_t* size) {
  const cl_int result = before.clGetProgramBuildInfo(program, device, what, room, place, size);
  const auto first = first_builds().of(program);
  if (first == nullptr || result == CL_INVALID_DEVICE) return result;
  if (what == CL_PROGRAM_BUILD_OPTIONS) return give(first->options, room, place, size);
  if (what == CL_PROGRAM_BUILD_LOG) return give(first->log, room, place, size);
  return result;
}

std::shared_ptr<const FirstBuild> first_build_of(cl_kernel kernel) {
  if (kernel == nullptr) return nullptr;
  auto first = first_builds().of(kernel_info<cl_program>(*driver, kernel, CL_KERNEL_PROGRAM, nullptr));
  return first == nullptr || first->states_groups ? nullptr : first;
}

// Returns the first build of a kernel that stated the size of its groups and does not state it any more.
std::optional<FirstBuild::Kernel> stated(const FirstBuild& first, cl_kernel kernel) {
  const auto found = first.kernels.find(name_of(*driver, kernel));
  if (found == first.kernels.end() || found->second.group == GroupSize{}) return std::nullopt;
  return found->second;
}
std::optional<FirstBuild::Kernel> stated(cl_kernel kernel) {
  const auto first = first_build_of(kernel);
  return first == nullptr ? std::nullopt : stated(*first, kernel);
}

cl_int kernel_answer(cl_kernel kernel, cl_kernel_info what, size_t room, void* place, size_t* size) {
  if (what == CL_KERNEL_ATTRIBUTES) {
    if (const auto known = stated(kernel)) return give(known->attributes, room, place, size);
  }
  return before.clGetKernelInfo(kernel, what, room, place, size);
}

cl_int group_answer(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what, size_t room, void* place,
                    size_t* size) {
  const cl_int result = before.clGetKernelWorkGroupInfo(kernel, device, what, room, place, size);
  if (result != CL_SUCCESS || what != CL_KERNEL_COMPILE_WORK_GROUP_SIZE) return result;
  const auto known = stated(kernel);
  return known ? give(known->group.data(), sizeof known->group, room, place, size) : result;
}

// Whether the driver would have refused groups of this size for the kernel's first build.
bool is_refused(const FirstBuild& first, const std::optional<FirstBuild::Kernel>& known, cl_uint dimensions,
                const size_t* global, const size_t* local) {
  for (cl_uint i = 0; i < dimensions; ++i) {
    if (known && local[i] != known->group[i]) return true;
    const bool is_smaller_at_end = global != nullptr && local[i] != 0 && global[i] % local[i] != 0;
    if (is_smaller_at_end && !first.allows_smaller_groups) return true;
  }
  return false;
}

cl_int launch(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t* offset, const size_t* global,
              const size_t* local, cl_uint count, const cl_event* events, cl_event* event) {
  static constexpr GroupSize kRefused{};  // zeros: refused with the same error, in the same order of checks
  const auto first = first_build_of(kernel);
  const bool may_differ = first != nullptr && dimensions <= kRefused.size();
  const auto known = may_differ ? stated(*first, kernel) : std::nullopt;
  const size_t* size = local;
  if (local == nullptr && known) size = known->group.data();
  if (local != nullptr && may_differ && is_refused(*first, known, dimensions, global, local)) size = kRefused.data();
  return before.clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, size, count, events, event);
}

cl_int launch_task(cl_command_queue queue, cl_kernel kernel, cl_uint count, const cl_event* events, cl_event* event) {
  constexpr std::size_t kOne = 1;
  if (stated(kernel)) return launch(queue, kernel, 1, nullptr, &kOne, &kOne, count, events, event);
  return before.clEnqueueTask(queue, kernel, count, events, event);
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

}  // namespace eugene::inside::opencl
