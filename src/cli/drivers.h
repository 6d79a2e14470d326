// The drivers that run on Eugene, a row each. `eugene doctor` looks for them, and `eugene run --driver` finds them in a
// build from source.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "client_environment.h"
#include "gpu/device.h"

namespace eugene::cli {

enum class Api : std::uint8_t { opencl, opengl, vulkan, va, level_zero };
inline constexpr std::array<std::string_view, 5> kApiNames{"OpenCL", "OpenGL", "Vulkan", "VA-API", "Level Zero"};
// Few programs use Level Zero, and Debian 13 has no driver of Level Zero for these GPUs. So a missing driver is not
// reported.
constexpr bool is_optional(Api api) { return api == Api::level_zero; }

// How a program is made to load a driver.
enum class Selection : std::uint8_t {
  opencl_icd,       // a file with the library's path: OCL_ICD_VENDORS
  vulkan_manifest,  // a JSON file with the library's path: VK_DRIVER_FILES, in loaders before 1.3.207 VK_ICD_FILENAMES
  mesa_directory,   // LIBGL_DRIVERS_PATH
  va_directory,     // LIBVA_DRIVERS_PATH
  level_zero,       // ZE_ENABLE_ALT_DRIVERS
};

struct Driver {
  Api api{};
  std::string_view name;     // for people
  std::string_view library;  // the driver's file name, or the beginning of the name
  std::string_view
      gpus;  // supported GPUs: isa::Gen::name, or isa::Machine::name if not all of a generation; separated by blanks
  std::string_view package;  // Debian's package
  Selection selection{};
  std::string_view enabled_by = {};  // NAME=VALUE: the driver offers no device without this variable
  // For later versions, which have two parts: one for these older GPUs (isa::Gen::name), and the library above for all
  // newer ones.
  std::string_view legacy_gpus = {};
  std::string_view legacy_library = {};
  std::string_view legacy_package = {};
};

// Ordered by a program's preference.
inline constexpr std::array kDrivers{
    Driver{Api::opencl, "Intel", "libigdrcl.so", "gen9 gen12", "intel-opencl-icd", Selection::opencl_icd, "", "gen9",
           "libigdrcl_legacy1.so", "intel-opencl-icd-legacy"},
    Driver{Api::opencl, "rusticl", "libRusticlOpenCL.so", "gen9", "mesa-opencl-icd", Selection::opencl_icd,
           "RUSTICL_ENABLE=iris"},
    Driver{Api::opengl, "iris", "iris_dri.so", "gen9", "libgl1-mesa-dri", Selection::mesa_directory},
    Driver{Api::opengl, "crocus", "crocus_dri.so", "gen6", "libgl1-mesa-dri", Selection::mesa_directory},
    Driver{Api::vulkan, "anv", "libvulkan_intel.so", "gen9", "mesa-vulkan-drivers", Selection::vulkan_manifest},
    Driver{Api::va, "iHD", "iHD_drv_video.so", "gen9", "intel-media-va-driver", Selection::va_directory},
    Driver{Api::va, "i965", "i965_drv_video.so", "gen6 gen9", "i965-va-driver", Selection::va_directory},
    Driver{Api::level_zero, "Intel", "libze_intel_gpu.so", "skl kbl gen12", "intel-opencl-icd", Selection::level_zero,
           "", "gen9", "libze_intel_gpu_legacy1.so", "libze-intel-gpu-legacy1"},
};

// The library that programs are linked with. It loads the driver.
struct Loader {
  Api api{};
  std::string_view library;
  std::string_view package;
};
inline constexpr std::array kLoaders{
    Loader{Api::opencl, "libOpenCL.so.1", "ocl-icd-libopencl1"}, Loader{Api::opengl, "libEGL.so.1", "libegl1"},
    Loader{Api::vulkan, "libvulkan.so.1", "libvulkan1"},         Loader{Api::va, "libva.so.2", "libva2"},
    Loader{Api::level_zero, "libze_loader.so.1", "libze1"},
};

// Returns the regular file in one of `directories` that is named `library`, or `library` with a dot and a suffix; empty
// if there is none.
std::filesystem::path find_library(const std::vector<std::filesystem::path>& directories, std::string_view library);

// True if the GPU is one of those for which later versions of Intel's drivers have a part of their own.
bool has_legacy_driver(const gpu::Device& device);

// An installed driver.
struct FoundDriver {
  std::filesystem::path path;  // empty: not installed
  std::string_view library;
  std::string_view package;
};
// Looks for the driver's legacy library. Its path is empty if there is none.
FoundDriver find_legacy_driver(const std::vector<std::filesystem::path>& directories, const Driver& driver);
// Looks for the driver's library for the GPU: the legacy library first, if it is for the GPU, then the other one.
FoundDriver find_driver(const std::vector<std::filesystem::path>& directories, const Driver& driver,
                        const gpu::Device& device);

// Returns the file that names a driver's library to the loader of its API. Empty if no such file exists, so programs
// do not find the driver. Returns nothing for APIs whose loader knows the drivers' directory.
std::optional<std::filesystem::path> naming_file(const Driver& driver, std::string_view library);

// Returns the directories that the dynamic loader and the loaders of drivers search.
std::vector<std::filesystem::path> system_directories();

// Makes a program that gets `set` load the drivers for the GPU in `directory`, or in the directories below it where
// `make install` puts them. Files that name the drivers are written to `files`. Fails if no driver of kDrivers is
// found.
Result<void> use_drivers_in(const std::filesystem::path& directory, const gpu::Device& device,
                            const std::filesystem::path& files, Variables& set);

// Makes a program that gets `set` load the driver that `icd` names.
void use_icd(const std::filesystem::path& icd, Variables& set);

// Adds Eugene's layer of Level Zero in front of the driver for the GPU, if the layer is installed.
void add_level_zero_layer(const gpu::Device& device, Variables& set);

}  // namespace eugene::cli
