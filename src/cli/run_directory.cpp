#include "run_directory.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <utility>

#include "i915/channel.h"
#include "i915/device_files.h"
#include "opencl_driver.h"
#include "stale_directories.h"

namespace eugene::cli {

namespace fs = std::filesystem;

Result<RunDirectory> RunDirectory::create_empty() {
  std::error_code error;
  const fs::path parent = fs::canonical(fs::temp_directory_path(error), error);
  if (!error) remove_stale_directories(parent, "eugene-");
  std::string name = (parent / "eugene-XXXXXX").string();
  if (error || ::mkdtemp(name.data()) == nullptr) {
    return fail(fmt::format("cannot make a temporary directory: {}", std::strerror(errno)));
  }
  RunDirectory directory(name);
  directory.held_ = hold_directory(name);
  return directory;
}

Result<RunDirectory> RunDirectory::create(const gpu::Settings& settings) {
  Result<RunDirectory> directory = create_empty();
  if (!directory) return directory;
  std::ofstream(directory->path_ / i915::kSettingsFile) << i915::settings_to_json(settings);
  const Result<void> made = i915::make_device_files(directory->path_, settings.device());
  if (!made) return std::unexpected(made.error());
  return directory;
}

RunDirectory::RunDirectory(RunDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})), held_(std::move(other.held_)) {}

RunDirectory::~RunDirectory() {
  if (!path_.empty()) remove_held_directory(path_);
}

void RunDirectory::interrupt() const { std::ofstream(path_ / i915::kInterruptsFile, std::ios::app).put('\n'); }

Result<Variables> i915_environment(const RunDirectory& directory, bool all_platforms, const std::string& record) {
  const fs::path library = find_library("libeugene_i915.so");
  if (library.empty() || find_library("libeugene_gpu.so").empty())
    return fail("libeugene_i915.so or libeugene_gpu.so is not where it is installed, nor beside the command");
  const char* others = std::getenv("LD_PRELOAD");
  const bool has_others = others != nullptr && *others != 0;
  Variables set{
      {"LD_PRELOAD", has_others ? library.string() + ":" + others : library.string()},
      {i915::kDirectoryVariable, directory.path().string()},
  };
  // Mesa's Vulkan driver offers a queue for compute beside the one for drawing; on that one it copies and clears by
  // compute kernels, not by drawing. The other has to be there too: WebGPU takes no device that has none.
  if (std::getenv("ANV_QUEUE_OVERRIDE") == nullptr) set.emplace_back("ANV_QUEUE_OVERRIDE", "gc=1,c=1");
  add_recorder(set, record);
  add_layer(set, "libeugene_names.so");
  if (!all_platforms) set.emplace_back("OCL_ICD_VENDORS", kIntelIcd);
  return set;
}

void add_compiler_files(const RunDirectory& directory, const std::string& containers, Variables& set) {
  const fs::path files = directory.path() / i915::kVisaDirectory;
  fs::create_directory(files);
  if (!containers.empty()) fs::copy(containers, files / i915::kVisaContainers);
  set.emplace_back("IGC_ShaderDumpEnable", "1");
  set.emplace_back("IGC_DumpToCustomDir", files.string());
  set.emplace_back("cl_cache_dir", (directory.path() / "no-cache").string());  // where there is none, none is used
}

}  // namespace eugene::cli
