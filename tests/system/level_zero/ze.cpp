#include "ze.h"

#include <fstream>
#include <iterator>
#include <stdexcept>

namespace ze {

void check(ze_result_t result, const char* call) {
  if (result == ZE_RESULT_SUCCESS) return;
  char number[16];
  std::snprintf(number, sizeof number, "%#x", static_cast<unsigned>(result));
  throw std::runtime_error(std::string(call) + " answers " + number);
}

std::vector<std::uint8_t> read_spirv() {
  std::ifstream file(LEVEL_ZERO_SPIRV, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " LEVEL_ZERO_SPIRV);
  return {std::istreambuf_iterator<char>(file), {}};
}

Gpu& Gpu::get() {
  static Gpu* const instance = new Gpu;  // never destroyed: drivers dislike calls from static destructors
  return *instance;
}

Gpu::Gpu() {
  ZE(zeInit, ZE_INIT_FLAG_GPU_ONLY);
  std::uint32_t count = 1;
  ZE(zeDriverGet, &count, &driver);
  count = 1;
  ZE(zeDeviceGet, driver, &count, &device);
  if (count == 0) throw std::runtime_error("the driver has no device");
  const auto context_desc = described<ze_context_desc_t>(ZE_STRUCTURE_TYPE_CONTEXT_DESC);
  ZE(zeContextCreate, driver, &context_desc, &context);
  queue = new_queue();

  const std::vector<std::uint8_t> spirv = read_spirv();
  auto desc = described<ze_module_desc_t>(ZE_STRUCTURE_TYPE_MODULE_DESC);
  desc.format = ZE_MODULE_FORMAT_IL_SPIRV;
  desc.inputSize = spirv.size();
  desc.pInputModule = spirv.data();
  ZE(zeModuleCreate, context, device, &desc, &module_, nullptr);
}

ze_kernel_handle_t Gpu::kernel(const char* name, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  auto desc = described<ze_kernel_desc_t>(ZE_STRUCTURE_TYPE_KERNEL_DESC);
  desc.pKernelName = name;
  ze_kernel_handle_t kernel = nullptr;
  ZE(zeKernelCreate, module_, &desc, &kernel);
  ZE(zeKernelSetGroupSize, kernel, x, y, z);
  return kernel;
}

ze_command_queue_handle_t Gpu::new_queue() const {
  auto desc = described<ze_command_queue_desc_t>(ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC);
  desc.mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS;
  ze_command_queue_handle_t result = nullptr;
  ZE(zeCommandQueueCreate, context, device, &desc, &result);
  return result;
}

ze_command_list_handle_t Gpu::new_list() const {
  const auto desc = described<ze_command_list_desc_t>(ZE_STRUCTURE_TYPE_COMMAND_LIST_DESC);
  ze_command_list_handle_t list = nullptr;
  ZE(zeCommandListCreate, context, device, &desc, &list);
  return list;
}

void Gpu::finish(ze_command_list_handle_t list) {
  ZE(zeCommandListClose, list);
  ZE(zeCommandQueueExecuteCommandLists, queue, 1, &list, nullptr);
  ZE(zeCommandQueueSynchronize, queue, UINT64_MAX);
}

void* Gpu::allocate(Where where, std::size_t bytes) const {
  const auto on_device = described<ze_device_mem_alloc_desc_t>(ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC);
  const auto on_host = described<ze_host_mem_alloc_desc_t>(ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC);
  void* result = nullptr;
  switch (where) {
    case Where::host: ZE(zeMemAllocHost, context, &on_host, bytes, 64, &result); break;
    case Where::device: ZE(zeMemAllocDevice, context, &on_device, bytes, 64, device, &result); break;
    case Where::shared: ZE(zeMemAllocShared, context, &on_device, &on_host, bytes, 64, device, &result); break;
  }
  return result;
}

}  // namespace ze
