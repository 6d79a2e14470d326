#include "compiled_programs.h"

#include <algorithm>

#include "checked_prelude.h"

namespace eugene::inside::opencl {
namespace {

OwnedProgram make_program(const InnerHooks& below, cl_context context, const std::string& text) {
  const char* begin = text.data();
  const std::size_t length = text.size();
  return OwnedProgram(below.call<&T::clCreateProgramWithSource>(context, 1, &begin, &length, nullptr));
}

OwnedProgram compile_text(const InnerHooks& below, cl_context context, const CompiledProgram& program,
                          const std::string& options) {
  OwnedProgram made = make_program(below, context, program.text);
  std::vector<OwnedProgram> owned;
  std::vector<cl_program> headers;
  std::vector<const char*> names;
  for (const auto& [name, text] : program.headers) {
    headers.push_back(owned.emplace_back(make_program(below, context, text)).get());
    names.push_back(name.c_str());
  }
  if (made.get() == nullptr || std::ranges::find(headers, nullptr) != headers.end()) return {};
  const cl_int result = below.call<&T::clCompileProgram>(
      made.get(), 0, nullptr, options.c_str(), static_cast<cl_uint>(headers.size()),
      headers.empty() ? nullptr : headers.data(), headers.empty() ? nullptr : names.data(), nullptr, nullptr);
  return result == CL_SUCCESS ? std::move(made) : OwnedProgram();
}

}  // namespace

bool CompiledProgram::has_marks() const {
  return has_prelude(text) || std::ranges::any_of(inputs, [](const auto& each) { return each->has_marks(); });
}

void CompiledProgram::add_texts(std::vector<std::string>& texts) const {
  if (!text.empty()) texts.emplace_back(without_prelude(text));
  for (const auto& each : inputs) each->add_texts(texts);
}

OwnedProgram link_again(const InnerHooks& below, cl_context context, const std::vector<cl_program>& programs,
                        const std::string& options) {
  cl_int result = CL_SUCCESS;
  OwnedProgram linked(below.call<&T::clLinkProgram>(context, 0, nullptr, options.c_str(),
                                                    static_cast<cl_uint>(programs.size()), programs.data(), nullptr,
                                                    nullptr, &result));
  return result == CL_SUCCESS ? std::move(linked) : OwnedProgram();
}

OwnedProgram compile_again(const InnerHooks& below, cl_context context, const CompiledProgram& program,
                           const std::string& more) {
  if (!program.text.empty()) return compile_text(below, context, program, more + program.options);
  std::vector<OwnedProgram> owned;
  std::vector<cl_program> inputs;
  inputs.reserve(program.inputs.size());
  for (const auto& each : program.inputs)
    inputs.push_back(owned.emplace_back(compile_again(below, context, *each, more)).get());
  if (std::ranges::find(inputs, nullptr) != inputs.end()) return {};
  return link_again(below, context, inputs, program.options);
}

}  // namespace eugene::inside::opencl
