#include "run_directory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/own_library.h"
#include "base/trusted_file.h"
#include "base/whole_file.h"
#include "drivers.h"
#include "gpu/tiers/compiler.h"
#include "i915/channel.h"
#include "i915/device_files.h"
#include "opencl_driver.h"
#include "shader_sources.h"
#include "stale_directories.h"
#include "vulkan_driver.h"
#include "watched_run.h"

namespace eugene::cli {

namespace fs = std::filesystem;

namespace {

// Returns directories for temporary files, the best first. The last one is in memory, so it works if a disk is full or
// read-only.
std::vector<std::string> temporary_places() {
  std::vector<std::string> places;
  if (const char* wanted = std::getenv("TMPDIR"); wanted != nullptr && *wanted != 0) places.emplace_back(wanted);
  for (const char* each : {"/tmp", "/var/tmp", "/dev/shm"})
    if (std::ranges::find(places, each) == places.end()) places.emplace_back(each);
  return places;
}

// Makes a directory in `place`. Returns its name, or the reason for people why it cannot be made.
std::expected<std::string, std::string> make_directory_in(const std::string& place) {
  std::error_code error;
  const fs::path parent = fs::canonical(place, error);
  if (error) return std::unexpected(error.message());
  // Loaders of drivers and layers get lists of directories, separated by colons.
  if (parent.string().find(':') != std::string::npos) return std::unexpected("its path contains a colon");
  // Programs open files of the directory, including libraries.
  if (const std::string why = distrust_of_directory(parent); !why.empty()) return std::unexpected(why);
  remove_stale_directories(parent, "eugene-");
  std::string name = (parent / "eugene-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    return std::unexpected(std::error_code(errno, std::generic_category()).message());
  return name;
}

// Finds the library to preload into the program. The library opens the others, which are in the same directory.
Result<fs::path> find_preloaded(bool is_watched) {
  const Result<fs::path> library = own_library("libeugene_i915.so");
  if (!library) return library;
  std::vector<const char*> others{is_watched ? "libeugene_gpu_watched.so" : "libeugene_gpu.so"};
  if (gpu::Compiler::exists()) others.push_back("libeugene_jit.so");
  for (const char* each : others) {
    if (const auto found = own_library(each); !found) return found;
    if (const std::string why = distrust_of_neighbour(*library, each); !why.empty()) return fail(why);
  }
  // The dynamic loader reads each word of LD_PRELOAD as a library, and a dollar sign as the start of a name to replace.
  // If it does not find a library, it continues without it, so the program would run without its GPU.
  if (library->string().find_first_of(" :$") != std::string::npos)
    return fail(fmt::format("the path {} contains a space, a colon or a dollar sign, which LD_PRELOAD does not allow",
                            library->string()),
                {}, "install Eugene in a directory whose path does not contain them");
  return library;
}

constexpr const char* kTemporaryHint = "set TMPDIR to another directory for temporary files";

}  // namespace

Result<RunDirectory> RunDirectory::create_empty() {
  std::string failures;
  for (const std::string& place : temporary_places()) {
    auto name = make_directory_in(place);
    if (!name) {
      failures += fmt::format("{}{}: {}", failures.empty() ? "" : "; ", place, name.error());
      continue;
    }
    const char* wanted = std::getenv("TMPDIR");
    if (wanted != nullptr && *wanted != 0 && place != wanted)
      fmt::print(stderr, "eugene: temporary files are in {}, as TMPDIR cannot be used: {}\n", place, failures);
    RunDirectory directory(*name);
    directory.held_ = hold_directory(*name);
    return directory;
  }
  return fail(fmt::format("cannot make a temporary directory: {}", failures), {}, kTemporaryHint);
}

// Makes the tree in memory: on a disk, writing more than a hundred small files takes longer than the rest of the start.
std::unique_ptr<RunDirectory> RunDirectory::make_tree_in_memory(const gpu::Device& device) {
  const auto name = make_directory_in("/dev/shm");
  if (!name) return nullptr;
  std::unique_ptr<RunDirectory> tree(new RunDirectory(*name));
  tree->held_ = hold_directory(*name);
  return i915::make_device_files(tree->path_, device) ? std::move(tree) : nullptr;
}

Result<RunDirectory> RunDirectory::create(const settings::Settings& settings) {
  Result<RunDirectory> directory = create_empty();
  if (!directory) return directory;
  directory->tree_ = make_tree_in_memory(settings.device());
  Result<void> made;
  if (directory->tree_ != nullptr)
    directory->device_files_ = directory->tree_->path_;
  else
    made = i915::make_device_files(directory->path_, settings.device());
  // These files are not empty: if there is no room for them, there is no room for files that programs write later.
  for (const char* each : {i915::kInterruptsFile, i915::kCompleteFile, i915::kTracesFile})
    if (made) made = write_whole_file(directory->path_ / each, "present\n");
  if (!made) {
    made.error().hint = kTemporaryHint;
    return forward_error(made);
  }
  return directory;
}

RunDirectory::RunDirectory(RunDirectory&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      device_files_(std::move(other.device_files_)),
      held_(std::move(other.held_)),
      tree_(std::move(other.tree_)) {}

RunDirectory::~RunDirectory() {
  if (!path_.empty()) remove_held_directory(path_);
}

// Changes a file's time, which needs no room on the disk.
void RunDirectory::interrupt() const {
  std::error_code ignored;
  fs::last_write_time(path_ / i915::kInterruptsFile, fs::file_time_type::clock::now(), ignored);
}

bool RunDirectory::has_all_statistics() const {
  std::error_code ignored;
  return fs::exists(path_ / i915::kCompleteFile, ignored);
}

bool RunDirectory::has_all_traces() const {
  std::error_code ignored;
  return fs::exists(path_ / i915::kTracesFile, ignored);
}

bool RunDirectory::was_asked_for_opencl() const {
  std::error_code ignored;
  return fs::exists(path_ / i915::kOpenClFile, ignored);
}

Result<Variables> i915_environment(const RunDirectory& directory, const RunOptions& options) {
  const settings::Settings& settings = options.gpu;
  const Result<fs::path> preloaded = find_preloaded(is_watched(options));
  if (!preloaded) return forward_error(preloaded);
  const std::string library = preloaded->string();
  const char* others = std::getenv("LD_PRELOAD");
  const bool has_others = others != nullptr && *others != 0;
  Variables set{
      {"LD_PRELOAD", has_others ? library + ":" + others : library},
      {i915::kDirectoryVariable, directory.path().string()},
      {i915::kTreeVariable, directory.tree().string()},
      {i915::kSettingsVariable, i915::settings_to_json(settings)},
  };
  // Makes Mesa's Vulkan driver offer a queue for compute in addition to the queue for drawing. On the compute queue,
  // the driver copies and clears by compute kernels, not by drawing. The drawing queue must exist too: WebGPU refuses a
  // device without one.
  if (std::getenv("ANV_QUEUE_OVERRIDE") == nullptr && has_compute_family(vulkan_driver_files()))
    set.emplace_back("ANV_QUEUE_OVERRIDE", "gc=1,c=1");
  set.emplace_back(i915::kWatchedVariable, is_watched(options) ? "1" : "");  // an outer run may have set the variable
  if (settings.check.any() || settings.profile || !settings.trace.empty()) add_lines(set);
  if (settings.check.any()) {
    set.emplace_back(i915::kChecksVariable, check_kinds_text(settings.check));
    add_shader_sources(directory.path(), set);
  }
  if (settings.fill.is_there()) set.emplace_back(i915::kFillVariable, to_text(settings.fill));
  add_recorder(set, options.record);
  add_layer(set, "libeugene_names.so");
  add_level_zero_layer(settings.device(), set);
  const OpenClPlatform platform = find_opencl_platform(settings.device());
  if (!options.all_platforms) set.emplace_back("OCL_ICD_VENDORS", platform.icd);
  // Mesa's OpenCL offers only GPUs whose driver this variable names.
  if (platform.is_rusticl && std::getenv("RUSTICL_ENABLE") == nullptr) set.emplace_back("RUSTICL_ENABLE", "iris");
  return set;
}

Result<void> add_compiler_files(const RunDirectory& directory, const std::string& containers, Variables& set) {
  const fs::path files = directory.path() / i915::kVisaDirectory;
  std::error_code error;
  fs::create_directory(files, error);
  if (!error && !containers.empty()) fs::copy(containers, files / i915::kVisaContainers, error);
  if (error) return fail(fmt::format("cannot make the files for vISA in {}: {}", files.string(), error.message()));
  set.emplace_back("IGC_ShaderDumpEnable", "1");
  set.emplace_back("IGC_DumpToCustomDir", files.string());
  set.emplace_back("cl_cache_dir", (directory.path() / "no-cache").string());  // no such directory: no cache used
  set.emplace_back("NEO_CACHE_PERSISTENT", "0");  // the same for later drivers, which cache programs by default
  return {};
}

}  // namespace eugene::cli
