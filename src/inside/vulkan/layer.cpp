// A Vulkan layer (loader's layer interface, version 2) that a checked run loads into programs. The layer keeps the
// shaders and constants of compute pipelines, and passes all calls on to the next layer or driver.
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>

#include "pipelines.h"

namespace eugene::inside::vulkan {
namespace {

// Identifies an instance or device: its handles begin with a pointer to the loader's table, which they share.
using Key = void*;

template <class T>
Key make_key(T handle) {
  return *reinterpret_cast<void**>(handle);
}

// The functions after this layer. The destroying function is queried when the instance or device is made, because later
// the loader returns the first layer's function.
template <class Get, class Destroy>
class Next {
 public:
  void add(Key key, Get get, PFN_vkVoidFunction destroy) {
    const std::scoped_lock lock(mutex_);
    of_[key] = {get, reinterpret_cast<Destroy>(destroy)};
  }
  Destroy remove(Key key) {
    const std::scoped_lock lock(mutex_);
    const auto at = of_.find(key);
    if (at == of_.end()) return nullptr;
    const Destroy destroy = at->second.destroy;
    of_.erase(at);
    return destroy;
  }
  template <class Handle>
  PFN_vkVoidFunction find(Handle handle, const char* name) {
    const std::scoped_lock lock(mutex_);
    const auto at = of_.find(make_key(handle));
    return at == of_.end() ? nullptr : at->second.get(handle, name);
  }

 private:
  struct Functions {
    Get get = nullptr;
    Destroy destroy = nullptr;
  };

