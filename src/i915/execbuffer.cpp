// EXECBUFFER2: validates a batch, places its objects, and collects the fences before and after it.
#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/bits.h"
#include "i915/borrowed_thread.h"
#include "i915/extensions.h"
#include "i915/fence_array.h"
#include "i915/handlers.h"
#include "i915/relocations.h"
#include "i915/sync_file.h"
#include "i915/user_memory.h"

namespace eugene::i915 {
namespace {

constexpr std::uint32_t kMaxObjects = 1U << 20;
// Max unfinished requests of a slot. On Linux, a ring of 16 KB holds some hundred requests.
constexpr std::uint32_t kMaxPending = 512;
constexpr std::uint64_t kKnownFlags =
    I915_EXEC_RING_MASK | I915_EXEC_CONSTANTS_MASK | I915_EXEC_GEN7_SOL_RESET | I915_EXEC_IS_PINNED |
    I915_EXEC_NO_RELOC | I915_EXEC_HANDLE_LUT | I915_EXEC_BSD_MASK | I915_EXEC_BATCH_FIRST | I915_EXEC_FENCE_ARRAY |
    I915_EXEC_USE_EXTENSIONS | I915_EXEC_FENCE_IN | I915_EXEC_FENCE_OUT | I915_EXEC_FENCE_SUBMIT;
constexpr std::uint64_t kKnownObjectFlags = EXEC_OBJECT_NEEDS_FENCE | EXEC_OBJECT_NEEDS_GTT | EXEC_OBJECT_WRITE |
                                            EXEC_OBJECT_SUPPORTS_48B_ADDRESS | EXEC_OBJECT_PINNED |
                                            EXEC_OBJECT_PAD_TO_SIZE | EXEC_OBJECT_ASYNC | EXEC_OBJECT_CAPTURE;

int check(const drm_i915_gem_execbuffer2& args) {
  if ((args.flags & ~kKnownFlags) != 0) return -EINVAL;
  if ((args.flags & I915_EXEC_FENCE_ARRAY) == 0 && (args.flags & I915_EXEC_USE_EXTENSIONS) == 0 &&
      (args.num_cliprects != 0 || args.cliprects_ptr != 0)) {
    return -EINVAL;
  }
  if ((args.flags & I915_EXEC_CONSTANTS_MASK) != 0) return -EINVAL;
  if ((args.flags & I915_EXEC_FENCE_IN) != 0 && (args.flags & I915_EXEC_FENCE_SUBMIT) != 0) return -EINVAL;
  const std::uint64_t ring = args.flags & I915_EXEC_RING_MASK;
  if ((args.flags & I915_EXEC_BSD_MASK) != 0 && ring != I915_EXEC_BSD) return -EINVAL;
  if ((args.flags & I915_EXEC_GEN7_SOL_RESET) != 0) return -EINVAL;  // only for Gen7
  if (args.DR1 != 0 || args.DR4 != 0) return -EINVAL;
  if (((args.batch_start_offset | args.batch_len) & 7) != 0) return -EINVAL;
  if (args.buffer_count == 0 || args.buffer_count > kMaxObjects) return -EINVAL;
  return 0;
}

// Returns the slot of the engine selector. The selector is an index into the engine map; in contexts without an engine
// map, an I915_EXEC_* engine.
std::shared_ptr<EngineSlot> find_slot(const Context& context, std::uint64_t flags) {
  const std::uint64_t selector = flags & I915_EXEC_RING_MASK;
  if (context.has_engine_map) return selector < context.slots.size() ? context.slots[selector] : nullptr;
  if (selector == I915_EXEC_DEFAULT) return context.slots[0];
  const auto found = std::ranges::find(kOfferedEngines, selector, &OfferedEngine::selector);
  return found == kOfferedEngines.end() ? nullptr
                                        : context.slots[static_cast<std::size_t>(found - kOfferedEngines.begin())];
}

AddressSpace::Placement make_room(const drm_i915_gem_exec_object2& entry, const Object& object) {
  const std::uint64_t padded = (entry.flags & EXEC_OBJECT_PAD_TO_SIZE) != 0 ? entry.pad_to_size : 0;
  const bool wide = (entry.flags & EXEC_OBJECT_SUPPORTS_48B_ADDRESS) != 0;
  return {.bytes = std::max(object.bytes(), padded),
          .alignment = std::max<std::uint64_t>(entry.alignment, memory::kPageBytes),
          .limit = wide ? AddressSpace::kBytes : AddressSpace::kLimitBelow4G};
}

int check_entry(const drm_i915_gem_exec_object2& entry, const Object& object) {
  if ((entry.flags & ~kKnownObjectFlags) != 0) return -EINVAL;
  if (entry.alignment != 0 && !std::has_single_bit(entry.alignment)) return -EINVAL;
  if ((entry.flags & EXEC_OBJECT_PAD_TO_SIZE) != 0 && (entry.pad_to_size & (memory::kPageBytes - 1)) != 0) {
    return -EINVAL;
  }
  if ((entry.flags & EXEC_OBJECT_PINNED) == 0) return 0;
  const std::uint64_t place = entry.offset & memory::kAddressMask;
  // Canonical: bit 47 is repeated up to bit 63.
  if (canonical(place) != entry.offset || (place & (memory::kPageBytes - 1)) != 0) return -EINVAL;
  const AddressSpace::Placement room = make_room(entry, object);
  const bool is_misplaced = place % room.alignment != 0 || place > room.limit || room.bytes > room.limit - place;
  return is_misplaced ? -EINVAL : 0;
}

// Looks up all objects of the list. As on Linux, an object may be listed more than once: Intel's Level Zero driver
// lists memory both as a kernel's argument and as memory that kernels reach through pointers.
int look_up(IoctlCall& call, ExecList& list) {
  for (auto& entry : list.entries) {
    const ObjectPtr object = call.file.objects.find(entry.handle);
    if (object == nullptr) return -ENOENT;
    const int result = check_entry(entry, *object);
    if (result != 0) return result;
    if (!object->is_needed) return -EFAULT;
    list.objects.push_back(object);
  }
  return 0;
}

// Returns whether an object's memory is mapped. Checks only when the object gets a new address and when a process first
// uses the object (a child may lack memory of its parent, MADV_DONTFORK), because a check at each request would slow
// all requests down. If the program unmaps the memory later, an access fails (base/host_fault.h).
//
// Linux also requires the memory to be writable, unless the object is read-only. Intel's OpenCL driver ignores that
// error and waits forever for the request. So Eugene accepts read-only memory here; a write to it fails at execution.
bool has_memory(Object& object, const AddressSpace& space, std::uint64_t place) {
  if (!object.is_user()) return true;
  if (object.checked_by == process_id() && space.is_bound(&object, place, object.bytes())) return true;
  if (!is_mapped(reinterpret_cast<std::uint64_t>(object.host()), object.bytes()))
    return false;  // NOLINT: the program's
  object.checked_by = process_id();
  return true;
}

// Gives every object an address: first those with a fixed address, then the others.
int bind(ExecList& list, AddressSpace& space) {
  for (std::size_t i = 0; i < list.entries.size(); ++i) {
    if (!has_memory(*list.objects[i], space, list.entries[i].offset & memory::kAddressMask)) return -EFAULT;
  }
  for (std::size_t i = 0; i < list.entries.size(); ++i) {
    const auto& entry = list.entries[i];
    const ObjectPtr& object = list.objects[i];
    if ((entry.flags & EXEC_OBJECT_PINNED) == 0) continue;
    const std::uint64_t place = entry.offset & memory::kAddressMask;
    space.bind(object, place, make_room(entry, *object).bytes);
  }
  for (std::size_t i = 0; i < list.entries.size(); ++i) {
    auto& entry = list.entries[i];
    const AddressSpace::Placement room = make_room(entry, *list.objects[i]);
    if ((entry.flags & EXEC_OBJECT_PINNED) != 0) continue;
    std::uint64_t place = entry.offset & memory::kAddressMask;  // the address that the program presumes
    if (!space.bind_anywhere(list.objects[i], room, place)) return -ENOSPC;
    entry.offset = canonical(place);
  }
  // If two objects overlap, or an object is listed at two addresses, the later binding has replaced the earlier one.
  const auto is_there = [&](const auto& entry, const ObjectPtr& object) {
    return space.is_bound(object.get(), entry.offset & memory::kAddressMask, make_room(entry, *object).bytes);
  };
  return std::ranges::equal(list.entries, list.objects, is_there) ? 0 : -ENOSPC;
}

// Implicit synchronisation, unless the object opts out (EXEC_OBJECT_ASYNC): the request runs after all requests, of any
// context, that write its objects, and after those that use the objects it writes.
void use_objects(const ExecList& list, Request& request) {
  const auto writes = [&](std::size_t i) { return (list.entries[i].flags & EXEC_OBJECT_WRITE) != 0; };
  // A separate loop before use(): otherwise an object that is listed twice would make the request wait for itself.
  for (std::size_t i = 0; i < list.objects.size(); ++i) {
    if ((list.entries[i].flags & EXEC_OBJECT_ASYNC) == 0) list.objects[i]->add_work(!writes(i), request.after);
  }
  for (std::size_t i = 0; i < list.objects.size(); ++i)
    list.objects[i]->use({request.done, request.slot->engine->name.engine_class, writes(i), request.slot.get()});
  // Removes duplicates: the objects of a request are mostly used by the same few other requests.
  std::ranges::sort(request.after);
  request.after.erase(std::ranges::unique(request.after).begin(), request.after.end());
}

// Waits for a request with memory that other processes may use. They do not see its fence, so they may only learn of
// the memory when the request is done. The wait is limited, because the program may have to write what the request
// waits for.
void wait_shared(IoctlCall& call, const FencePtr& done) {
  constexpr std::chrono::seconds kLongest{10};
  call.wait([&] { return is_done(done); }, std::chrono::steady_clock::now() + kLongest);
}

// Writes the new addresses of moved objects to the program's list.
int write_places(const drm_i915_gem_execbuffer2& args, const ExecList& list, const std::vector<std::uint64_t>& before) {
  for (std::size_t i = 0; i < list.entries.size(); ++i) {
    if (list.entries[i].offset == before[i]) continue;
    const std::uint64_t address = args.buffers_ptr + i * sizeof list.entries[i];
    if (!write_user(address + offsetof(drm_i915_gem_exec_object2, offset), list.entries[i].offset)) return -EFAULT;
  }
  return 0;
}

}  // namespace

int gem_execbuffer2(IoctlCall& call, drm_i915_gem_execbuffer2& args) {
  if (const int result = check(args); result != 0) return result;
  ExecList list;
  list.entries.resize(args.buffer_count);
  if (!read_user(list.entries, args.buffers_ptr)) return -EFAULT;
  FenceArray fences;
  if (const int result = fences.read(call, args); result != 0) return result;
  std::vector<FencePtr> after = fences.waits();
  if ((args.flags & (I915_EXEC_FENCE_IN | I915_EXEC_FENCE_SUBMIT)) != 0) {
    const auto file = find_sync_file(call.drm(), static_cast<int>(static_cast<std::uint32_t>(args.rsvd2)));
    if (file == nullptr) return -EINVAL;
    after.insert(after.end(), file->fences().begin(), file->fences().end());
  }
  const ContextPtr context = call.file.contexts.find(static_cast<std::uint32_t>(args.rsvd1));
  if (context == nullptr) return -ENOENT;
  const auto slot = find_slot(*context, args.flags);
  if (slot == nullptr) return -EINVAL;
  // As with a full ring: a program that is far ahead waits until its oldest request ends.
  call.wait([&] { return slot->pending < kMaxPending; }, Waiters::kForever);
  if (context->banned) return -EIO;
  if (const int result = look_up(call, list); result != 0) return result;

  const std::size_t batch = (args.flags & I915_EXEC_BATCH_FIRST) != 0 ? 0 : list.entries.size() - 1;
  const std::uint64_t batch_bytes = list.objects[batch]->bytes();
  if (args.batch_start_offset >= batch_bytes || args.batch_len > batch_bytes - args.batch_start_offset) return -EINVAL;

  std::vector<std::uint64_t> before;
  before.reserve(list.entries.size());
  for (const auto& entry : list.entries) before.push_back(entry.offset);
  if (const int result = bind(list, *context->space); result != 0) return result;
  list.by_index = (args.flags & I915_EXEC_HANDLE_LUT) != 0;
  if (const int result = relocate(call, list, before, (args.flags & I915_EXEC_NO_RELOC) != 0); result != 0)
    return result;

  call.drm().queue();  // throws if the host has no more threads: before any state depends on this request
  Request request{.context = context,
                  .slot = slot,
                  .space = context->space->snapshot(),
                  .batch = (list.entries[batch].offset + args.batch_start_offset) & memory::kAddressMask,
                  .after = std::move(after),
                  .done = std::make_shared<Fence>(),
                  .priority = context->priority};
  const FencePtr done = request.done;
  use_objects(list, request);
  if ((args.flags & I915_EXEC_FENCE_OUT) != 0) {
    const int descriptor = share_fences(call.drm(), {request.done}, true);
    if (descriptor < 0) return descriptor;
    args.rsvd2 = (args.rsvd2 & 0xFFFF'FFFF) | (std::uint64_t{static_cast<std::uint32_t>(descriptor)} << 32);
  }
  if (call.file.is_inherited()) call.drm().use_inherited();
  context->has_run = true;
  fences.signal(request.done);
  Queue* const lent = call.drm().submit(std::move(request));
  call.drm().waiters().notify();  // wakes waits for a submission
  const bool is_shared = std::ranges::any_of(list.objects, [](const ObjectPtr& each) { return each->is_file(); });
  if (lent != nullptr) {
    const BorrowedThread thread;
    call.lock.unlock();
    lent->execute();
    if (is_shared) call.lock.lock();
  }
  if (is_shared) wait_shared(call, done);
  return write_places(args, list, before);
}

}  // namespace eugene::i915
