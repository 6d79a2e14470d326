// Vulkan without a window: draws ten cubes with indices, instances, push constants, a texture and a depth buffer, by
// dynamic rendering, into a PNG file. Ends with 1 if there is no Intel GPU (Mesa always lists the processor as one more
// device).
//
//     vulkan_cubes [FILE.png]
#include <png.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include "cubes.frag.h"
#include "cubes.vert.h"
#include "vulkan_context.h"

namespace {

constexpr VkExtent2D kSize{512, 384};
constexpr VkFormat kColor = VK_FORMAT_R8G8B8A8_UNORM, kDepth = VK_FORMAT_D32_SFLOAT;
constexpr std::uint32_t kCubes = 10, kSides = 6, kTexels = 32;
constexpr VkShaderStageFlags kStages = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;

struct Push {
  std::array<float, 4> eye{-0.6F, 0.4F, 3.2F, 512.0F / 384}, light{-1, 2, -2, 0};
};

struct Layout {
  VkPipelineLayout layout = nullptr;
  VkDescriptorSet set = nullptr;
};

// Makes the layout of the pipeline, with one texture.
Layout make_layout(VkDevice device, VkImageView texture) {
  Layout result;
  const VkDescriptorSetLayoutBinding binding{.descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                             .descriptorCount = 1,
                                             .stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT};
  const VkDescriptorSetLayoutCreateInfo set_info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = 1, .pBindings = &binding};
  VkDescriptorSetLayout set_layout = nullptr;
  check(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &set_layout), "vkCreateDescriptorSetLayout");
  const VkPushConstantRange range{kStages, 0, sizeof(Push)};
  const VkPipelineLayoutCreateInfo info{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                        .setLayoutCount = 1,
                                        .pSetLayouts = &set_layout,
                                        .pushConstantRangeCount = 1,
                                        .pPushConstantRanges = &range};
  check(vkCreatePipelineLayout(device, &info, nullptr, &result.layout), "vkCreatePipelineLayout");
  const VkDescriptorPoolSize size{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1};
  const VkDescriptorPoolCreateInfo pool_info{
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &size};
  VkDescriptorPool pool = nullptr;
  check(vkCreateDescriptorPool(device, &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
  const VkDescriptorSetAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                               .descriptorPool = pool,
                                               .descriptorSetCount = 1,
                                               .pSetLayouts = &set_layout};
  check(vkAllocateDescriptorSets(device, &allocation, &result.set), "vkAllocateDescriptorSets");
  const VkSamplerCreateInfo sampler_info{
      .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .magFilter = VK_FILTER_LINEAR, .minFilter = VK_FILTER_LINEAR};
  VkSampler sampler = nullptr;
  check(vkCreateSampler(device, &sampler_info, nullptr, &sampler), "vkCreateSampler");
  const VkDescriptorImageInfo image{sampler, texture, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
  const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                   .dstSet = result.set,
                                   .descriptorCount = 1,
                                   .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                                   .pImageInfo = &image};
  vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
  return result;
}

VkPipeline make_pipeline(VkDevice device, VkPipelineLayout layout) {
  const VkPipelineShaderStageCreateInfo stages[] = {{.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                     .stage = VK_SHADER_STAGE_VERTEX_BIT,
                                                     .module = make_module(device, kCubesVert),
                                                     .pName = "main"},
                                                    {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                     .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
                                                     .module = make_module(device, kCubesFrag),
                                                     .pName = "main"}};
  const VkPipelineVertexInputStateCreateInfo input{.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
  const VkPipelineInputAssemblyStateCreateInfo assembly{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
      .primitiveRestartEnable = VK_TRUE};
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
  const VkPipelineDepthStencilStateCreateInfo tests{.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
                                                    .depthTestEnable = VK_TRUE,
                                                    .depthWriteEnable = VK_TRUE,
                                                    .depthCompareOp = VK_COMPARE_OP_LESS};
  const VkPipelineColorBlendAttachmentState blend{.colorWriteMask = 0xF};
  const VkPipelineColorBlendStateCreateInfo blends{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO, .attachmentCount = 1, .pAttachments = &blend};
  const VkPipelineRenderingCreateInfo rendering{.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                                .colorAttachmentCount = 1,
                                                .pColorAttachmentFormats = &kColor,
                                                .depthAttachmentFormat = kDepth};
  const VkGraphicsPipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                          .pNext = &rendering,
                                          .stageCount = 2,
                                          .pStages = stages,
                                          .pVertexInputState = &input,
                                          .pInputAssemblyState = &assembly,
                                          .pViewportState = &viewports,
                                          .pRasterizationState = &raster,
                                          .pMultisampleState = &samples,
                                          .pDepthStencilState = &tests,
                                          .pColorBlendState = &blends,
                                          .layout = layout};
  VkPipeline pipeline = nullptr;
  check(vkCreateGraphicsPipelines(device, nullptr, 1, &info, nullptr, &pipeline), "vkCreateGraphicsPipelines");
  return pipeline;
}

