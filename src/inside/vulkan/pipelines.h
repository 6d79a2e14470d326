// Writes the compute pipelines that a program makes to files for the library with the GPU (binary/pipeline_file.h).
#pragma once

#include <vulkan/vulkan_core.h>

#include <bit>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace eugene::inside::vulkan {

// Converts a handle, which is a pointer or a 64-bit number.
template <class Handle>
std::uint64_t to_number(Handle handle) {
  return std::bit_cast<std::uint64_t>(handle);
}

// Safe for several threads.
class Pipelines {
 public:
  void add_module(std::uint64_t module, const VkShaderModuleCreateInfo& info);
  void remove_module(std::uint64_t module);
  void add(std::uint64_t pipeline, const VkComputePipelineCreateInfo& info);
  // Notes the name that the program has given to the pipeline.
  void name(std::uint64_t pipeline, const char* name);

 private:
  using Words = std::vector<std::uint32_t>;
  struct Pipeline {
    unsigned number = 0;
    std::string entry;
    std::string name;
    std::string constants;
    Words words;
  };
  static void write(const Pipeline& pipeline);

  std::mutex mutex_;
  std::map<std::uint64_t, Words> modules_;
  std::map<std::uint64_t, Pipeline> pipelines_;
  unsigned count_ = 0;
};

}  // namespace eugene::inside::vulkan
