// A layer of OpenCL in front of a driver that writes down its calls: the order of hooks, and the lives of objects.
// OpenCL 3.0 API: an object is deleted with its last reference; a kernel keeps its program, and clCloneKernel makes a
// kernel with one reference.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "opencl/layer/layer.h"
#include "opencl/layer/object_hooks.h"

namespace eugene::inside::opencl {
namespace {

using Texts = std::vector<std::string>;

Texts calls;  // calls of the driver, the hooks and the listener, in order
std::uintptr_t next_handle = 16;

void note(const std::string& text) { calls.push_back(text); }
Texts take_calls() { return std::exchange(calls, {}); }

template <class Handle>
Handle new_handle() {
  return reinterpret_cast<Handle>(next_handle += 16);
}
template <class Handle>
std::string number(Handle handle) {
  return std::to_string(reinterpret_cast<std::uintptr_t>(handle));
}

// The driver.

cl_int CL_API_CALL drive_finish(cl_command_queue) {
  note("driver finishes");
  return CL_SUCCESS;
}
cl_int CL_API_CALL drive_flush(cl_command_queue) {
  note("driver flushes");
  return CL_SUCCESS;
}
cl_program CL_API_CALL drive_program(cl_context, cl_uint, const char**, const size_t*, cl_int*) {
  return new_handle<cl_program>();
}
cl_kernel CL_API_CALL drive_kernel(cl_program, const char*, cl_int*) { return new_handle<cl_kernel>(); }
cl_kernel CL_API_CALL drive_clone(cl_kernel, cl_int*) { return new_handle<cl_kernel>(); }
cl_mem CL_API_CALL drive_buffer(cl_context, cl_mem_flags, size_t size, void*, cl_int*) {
  return size == 0 ? nullptr : new_handle<cl_mem>();
}
template <class Handle>
cl_int CL_API_CALL drive_retain(Handle) {
  return CL_SUCCESS;
}
template <class Handle>
cl_int CL_API_CALL drive_release(Handle object) {
  note("driver releases " + number(object));
  return CL_SUCCESS;
}

cl_icd_dispatch make_driver() {
  cl_icd_dispatch table{};
  table.clFinish = drive_finish;
  table.clFlush = drive_flush;
  table.clCreateProgramWithSource = drive_program;
  table.clCreateKernel = drive_kernel;
  table.clCloneKernel = drive_clone;
  table.clCreateBuffer = drive_buffer;
  table.clRetainMemObject = drive_retain<cl_mem>;
  table.clReleaseMemObject = drive_release<cl_mem>;
  table.clReleaseProgram = drive_release<cl_program>;
  table.clReleaseKernel = drive_release<cl_kernel>;
  return table;
}

// The layer.

cl_int inner(Next<&T::clFinish> next, cl_command_queue queue) {
  note("inner begins");
  const cl_int result = next(queue);
  note("inner ends");
  return result;
}
cl_int outer(Next<&T::clFinish> next, cl_command_queue queue) {
  note("outer begins");
  next.other<&T::clFlush>()(queue);
  const cl_int result = next(queue);
  note("outer ends");
  return result;
}
cl_int inner_flush(Next<&T::clFlush> next, cl_command_queue queue) {
  note("inner flush");
  return next(queue);
}
cl_int outermost_flush(Next<&T::clFlush> next, cl_command_queue queue) {
  note("outermost flush");
  return next(queue);
}
void svm_free(Next<&T::clSVMFree> next, cl_context context, void* memory) { next(context, memory); }

bool never() { return false; }

Hooks inner_hooks() { return {hook<&T::clFinish, inner>(), hook<&T::clFlush, inner_flush>()}; }
Hooks outer_hooks() { return {hook<&T::clFinish, outer>(), hook<&T::clSVMFree, svm_free>()}; }
Hooks outermost_hooks() { return {hook<&T::clFlush, outermost_flush>()}; }

constexpr PartRow kParts[] = {{object_hooks, nullptr},
                              {inner_hooks, nullptr},
                              {outermost_hooks, never},
                              {outer_hooks, nullptr},
                              {outermost_hooks, nullptr}};

class TestLayer final : public Layer {
 public:
  using Layer::Layer;
  std::span<const PartRow> parts() const override { return kParts; }
  using Layer::begins;
  using Layer::ends;
  void begins(cl_kernel kernel) override { note("begins " + number(kernel)); }
  void ends(cl_kernel kernel) override { note("ends " + number(kernel)); }
  void ends(cl_mem memory) override { note("ends " + number(memory)); }
  void ends(cl_program program) override { note("ends " + number(program)); }
};

// Returns the functions that a program calls.
const cl_icd_dispatch& load() {
  const cl_icd_dispatch driver = make_driver();
  const cl_icd_dispatch* table = nullptr;
  cl_uint entries = 0;
  EXPECT_EQ(clInitLayer(kEntries, &driver, &entries, &table), CL_SUCCESS);
  EXPECT_EQ(entries, kEntries);
  take_calls();
  next_handle = 16;
  return *table;
}

TEST(OpenClLayer, CallsHooksFromTheOutermostToTheDriver) {
  const cl_icd_dispatch& table = load();
  EXPECT_EQ(table.clFinish(nullptr), CL_SUCCESS);
  // A hook that calls another function enters below its own part.
  EXPECT_EQ(take_calls(), (Texts{"outer begins", "inner flush", "driver flushes", "inner begins", "driver finishes",
                                 "inner ends", "outer ends"}));
  EXPECT_EQ(table.clFlush(nullptr), CL_SUCCESS);
  EXPECT_EQ(take_calls(), (Texts{"outermost flush", "inner flush", "driver flushes"}));
}

TEST(OpenClLayer, LeavesFunctionsAloneThatTheDriverLacks) {
  EXPECT_EQ(load().clSVMFree, nullptr);
  EXPECT_EQ(load().clCreateImage, nullptr);
}

TEST(OpenClLayer, TakesAShorterTableFromAnOlderLoader) {
  const cl_icd_dispatch driver = make_driver();
  const cl_icd_dispatch* table = nullptr;
  cl_uint entries = 0;
  const auto known = static_cast<cl_uint>(find_entry<&T::clFinish>());
  EXPECT_EQ(clInitLayer(known, &driver, &entries, &table), CL_SUCCESS);
  EXPECT_EQ(table->clFinish, nullptr);
  EXPECT_NE(table->clCreateBuffer, nullptr);
}

TEST(OpenClLayer, IsToldWhenTheProgramGivesItsLastReferenceBack) {
  const cl_icd_dispatch& table = load();
  EXPECT_EQ(table.clCreateBuffer(nullptr, 0, 0, nullptr, nullptr), nullptr);
  const cl_mem buffer = table.clCreateBuffer(nullptr, 0, 1, nullptr, nullptr);
  table.clRetainMemObject(buffer);
  table.clReleaseMemObject(buffer);
  EXPECT_EQ(take_calls(), (Texts{"driver releases 32"}));
  table.clReleaseMemObject(buffer);
  EXPECT_EQ(take_calls(), (Texts{"ends 32", "driver releases 32"}));
  table.clReleaseMemObject(buffer);  // a mistake of the program, which the driver reports
  EXPECT_EQ(take_calls(), (Texts{"driver releases 32"}));
}

TEST(OpenClLayer, KeepsAProgramAsLongAsItsKernels) {
  const cl_icd_dispatch& table = load();
  const cl_program program = table.clCreateProgramWithSource(nullptr, 0, nullptr, nullptr, nullptr);
  const cl_kernel kernel = table.clCreateKernel(program, "k", nullptr);
  const cl_kernel copy = table.clCloneKernel(kernel, nullptr);
  EXPECT_EQ(take_calls(), (Texts{"begins 48", "begins 64"}));
  table.clReleaseProgram(program);
  table.clReleaseKernel(kernel);
  EXPECT_EQ(take_calls(), (Texts{"driver releases 32", "ends 48", "driver releases 48"}));
  table.clReleaseKernel(copy);
  EXPECT_EQ(take_calls(), (Texts{"ends 64", "ends 32", "driver releases 64"}));
}

}  // namespace

const std::string_view kLayerName = "a layer of a test";
std::unique_ptr<Layer> make_layer(const cl_icd_dispatch& driver) {
  static std::vector<Layer*> all;  // layers are never destroyed; a checker for leaks finds them here
  auto layer = std::make_unique<TestLayer>(driver);
  all.push_back(layer.get());
  return layer;
}

}  // namespace eugene::inside::opencl
