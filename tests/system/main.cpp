// cl_suite: OpenCL kernels compiled by the driver at run time, compared with the host. Each test is a
// CTest case of its own, run as `eugene run -- cl_suite --gtest_filter=GROUP.NAME`.
#include <cstdio>
#include <exception>

#include "gpu.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  try {
    suite::gpu();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "cl_suite: %s\n", error.what());
    return 1;
  }
  return RUN_ALL_TESTS();
}
