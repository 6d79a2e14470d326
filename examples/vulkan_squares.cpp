// Vulkan: a compute shader squares numbers, on the first family of queues or, with --compute-family, on one that only
// computes, if there is any. Ends with 1 if a value is wrong, or if there is no Intel GPU (Mesa always
// lists the processor as one more device).
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "squares.comp.h"
#include "vulkan_context.h"

namespace {

constexpr std::uint32_t kCount = 4096;
constexpr std::uint32_t kGroup = 64;
constexpr VkDeviceSize kBytes = kCount * sizeof(std::uint32_t);

// A family of queues that computes but does not draw; the first if there is none.
std::uint32_t find_compute_family(VkPhysicalDevice physical) {
  std::uint32_t count = 16;
  std::vector<VkQueueFamilyProperties> families(count);
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
  for (std::uint32_t i = 0; i < count; ++i) {
    const VkQueueFlags flags = families[i].queueFlags;
    if ((flags & VK_QUEUE_COMPUTE_BIT) != 0 && (flags & VK_QUEUE_GRAPHICS_BIT) == 0) return i;
  }
  return 0;
}

struct Pipeline {
  VkPipelineLayout layout = nullptr;
  VkPipeline pipeline = nullptr;
  VkDescriptorSet set = nullptr;
};

Pipeline make_pipeline(VkDevice device, VkBuffer buffer) {
  Pipeline result;
  VkDescriptorSetLayoutBinding binding{.binding = 0,
                                       .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       .descriptorCount = 1,
                                       .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
  VkDescriptorSetLayoutCreateInfo set_info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
  VkDescriptorSetLayout set_layout = nullptr;
  check(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &set_layout), "vkCreateDescriptorSetLayout");
  VkPipelineLayoutCreateInfo layout_info{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set_layout};
  check(vkCreatePipelineLayout(device, &layout_info, nullptr, &result.layout), "vkCreatePipelineLayout");
  VkComputePipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                   .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                             .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                             .module = make_module(device, kSquares),
                                             .pName = "main"},
                                   .layout = result.layout};
  check(vkCreateComputePipelines(device, nullptr, 1, &info, nullptr, &result.pipeline), "vkCreateComputePipelines");

  VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
  VkDescriptorPoolCreateInfo pool_info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
  VkDescriptorPool pool = nullptr;
  check(vkCreateDescriptorPool(device, &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
  VkDescriptorSetAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                         .descriptorPool = pool,
                                         .descriptorSetCount = 1,
                                         .pSetLayouts = &set_layout};
  check(vkAllocateDescriptorSets(device, &allocation, &result.set), "vkAllocateDescriptorSets");
  VkDescriptorBufferInfo range{buffer, 0, VK_WHOLE_SIZE};
  VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                             .dstSet = result.set,
                             .descriptorCount = 1,
                             .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                             .pBufferInfo = &range};
  vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
  return result;
}

}  // namespace

int main(int count, char** arguments) {
  VkPhysicalDevice physical = find_device(make_instance(VK_API_VERSION_1_1), "Intel");
  const bool only_computes = count > 1 && std::strcmp(arguments[1], "--compute-family") == 0;
  const std::uint32_t family = only_computes ? find_compute_family(physical) : 0;
  VkDevice device = make_device(physical, family);
  const Buffer buffer = make_buffer(physical, device, kBytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  auto* const words = static_cast<std::uint32_t*>(buffer.data);
  for (std::uint32_t i = 0; i < kCount; ++i) words[i] = i;
  const Pipeline pipeline = make_pipeline(device, buffer.buffer);
  run(device, family, [&](VkCommandBuffer commands) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout, 0, 1, &pipeline.set, 0, nullptr);
    vkCmdDispatch(commands, kCount / kGroup, 1, 1);
  });
  for (std::uint32_t i = 0; i < kCount; ++i) {
    if (words[i] == i * i) continue;
    std::fprintf(stderr, "number %u is %u\n", i, words[i]);
    return 1;
  }
  std::printf("%u squares are right\n", kCount);
  return 0;
}
