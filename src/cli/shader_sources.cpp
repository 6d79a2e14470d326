#include "shader_sources.h"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>

#include "base/own_library.h"
#include "base/whole_file.h"
#include "i915/channel_names.h"

namespace eugene::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLayer = "VK_LAYER_EUGENE_shaders";

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

void add_in_front(Variables& set, const char* name, const std::string& own) {
  const std::string others = environment(name);
  set.emplace_back(name, others.empty() ? own : own + ":" + others);
}

// Writes the layer's manifest. Returns false if there is no layer, or no room on the disk.
bool write_manifest(const fs::path& directory) {
  const fs::path library = find_own_library("libeugene_shaders.so");
  if (library.empty()) return false;
  const nlohmann::json manifest{{"file_format_version", "1.0.0"},
                                {"layer",
                                 {{"name", kLayer},
                                  {"type", "GLOBAL"},
                                  {"library_path", library.string()},
                                  {"api_version", "1.3.0"},
                                  {"implementation_version", "1"},
                                  {"description", "reports compute shaders to Eugene"}}}};
  return write_whole_file(directory / "eugene.json", manifest.dump()).has_value();
}

}  // namespace

void add_shader_sources(const fs::path& run_directory, Variables& set) {
  const fs::path directory = run_directory / i915::kShadersDirectory;
  std::error_code error;
  fs::create_directory(directory, error);
  if (error) return;
  if (environment("MESA_SHADER_CAPTURE_PATH").empty()) set.emplace_back("MESA_SHADER_CAPTURE_PATH", directory.string());
  if (!write_manifest(directory)) return;
  // The loader reads only one of the two variables.
  add_in_front(set, environment("VK_LAYER_PATH").empty() ? "VK_ADD_LAYER_PATH" : "VK_LAYER_PATH", directory.string());
  add_in_front(set, "VK_INSTANCE_LAYERS", kLayer);
}

}  // namespace eugene::cli
