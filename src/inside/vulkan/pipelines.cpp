#include "pipelines.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include "i915/channel_names.h"

namespace eugene::inside::vulkan {
namespace {

namespace fs = std::filesystem;

std::vector<std::uint32_t> read_words(const VkShaderModuleCreateInfo& info) {
  return {info.pCode, info.pCode + info.codeSize / sizeof(std::uint32_t)};
}

// Returns the module that is passed inside the pipeline's description instead of a handle, or null.
const VkShaderModuleCreateInfo* find_module(const VkPipelineShaderStageCreateInfo& stage) {
  for (const auto* each = static_cast<const VkBaseInStructure*>(stage.pNext); each != nullptr; each = each->pNext) {
    if (each->sType == VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO)
      return reinterpret_cast<const VkShaderModuleCreateInfo*>(each);
  }
  return nullptr;
}

// Returns the specialization constants of up to 32 bits. Group sizes have no others.
std::string read_constants(const VkSpecializationInfo* info) {
  std::string text;
  for (std::uint32_t i = 0; info != nullptr && i != info->mapEntryCount; ++i) {
    const VkSpecializationMapEntry& entry = info->pMapEntries[i];
    std::uint32_t value = 0;
    if (entry.size > sizeof value || entry.offset + entry.size > info->dataSize) continue;
    std::memcpy(&value, static_cast<const std::byte*>(info->pData) + entry.offset, entry.size);
    text += std::to_string(entry.constantID) + " " + std::to_string(value) + " ";
  }
  return text;
}

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

}  // namespace

void Pipelines::add_module(std::uint64_t module, const VkShaderModuleCreateInfo& info) {
  const std::scoped_lock lock(mutex_);
  modules_[module] = read_words(info);
}

void Pipelines::remove_module(std::uint64_t module) {
  const std::scoped_lock lock(mutex_);
  modules_.erase(module);
}

void Pipelines::add(std::uint64_t pipeline, const VkComputePipelineCreateInfo& info) {
  const std::scoped_lock lock(mutex_);
  Pipeline made{.number = ++count_,
                .entry = one_line(info.stage.pName != nullptr ? info.stage.pName : ""),
                .name = {},
                .constants = read_constants(info.stage.pSpecializationInfo),
                .words = {}};
  const auto module = modules_.find(to_number(info.stage.module));
  if (const VkShaderModuleCreateInfo* given = find_module(info.stage))
    made.words = read_words(*given);
  else if (module != modules_.end())
    made.words = module->second;
  else
    return;
  write(made);
  pipelines_[pipeline] = std::move(made);
}

void Pipelines::name(std::uint64_t pipeline, const char* name) {
  const std::scoped_lock lock(mutex_);
  const auto at = pipelines_.find(pipeline);
  if (at == pipelines_.end()) return;
  at->second.name = one_line(name != nullptr ? name : "");
  write(at->second);
}

// Writes the file under another name and renames it, so that a reader always finds a complete file.
void Pipelines::write(const Pipeline& pipeline) {
  const char* directory = std::getenv(i915::kDirectoryVariable);
  if (directory == nullptr) return;
  const fs::path file = fs::path(directory) / i915::kShadersDirectory /
                        (std::to_string(::getpid()) + "-" + std::to_string(pipeline.number));
  fs::path part = file, whole = file;
  part += ".part";
  whole += i915::kPipelineSuffix;
  {
    std::ofstream stream(part, std::ios::binary);
    stream << "eugene pipeline " << pipeline.number << '\n'
           << pipeline.entry << '\n'
           << pipeline.name << '\n'
           << pipeline.constants << '\n';
    stream.write(reinterpret_cast<const char*>(pipeline.words.data()),
                 static_cast<std::streamsize>(pipeline.words.size() * sizeof(std::uint32_t)));
  }
  std::error_code ignored;
  fs::rename(part, whole, ignored);
}

}  // namespace eugene::inside::vulkan
