// Vulkan: a compute shader squares numbers, on the first family of queues or, with --compute-family, on one that only
// computes, if there is any. Ends with 1 if a value is wrong, or if there is no Intel GPU (Mesa always
// lists the processor as one more device).
#include <vulkan/vulkan.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "squares.h"

namespace {

constexpr std::uint32_t kCount = 4096;
constexpr std::uint32_t kGroup = 64;
constexpr VkDeviceSize kBytes = kCount * sizeof(std::uint32_t);

void check(VkResult result, const char* what) {
  if (result == VK_SUCCESS) return;
  std::fprintf(stderr, "%s fails: %d\n", what, result);
  std::exit(1);
}

VkInstance make_instance() {
  VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
  VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
  VkInstance instance = nullptr;
  check(vkCreateInstance(&info, nullptr, &instance), "vkCreateInstance");
  return instance;
}

VkPhysicalDevice find_intel(VkInstance instance) {
  std::uint32_t count = 16;
  std::vector<VkPhysicalDevice> devices(count);
  check(vkEnumeratePhysicalDevices(instance, &count, devices.data()), "vkEnumeratePhysicalDevices");
  for (std::uint32_t i = 0; i < count; ++i) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(devices[i], &properties);
    if (std::strstr(properties.deviceName, "Intel") == nullptr) continue;
    std::printf("device  %s\n", properties.deviceName);
    return devices[i];
  }
  std::fprintf(stderr, "there is no Intel GPU\n");
  std::exit(1);
}

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

VkDevice make_device(VkPhysicalDevice physical, std::uint32_t family) {
  const float priority = 1;
  VkDeviceQueueCreateInfo queue{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                .queueFamilyIndex = family,
                                .queueCount = 1,
                                .pQueuePriorities = &priority};
  VkDeviceCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
  VkDevice device = nullptr;
  check(vkCreateDevice(physical, &info, nullptr, &device), "vkCreateDevice");
  return device;
}

// A buffer in memory that host and device see.
struct Buffer {
  VkBuffer buffer = nullptr;
  std::uint32_t* words = nullptr;
};

Buffer make_buffer(VkPhysicalDevice physical, VkDevice device) {
  Buffer result;
  VkBufferCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = kBytes, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
  check(vkCreateBuffer(device, &info, nullptr, &result.buffer), "vkCreateBuffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, result.buffer, &needs);
  VkPhysicalDeviceMemoryProperties memory;
  vkGetPhysicalDeviceMemoryProperties(physical, &memory);
  constexpr VkMemoryPropertyFlags kShared = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  std::uint32_t type = 0;
  while ((needs.memoryTypeBits >> type & 1) == 0 || (memory.memoryTypes[type].propertyFlags & kShared) != kShared) {
    ++type;
  }
  VkMemoryAllocateInfo allocation{
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
  VkDeviceMemory allocated = nullptr;
  check(vkAllocateMemory(device, &allocation, nullptr, &allocated), "vkAllocateMemory");
  check(vkBindBufferMemory(device, result.buffer, allocated, 0), "vkBindBufferMemory");
  void* mapped = nullptr;
  check(vkMapMemory(device, allocated, 0, VK_WHOLE_SIZE, 0, &mapped), "vkMapMemory");
  result.words = static_cast<std::uint32_t*>(mapped);
  return result;
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
  VkShaderModuleCreateInfo module_info{
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = sizeof kSquares, .pCode = kSquares};
  VkShaderModule module = nullptr;
  check(vkCreateShaderModule(device, &module_info, nullptr, &module), "vkCreateShaderModule");
  VkComputePipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                   .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                             .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                             .module = module,
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

// Records one dispatch, submits it and waits for its end.
void run(VkDevice device, std::uint32_t family, const Pipeline& pipeline) {
  VkQueue queue = nullptr;
  vkGetDeviceQueue(device, family, 0, &queue);
  VkCommandPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO, .queueFamilyIndex = family};
  VkCommandPool pool = nullptr;
  check(vkCreateCommandPool(device, &pool_info, nullptr, &pool), "vkCreateCommandPool");
  VkCommandBufferAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                         .commandPool = pool,
                                         .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                         .commandBufferCount = 1};
  VkCommandBuffer commands = nullptr;
  check(vkAllocateCommandBuffers(device, &allocation, &commands), "vkAllocateCommandBuffers");
  VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
  vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline);
  vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.layout, 0, 1, &pipeline.set, 0, nullptr);
  vkCmdDispatch(commands, kCount / kGroup, 1, 1);
  check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
  VkSubmitInfo submit{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
  check(vkQueueSubmit(queue, 1, &submit, nullptr), "vkQueueSubmit");
  check(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
}

}  // namespace

int main(int count, char** arguments) {
  VkInstance instance = make_instance();
  VkPhysicalDevice physical = find_intel(instance);
  const bool only_computes = count > 1 && std::strcmp(arguments[1], "--compute-family") == 0;
  const std::uint32_t family = only_computes ? find_compute_family(physical) : 0;
  VkDevice device = make_device(physical, family);
  const Buffer buffer = make_buffer(physical, device);
  for (std::uint32_t i = 0; i < kCount; ++i) buffer.words[i] = i;
  run(device, family, make_pipeline(device, buffer.buffer));
  for (std::uint32_t i = 0; i < kCount; ++i) {
    if (buffer.words[i] == i * i) continue;
    std::fprintf(stderr, "number %u is %u\n", i, buffer.words[i]);
    return 1;
  }
  std::printf("%u squares are right\n", kCount);
  return 0;
}
