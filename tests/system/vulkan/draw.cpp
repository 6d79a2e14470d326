// Draws three vertices by Vulkan, for tests of what a checked run finds in the shaders.
//
//     vulkan_draw VERTEX PIXEL BYTES
//
// VERTEX and PIXEL are files of SPIR-V modules, whose entry point is main. The shaders have a storage buffer of BYTES
// bytes in set 0, binding 0.
// The picture has 16 x 16 pixels. The exit status is 77 if there is no Intel GPU.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "examples/vulkan_context.h"

namespace {

constexpr int kSkipped = 77;
constexpr VkExtent2D kSize{16, 16};
constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;
constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

VkPhysicalDevice find_intel(VkInstance instance) {
  std::uint32_t count = 16;
  std::vector<VkPhysicalDevice> devices(count);
  check(vkEnumeratePhysicalDevices(instance, &count, devices.data()), "vkEnumeratePhysicalDevices");
  for (std::uint32_t i = 0; i < count; ++i) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(devices[i], &properties);
    if (std::strstr(properties.deviceName, "Intel") != nullptr) return devices[i];
  }
  std::exit(kSkipped);
}

VkDevice make_drawing_device(VkPhysicalDevice physical) {
  VkPhysicalDeviceVulkan13Features newer{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                         .dynamicRendering = VK_TRUE};
  const VkPhysicalDeviceFeatures2 wanted{
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
      .pNext = &newer,
      .features = {.vertexPipelineStoresAndAtomics = VK_TRUE, .fragmentStoresAndAtomics = VK_TRUE}};
  return make_device(physical, 0, &wanted);
}

VkPipelineShaderStageCreateInfo read_stage(VkDevice device, VkShaderStageFlagBits stage, const char* path) {
  std::ifstream file(path, std::ios::binary);
  const std::string module{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::uint32_t> words(module.size() / sizeof(std::uint32_t));
  std::memcpy(words.data(), module.data(), words.size() * sizeof(std::uint32_t));
  return {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
          .stage = stage,
          .module = make_module(device, words),
          .pName = "main"};
}

struct Bound {
  VkPipelineLayout layout = nullptr;
  VkDescriptorSet set = nullptr;
};

Bound bind(VkDevice device, VkBuffer buffer) {
  Bound bound;
  const VkDescriptorSetLayoutBinding binding{
      .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .descriptorCount = 1, .stageFlags = kStages};
  const VkDescriptorSetLayoutCreateInfo set_info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
  VkDescriptorSetLayout set_layout = nullptr;
  check(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &set_layout), "vkCreateDescriptorSetLayout");
  const VkPipelineLayoutCreateInfo layout_info{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &set_layout};
  check(vkCreatePipelineLayout(device, &layout_info, nullptr, &bound.layout), "vkCreatePipelineLayout");
  const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1};
  const VkDescriptorPoolCreateInfo pool_info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
  VkDescriptorPool pool = nullptr;
  check(vkCreateDescriptorPool(device, &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
  const VkDescriptorSetAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                               .descriptorPool = pool,
                                               .descriptorSetCount = 1,
                                               .pSetLayouts = &set_layout};
  check(vkAllocateDescriptorSets(device, &allocation, &bound.set), "vkAllocateDescriptorSets");
  const VkDescriptorBufferInfo storage{buffer, 0, VK_WHOLE_SIZE};
  const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                   .dstSet = bound.set,
                                   .descriptorCount = 1,
                                   .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                   .pBufferInfo = &storage};
  vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
  return bound;
}

VkPipeline make_pipeline(VkDevice device, VkPipelineLayout layout, const char* vertex, const char* pixel) {
  const VkPipelineShaderStageCreateInfo stages[] = {read_stage(device, VK_SHADER_STAGE_VERTEX_BIT, vertex),
                                                    read_stage(device, VK_SHADER_STAGE_FRAGMENT_BIT, pixel)};
  const VkPipelineVertexInputStateCreateInfo input{.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
  const VkPipelineInputAssemblyStateCreateInfo assembly{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
  const VkViewport viewport{0, 0, kSize.width, kSize.height, 0, 1};
  const VkRect2D scissor{{0, 0}, kSize};
  const VkPipelineViewportStateCreateInfo viewports{.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                    .viewportCount = 1,
                                                    .pViewports = &viewport,
                                                    .scissorCount = 1,
                                                    .pScissors = &scissor};
  const VkPipelineRasterizationStateCreateInfo raster{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO, .lineWidth = 1};
  const VkPipelineMultisampleStateCreateInfo samples{.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
                                                     .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT};
  const VkPipelineColorBlendAttachmentState blend{.colorWriteMask = 0xF};
  const VkPipelineColorBlendStateCreateInfo blends{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &blend};
  const VkPipelineRenderingCreateInfo rendering{.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                                .colorAttachmentCount = 1,
                                                .pColorAttachmentFormats = &kFormat};
  const VkGraphicsPipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                          .pNext = &rendering,
                                          .stageCount = 2,
                                          .pStages = stages,
                                          .pVertexInputState = &input,
                                          .pInputAssemblyState = &assembly,
                                          .pViewportState = &viewports,
                                          .pRasterizationState = &raster,
                                          .pMultisampleState = &samples,
                                          .pColorBlendState = &blends,
                                          .layout = layout};
  VkPipeline pipeline = nullptr;
  check(vkCreateGraphicsPipelines(device, nullptr, 1, &info, nullptr, &pipeline), "vkCreateGraphicsPipelines");
  return pipeline;
}

}  // namespace

int main(int count, char** arguments) {
  constexpr int kArguments = 4;
  if (count != kArguments) return 2;
  VkPhysicalDevice physical = find_intel(make_instance(VK_API_VERSION_1_3));
  VkDevice device = make_drawing_device(physical);
  const auto bytes = std::strtoull(arguments[3], nullptr, 0);
  const Buffer storage = make_buffer(physical, device, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  std::memset(storage.data, 0, bytes);
  const Bound bound = bind(device, storage.buffer);
  VkPipeline pipeline = make_pipeline(device, bound.layout, arguments[1], arguments[2]);
  const Image color =
      make_image(physical, device, kFormat, kSize, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, VK_IMAGE_ASPECT_COLOR_BIT);
  run(device, 0, [&](VkCommandBuffer commands) {
    change_layout(commands, color.image, VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    const VkRenderingAttachmentInfo target{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                           .imageView = color.view,
                                           .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                           .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                           .storeOp = VK_ATTACHMENT_STORE_OP_STORE};
    const VkRenderingInfo rendering{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                                    .renderArea = {{0, 0}, kSize},
                                    .layerCount = 1,
                                    .colorAttachmentCount = 1,
                                    .pColorAttachments = &target};
    vkCmdBeginRendering(commands, &rendering);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, bound.layout, 0, 1, &bound.set, 0, nullptr);
    vkCmdDraw(commands, 3, 1, 0, 0);
    vkCmdEndRendering(commands);
  });
  return 0;
}
