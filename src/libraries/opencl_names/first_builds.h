// What a program of OpenCL was built as before a checked run has built it once more for its checks (checked_text.h):
// the program is answered by this.
#pragma once

#include <CL/cl_icd.h>

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace eugene::i915 {

// The size of a group that a kernel states (attribute reqd_work_group_size); zeros: none.
using GroupSize = std::array<std::size_t, 3>;

struct FirstBuild {
  struct Kernel {
    GroupSize group{};
    std::string attributes;
  };
  std::map<std::string, Kernel> kernels;
  std::vector<std::vector<unsigned char>> binaries;  // one per device
  std::string options, log;
  bool states_groups = true;          // the kernels that are there now still do
  bool allows_smaller_groups = true;  // at the end, in launches that name a size

  // Whether a kernel states a group of several work-items that fits into one EU thread.
  bool has_small_groups() const;
};

// Asks the driver. The program must have no kernels yet, and has none afterwards.
FirstBuild first_build_of(const cl_icd_dispatch& driver, cl_program program);

}  // namespace eugene::i915
