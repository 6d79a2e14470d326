// level_zero_suite: programs of Level Zero through Intel's driver, compared with the host.
#include <stdlib.h>  // NOLINT: setenv() is POSIX

#include <cstdio>
#include <exception>

#include "ze.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (testing::GTEST_FLAG(list_tests)) return RUN_ALL_TESTS();
  ::setenv("ZES_ENABLE_SYSMAN", "1", 1);  // before the driver is initialised
  try {
    ze::gpu();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "level_zero_suite: %s\n", error.what());
    return 1;
  }
  return RUN_ALL_TESTS();
}
