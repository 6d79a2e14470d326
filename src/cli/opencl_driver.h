// Where Intel's OpenCL driver is: the loader of OpenCL (libOpenCL.so) finds drivers by .icd files that name them.
#pragma once

#include <filesystem>

#include "base/diagnostic.h"

namespace eugene::cli {

inline constexpr const char* kVendors = "/etc/OpenCL/vendors";
inline constexpr const char* kIntelIcd = "/etc/OpenCL/vendors/intel.icd";
// Intel's driver since 24.35 is in two parts, and that for Gen9 has another name; where both parts are, it is the one.
inline constexpr const char* kIntelLegacyIcd = "/etc/OpenCL/vendors/intel_legacy1.icd";
inline constexpr const char* kRusticlIcd = "/etc/OpenCL/vendors/rusticl.icd";

// The OpenCL platform that programs see without --all-platforms: Intel's or, where that is not installed, Mesa's.
struct OpenClPlatform {
  const char* icd = kIntelIcd;
  bool is_rusticl = false;
};
OpenClPlatform find_opencl_platform();

// The file that names Intel's driver, the legacy one where it is there.
const char* intel_icd();

// Whether a program that looks for drivers at `vendors` (OCL_ICD_VENDORS: a directory of .icd files, or one of them)
// finds Intel's. An error names what is missing, and what to install. Problems that only loading the driver would show
// are not detected.
Result<void> find_intel_driver(const std::filesystem::path& vendors);

}  // namespace eugene::cli
