// Sources of compiled OpenCL programs, to compile them once more for a run's checks when they are linked.
#pragma once

#include <CL/cl.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "layer/hooks.h"

namespace eugene::inside::opencl {

// A compiled program, or a library that was linked from compiled programs.
struct CompiledProgram {
  std::string text;  // with its prelude; empty: a library
  std::string options;
  std::vector<std::pair<std::string, std::string>> headers;  // name, text
  unsigned extra_builds = 0;                                 // texts compiled only for checks before this program
  std::vector<std::shared_ptr<const CompiledProgram>> inputs = {};  // inputs of a library

  bool has_marks() const;
  // Adds the texts that the program was made of, without preludes.
  void add_texts(std::vector<std::string>& texts) const;
};

// Owns a program of OpenCL, which may be null, and releases it.
class OwnedProgram {
 public:
  OwnedProgram() = default;
  explicit OwnedProgram(cl_program program) : program_(program) {}
  ~OwnedProgram() { reset(); }
  OwnedProgram(OwnedProgram&& other) noexcept : program_(other.release()) {}
  OwnedProgram& operator=(OwnedProgram&& other) noexcept {
    if (this == &other) return *this;
    reset();
    program_ = other.release();
    return *this;
  }

  cl_program get() const { return program_; }
  cl_program release() { return std::exchange(program_, nullptr); }

 private:
  void reset() {
    if (program_ != nullptr) Next<&T::clReleaseProgram>::enter(program_);
  }

  cl_program program_ = nullptr;
};

// Compiles or links `program` by the functions `below` the caller, with `more` before the program's options. Returns
// null if that fails.
OwnedProgram compile_again(const InnerHooks& below, cl_context context, const CompiledProgram& program,
                           const std::string& more);
// Links programs with `options`. Returns null if that fails.
OwnedProgram link_again(const InnerHooks& below, cl_context context, const std::vector<cl_program>& programs,
                        const std::string& options);

}  // namespace eugene::inside::opencl
