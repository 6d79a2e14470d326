// Draws a few small pictures by Vulkan, like scenes.cpp by OpenGL, and writes their pixels (256 x 256, four bytes each)
// one after the other to a file. Prints the device, and the name of each picture. With names as arguments, only those.
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "examples/vulkan_context.h"
#include "scene.frag.h"
#include "scene.vert.h"
#include "scene_input.frag.h"
#include "scene_two_colors.frag.h"

namespace {

constexpr std::uint32_t kSide = 256;
constexpr VkExtent2D kSize{kSide, kSide};
constexpr VkFormat kColorFormat = VK_FORMAT_R8G8B8A8_UNORM;
constexpr VkDeviceSize kBufferBytes = 1 << 18;

struct Vertex {
  std::array<float, 4> position, color;
};
using Vertices = std::vector<Vertex>;

struct Push {
  std::array<float, 4> place{1, 1, 0, 0}, tint{1, 1, 1, 1};
};

// Numbers that look random, the same in each run.
class Numbers {
 public:
  float next() {
    state_ = state_ * 1664525U + 1013904223U;
    return static_cast<float>(state_ >> 8) / 0x1p24F;
  }

 private:
  std::uint32_t state_ = 1;
};

Vertices random_vertices(unsigned count) {
  Numbers numbers;
  Vertices vertices(count);
  for (Vertex& each : vertices) {
    each.position = {numbers.next() * 2 - 1, numbers.next() * 2 - 1, 0, 1};
    each.position[2] = numbers.next();
    for (float& value : each.color) value = numbers.next();
  }
  return vertices;
}

const Vertices kTriangle{{{-0.8F, 0.7F, 0.1F, 1}, {1, 0, 0, 1}},
                         {{0.9F, 0.5F, 0.4F, 1}, {0, 1, 0, 1}},
                         {{0.1F, -0.85F, 0.7F, 1}, {0, 0, 1, 1}}};
const Vertices kSquare{{{-0.9F, -0.9F, 0.2F, 1}, {0, 0, 0, 1}},
                       {{0.9F, -0.9F, 0.2F, 1}, {1, 0, 0, 1}},
                       {{-0.9F, 0.9F, 0.9F, 1}, {0, 1, 0, 1}},
                       {{0.9F, 0.9F, 0.9F, 1}, {1, 1, 0, 1}}};

class World {
 public:
  World();

  VkPhysicalDevice physical = nullptr;
  VkDevice device = nullptr;
  VkPhysicalDeviceFeatures features{};
  VkPipelineLayout layout = nullptr;
  VkDescriptorSet set = nullptr;
  Buffer vertices, indices, pixels, counts, indirect;
  Image color, depth, texture;
  VkFormat depth_format = VK_FORMAT_D32_SFLOAT_S8_UINT;
  static constexpr VkImageAspectFlags kBoth = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;

