// Helpers of the Vulkan programs: a device, memory, and commands that run at once.
#pragma once

#include <vulkan/vulkan.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

inline void check(VkResult result, const char* what) {
  if (result == VK_SUCCESS) return;
  std::fprintf(stderr, "%s fails: %d\n", what, result);
  std::exit(1);
}

inline VkInstance make_instance(std::uint32_t version) {
  const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = version};
  const VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
  VkInstance instance = nullptr;
  check(vkCreateInstance(&info, nullptr, &instance), "vkCreateInstance");
  return instance;
}

// Returns the first device whose name contains `name`, and prints its name. Ends the program if there is none: Mesa
// always lists the processor as one more device.
inline VkPhysicalDevice find_device(VkInstance instance, const char* name) {
  std::uint32_t count = 16;
  std::vector<VkPhysicalDevice> devices(count);
  check(vkEnumeratePhysicalDevices(instance, &count, devices.data()), "vkEnumeratePhysicalDevices");
  for (std::uint32_t i = 0; i < count; ++i) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(devices[i], &properties);
    if (std::strstr(properties.deviceName, name) == nullptr) continue;
    std::printf("device  %s\n", properties.deviceName);
    return devices[i];
  }
  std::fprintf(stderr, "no device has a name with \"%s\"\n", name);
  std::exit(1);
}

// Makes a device with one queue of `family`. `features` is a chain of structures, or null.
inline VkDevice make_device(VkPhysicalDevice physical, std::uint32_t family, const void* features = nullptr,
                            const std::vector<const char*>& extensions = {}) {
  const float priority = 1;
  const VkDeviceQueueCreateInfo queue{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                      .queueFamilyIndex = family,
                                      .queueCount = 1,
                                      .pQueuePriorities = &priority};
  const VkDeviceCreateInfo info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                .pNext = features,
                                .queueCreateInfoCount = 1,
                                .pQueueCreateInfos = &queue,
                                .enabledExtensionCount = static_cast<std::uint32_t>(extensions.size()),
                                .ppEnabledExtensionNames = extensions.data()};
  VkDevice device = nullptr;
  check(vkCreateDevice(physical, &info, nullptr, &device), "vkCreateDevice");
  return device;
}

// Allocates memory that the host sees too.
inline VkDeviceMemory allocate(VkPhysicalDevice physical, VkDevice device, const VkMemoryRequirements& needs) {
  VkPhysicalDeviceMemoryProperties memory;
  vkGetPhysicalDeviceMemoryProperties(physical, &memory);
  constexpr VkMemoryPropertyFlags kShared = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  std::uint32_t type = 0;
  while ((needs.memoryTypeBits >> type & 1) == 0 || (memory.memoryTypes[type].propertyFlags & kShared) != kShared)
    ++type;
  const VkMemoryAllocateInfo info{
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
  VkDeviceMemory allocated = nullptr;
  check(vkAllocateMemory(device, &info, nullptr, &allocated), "vkAllocateMemory");
  return allocated;
}

// A buffer in memory that host and device see.
struct Buffer {
  VkBuffer buffer = nullptr;
  void* data = nullptr;
};

inline Buffer make_buffer(VkPhysicalDevice physical, VkDevice device, VkDeviceSize bytes, VkBufferUsageFlags usage) {
  Buffer result;
  const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = bytes, .usage = usage};
  check(vkCreateBuffer(device, &info, nullptr, &result.buffer), "vkCreateBuffer");
  VkMemoryRequirements needs;
  vkGetBufferMemoryRequirements(device, result.buffer, &needs);
  VkDeviceMemory memory = allocate(physical, device, needs);
  check(vkBindBufferMemory(device, result.buffer, memory, 0), "vkBindBufferMemory");
  check(vkMapMemory(device, memory, 0, VK_WHOLE_SIZE, 0, &result.data), "vkMapMemory");
  return result;
}

// An image of two dimensions with one level, and a view of all of it.
struct Image {
  VkImage image = nullptr;
  VkImageView view = nullptr;
};

inline Image make_image(VkPhysicalDevice physical, VkDevice device, VkFormat format, VkExtent2D size,
                        VkImageUsageFlags usage, VkImageAspectFlags aspects) {
  Image result;
  const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                               .imageType = VK_IMAGE_TYPE_2D,
                               .format = format,
                               .extent = {size.width, size.height, 1},
                               .mipLevels = 1,
                               .arrayLayers = 1,
                               .samples = VK_SAMPLE_COUNT_1_BIT,
                               .tiling = VK_IMAGE_TILING_OPTIMAL,
                               .usage = usage};
  check(vkCreateImage(device, &info, nullptr, &result.image), "vkCreateImage");
  VkMemoryRequirements needs;
  vkGetImageMemoryRequirements(device, result.image, &needs);
  check(vkBindImageMemory(device, result.image, allocate(physical, device, needs), 0), "vkBindImageMemory");
  const VkImageViewCreateInfo view{.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                   .image = result.image,
                                   .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                   .format = format,
                                   .subresourceRange = {aspects, 0, 1, 0, 1}};
  check(vkCreateImageView(device, &view, nullptr, &result.view), "vkCreateImageView");
  return result;
}

inline VkShaderModule make_module(VkDevice device, std::span<const std::uint32_t> words) {
  const VkShaderModuleCreateInfo info{
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = words.size_bytes(), .pCode = words.data()};
  VkShaderModule module = nullptr;
  check(vkCreateShaderModule(device, &info, nullptr, &module), "vkCreateShaderModule");
  return module;
}

// Records what `record` does, submits it to a queue of `family` and waits for its end.
template <class Record>
void run(VkDevice device, std::uint32_t family, Record record) {
  VkQueue queue = nullptr;
  vkGetDeviceQueue(device, family, 0, &queue);
  const VkCommandPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                          .queueFamilyIndex = family};
  VkCommandPool pool = nullptr;
  check(vkCreateCommandPool(device, &pool_info, nullptr, &pool), "vkCreateCommandPool");
  const VkCommandBufferAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                               .commandPool = pool,
                                               .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                               .commandBufferCount = 1};
  VkCommandBuffer commands = nullptr;
  check(vkAllocateCommandBuffers(device, &allocation, &commands), "vkAllocateCommandBuffers");
  const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
  check(vkBeginCommandBuffer(commands, &begin), "vkBeginCommandBuffer");
  record(commands);
  check(vkEndCommandBuffer(commands), "vkEndCommandBuffer");
  const VkSubmitInfo submit{
      .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
  check(vkQueueSubmit(queue, 1, &submit, nullptr), "vkQueueSubmit");
  check(vkQueueWaitIdle(queue), "vkQueueWaitIdle");
  vkDestroyCommandPool(device, pool, nullptr);
}

// Makes all earlier commands' writes visible, and changes the layout of an image.
inline void change_layout(VkCommandBuffer commands, VkImage image, VkImageAspectFlags aspects, VkImageLayout from,
                          VkImageLayout to) {
  const VkImageMemoryBarrier barrier{.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                     .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                                     .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT,
                                     .oldLayout = from,
                                     .newLayout = to,
                                     .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                     .image = image,
                                     .subresourceRange = {aspects, 0, 1, 0, 1}};
  vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr,
                       0, nullptr, 1, &barrier);
}
