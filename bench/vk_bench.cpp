// A compute program of Vulkan on the first device there is, for bench/cold.
//
//     vk_bench NAME          --list names them
//
// All dispatches of a program stand in one command buffer, with a barrier after each. Ends with 1 if the result is
// wrong.
#include <vulkan/vulkan.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <stdexcept>
#include <string>

#include "vk_programs.h"

namespace {

using bench::Dispatch;
using bench::VulkanProgram;

void check(VkResult result, const char* what) {
  if (result != VK_SUCCESS) throw std::runtime_error(std::string(what) + " fails: " + std::to_string(result));
}

class Device {
 public:
  Device() {
    VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
    VkInstanceCreateInfo instance_info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                       .pApplicationInfo = &application};
    VkInstance instance = nullptr;
    check(vkCreateInstance(&instance_info, nullptr, &instance), "vkCreateInstance");
    std::uint32_t count = 1;
    const VkResult found = vkEnumeratePhysicalDevices(instance, &count, &physical_);
    if (count == 0 || (found != VK_SUCCESS && found != VK_INCOMPLETE)) throw std::runtime_error("there is no device");
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physical_, &properties);
    std::fprintf(stderr, "device  %s\n", properties.deviceName);
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    VkDeviceCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
    check(vkCreateDevice(physical_, &info, nullptr, &device_), "vkCreateDevice");
  }

  // A buffer in memory that host and device see, and its words.
  std::uint32_t* make_buffer(std::size_t bytes) {
    VkBufferCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = bytes, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    check(vkCreateBuffer(device_, &info, nullptr, &buffer_), "vkCreateBuffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device_, buffer_, &needs);
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical_, &memory);
    constexpr VkMemoryPropertyFlags kShared =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    std::uint32_t type = 0;
    while ((needs.memoryTypeBits >> type & 1) == 0 || (memory.memoryTypes[type].propertyFlags & kShared) != kShared)
      ++type;
    VkMemoryAllocateInfo allocation{
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
    VkDeviceMemory allocated = nullptr;
    check(vkAllocateMemory(device_, &allocation, nullptr, &allocated), "vkAllocateMemory");
    check(vkBindBufferMemory(device_, buffer_, allocated, 0), "vkBindBufferMemory");
    void* mapped = nullptr;
    check(vkMapMemory(device_, allocated, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
    return static_cast<std::uint32_t*>(mapped);
  }

  void make_pipeline(std::span<const std::uint32_t> shader) {
    VkDescriptorSetLayoutBinding binding{.binding = 0,
                                         .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                         .descriptorCount = 1,
                                         .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
    VkDescriptorSetLayoutCreateInfo set_info{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
    check(vkCreateDescriptorSetLayout(device_, &set_info, nullptr, &set_layout_), "vkCreateDescriptorSetLayout");
    VkPushConstantRange push{VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(Dispatch::push)};
    VkPipelineLayoutCreateInfo layout_info{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                           .setLayoutCount = 1,
                                           .pSetLayouts = &set_layout_,
                                           .pushConstantRangeCount = 1,
                                           .pPushConstantRanges = &push};
    check(vkCreatePipelineLayout(device_, &layout_info, nullptr, &layout_), "vkCreatePipelineLayout");
    VkShaderModuleCreateInfo module_info{
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = shader.size_bytes(), .pCode = shader.data()};
    VkShaderModule module = nullptr;
    check(vkCreateShaderModule(device_, &module_info, nullptr, &module), "vkCreateShaderModule");
    VkComputePipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                     .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                               .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                               .module = module,
                                               .pName = "main"},
                                     .layout = layout_};
    check(vkCreateComputePipelines(device_, nullptr, 1, &info, nullptr, &pipeline_), "vkCreateComputePipelines");
  }

  VkDescriptorSet make_set() {
    VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
    VkDescriptorPoolCreateInfo pool_info{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
    VkDescriptorPool pool = nullptr;
    check(vkCreateDescriptorPool(device_, &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
    VkDescriptorSetAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                           .descriptorPool = pool,
                                           .descriptorSetCount = 1,
                                           .pSetLayouts = &set_layout_};
    VkDescriptorSet set = nullptr;
    check(vkAllocateDescriptorSets(device_, &allocation, &set), "vkAllocateDescriptorSets");
    VkDescriptorBufferInfo range{buffer_, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                               .dstSet = set,
                               .descriptorCount = 1,
                               .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                               .pBufferInfo = &range};
    vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
    return set;
  }

  // Records the dispatches, submits them and waits for their end.
  void run(std::span<const Dispatch> dispatches) {
    VkDescriptorSet set = make_set();
    VkCommandPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandPool pool = nullptr;
    check(vkCreateCommandPool(device_, &pool_info, nullptr, &pool), "vkCreateCommandPool");
    VkCommandBufferAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                           .commandPool = pool,
                                           .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                           .commandBufferCount = 1};
    VkCommandBuffer commands = nullptr;
    check(vkAllocateCommandBuffers(device_, &allocation, &commands), "vkAllocateCommandBuffers");
    VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &set, 0, nullptr);
    const VkMemoryBarrier barrier{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                  .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                  .dstAccessMask = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
    for (const Dispatch& each : dispatches) {
      vkCmdPushConstants(commands, layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof each.push, each.push.data());
      vkCmdDispatch(commands, each.groups, 1, 1);
      vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 1,
                           &barrier, 0, nullptr, 0, nullptr);
    }
    check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
    VkQueue queue = nullptr;
    vkGetDeviceQueue(device_, 0, 0, &queue);
    VkSubmitInfo submit{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    check(vkQueueSubmit(queue, 1, &submit, nullptr), "vkQueueSubmit");
    check(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
  }

 private:
  VkPhysicalDevice physical_ = nullptr;
  VkDevice device_ = nullptr;
  VkBuffer buffer_ = nullptr;
  VkDescriptorSetLayout set_layout_ = nullptr;
  VkPipelineLayout layout_ = nullptr;
  VkPipeline pipeline_ = nullptr;
};

bool run(const VulkanProgram& program) {
  Device device;
  std::uint32_t* words = device.make_buffer(program.input.size() * sizeof program.input[0]);
  std::ranges::copy(program.input, words);
  device.make_pipeline(program.shader);
  device.run(program.dispatches);
  const bool right = program.is_right({words, words + program.input.size()});
  std::printf("%s: %s\n", std::string(program.name).c_str(), right ? "right" : "WRONG");
  return right;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string_view name = argc == 2 ? argv[1] : "";
  const std::vector<VulkanProgram> programs = bench::vulkan_programs();
  for (const VulkanProgram& each : programs) {
    if (name == "--list") std::printf("%s\n", std::string(each.name).c_str());
    if (each.name == name) return run(each) ? 0 : 1;
  }
  if (name == "--list") return 0;
  std::fprintf(stderr, "usage: vk_bench NAME | --list\n");
  return 2;
} catch (const std::exception& error) {
  std::fprintf(stderr, "vk_bench: %s\n", error.what());
  return 1;
}
