// The OpenCL layer's memory of how arguments were set: it lasts as long as the program holds the kernel.
// OpenCL 3.0 API, 5.9.1: a kernel is deleted with its last reference; clCloneKernel makes one with a reference of its
// own.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "opencl/kernel_arguments.h"

namespace eugene::inside::opencl {
namespace {

cl_kernel handle(std::uintptr_t number) { return reinterpret_cast<cl_kernel>(number); }

TEST(KernelArguments, AreForgottenWithTheLastReference) {
  KernelArguments kernels;
  kernels.add(handle(16));
  kernels.set(handle(16), 2, true, CL_SUCCESS);
  kernels.retain(handle(16));
  kernels.release(handle(16));
  EXPECT_EQ(kernels.null_arguments(handle(16)), std::vector<cl_uint>{2});
  kernels.release(handle(16));
  EXPECT_EQ(kernels.size(), 0U);
}

TEST(KernelArguments, OfACloneOutliveTheOriginal) {
  KernelArguments kernels;
  kernels.add(handle(16));
  kernels.retain(handle(16));
  kernels.set(handle(16), 1, false, CL_SUCCESS);
  kernels.clone(handle(16), handle(32));
  kernels.release(handle(16));
  kernels.release(handle(16));
  EXPECT_TRUE(kernels.arguments(handle(32)).at(1).is_set);
  EXPECT_EQ(kernels.size(), 1U);
  kernels.release(handle(32));
  EXPECT_EQ(kernels.size(), 0U);
}

TEST(KernelArguments, OfAnUnknownKernelAreNotCounted) {
  KernelArguments kernels;
  kernels.retain(handle(16));
  kernels.release(handle(16));
  kernels.release(handle(16));
  EXPECT_EQ(kernels.size(), 0U);
}

TEST(KernelArguments, OfANewKernelAreNotThoseOfAReleasedOne) {
  KernelArguments kernels;
  kernels.add(handle(16));
  EXPECT_TRUE(kernels.is_new(handle(16), "text"));
  EXPECT_FALSE(kernels.is_new(handle(16), "text"));
  kernels.release(handle(16));
  kernels.add(handle(16));
  EXPECT_TRUE(kernels.is_new(handle(16), "text"));
  EXPECT_TRUE(kernels.arguments(handle(16)).empty());
}

}  // namespace
}  // namespace eugene::inside::opencl