 private:
  void make_descriptors();
  void fill_texture();
};

World::World() {
  physical = find_device(make_instance(VK_API_VERSION_1_3), "");
  vkGetPhysicalDeviceFeatures(physical, &features);
  VkPhysicalDeviceLineRasterizationFeaturesEXT lines{
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_LINE_RASTERIZATION_FEATURES_EXT, .bresenhamLines = VK_TRUE};
  VkPhysicalDeviceVulkan13Features newer{
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, .pNext = &lines, .dynamicRendering = VK_TRUE};
  const VkPhysicalDeviceFeatures2 wanted{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                         .pNext = &newer,
                                         .features = {.dualSrcBlend = VK_TRUE,
                                                      .logicOp = VK_TRUE,
                                                      .multiDrawIndirect = VK_TRUE,
                                                      .fillModeNonSolid = VK_TRUE,
                                                      .wideLines = features.wideLines,
                                                      .largePoints = VK_TRUE,
                                                      .occlusionQueryPrecise = VK_TRUE,
                                                      .fragmentStoresAndAtomics = VK_TRUE}};
  device = make_device(physical, 0, &wanted, {VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME});
  vertices = make_buffer(physical, device, kBufferBytes, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
  indices = make_buffer(physical, device, kBufferBytes, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
  pixels = make_buffer(physical, device, kSide * kSide * 4,
                       VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
  counts = make_buffer(physical, device, kBufferBytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  indirect = make_buffer(physical, device, kBufferBytes, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
  color = make_image(physical, device, kColorFormat, kSize,
                     VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                         VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT,
                     VK_IMAGE_ASPECT_COLOR_BIT);
  depth = make_image(
      physical, device, depth_format, kSize,
      VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT,
      kBoth);
  texture = make_image(physical, device, kColorFormat, {64, 64},
                       VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT, VK_IMAGE_ASPECT_COLOR_BIT);
  fill_texture();
  make_descriptors();
}

void World::fill_texture() {
  auto* at = static_cast<std::uint8_t*>(pixels.data);
  for (unsigned y = 0; y < 64; ++y) {
    for (unsigned x = 0; x < 64; ++x) {
      for (const unsigned value : {x * 4, y * 4, (x / 8 + y / 8) % 2 * 255, 255U})
        *at++ = static_cast<std::uint8_t>(value);
    }
  }
  run(device, 0, [&](VkCommandBuffer commands) {
    change_layout(commands, texture.image, VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_LAYOUT_UNDEFINED,
                  VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    const VkBufferImageCopy copy{.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, .imageExtent = {64, 64, 1}};
    vkCmdCopyBufferToImage(commands, pixels.buffer, texture.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    change_layout(commands, texture.image, VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                  VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
  });
}

void World::make_descriptors() {
  const VkDescriptorType types[] = {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                    VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT};
  std::vector<VkDescriptorSetLayoutBinding> bindings;
  std::vector<VkDescriptorPoolSize> sizes;
  for (std::uint32_t i = 0; i < std::size(types); ++i) {
    bindings.push_back(
        {.binding = i, .descriptorType = types[i], .descriptorCount = 1, .stageFlags = VK_SHADER_STAGE_FRAGMENT_BIT});
    sizes.push_back({types[i], 1});
  }
  const VkDescriptorSetLayoutCreateInfo set_info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                 .bindingCount = static_cast<std::uint32_t>(bindings.size()),
                                                 .pBindings = bindings.data()};
  VkDescriptorSetLayout set_layout = nullptr;
  check(vkCreateDescriptorSetLayout(device, &set_info, nullptr, &set_layout), "vkCreateDescriptorSetLayout");
  const VkPushConstantRange range{VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(Push)};
  const VkPipelineLayoutCreateInfo layout_info{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                               .setLayoutCount = 1,
                                               .pSetLayouts = &set_layout,
                                               .pushConstantRangeCount = 1,
                                               .pPushConstantRanges = &range};
  check(vkCreatePipelineLayout(device, &layout_info, nullptr, &layout), "vkCreatePipelineLayout");
  const VkDescriptorPoolCreateInfo pool_info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                             .maxSets = 1,
                                             .poolSizeCount = static_cast<std::uint32_t>(sizes.size()),
                                             .pPoolSizes = sizes.data()};
  VkDescriptorPool pool = nullptr;
  check(vkCreateDescriptorPool(device, &pool_info, nullptr, &pool), "vkCreateDescriptorPool");
  const VkDescriptorSetAllocateInfo allocation{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                               .descriptorPool = pool,
                                               .descriptorSetCount = 1,
                                               .pSetLayouts = &set_layout};
  check(vkAllocateDescriptorSets(device, &allocation, &set), "vkAllocateDescriptorSets");
  const VkSamplerCreateInfo sampler_info{
      .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, .magFilter = VK_FILTER_LINEAR, .minFilter = VK_FILTER_LINEAR};
  VkSampler sampler = nullptr;
  check(vkCreateSampler(device, &sampler_info, nullptr, &sampler), "vkCreateSampler");
  const VkDescriptorImageInfo sampled{sampler, texture.view, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
  const VkDescriptorImageInfo input{nullptr, color.view, VK_IMAGE_LAYOUT_GENERAL};
  const VkDescriptorBufferInfo storage{counts.buffer, 0, VK_WHOLE_SIZE};
  for (std::uint32_t i = 0; i < std::size(types); ++i) {
    const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                     .dstSet = set,
                                     .dstBinding = i,
                                     .descriptorCount = 1,
                                     .descriptorType = types[i],
                                     .pImageInfo = i == 0 ? &sampled : &input,
                                     .pBufferInfo = &storage};
    vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
  }
}

// The state of a pipeline that scenes change.
struct State {
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  bool restarts = false;
  std::int32_t kind = 0;  // of the pixel shader
  bool turns_alpha_to_coverage = false;
  std::span<const std::uint32_t> pixel_shader = kSceneFrag;
  VkPipelineRasterizationStateCreateInfo raster{.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
                                                .polygonMode = VK_POLYGON_MODE_FILL,
                                                .frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE,
                                                .lineWidth = 1};
  VkPipelineDepthStencilStateCreateInfo tests{.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
  VkPipelineColorBlendAttachmentState blend{.colorWriteMask = 0xF};
  VkPipelineColorBlendStateCreateInfo blends{.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
  VkRect2D scissor{{0, 0}, kSize};
  VkRenderPass pass = nullptr;  // null: dynamic rendering
  std::uint32_t subpass = 0;
};

VkPipeline make_pipeline(const World& world, const State& state) {
  const VkSpecializationMapEntry entry{0, 0, sizeof(state.kind)};
  const VkSpecializationInfo constants{1, &entry, sizeof(state.kind), &state.kind};
  const VkPipelineShaderStageCreateInfo stages[] = {{.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                     .stage = VK_SHADER_STAGE_VERTEX_BIT,
                                                     .module = make_module(world.device, kSceneVert),
                                                     .pName = "main"},
                                                    {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                     .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
                                                     .module = make_module(world.device, state.pixel_shader),
                                                     .pName = "main",
                                                     .pSpecializationInfo = &constants}};
  const VkVertexInputBindingDescription binding{0, sizeof(Vertex), VK_VERTEX_INPUT_RATE_VERTEX};
  const VkVertexInputAttributeDescription attributes[] = {
      {0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 0}, {1, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(Vertex, color)}};
  const VkPipelineVertexInputStateCreateInfo input{.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
                                                   .vertexBindingDescriptionCount = 1,
                                                   .pVertexBindingDescriptions = &binding,
                                                   .vertexAttributeDescriptionCount = 2,
                                                   .pVertexAttributeDescriptions = attributes};
  const VkPipelineInputAssemblyStateCreateInfo assembly{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology = state.topology,
      .primitiveRestartEnable = state.restarts};
  const VkViewport viewport{0, 0, kSide, kSide, 0, 1};
  const VkPipelineViewportStateCreateInfo viewports{.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
                                                    .viewportCount = 1,
                                                    .pViewports = &viewport,
                                                    .scissorCount = 1,
                                                    .pScissors = &state.scissor};
  // Lines by the diamond rule.
  const VkPipelineRasterizationLineStateCreateInfoEXT line{
      .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT,
      .lineRasterizationMode = VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT};
  VkPipelineRasterizationStateCreateInfo raster = state.raster;
  raster.pNext = &line;
  const VkPipelineMultisampleStateCreateInfo samples{.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
                                                     .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT,
                                                     .alphaToCoverageEnable = state.turns_alpha_to_coverage};
  VkPipelineColorBlendStateCreateInfo blends = state.blends;
  blends.attachmentCount = 1;
  blends.pAttachments = &state.blend;
  const VkPipelineRenderingCreateInfo rendering{.sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
                                                .colorAttachmentCount = 1,
                                                .pColorAttachmentFormats = &kColorFormat,
                                                .depthAttachmentFormat = world.depth_format,
                                                .stencilAttachmentFormat = world.depth_format};
  const VkGraphicsPipelineCreateInfo info{.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                          .pNext = state.pass == nullptr ? &rendering : nullptr,
                                          .stageCount = 2,
                                          .pStages = stages,
                                          .pVertexInputState = &input,
                                          .pInputAssemblyState = &assembly,
                                          .pViewportState = &viewports,
                                          .pRasterizationState = &raster,
                                          .pMultisampleState = &samples,
                                          .pDepthStencilState = &state.tests,
                                          .pColorBlendState = &blends,
                                          .layout = world.layout,
                                          .renderPass = state.pass,
                                          .subpass = state.subpass};
  VkPipeline pipeline = nullptr;
  check(vkCreateGraphicsPipelines(world.device, nullptr, 1, &info, nullptr, &pipeline), "vkCreateGraphicsPipelines");
  return pipeline;
}

// The commands of a scene.
class Recorder {
 public:
  Recorder(World& world, VkCommandBuffer commands) : world_(world), commands_(commands) {}

  World& world() { return world_; }
  VkCommandBuffer commands() { return commands_; }

  void begin() {
    const VkRenderingAttachmentInfo color{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                          .imageView = world_.color.view,
                                          .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                          .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                          .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                          .clearValue = {.color = {.float32 = {0.2F, 0.302F, 0.4F, 1}}}};
    const VkRenderingAttachmentInfo depth{.sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
                                          .imageView = world_.depth.view,
                                          .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
                                          .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                          .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                          .clearValue = {.depthStencil = {0.8F, 5}}};
    const VkRenderingInfo info{.sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
                               .renderArea = {{0, 0}, kSize},
                               .layerCount = 1,
                               .colorAttachmentCount = 1,
                               .pColorAttachments = &color,
                               .pDepthAttachment = &depth,
                               .pStencilAttachment = &depth};
    vkCmdBeginRendering(commands_, &info);
  }
  void end() { vkCmdEndRendering(commands_); }

  void bind(const State& state, const Vertices& vertices, const Push& push = {}) {
    vkCmdBindPipeline(commands_, VK_PIPELINE_BIND_POINT_GRAPHICS, make_pipeline(world_, state));
    vkCmdBindDescriptorSets(commands_, VK_PIPELINE_BIND_POINT_GRAPHICS, world_.layout, 0, 1, &world_.set, 0, nullptr);
    vkCmdPushConstants(commands_, world_.layout, VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0,
                       sizeof(Push), &push);
    const VkDeviceSize offset = used_;
    std::memcpy(static_cast<std::byte*>(world_.vertices.data) + used_, vertices.data(),
                vertices.size() * sizeof(Vertex));
    used_ += vertices.size() * sizeof(Vertex);
    vkCmdBindVertexBuffers(commands_, 0, 1, &world_.vertices.buffer, &offset);
  }
  void draw(const State& state, const Vertices& vertices, const Push& push = {}) {
    bind(state, vertices, push);
    vkCmdDraw(commands_, static_cast<std::uint32_t>(vertices.size()), 1, 0, 0);
  }
  // Makes the depths or the stencil values the picture.
  void show(VkImageAspectFlags aspect) { shown_ = aspect; }
  VkImageAspectFlags shown() const { return shown_; }

 private:
  World& world_;
  VkCommandBuffer commands_;
  VkDeviceSize used_ = 0;  // bytes of the vertex buffer
  VkImageAspectFlags shown_ = VK_IMAGE_ASPECT_COLOR_BIT;
};

State strip() { return {.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP}; }
State with_kind(std::int32_t kind) { return {.kind = kind}; }

State with_depth() {
  State state;
  state.tests.depthTestEnable = state.tests.depthWriteEnable = VK_TRUE;
  state.tests.depthCompareOp = VK_COMPARE_OP_LESS;
  return state;
}

void one(Recorder& to, const State& state, const Vertices& vertices) {
  to.begin();
  to.draw(state, vertices);
  to.end();
}

void instanced(Recorder& to) {
  to.begin();
  State state = strip();
  state.restarts = true;
  to.bind(state, random_vertices(12), {.place = {0.3F, 0.3F, -0.7F, -0.7F}, .tint = {1, 0.5F, 0.75F, 1}});
  const std::uint16_t indices[] = {0, 1, 2, 3, 0xFFFF, 4, 5, 6, 7, 0xFFFF, 1, 3, 5};
  std::memcpy(to.world().indices.data, indices, sizeof(indices));
  vkCmdBindIndexBuffer(to.commands(), to.world().indices.buffer, 0, VK_INDEX_TYPE_UINT16);
  vkCmdDrawIndexed(to.commands(), 13, 7, 0, 2, 3);
  to.end();
}

void indirect(Recorder& to) {
  to.begin();
  to.bind({}, random_vertices(60));
  const VkDrawIndirectCommand draws[] = {{3, 2, 6, 0}, {6, 1, 30, 1}, {9, 1, 0, 4}};
  std::memcpy(to.world().indirect.data, draws, sizeof(draws));
  vkCmdDrawIndirect(to.commands(), to.world().indirect.buffer, 0, 3, sizeof(VkDrawIndirectCommand));
  to.end();
}

void textured(Recorder& to) {
  to.begin();
  State state = with_depth();
  to.draw(state, random_vertices(12));
  state.kind = 1;
  state.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
  to.draw(state, kSquare);
  to.end();
}

State with_stencil() {
  State state = with_depth();
  state.tests.stencilTestEnable = VK_TRUE;
  state.tests.front = {.failOp = VK_STENCIL_OP_INVERT,
                       .passOp = VK_STENCIL_OP_INCREMENT_AND_WRAP,
                       .depthFailOp = VK_STENCIL_OP_REPLACE,
                       .compareOp = VK_COMPARE_OP_GREATER_OR_EQUAL,
                       .compareMask = 0x7F,
                       .writeMask = 0xFF,
                       .reference = 8};
  state.tests.back = state.tests.front;
  state.tests.back.passOp = VK_STENCIL_OP_DECREMENT_AND_CLAMP;
  state.tests.back.writeMask = 0x0F;
  return state;
}

// The passes that a shader's discard leaves, as a depth or stencil picture.
void tested(Recorder& to, VkImageAspectFlags aspect, std::int32_t kind) {
  to.begin();
  State state = with_stencil();
  state.kind = kind;
  to.draw(state, random_vertices(90));
  to.end();
  to.show(aspect);
}

void blended(Recorder& to) {
  State state;
  state.blend = {VK_TRUE,
                 VK_BLEND_FACTOR_SRC_ALPHA,
                 VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                 VK_BLEND_OP_ADD,
                 VK_BLEND_FACTOR_ONE,
                 VK_BLEND_FACTOR_ONE,
                 VK_BLEND_OP_MAX,
                 0xF};
  one(to, state, random_vertices(30));
}

// The depths of pixels that their alpha covers.
void covered_depths(Recorder& to) {
  to.begin();
  State state = with_depth();
  state.turns_alpha_to_coverage = true;
  to.draw(state, random_vertices(90));
  to.end();
  to.show(VK_IMAGE_ASPECT_DEPTH_BIT);
}

void two_colors(Recorder& to) {
  State state{.pixel_shader = kSceneTwoColorsFrag};
  state.blend = {VK_TRUE,
                 VK_BLEND_FACTOR_ONE,
                 VK_BLEND_FACTOR_SRC1_COLOR,
                 VK_BLEND_OP_ADD,
                 VK_BLEND_FACTOR_SRC1_ALPHA,
                 VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA,
                 VK_BLEND_OP_ADD,
                 0xF};
  one(to, state, random_vertices(30));
}

void logic(Recorder& to) {
  State state;
  state.blends.logicOpEnable = VK_TRUE;
  state.blends.logicOp = VK_LOGIC_OP_XOR;
  one(to, state, random_vertices(30));
}

void scissored(Recorder& to) { one(to, {.scissor = {{100, 80}, {60, 77}}}, kTriangle); }

void modes(Recorder& to, VkPolygonMode mode) {
  State state{.kind = 4};
  state.raster.polygonMode = mode;
  state.raster.cullMode = VK_CULL_MODE_FRONT_BIT;
  one(to, state, random_vertices(60));
}

// Depths with an offset.
void offset(Recorder& to) {
  State state = with_depth();
  state.raster.depthBiasEnable = VK_TRUE;
  state.raster.depthBiasSlopeFactor = -0.5F;
  state.raster.depthBiasConstantFactor = 1e4F;
  to.begin();
  to.draw(state, random_vertices(60));
  to.end();
  to.show(VK_IMAGE_ASPECT_DEPTH_BIT);
}

// Clears inside of a pass, of parts and of all.
void cleared(Recorder& to, VkImageAspectFlags shown) {
  to.begin();
  to.draw(with_depth(), random_vertices(30));
  const VkClearAttachment clears[] = {
      {VK_IMAGE_ASPECT_COLOR_BIT, 0, {.color = {.float32 = {1, 0.5F, 0, 1}}}},
      {World::kBoth, 0, {.depthStencil = {0.3F, 0x5A}}},
  };
  const VkClearRect rectangles[] = {{{{10, 20}, {101, 77}}, 0, 1}, {{{128, 128}, {64, 128}}, 0, 1}};
  vkCmdClearAttachments(to.commands(), 2, clears, 2, rectangles);
  to.end();
  if (shown != VK_IMAGE_ASPECT_COLOR_BIT) to.show(shown);
}

// A picture within itself, smaller and larger.
void blitted(Recorder& to) {
  one(to, {}, random_vertices(30));
  const auto blit = [&](VkOffset3D from, VkOffset3D from_end, VkOffset3D at, VkOffset3D at_end, VkFilter filter) {
    change_layout(to.commands(), to.world().color.image, VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_LAYOUT_GENERAL,
                  VK_IMAGE_LAYOUT_GENERAL);
    const VkImageBlit region{
        {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, {from, from_end}, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, {at, at_end}};
    vkCmdBlitImage(to.commands(), to.world().color.image, VK_IMAGE_LAYOUT_GENERAL, to.world().color.image,
                   VK_IMAGE_LAYOUT_GENERAL, 1, &region, filter);
  };
  blit({128, 0, 0}, {256, 128, 1}, {0, 0, 0}, {64, 64, 1}, VK_FILTER_LINEAR);
  blit({130, 130, 0}, {160, 160, 1}, {0, 128, 0}, {120, 256, 1}, VK_FILTER_NEAREST);
}

// Pixels that a shader counts, in four columns.
constexpr std::size_t kCounts = 4;
void counted(Recorder& to) {
  std::memset(to.world().counts.data, 0, kCounts * sizeof(std::uint32_t));
  one(to, with_kind(3), random_vertices(30));
}

// Two subpasses; the second inverts the picture of the first.
void subpasses(Recorder& to) {
  VkDevice device = to.world().device;
  const VkAttachmentDescription attachment{.format = kColorFormat,
                                           .samples = VK_SAMPLE_COUNT_1_BIT,
                                           .loadOp = VK_ATTACHMENT_LOAD_OP_CLEAR,
                                           .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
                                           .initialLayout = VK_IMAGE_LAYOUT_GENERAL,
                                           .finalLayout = VK_IMAGE_LAYOUT_GENERAL};
  const VkAttachmentReference reference{0, VK_IMAGE_LAYOUT_GENERAL};
  const VkSubpassDescription passes[] = {{.colorAttachmentCount = 1, .pColorAttachments = &reference},
                                         {.inputAttachmentCount = 1,
                                          .pInputAttachments = &reference,
                                          .colorAttachmentCount = 1,
                                          .pColorAttachments = &reference}};
  const VkSubpassDependency dependency{0,
                                       1,
                                       VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                       VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                                       VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                                       VK_ACCESS_INPUT_ATTACHMENT_READ_BIT,
                                       VK_DEPENDENCY_BY_REGION_BIT};
  const VkRenderPassCreateInfo pass_info{.sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
                                         .attachmentCount = 1,
                                         .pAttachments = &attachment,
                                         .subpassCount = 2,
                                         .pSubpasses = passes,
                                         .dependencyCount = 1,
                                         .pDependencies = &dependency};
  VkRenderPass pass = nullptr;
  check(vkCreateRenderPass(device, &pass_info, nullptr, &pass), "vkCreateRenderPass");
  const VkFramebufferCreateInfo frame_info{.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                           .renderPass = pass,
                                           .attachmentCount = 1,
                                           .pAttachments = &to.world().color.view,
                                           .width = kSide,
                                           .height = kSide,
                                           .layers = 1};
  VkFramebuffer frame = nullptr;
  check(vkCreateFramebuffer(device, &frame_info, nullptr, &frame), "vkCreateFramebuffer");
  const VkClearValue clear{.color = {.float32 = {0.2F, 0.302F, 0.4F, 1}}};
  const VkRenderPassBeginInfo begin{.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                    .renderPass = pass,
                                    .framebuffer = frame,
                                    .renderArea = {{0, 0}, kSize},
                                    .clearValueCount = 1,
                                    .pClearValues = &clear};
  vkCmdBeginRenderPass(to.commands(), &begin, VK_SUBPASS_CONTENTS_INLINE);
  to.draw({.pass = pass}, random_vertices(30));
  vkCmdNextSubpass(to.commands(), VK_SUBPASS_CONTENTS_INLINE);
  State second = strip();
  second.pixel_shader = kSceneInputFrag;
  second.pass = pass;
  second.subpass = 1;
  to.draw(second, kSquare);
  vkCmdEndRenderPass(to.commands());
}

struct Scene {
  const char* name;
  std::function<void(Recorder&)> record;
  bool shows_counts = false;  // in the first pixels of the picture
};
const std::vector<Scene> kScenes{
    {"clear", [](Recorder& to) { one(to, {}, {}); }},
    {"triangle", [](Recorder& to) { one(to, {}, kTriangle); }},
    {"overlapping", [](Recorder& to) { one(to, {}, random_vertices(60)); }},
    {"texture", textured},
    {"instances", instanced},
    {"indirect", indirect},
    {"depth", [](Recorder& to) { one(to, with_depth(), random_vertices(90)); }},
    {"depths", [](Recorder& to) { tested(to, VK_IMAGE_ASPECT_DEPTH_BIT, 0); }},
    {"stencil", [](Recorder& to) { tested(to, VK_IMAGE_ASPECT_STENCIL_BIT, 0); }},
    {"stencil_discard", [](Recorder& to) { tested(to, VK_IMAGE_ASPECT_STENCIL_BIT, 2); }},
    {"depth_offset", offset},
    {"blend", blended},
    {"coverage", [](Recorder& to) { one(to, {.turns_alpha_to_coverage = true}, random_vertices(60)); }},
    {"coverage_depths", covered_depths},
    {"two_colors", two_colors},
    {"logic", logic},
    {"scissor", scissored},
    {"facing", [](Recorder& to) { one(to, with_kind(4), random_vertices(60)); }},
    {"clears", [](Recorder& to) { cleared(to, VK_IMAGE_ASPECT_COLOR_BIT); }},
    {"clears_of_depth", [](Recorder& to) { cleared(to, VK_IMAGE_ASPECT_DEPTH_BIT); }},
    {"clears_of_stencil", [](Recorder& to) { cleared(to, VK_IMAGE_ASPECT_STENCIL_BIT); }},
    {"blits", blitted},
    {"atomics", counted, true},
    {"subpasses", subpasses},
    {"points", [](Recorder& to) { one(to, {.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST}, random_vertices(60)); }},
    {"lines", [](Recorder& to) { one(to, {.topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST}, random_vertices(40)); }},
    {"wireframe", [](Recorder& to) { modes(to, VK_POLYGON_MODE_LINE); }},
    {"corners", [](Recorder& to) { modes(to, VK_POLYGON_MODE_POINT); }},
};

// Turns depths or stencil values, in a buffer of pixels, into colours.
void convert(VkImageAspectFlags aspect, std::span<std::uint8_t> pixels) {
  const std::vector<std::uint8_t> values(pixels.begin(), pixels.end());
  for (std::size_t i = 0; i < pixels.size() / 4; ++i) {
    unsigned value = values[i];
    if (aspect == VK_IMAGE_ASPECT_DEPTH_BIT) {
      float depth = 0;
      std::memcpy(&depth, &values[4 * i], sizeof depth);
      value = static_cast<unsigned>(std::lround(depth * 255));
    }
    for (std::size_t c = 0; c < 4; ++c) pixels[4 * i + c] = static_cast<std::uint8_t>(value);
  }
}

void render(World& world, const Scene& scene, std::ofstream& file) {
  VkImageAspectFlags shown = 0;
  run(world.device, 0, [&](VkCommandBuffer commands) {
    for (const auto& [image, aspects] : {std::pair(world.color.image, VkImageAspectFlags{VK_IMAGE_ASPECT_COLOR_BIT}),
                                         {world.depth.image, World::kBoth}})
      change_layout(commands, image, aspects, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL);
    Recorder recorder(world, commands);
    scene.record(recorder);
    shown = recorder.shown();
    const bool is_color = shown == VK_IMAGE_ASPECT_COLOR_BIT;
    VkImage image = is_color ? world.color.image : world.depth.image;
    change_layout(commands, image, is_color ? shown : World::kBoth, VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_GENERAL);
    const VkBufferImageCopy copy{.imageSubresource = {shown, 0, 0, 1}, .imageExtent = {kSide, kSide, 1}};
    vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_GENERAL, world.pixels.buffer, 1, &copy);
  });
  const std::span<std::uint8_t> pixels(static_cast<std::uint8_t*>(world.pixels.data), std::size_t{kSide} * kSide * 4);
  if (shown != VK_IMAGE_ASPECT_COLOR_BIT) convert(shown, pixels);
  if (scene.shows_counts) std::memcpy(pixels.data(), world.counts.data, kCounts * sizeof(std::uint32_t));
  file.write(reinterpret_cast<const char*>(pixels.data()), static_cast<std::streamsize>(pixels.size()));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) check(VK_INCOMPLETE, "vulkan_scenes FILE [NAME...]");
  World world;
  std::ofstream file(argv[1], std::ios::binary);
  const std::vector<std::string> wanted(argv + 2, argv + argc);
  for (const Scene& scene : kScenes) {
    bool is_wanted = wanted.empty();
    for (const std::string& name : wanted) is_wanted = is_wanted || name == scene.name;
    if (!is_wanted) continue;
    std::printf("%s\n", scene.name);
    render(world, scene, file);
  }
  return 0;
}
