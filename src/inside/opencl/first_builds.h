// The first build of an OpenCL program, which a checked run then builds once more for its checks (checked_build.h).
// Queries about the program are answered from the first build.
#pragma once

#include <CL/cl.h>

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace eugene::inside::opencl {

// The group size that a kernel states (attribute reqd_work_group_size); zeros: none.
using GroupSize = std::array<std::size_t, 3>;

struct FirstBuild {
  struct Kernel {
    GroupSize group{};
    std::string attributes;
  };
  std::map<std::string, Kernel> kernels;
  std::vector<std::vector<unsigned char>> binaries;  // one per device
  std::string options, log;
  bool states_groups = true;          // the current kernels still state their group sizes
  bool allows_smaller_groups = true;  // the driver accepts smaller groups at the end, in launches that name a size

  // Whether a kernel states a group of several work-items that fits into one EU thread.
  bool has_small_groups() const;
};

// Queries the driver. The program must have no kernels yet, and has none afterwards.
FirstBuild find_first_build(cl_program program);

}  // namespace eugene::inside::opencl
