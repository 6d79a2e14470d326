// The OpenCL device under test, and the few calls every test makes of it.
//
// CL_SUITE_PLATFORM (default "Intel") names the platform by a part of its name. The tests are written
// for Intel's driver; on another platform (PoCL) what it lacks is skipped, which is how the tests
// themselves are checked.
#pragma once

#define CL_HPP_ENABLE_EXCEPTIONS
#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#include <gtest/gtest.h>
#include <CL/opencl.hpp>

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace suite {

// A device buffer of `size` elements.
template <class T>
struct Array {
  cl::Buffer buffer;
  std::size_t size = 0;
};

class Gpu {
 public:
  // Opened at the first call; throws std::runtime_error where the platform is missing.
  static Gpu& get();

  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;  // in order, with profiling

  bool is_intel() const { return is_intel_; }
  bool has(const std::string& extension) const;
  // Generic pointers, work-group functions, program-scope variables, C11 atomics.
  bool has_opencl2() const;
  bool has_shared_memory() const;  // coarse-grained SVM buffers
  // SIMD widths a kernel can be compiled for; {0}, "as the compiler likes", where it cannot be told.
  std::vector<unsigned> widths() const;

  // Compiles kernels/<file>; once per (file, options). A `width` other than 0 becomes -DSIMD=...,
  // the kernels' attribute for the SIMD width.
  cl::Program build(const std::string& file, const std::string& options = {}, unsigned width = 0);
  cl::Program build_source(const std::string& source, const std::string& options = {});

  template <class T>
  Array<T> array(std::size_t size) {
    return {cl::Buffer(context, CL_MEM_READ_WRITE, size * sizeof(T)), size};
  }
  template <class T>
  Array<T> array(const std::vector<T>& from) {
    Array<T> result = array<T>(from.size());
    queue.enqueueWriteBuffer(result.buffer, CL_TRUE, 0, from.size() * sizeof(T), from.data());
    return result;
  }
  template <class T>
  std::vector<T> read(const Array<T>& from) {
    std::vector<T> result(from.size);
    queue.enqueueReadBuffer(from.buffer, CL_TRUE, 0, from.size * sizeof(T), result.data());
    return result;
  }

  // Enqueues `name` with `arguments`: Array, cl::Buffer, cl::LocalSpaceArg (cl::Local(bytes)) or a scalar.
  template <class... Arguments>
  void run(const cl::Program& program, const char* name, cl::NDRange global, cl::NDRange local,
           const Arguments&... arguments) {
    run_at(program, name, cl::NullRange, global, local, arguments...);
  }
  template <class... Arguments>
  void run_at(const cl::Program& program, const char* name, cl::NDRange offset, cl::NDRange global, cl::NDRange local,
              const Arguments&... arguments) {
    cl::Kernel kernel(program, name);
    set(kernel, arguments...);
    queue.enqueueNDRangeKernel(kernel, offset, global, local);
  }
  template <class... Arguments>
  static void set(cl::Kernel& kernel, const Arguments&... arguments) {
    cl_uint index = 0;
    (kernel.setArg(index++, value(arguments)), ...);
  }

 private:
  Gpu();
  template <class T>
  static const cl::Buffer& value(const Array<T>& array) {
    return array.buffer;
  }
  template <class T>
  static const T& value(const T& other) {
    return other;
  }

  bool is_intel_ = false;
  std::string extensions_;
  std::map<std::string, cl::Program> programs_;
};

inline Gpu& gpu() { return Gpu::get(); }

// For a test that needs `extension`: Intel's driver has it, so lacking it there is a failure.
#define REQUIRE_EXTENSION(extension)                                        \
  do {                                                                      \
    if (!suite::gpu().has(extension)) {                                     \
      if (suite::gpu().is_intel()) FAIL() << "the device lacks " extension; \
      GTEST_SKIP() << "the device lacks " extension;                        \
    }                                                                       \
  } while (false)

// For a test of something optional in OpenCL 3.0, such as gpu().has_opencl2(). CTest runs these on a GPU that has it
// (`--gpu skl`; Apollo Lake's driver does not) and takes a skip for a failure.
#define REQUIRE(feature) \
  if (!(feature)) GTEST_SKIP() << "the device lacks " #feature

// Runs `body` for every SIMD width the device offers.
template <class Body>
void for_each_width(const Body& body) {
  for (const unsigned width : gpu().widths()) {
    SCOPED_TRACE("SIMD" + std::to_string(width));
    body(width);
  }
}

}  // namespace suite
