// The OpenCL layer's memory of how arguments were set: it lasts as long as the program holds the kernel.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "opencl/kernel_arguments.h"

namespace eugene::inside::opencl {
namespace {

cl_kernel handle(std::uintptr_t number) { return reinterpret_cast<cl_kernel>(number); }

TEST(KernelArguments, AreForgottenWithTheKernel) {
  KernelArguments kernels;
  kernels.add(handle(16));
  kernels.set(handle(16), 2, true, CL_SUCCESS);
  EXPECT_EQ(kernels.null_arguments(handle(16)), std::vector<cl_uint>{2});
  kernels.remove(handle(16));
  EXPECT_EQ(kernels.size(), 0U);
}

TEST(KernelArguments, OfACloneOutliveTheOriginal) {
  KernelArguments kernels;
  kernels.add(handle(16));
  kernels.set(handle(16), 1, false, CL_SUCCESS);
  kernels.clone(handle(16), handle(32));
  kernels.remove(handle(16));
  EXPECT_TRUE(kernels.arguments(handle(32)).at(1).is_set);
  EXPECT_EQ(kernels.size(), 1U);
}

TEST(KernelArguments, OfANewKernelAreNotThoseOfAReleasedOne) {
  KernelArguments kernels;
  kernels.add(handle(16));
  EXPECT_TRUE(kernels.is_new(handle(16), "text"));
  EXPECT_FALSE(kernels.is_new(handle(16), "text"));
  kernels.add(handle(16));
  EXPECT_TRUE(kernels.is_new(handle(16), "text"));
  EXPECT_TRUE(kernels.arguments(handle(16)).empty());
}

}  // namespace
}  // namespace eugene::inside::opencl
