// What programs of OpenCL that are to be linked have been compiled from, to compile them once more for the checks of a
// run.
#pragma once

#include <CL/cl_icd.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace eugene::i915 {

// A program that was compiled, or a library that was linked of such ones.
struct CompiledProgram {
  std::string text;  // with the prelude that it was given; empty: a library
  std::string options;
  std::vector<std::pair<std::string, std::string>> headers;  // name, text
  unsigned extra_builds = 0;                                 // texts that were compiled for checks alone before it
  std::vector<std::shared_ptr<const CompiledProgram>> inputs = {};  // of a library

  bool has_marks() const;
  // Adds the texts that it was made of, without preludes.
  void add_texts(std::vector<std::string>& texts) const;
};

// A program of OpenCL that this releases. It may be null.
class OwnedProgram {
 public:
  OwnedProgram() = default;
  OwnedProgram(const cl_icd_dispatch& driver, cl_program program) : driver_(&driver), program_(program) {}
  ~OwnedProgram() { reset(); }
  OwnedProgram(OwnedProgram&& other) noexcept : driver_(other.driver_), program_(other.release()) {}
  OwnedProgram& operator=(OwnedProgram&& other) noexcept {
    if (this == &other) return *this;
    reset();
    driver_ = other.driver_;
    program_ = other.release();
    return *this;
  }

  cl_program get() const { return program_; }
  cl_program release() { return std::exchange(program_, nullptr); }

 private:
  void reset() {
    if (program_ != nullptr) driver_->clReleaseProgram(program_);
  }

  const cl_icd_dispatch* driver_ = nullptr;
  cl_program program_ = nullptr;
};

// Compiles or links it by functions of `driver`, with `more` before its options. Null if that fails.
OwnedProgram compile_again(const cl_icd_dispatch& driver, cl_context context, const CompiledProgram& program,
                           const std::string& more);
// Links programs with `options`. Null if that fails.
OwnedProgram link_again(const cl_icd_dispatch& driver, cl_context context, const std::vector<cl_program>& programs,
                        const std::string& options);

}  // namespace eugene::i915