void begin_rendering(VkCommandBuffer commands, const Image& color, const Image& depth) {
  const VkRenderingAttachmentInfo color_info{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                             .imageView = color.view,
                                             .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                             .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                             .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                             .clearValue = {.color = {.float32 = {0.92F, 0.94F, 0.96F, 1}}}};
  const VkRenderingAttachmentInfo depth_info{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                             .imageView = depth.view,
                                             .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                             .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                             .storeOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                             .clearValue = {.depthStencil = {1, 0}}};
  const VkRenderingInfo info{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                             .renderArea = {{0, 0}, kSize},
                             .layerCount = 1,
                             .colorAttachmentCount = 1,
                             .pColorAttachments = &color_info,
                             .pDepthAttachment = &depth_info};
  vkCmdBeginRendering(commands, &info);
}

// The four corners of each side, as a strip.
void fill_indices(void* to) {
  std::vector<std::uint16_t> indices;
  for (std::uint16_t side = 0; side < kSides; ++side) {
    for (std::uint16_t corner = 0; corner < 4; ++corner)
      indices.push_back(static_cast<std::uint16_t>(side * 4 + corner));
    indices.push_back(0xFFFF);
  }
  std::memcpy(to, indices.data(), indices.size() * sizeof indices[0]);
}

// A frame and a diagonal.
void fill_texels(void* to) {
  auto* const texels = static_cast<std::uint32_t*>(to);
  for (std::uint32_t y = 0; y < kTexels; ++y) {
    for (std::uint32_t x = 0; x < kTexels; ++x) {
      const bool is_frame = x < 3 || y < 3 || x >= kTexels - 3 || y >= kTexels - 3;
      texels[y * kTexels + x] = is_frame || (x + y) % 16 < 4 ? 0xFFFF'FFFF : 0xFF00'0000;
    }
  }
}

void write_png(const char* file, const void* pixels) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = kSize.width;
  png.height = kSize.height;
  png.format = PNG_FORMAT_RGBA;
  if (png_image_write_to_file(&png, file, 0, pixels, 0, nullptr) == 0) check(VK_INCOMPLETE, "writing the picture");
}

}  // namespace

int main(int argc, char** argv) {
  const char* file = argc > 1 ? argv[1] : "cubes.png";
  constexpr VkImageAspectFlags kColors = VK_IMAGE_ASPECT_COLOR_BIT, kDepths = VK_IMAGE_ASPECT_DEPTH_BIT;
  VkPhysicalDevice physical = find_device(make_instance(VK_API_VERSION_1_3), "Intel");
  const VkPhysicalDeviceVulkan13Features features{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
                                                  .dynamicRendering = VK_TRUE};
  VkDevice device = make_device(physical, 0, &features);
  const Image color = make_image(physical, device, kColor, kSize,
                                 VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT, kColors);
  const Image depth = make_image(physical, device, kDepth, kSize, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, kDepths);
  const Image texture = make_image(physical, device, kColor, {kTexels, kTexels},
                                   VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT, kColors);
  const Buffer indices = make_buffer(physical, device, 4096, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
  const Buffer texels = make_buffer(physical, device, kTexels * kTexels * 4, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
  const Buffer pixels = make_buffer(physical, device, kSize.width * kSize.height * 4, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  fill_indices(indices.data);
  fill_texels(texels.data);
  const Layout layout = make_layout(device, texture.view);
  VkPipeline pipeline = make_pipeline(device, layout.layout);
  run(device, 0, [&](VkCommandBuffer commands) {
    change_layout(commands, texture.image, kColors, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    const VkBufferImageCopy upload{.imageSubresource = {kColors, 0, 0, 1}, .imageExtent = {kTexels, kTexels, 1}};
    vkCmdCopyBufferToImage(commands, texels.buffer, texture.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &upload);
    change_layout(commands, texture.image, kColors, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                  VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    change_layout(commands, color.image, kColors, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    change_layout(commands, depth.image, kDepths, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    begin_rendering(commands, color, depth);
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout.layout, 0, 1, &layout.set, 0, nullptr);
    const Push push;
    vkCmdPushConstants(commands, layout.layout, kStages, 0, sizeof push, &push);
    vkCmdBindIndexBuffer(commands, indices.buffer, 0, VK_INDEX_TYPE_UINT16);
    vkCmdDrawIndexed(commands, kSides * 5, kCubes, 0, 0, 0);
    vkCmdEndRendering(commands);
    change_layout(commands, color.image, kColors, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL);
    const VkBufferImageCopy download{.imageSubresource = {kColors, 0, 0, 1},
                                     .imageExtent = {kSize.width, kSize.height, 1}};
    vkCmdCopyImageToBuffer(commands, color.image, VK_IMAGE_LAYOUT_GENERAL, pixels.buffer, 1, &download);
  });
  write_png(file, pixels.data);
  std::printf("wrote   %s\n", file);
  return 0;
}
