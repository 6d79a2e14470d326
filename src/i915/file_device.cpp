// Properties of the device: parameters, queries, registers.
#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <vector>

#include "base/bits.h"
#include "gpu/commands/command_layout.h"
#include "i915/handlers.h"
#include "i915/host_memory.h"
#include "i915/user_memory.h"

namespace eugene::i915 {
namespace {

// Returns a mask with the lowest `count` bits set.
int make_mask(unsigned count) { return static_cast<int>(low_mask(count)); }

struct Parameter {
  int number;
  int (*value)(const gpu::Device& device);
};

template <int Value>
constexpr int always(const gpu::Device&) {
  return Value;
}

// In ascending order. Parameters that are not listed are unknown to the kernel driver of these GPUs.
constexpr std::array kParameters{
    Parameter{I915_PARAM_CHIPSET_ID, [](const gpu::Device& device) { return int{device.pci_device}; }},
    Parameter{I915_PARAM_HAS_GEM, always<1>},
    Parameter{I915_PARAM_NUM_FENCES_AVAIL, always<32>},
    Parameter{I915_PARAM_HAS_OVERLAY, always<0>},
    Parameter{I915_PARAM_HAS_PAGEFLIPPING, always<1>},
    Parameter{I915_PARAM_HAS_EXECBUF2, always<1>},
    Parameter{I915_PARAM_HAS_BSD, always<0>},
    Parameter{I915_PARAM_HAS_BLT, always<1>},
    Parameter{I915_PARAM_HAS_RELAXED_FENCING, always<1>},
    Parameter{I915_PARAM_HAS_COHERENT_RINGS, always<1>},
    Parameter{I915_PARAM_HAS_EXEC_CONSTANTS, always<0>},
    Parameter{I915_PARAM_HAS_RELAXED_DELTA, always<1>},
    Parameter{I915_PARAM_HAS_GEN7_SOL_RESET, always<1>},
    Parameter{I915_PARAM_HAS_LLC, [](const gpu::Device& device) { return int{device.has_llc}; }},
    Parameter{I915_PARAM_HAS_ALIASING_PPGTT,  // 1: only the global table; 3: per-process tables of 48 bits
              [](const gpu::Device& device) { return gpu::command_layout(*device.gen).has_process_tables ? 3 : 1; }},
    Parameter{I915_PARAM_HAS_WAIT_TIMEOUT, always<1>},
    Parameter{I915_PARAM_HAS_SEMAPHORES, always<1>},
    Parameter{I915_PARAM_HAS_PRIME_VMAP_FLUSH, always<1>},
    Parameter{I915_PARAM_HAS_VEBOX, always<0>},
    Parameter{I915_PARAM_HAS_SECURE_BATCHES, always<0>},
    Parameter{I915_PARAM_HAS_PINNED_BATCHES, always<1>},
    Parameter{I915_PARAM_HAS_EXEC_NO_RELOC, always<1>},
    Parameter{I915_PARAM_HAS_EXEC_HANDLE_LUT, always<1>},
    Parameter{I915_PARAM_HAS_WT, always<0>},
    Parameter{I915_PARAM_CMD_PARSER_VERSION, always<0>},
    Parameter{I915_PARAM_HAS_COHERENT_PHYS_GTT, always<1>},
    Parameter{I915_PARAM_MMAP_VERSION, always<1>},
    Parameter{I915_PARAM_HAS_BSD2, always<0>},
    Parameter{I915_PARAM_REVISION, [](const gpu::Device& device) { return int{device.pci_revision}; }},
    Parameter{I915_PARAM_SUBSLICE_TOTAL,
              [](const gpu::Device& device) { return static_cast<int>(device.total_subslices()); }},
    Parameter{I915_PARAM_EU_TOTAL, [](const gpu::Device& device) { return static_cast<int>(device.total_eus()); }},
    Parameter{I915_PARAM_HAS_GPU_RESET, always<2>},  // 2: a single engine can be reset
    Parameter{I915_PARAM_HAS_RESOURCE_STREAMER, always<0>},
    Parameter{I915_PARAM_HAS_EXEC_SOFTPIN, always<1>},
    Parameter{I915_PARAM_HAS_POOLED_EU, [](const gpu::Device& device) { return int{device.least_pool_eus != 0}; }},
    Parameter{I915_PARAM_MIN_EU_IN_POOL, [](const gpu::Device& device) { return int{device.least_pool_eus}; }},
    Parameter{I915_PARAM_MMAP_GTT_VERSION, always<4>},
    Parameter{I915_PARAM_HAS_SCHEDULER,
              [](const gpu::Device& device) {
                constexpr int kAll =
                    I915_SCHEDULER_CAP_ENABLED | I915_SCHEDULER_CAP_PRIORITY | I915_SCHEDULER_CAP_PREEMPTION;
                return has_scheduler(device) ? kAll : 0;
              }},
    Parameter{I915_PARAM_HUC_STATUS, always<0>},
    Parameter{I915_PARAM_HAS_EXEC_ASYNC, always<1>},
    Parameter{I915_PARAM_HAS_EXEC_FENCE, always<1>},
    Parameter{I915_PARAM_HAS_EXEC_CAPTURE, always<1>},
    Parameter{I915_PARAM_SLICE_MASK, [](const gpu::Device& device) { return make_mask(device.slices); }},
    Parameter{I915_PARAM_SUBSLICE_MASK,
              [](const gpu::Device& device) { return static_cast<int>(device.subslice_mask()); }},
    Parameter{I915_PARAM_HAS_EXEC_BATCH_FIRST, always<1>},
    Parameter{I915_PARAM_HAS_EXEC_FENCE_ARRAY, always<1>},
    Parameter{I915_PARAM_HAS_CONTEXT_ISOLATION, always<1>},  // a bit for each class of engines
    Parameter{I915_PARAM_CS_TIMESTAMP_FREQUENCY,
              [](const gpu::Device& device) { return static_cast<int>(device.timestamp_hz); }},
    Parameter{I915_PARAM_MMAP_GTT_COHERENT, always<1>},
    Parameter{I915_PARAM_HAS_EXEC_SUBMIT_FENCE, always<0>},
    Parameter{I915_PARAM_HAS_EXEC_TIMELINE_FENCES, always<1>},
    Parameter{I915_PARAM_HAS_USERPTR_PROBE, always<1>},
};

using Bytes = std::vector<std::byte>;

template <class T>
void append(Bytes& bytes, const T& value) {
  const std::size_t before = bytes.size();
  bytes.resize(before + sizeof value);
  std::memcpy(bytes.data() + before, &value, sizeof value);
}

Bytes topology(const gpu::Device& device) {
  const auto mask_bytes = [](unsigned bits) { return (bits + 7) / 8; };
  drm_i915_query_topology_info info{};
  info.max_slices = device.slices;
  const auto max_subslices = static_cast<unsigned>(std::bit_width(device.subslice_mask()));
  info.max_subslices = static_cast<__u16>(max_subslices);
  info.max_eus_per_subslice = device.eus;
  info.subslice_offset = static_cast<__u16>(mask_bytes(device.slices));
  info.subslice_stride = static_cast<__u16>(mask_bytes(max_subslices));
  info.eu_offset = static_cast<__u16>(info.subslice_offset + device.slices * info.subslice_stride);
  info.eu_stride = static_cast<__u16>(mask_bytes(device.eus));
  Bytes result;
  append(result, info);
  const auto add_mask = [&](unsigned count, unsigned mask) {
    for (unsigned byte = 0; byte < mask_bytes(count); ++byte)
      append(result, static_cast<std::uint8_t>(mask >> (8 * byte)));
  };
  const auto all = [](unsigned count) { return static_cast<unsigned>(low_mask(count)); };
  add_mask(device.slices, all(device.slices));
  for (unsigned slice = 0; slice < device.slices; ++slice) add_mask(max_subslices, device.subslice_mask());
  for (unsigned subslice = 0; subslice < device.slices * max_subslices; ++subslice) {
    const bool is_there = bit(device.subslice_mask(), subslice % max_subslices);
    add_mask(device.eus, is_there ? all(device.eus) : 0);
  }
  return result;
}

Bytes engines(const gpu::Device&) {
  Bytes result;
  append(result, drm_i915_query_engine_info{.num_engines = kOfferedEngines.size()});
  for (const OfferedEngine& engine : kOfferedEngines) {
    drm_i915_engine_info info{};
    info.engine = {engine.name.engine_class, engine.name.instance};
    append(result, info);
  }
  return result;
}

Bytes regions(const gpu::Device&) {
  const HostMemory memory = host_memory();
  Bytes result;
  append(result, drm_i915_query_memory_regions{.num_regions = 1});
  drm_i915_memory_region_info info{};
  info.region = {I915_MEMORY_CLASS_SYSTEM, 0};
  info.probed_size = memory.total;
  info.unallocated_size = memory.total;  // the kernel reports use to privileged callers only
  append(result, info);
  return result;
}

struct Query {
  std::uint64_t id;
  Bytes (*answer)(const gpu::Device& device);
  bool checks_head;  // the buffer's first bytes must be zeros; the kernel does not require that for the topology
};

constexpr std::array kQueries{
    Query{DRM_I915_QUERY_TOPOLOGY_INFO, topology, false},
    Query{DRM_I915_QUERY_ENGINE_INFO, engines, true},
    Query{DRM_I915_QUERY_MEMORY_REGIONS, regions, true},
};

// Answers `item`. Returns the item's new length: the size of the answer, or a negative errno.
int answer(const gpu::Device& device, const drm_i915_query_item& item) {
  const auto found = std::ranges::find(kQueries, item.query_id, &Query::id);
  if (found == kQueries.end()) return item.query_id <= DRM_I915_QUERY_GEOMETRY_SUBSLICES ? -ENODEV : -EINVAL;
  if (item.flags != 0) return -EINVAL;
  const Bytes bytes = found->answer(device);
  const int size = static_cast<int>(bytes.size());
  if (item.length == 0) return size;
  // Compared as unsigned numbers, as in the kernel: a negative errno from an earlier query counts as long enough.
  if (static_cast<std::uint32_t>(item.length) < bytes.size()) return -EINVAL;
  // The program must pass zeros for the head of the answer, which is reserved for future input.
  constexpr std::size_t kHead = 16;
  std::array<std::byte, kHead> head{};
  const auto given = std::span(head).first(std::min(kHead, bytes.size()));
  if (!copy_from_user(given, item.data_ptr)) return -EFAULT;
  if (found->checks_head && std::ranges::any_of(given, [](std::byte each) { return each != std::byte{0}; }))
    return -EINVAL;
  return copy_to_user(item.data_ptr, bytes) ? size : -EFAULT;
}

}  // namespace

int getparam(IoctlCall& call, drm_i915_getparam& args) {
  const auto found = std::ranges::find(kParameters, args.param, &Parameter::number);
  if (found == kParameters.end()) return -EINVAL;
  const auto address = reinterpret_cast<std::uint64_t>(args.value);  // NOLINT: a program's pointer
  return write_user(address, found->value(call.drm().device())) ? 0 : -EFAULT;
}

int query(IoctlCall& call, drm_i915_query& args) {
  if (args.flags != 0) return -EINVAL;
  for (std::uint32_t i = 0; i < args.num_items; ++i) {
    const std::uint64_t address = args.items_ptr + i * sizeof(drm_i915_query_item);
    drm_i915_query_item item{};
    if (!read_user(item, address)) return -EFAULT;
    if (item.query_id == 0) return -EINVAL;
    item.length = answer(call.drm().device(), item);
    if (!write_user(address + offsetof(drm_i915_query_item, length), item.length)) return -EFAULT;
  }
  return 0;
}

// Reads the timestamp, the only register on the kernel's list. The offset's lowest bit selects a single 64-bit read.
int reg_read(IoctlCall& call, drm_i915_reg_read& args) {
  if ((args.offset & ~std::uint64_t{I915_REG_READ_8B_WA}) != gpu::reg::kTimestamp) return -EINVAL;
  args.val = call.drm().clock().ticks() & low_mask(gpu::kTimestampBits);
  return 0;
}

int gem_get_aperture(IoctlCall&, drm_i915_gem_get_aperture& args) {
  args.aper_size = std::uint64_t{1} << 32;
  args.aper_available_size = args.aper_size;
  return 0;
}

}  // namespace eugene::i915