  std::mutex mutex_;
  std::map<Key, Functions> of_;
};

// Never destroyed: programs call until their very end.
struct Layer {
  Next<PFN_vkGetInstanceProcAddr, PFN_vkDestroyInstance> instances;
  Next<PFN_vkGetDeviceProcAddr, PFN_vkDestroyDevice> devices;
  Pipelines pipelines;
};

Layer& layer() {
  static Layer* const instance = new Layer;
  return *instance;
}

template <class Function, class Info>
Function* find_next(const void* chain, VkStructureType type) {
  for (const auto* each = static_cast<const VkBaseInStructure*>(chain); each != nullptr; each = each->pNext) {
    if (each->sType != type) continue;
    auto* info = reinterpret_cast<Info*>(const_cast<VkBaseInStructure*>(each));
    if (info->function == VK_LAYER_LINK_INFO) return &info->u.pLayerInfo;
  }
  return nullptr;
}

VkResult create_instance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
                         VkInstance* instance) {
  auto* link = find_next<VkLayerInstanceLink*, VkLayerInstanceCreateInfo>(
      info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
  if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  const PFN_vkGetInstanceProcAddr get = (*link)->pfnNextGetInstanceProcAddr;
  *link = (*link)->pNext;
  const auto create = reinterpret_cast<PFN_vkCreateInstance>(get(nullptr, "vkCreateInstance"));
  if (create == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  const VkResult result = create(info, allocator, instance);
  if (result == VK_SUCCESS) layer().instances.add(make_key(*instance), get, get(*instance, "vkDestroyInstance"));
  return result;
}

void destroy_instance(VkInstance instance, const VkAllocationCallbacks* allocator) {
  if (instance == nullptr) return;
  const PFN_vkDestroyInstance destroy = layer().instances.remove(make_key(instance));
  if (destroy != nullptr) destroy(instance, allocator);
}

VkResult create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo* info,
                       const VkAllocationCallbacks* allocator, VkDevice* device) {
  auto* link =
      find_next<VkLayerDeviceLink*, VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
  if (link == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  const PFN_vkGetInstanceProcAddr get = (*link)->pfnNextGetInstanceProcAddr;
  const PFN_vkGetDeviceProcAddr get_of_device = (*link)->pfnNextGetDeviceProcAddr;
  *link = (*link)->pNext;
  const auto create = reinterpret_cast<PFN_vkCreateDevice>(get(nullptr, "vkCreateDevice"));
  if (create == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  const VkResult result = create(physical, info, allocator, device);
  if (result == VK_SUCCESS)
    layer().devices.add(make_key(*device), get_of_device, get_of_device(*device, "vkDestroyDevice"));
  return result;
}

void destroy_device(VkDevice device, const VkAllocationCallbacks* allocator) {
  if (device == nullptr) return;
  const PFN_vkDestroyDevice destroy = layer().devices.remove(make_key(device));
  if (destroy != nullptr) destroy(device, allocator);
}

VkResult create_shader_module(VkDevice device, const VkShaderModuleCreateInfo* info,
                              const VkAllocationCallbacks* allocator, VkShaderModule* module) {
  const auto create = reinterpret_cast<PFN_vkCreateShaderModule>(layer().devices.find(device, "vkCreateShaderModule"));
  const VkResult result = create(device, info, allocator, module);
  if (result == VK_SUCCESS) layer().pipelines.add_module(to_number(*module), *info);
  return result;
}

void destroy_shader_module(VkDevice device, VkShaderModule module, const VkAllocationCallbacks* allocator) {
  layer().pipelines.remove_module(to_number(module));
  const auto destroy =
      reinterpret_cast<PFN_vkDestroyShaderModule>(layer().devices.find(device, "vkDestroyShaderModule"));
  destroy(device, module, allocator);
}

VkResult create_compute_pipelines(VkDevice device, VkPipelineCache cache, std::uint32_t count,
                                  const VkComputePipelineCreateInfo* infos, const VkAllocationCallbacks* allocator,
                                  VkPipeline* pipelines) {
  const auto create =
      reinterpret_cast<PFN_vkCreateComputePipelines>(layer().devices.find(device, "vkCreateComputePipelines"));
  const VkResult result = create(device, cache, count, infos, allocator, pipelines);
  // Some pipelines may have been made although others failed.
  for (std::uint32_t i = 0; i != count; ++i) {
    if (pipelines[i] != VK_NULL_HANDLE) layer().pipelines.add(to_number(pipelines[i]), infos[i]);
  }
  return result;
}

VkResult set_debug_utils_object_name(VkDevice device, const VkDebugUtilsObjectNameInfoEXT* info) {
  if (info->objectType == VK_OBJECT_TYPE_PIPELINE) layer().pipelines.name(info->objectHandle, info->pObjectName);
  const auto set =
      reinterpret_cast<PFN_vkSetDebugUtilsObjectNameEXT>(layer().devices.find(device, "vkSetDebugUtilsObjectNameEXT"));
  return set == nullptr ? VK_SUCCESS : set(device, info);
}

PFN_vkVoidFunction get_instance_function(VkInstance instance, const char* name);
PFN_vkVoidFunction get_device_function(VkDevice device, const char* name);

// A function that the layer implements itself.
struct LayerFunction {
  std::string_view name;
  PFN_vkVoidFunction function;
  bool is_of_device;
  bool is_extension = false;  // only for programs that have enabled the extension
};

template <class Function>
PFN_vkVoidFunction plain(Function* function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

std::optional<LayerFunction> own_function(std::string_view name) {
  static const std::array kOwn{
      LayerFunction{"vkGetInstanceProcAddr", plain(get_instance_function), false},
      LayerFunction{"vkGetDeviceProcAddr", plain(get_device_function), true},
      LayerFunction{"vkCreateInstance", plain(create_instance), false},
      LayerFunction{"vkDestroyInstance", plain(destroy_instance), false},
      LayerFunction{"vkCreateDevice", plain(create_device), false},
      LayerFunction{"vkDestroyDevice", plain(destroy_device), true},
      LayerFunction{"vkCreateShaderModule", plain(create_shader_module), true},
      LayerFunction{"vkDestroyShaderModule", plain(destroy_shader_module), true},
      LayerFunction{"vkCreateComputePipelines", plain(create_compute_pipelines), true},
      LayerFunction{"vkSetDebugUtilsObjectNameEXT", plain(set_debug_utils_object_name), true, true}};
  const auto* const at = std::ranges::find(kOwn, name, &LayerFunction::name);
  return at == kOwn.end() ? std::nullopt : std::optional(*at);
}

PFN_vkVoidFunction get_instance_function(VkInstance instance, const char* name) {
  const auto own = own_function(name);
  if (own && !own->is_extension) return own->function;
  const PFN_vkVoidFunction next = instance == nullptr ? nullptr : layer().instances.find(instance, name);
  return own && next != nullptr ? own->function : next;
}

PFN_vkVoidFunction get_device_function(VkDevice device, const char* name) {
  const auto own = own_function(name);
  if (own && own->is_of_device && !own->is_extension) return own->function;
  const PFN_vkVoidFunction next = layer().devices.find(device, name);
  return own && own->is_of_device && next != nullptr ? own->function : next;
}

}  // namespace
}  // namespace eugene::inside::vulkan

extern "C" __attribute__((visibility("default"))) VkResult
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* pVersionStruct) {
  constexpr std::uint32_t kVersion = 2;
  if (pVersionStruct->loaderLayerInterfaceVersion < kVersion) return VK_ERROR_INITIALIZATION_FAILED;
  pVersionStruct->loaderLayerInterfaceVersion = kVersion;
  pVersionStruct->pfnGetInstanceProcAddr = eugene::inside::vulkan::get_instance_function;
  pVersionStruct->pfnGetDeviceProcAddr = eugene::inside::vulkan::get_device_function;
  pVersionStruct->pfnGetPhysicalDeviceProcAddr = nullptr;
  return VK_SUCCESS;
}
