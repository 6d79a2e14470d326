// Finds Intel's OpenCL driver. The loader of OpenCL (libOpenCL.so) finds drivers through .icd files that name them.
#pragma once

#include <filesystem>

#include "base/diagnostic.h"
#include "gpu/device.h"

namespace eugene::cli {

inline constexpr const char* kVendors = "/etc/OpenCL/vendors";
inline constexpr const char* kIntelIcd = "/etc/OpenCL/vendors/intel.icd";
// Since 24.35, Intel's driver has two parts, and the part for Gen9 has this name. If both parts are installed, the GPU
// chooses.
inline constexpr const char* kIntelLegacyIcd = "/etc/OpenCL/vendors/intel_legacy1.icd";
inline constexpr const char* kRusticlIcd = "/etc/OpenCL/vendors/rusticl.icd";

// The OpenCL platform that programs see without --all-platforms: Intel's, or Mesa's if Intel's is not installed.
struct OpenClPlatform {
  const char* icd = kIntelIcd;
  bool is_rusticl = false;
};
OpenClPlatform find_opencl_platform(const gpu::Device& device);

// Returns the file that names Intel's driver for the GPU: the legacy driver's file, if it exists and is for the GPU.
const char* intel_icd(const gpu::Device& device);

// Checks that a program that looks for drivers at `vendors` (OCL_ICD_VENDORS: a directory of .icd files, or one such
// file) finds Intel's driver. An error names the missing part, and the package to install. Problems that appear only
// when the driver is loaded are not detected.
Result<void> find_intel_driver(const std::filesystem::path& vendors);

}  // namespace eugene::cli
