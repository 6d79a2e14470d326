// Dispatches a compute shader of Vulkan, for tests of what a checked run finds in it.
//
//     vulkan_dispatch SPIRV GROUPS NAME BYTES...
//
// SPIRV: a module with the entry point main, whose constant 0 is 8. NAME: what the pipeline is called; "-": nothing.
// BYTES: sizes of the storage buffers that are bound to set 0 from binding 0 on, with zeros in them; 0: none at that
// binding. Ends with 77 where there is no Intel GPU.
#include <vulkan/vulkan.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

constexpr int kSkipped = 77;

void check(VkResult result, const char* what) {
  if (result == VK_SUCCESS) return;
  std::fprintf(stderr, "%s: %d\n", what, result);
  std::exit(1);
}

class Program {
 public:
  explicit Program(bool has_names) {
    const char* const extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_1};
    const VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                    .pApplicationInfo = &application,
                                    .enabledExtensionCount = has_names ? 1U : 0U,
                                    .ppEnabledExtensionNames = &extension};
    check(vkCreateInstance(&info, nullptr, &instance_), "instance");
    std::uint32_t count = 16;
    std::vector<VkPhysicalDevice> devices(count);
    check(vkEnumeratePhysicalDevices(instance_, &count, devices.data()), "devices");
    for (std::uint32_t i = 0; i != count; ++i) {
      VkPhysicalDeviceProperties properties;
      vkGetPhysicalDeviceProperties(devices[i], &properties);
      if (std::strstr(properties.deviceName, "Intel") != nullptr) physical_ = devices[i];
    }
    if (physical_ == nullptr) std::exit(kSkipped);
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue{
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const VkDeviceCreateInfo device{
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &queue};
    check(vkCreateDevice(physical_, &device, nullptr, &device_), "device");
  }

  void add_buffer(std::uint32_t binding, VkDeviceSize bytes) {
    const VkBufferCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = bytes, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    VkBuffer buffer = nullptr;
    check(vkCreateBuffer(device_, &info, nullptr, &buffer), "buffer");
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(device_, buffer, &needs);
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(physical_, &memory);
    constexpr VkMemoryPropertyFlags kShared =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    std::uint32_t type = 0;
    while ((needs.memoryTypeBits >> type & 1) == 0 || (memory.memoryTypes[type].propertyFlags & kShared) != kShared)
      ++type;
    const VkMemoryAllocateInfo allocation{
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
    VkDeviceMemory allocated = nullptr;
    check(vkAllocateMemory(device_, &allocation, nullptr, &allocated), "memory");
    check(vkBindBufferMemory(device_, buffer, allocated, 0), "memory of a buffer");
    void* mapped = nullptr;
    check(vkMapMemory(device_, allocated, 0, VK_WHOLE_SIZE, 0, &mapped), "map");
    std::memset(mapped, 0, needs.size);
    bindings_.push_back({.binding = binding,
                         .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                         .descriptorCount = 1,
                         .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT});
    buffers_.push_back({.buffer = buffer, .offset = 0, .range = VK_WHOLE_SIZE});
  }

  void make_pipeline(const std::string& module, const char* name) {
    const VkDescriptorSetLayoutCreateInfo set{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                              .bindingCount = static_cast<std::uint32_t>(bindings_.size()),
                                              .pBindings = bindings_.data()};
    check(vkCreateDescriptorSetLayout(device_, &set, nullptr, &set_layout_), "layout of a set");
    const VkPipelineLayoutCreateInfo layout{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set_layout_};
    check(vkCreatePipelineLayout(device_, &layout, nullptr, &layout_), "layout");
    std::vector<std::uint32_t> words(module.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), module.data(), words.size() * sizeof(std::uint32_t));
    const VkShaderModuleCreateInfo code{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                        .codeSize = words.size() * sizeof(std::uint32_t),
                                        .pCode = words.data()};
    VkShaderModule shader = nullptr;
    check(vkCreateShaderModule(device_, &code, nullptr, &shader), "module");
    const std::uint32_t constant = 8;
    const VkSpecializationMapEntry entry{.constantID = 0, .offset = 0, .size = sizeof constant};
    const VkSpecializationInfo constants{
        .mapEntryCount = 1, .pMapEntries = &entry, .dataSize = sizeof constant, .pData = &constant};
    const VkComputePipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                           .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                     .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                     .module = shader,
                                                     .pName = "main",
                                                     .pSpecializationInfo = &constants},
                                           .layout = layout_};
    check(vkCreateComputePipelines(device_, nullptr, 1, &info, nullptr, &pipeline_), "pipeline");
    vkDestroyShaderModule(device_, shader, nullptr);
    if (name == nullptr) return;
    const auto set_name = reinterpret_cast<PFN_vkSetDebugUtilsObjectNameEXT>(
        vkGetDeviceProcAddr(device_, "vkSetDebugUtilsObjectNameEXT"));
    const VkDebugUtilsObjectNameInfoEXT named{.sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
                                              .objectType = VK_OBJECT_TYPE_PIPELINE,
                                              .objectHandle = reinterpret_cast<std::uint64_t>(pipeline_),
                                              .pObjectName = name};
    check(set_name(device_, &named), "name");
  }

  void run(std::uint32_t groups) {
    const VkDescriptorSet set = make_set();
    VkQueue queue = nullptr;
    vkGetDeviceQueue(device_, 0, 0, &queue);
    const VkCommandPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandPool pool = nullptr;
    check(vkCreateCommandPool(device_, &pool_info, nullptr, &pool), "pool of commands");
    const VkCommandBufferAllocateInfo allocation{
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool, .commandBufferCount = 1};
    VkCommandBuffer commands = nullptr;
    check(vkAllocateCommandBuffers(device_, &allocation, &commands), "commands");
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    check(vkBeginCommandBuffer(commands, &begin), "begin");
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline_);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0, 1, &set, 0, nullptr);
    vkCmdDispatch(commands, groups, 1, 1);
    check(vkEndCommandBuffer(commands), "end");
    const VkSubmitInfo submit{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    check(vkQueueSubmit(queue, 1, &submit, nullptr), "submit");
    check(vkQueueWaitIdle(queue), "wait");
    vkDestroyDevice(device_, nullptr);
    vkDestroyInstance(instance_, nullptr);
  }

 private:
  VkDescriptorSet make_set() {
    const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, static_cast<std::uint32_t>(buffers_.size())};
    const VkDescriptorPoolCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
    VkDescriptorPool pool = nullptr;
    check(vkCreateDescriptorPool(device_, &info, nullptr, &pool), "pool of sets");
    const VkDescriptorSetAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                                 .descriptorPool = pool,
                                                 .descriptorSetCount = 1,
                                                 .pSetLayouts = &set_layout_};
    VkDescriptorSet set = nullptr;
    check(vkAllocateDescriptorSets(device_, &allocation, &set), "set");
    for (std::size_t i = 0; i != buffers_.size(); ++i) {
      const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                       .dstSet = set,
                                       .dstBinding = bindings_[i].binding,
                                       .descriptorCount = 1,
                                       .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                       .pBufferInfo = &buffers_[i]};
      vkUpdateDescriptorSets(device_, 1, &write, 0, nullptr);
    }
    return set;
  }

  VkInstance instance_ = nullptr;
  VkPhysicalDevice physical_ = nullptr;
  VkDevice device_ = nullptr;
  std::vector<VkDescriptorSetLayoutBinding> bindings_;
  std::vector<VkDescriptorBufferInfo> buffers_;
  VkDescriptorSetLayout set_layout_ = nullptr;
  VkPipelineLayout layout_ = nullptr;
  VkPipeline pipeline_ = nullptr;
};

}  // namespace

int main(int count, char** arguments) {
  constexpr int kBuffers = 4;
  if (count <= kBuffers) return 2;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::string module{std::istreambuf_iterator<char>(file), {}};
  const char* const name = std::strcmp(arguments[3], "-") == 0 ? nullptr : arguments[3];
  Program program(name != nullptr);
  for (int i = kBuffers; i != count; ++i) {
    const auto bytes = std::strtoull(arguments[i], nullptr, 0);
    if (bytes != 0) program.add_buffer(static_cast<std::uint32_t>(i - kBuffers), bytes);
  }
  program.make_pipeline(module, name);
  program.run(static_cast<std::uint32_t>(std::strtoul(arguments[2], nullptr, 0)));
  return 0;
}
