// Contexts and address spaces.
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>

#include "i915/extensions.h"
#include "i915/handlers.h"
#include "i915/user_memory.h"

namespace eugene::i915 {
namespace {

using Param = drm_i915_gem_context_param;

struct ContextParam {
  std::uint64_t number;
  int (*get)(IoctlCall& call, Context& context, Param& args);        // null: cannot be read
  int (*set)(IoctlCall& call, Context& context, const Param& args);  // null: cannot be set
};

template <bool Context::* Flag>
int get_flag(IoctlCall&, Context& context, Param& args) {
  args.size = 0;
  args.value = context.*Flag;
  return 0;
}

template <bool Context::* Flag>
int set_flag(IoctlCall&, Context& context, const Param& args) {
  if (args.size != 0) return -EINVAL;
  context.*Flag = args.value != 0;
  return 0;
}

int get_gtt_size(IoctlCall&, Context&, Param& args) {
  args.size = 0;
  args.value = AddressSpace::kBytes;
  return 0;
}

int get_priority(IoctlCall&, Context& context, Param& args) {
  args.size = 0;
  args.value = static_cast<std::uint64_t>(std::int64_t{context.priority});
  return 0;
}

// Only administrators may set a priority above the default.
int set_priority(IoctlCall& call, Context& context, const Param& args) {
  const auto priority = static_cast<std::int64_t>(args.value);
  if (args.size != 0) return -EINVAL;
  if (!has_scheduler(call.drm().device())) return -ENODEV;
  if (priority > I915_CONTEXT_MAX_USER_PRIORITY || priority < I915_CONTEXT_MIN_USER_PRIORITY) return -EINVAL;
  if (priority > I915_CONTEXT_DEFAULT_PRIORITY && ::geteuid() != 0) return -EPERM;
  context.priority = static_cast<int>(priority);
  return 0;
}

// Only administrators may have a context that is never banned.
int set_bannable(IoctlCall&, Context& context, const Param& args) {
  if (args.size != 0) return -EINVAL;
  if (args.value == 0 && ::geteuid() != 0) return -EPERM;
  context.bannable = args.value != 0;
  return 0;
}

int get_sseu(IoctlCall& call, Context&, Param& args) {
  const gpu::Device& device = call.drm().device();
  if (args.size == 0) {
    args.size = sizeof(drm_i915_gem_context_param_sseu);
    return 0;
  }
  if (args.size < sizeof(drm_i915_gem_context_param_sseu)) return -EINVAL;
  drm_i915_gem_context_param_sseu sseu{};
  if (!read_user(sseu, args.value)) return -EFAULT;
  if (sseu.rsvd != 0 || sseu.flags > I915_CONTEXT_SSEU_FLAG_ENGINE_INDEX) return -EINVAL;
  sseu.slice_mask = low_mask(device.slices);
  sseu.subslice_mask = device.subslice_mask();
  sseu.min_eus_per_subslice = device.eus;
  sseu.max_eus_per_subslice = device.eus;
  args.size = sizeof sseu;
  return write_user(args.value, sseu) ? 0 : -EFAULT;
}

int set_sseu(IoctlCall&, Context&, const Param&) { return -ENODEV; }  // only Gen11 supports it

int get_vm(IoctlCall& call, Context& context, Param& args) {
  args.size = 0;
  args.value = call.file.spaces.add(context.space);
  return 0;
}

int set_vm(IoctlCall& call, Context& context, const Param& args) {
  if (args.size != 0) return -EINVAL;
  if (args.value > UINT32_MAX) return -ENOENT;
  // The default context, and contexts that have run, keep their address space.
  if (&context == call.file.contexts.find(0).get() || context.has_run) return -EINVAL;
  const auto space = call.file.spaces.find(static_cast<std::uint32_t>(args.value));
  if (space == nullptr) return -ENOENT;
  context.space = space;
  return 0;
}

constexpr std::size_t kEngineMapHead = offsetof(i915_context_param_engines, engines);
constexpr std::size_t kEngineEntry = sizeof(i915_engine_class_instance);

int set_engines(IoctlCall&, Context& context, const Param& args) {
  constexpr std::size_t kMaxSlots = 64;  // range of EXECBUFFER2's selector
  if (args.size < kEngineMapHead || (args.size - kEngineMapHead) % kEngineEntry != 0) return -EINVAL;
  const std::size_t count = (args.size - kEngineMapHead) / kEngineEntry;
  if (count > kMaxSlots) return -EINVAL;
  std::uint64_t extensions = 0;
  if (!read_user(extensions, args.value)) return -EFAULT;
  if (extensions != 0) return -ENODEV;  // balancing and bonds need several engines of a class
  std::vector<i915_engine_class_instance> entries(count);
  if (!read_user(entries, args.value + kEngineMapHead)) return -EFAULT;
  std::vector<std::shared_ptr<EngineSlot>> slots;
  for (const auto& entry : entries) {
    const EngineName name{entry.engine_class, entry.engine_instance};
    if (name == EngineName{0xFFFF, 0xFFFF}) {
      slots.push_back(nullptr);
      continue;
    }
    const auto engine = std::ranges::find(kOfferedEngines, name, &OfferedEngine::name);
    if (engine == kOfferedEngines.end()) return -ENOENT;
    slots.push_back(std::make_shared<EngineSlot>(&*engine));
  }
  context.slots = std::move(slots);
  context.has_engine_map = true;
  return 0;
}

int set_recoverable(IoctlCall&, Context& context, const Param& args) {
  if (args.size != 0) return -EINVAL;
  context.recoverable = args.value != 0;
  return 0;
}

constexpr std::array kParams{
    ContextParam{I915_CONTEXT_PARAM_GTT_SIZE, get_gtt_size, nullptr},
    ContextParam{I915_CONTEXT_PARAM_NO_ERROR_CAPTURE, get_flag<&Context::no_error_capture>,
                 set_flag<&Context::no_error_capture>},
    ContextParam{I915_CONTEXT_PARAM_BANNABLE, get_flag<&Context::bannable>, set_bannable},
    ContextParam{I915_CONTEXT_PARAM_PRIORITY, get_priority, set_priority},
    ContextParam{I915_CONTEXT_PARAM_SSEU, get_sseu, set_sseu},
    ContextParam{I915_CONTEXT_PARAM_RECOVERABLE, get_flag<&Context::recoverable>, set_recoverable},
    ContextParam{I915_CONTEXT_PARAM_VM, get_vm, set_vm},
    ContextParam{I915_CONTEXT_PARAM_ENGINES, nullptr, set_engines},
    ContextParam{I915_CONTEXT_PARAM_PERSISTENCE, get_flag<&Context::persistent>, set_flag<&Context::persistent>},
};

int set_param(IoctlCall& call, Context& context, const Param& args) {
  const auto found = std::ranges::find(kParams, args.param, &ContextParam::number);
  if (found == kParams.end() || found->set == nullptr) return -EINVAL;
  return found->set(call, context, args);
}

}  // namespace

int context_create(IoctlCall& call, drm_i915_gem_context_create_ext& args) {
  if ((args.flags & I915_CONTEXT_CREATE_FLAGS_UNKNOWN) != 0) return -EINVAL;
  const ContextPtr context = make_context();
  const std::uint64_t chain = (args.flags & I915_CONTEXT_CREATE_FLAGS_USE_EXTENSIONS) != 0 ? args.extensions : 0;
  const int result = for_each_extension(chain, [&](std::uint32_t name, std::uint64_t address) {
    if (name != I915_CONTEXT_CREATE_EXT_SETPARAM) return -EINVAL;
    drm_i915_gem_context_create_ext_setparam extension{};
    if (!read_user(extension, address)) return -EFAULT;
    if (extension.param.ctx_id != 0) return -EINVAL;
    return set_param(call, *context, extension.param);
  });
  if (result != 0) return result;
  context->id = call.file.contexts.add(context);
  args.ctx_id = context->id;
  return 0;
}

int context_destroy(IoctlCall& call, drm_i915_gem_context_destroy& args) {
  if (args.pad != 0) return -EINVAL;
  if (args.ctx_id == 0) return -ENOENT;  // the default context stays
  return call.file.contexts.remove(args.ctx_id) == nullptr ? -ENOENT : 0;
}

int context_getparam(IoctlCall& call, drm_i915_gem_context_param& args) {
  const ContextPtr context = call.file.contexts.find(args.ctx_id);
  if (context == nullptr) return -ENOENT;
  const auto found = std::ranges::find(kParams, args.param, &ContextParam::number);
  if (found == kParams.end() || found->get == nullptr) return -EINVAL;
  return found->get(call, *context, args);
}

int context_setparam(IoctlCall& call, drm_i915_gem_context_param& args) {
  const ContextPtr context = call.file.contexts.find(args.ctx_id);
  if (context == nullptr) return -ENOENT;
  return set_param(call, *context, args);
}

int get_reset_stats(IoctlCall& call, drm_i915_reset_stats& args) {
  if (args.flags != 0 || args.pad != 0) return -EINVAL;
  const ContextPtr context = call.file.contexts.find(args.ctx_id);
  if (context == nullptr) return -ENOENT;
  args.reset_count = 0;  // resets of the whole device, which only administrators may read
  args.batch_active = context->hangs;
  args.batch_pending = context->innocent;
  return 0;
}

int vm_create(IoctlCall& call, drm_i915_gem_vm_control& args) {
  if (args.flags != 0) return -EINVAL;
  const int result = for_each_extension(args.extensions, [](std::uint32_t, std::uint64_t) { return -EINVAL; });
  if (result != 0) return result;
  args.vm_id = call.file.spaces.add(std::make_shared<AddressSpace>());
  return 0;
}

int vm_destroy(IoctlCall& call, drm_i915_gem_vm_control& args) {
  if (args.flags != 0 || args.extensions != 0) return -EINVAL;
  return call.file.spaces.remove(args.vm_id) == nullptr ? -ENOENT : 0;
}

}  // namespace eugene::i915
