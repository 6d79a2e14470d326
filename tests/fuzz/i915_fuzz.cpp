// Any bytes as a program's calls: nothing is read or written but what the program may, and every call returns.
//
// The input is a list of calls. A byte picks one: an ioctl with its argument as it stands in the input, or something
// that bytes alone would hardly come to: an object with commands in it, a list of objects with relocations and fences
// to execute, an ioctl of a sync file. The input also lies in memory at kArena, so that pointers in arguments can mean
// something.
#include <i915_drm.h>
#include <linux/sync_file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "i915/file.h"
#include "i915/ioctl_table.h"
#include "i915/sync_file.h"

namespace {

using namespace eugene;

constexpr std::uint64_t kArena = 0x1000'0000;
constexpr std::size_t kArenaBytes = 0x10000;
constexpr std::size_t kMaxCalls = 64;
constexpr std::uint64_t kPage = 0x1000;

std::byte* arena() {
  static auto* const memory =
      static_cast<std::byte*>(::mmap(reinterpret_cast<void*>(kArena), kArenaBytes, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0));
  if (memory != reinterpret_cast<std::byte*>(kArena)) std::abort();
  return memory;
}

template <class T>
std::uint64_t address_of(const T* pointer) {
  return reinterpret_cast<std::uint64_t>(pointer);
}

class Calls {
 public:
  explicit Calls(std::span<const std::byte> bytes) : bytes_(bytes) {}
  bool empty() const { return bytes_.empty(); }
  // Copies the next bytes of the input; zeros after the end.
  void take(std::span<std::byte> to) {
    const std::size_t count = std::min(to.size(), bytes_.size());
    std::copy_n(bytes_.begin(), count, to.begin());
    bytes_ = bytes_.subspan(count);
  }
  template <class T>
  T take() {
    T value{};
    take(std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }
  std::uint32_t below(std::uint32_t limit) { return take<std::uint8_t>() % limit; }

 private:
  std::span<const std::byte> bytes_;
};

std::vector<const i915::Ioctl*> all_ioctls() {
  std::vector<const i915::Ioctl*> result;
  for (unsigned number = 0; number < 256; ++number) {
    if (const i915::Ioctl* each = i915::find_ioctl(_IO(DRM_IOCTL_BASE, number))) result.push_back(each);
  }
  return result;
}

// One program.
class FuzzedProgram {
 public:
  explicit FuzzedProgram(Calls input) : input_(input) {}
  ~FuzzedProgram() {
    for (const int each : descriptors_) ::close(each);
  }
  FuzzedProgram(const FuzzedProgram&) = delete;
  FuzzedProgram& operator=(const FuzzedProgram&) = delete;

  void run() {
    static const std::vector<const i915::Ioctl*> ioctls = all_ioctls();
    for (std::size_t calls = 0; calls < kMaxCalls && !input_.empty(); ++calls) {
      const std::uint32_t picked = input_.below(static_cast<std::uint32_t>(ioctls.size()) + 3);
      switch (picked) {
        case 0: create_with_commands(); break;
        case 1: execute(); break;
        case 2: call_sync_file(); break;
        default: call(*ioctls[picked - 3]);
      }
    }
  }

 private:
  template <class T>
  int ioctl(unsigned long request, T& argument) {
    return file_.ioctl(request, &argument);
  }

  std::uint32_t handle() { return input_.below(9); }
  std::uint64_t place() { return std::uint64_t{1 + input_.below(8)} * kPage; }
  int descriptor() { return descriptors_.empty() ? -1 : descriptors_[input_.below(255) % descriptors_.size()]; }
  void own(int descriptor) {
    if (descriptor >= 0) descriptors_.push_back(descriptor);
  }

  void call(const i915::Ioctl& picked) {
    alignas(16) std::array<std::byte, 512> argument{};
    input_.take(std::span(argument).first(std::min<std::size_t>(_IOC_SIZE(picked.request), argument.size())));
    restrict(picked.request, argument.data());
    const int result = file_.ioctl(picked.request, argument.data());
    if (result == 0) release(picked.request, argument.data());
  }

  // Changes requests that programs may make, but this fuzzer may not: infinite waits, and requests that use up memory.
  static void restrict(unsigned long request, std::byte* argument) {
    const std::int64_t soon =
        (std::chrono::steady_clock::now().time_since_epoch() + std::chrono::milliseconds(1)).count();
    constexpr std::uint64_t kLargest = std::uint64_t{1} << 24;
    if (request == DRM_IOCTL_I915_GEM_USERPTR) {
      auto& args = *reinterpret_cast<drm_i915_gem_userptr*>(argument);
      args.user_ptr = kArena + (args.user_ptr & 0x7000);
      args.user_size = kPage + (args.user_size & 0x7000);
    } else if (request == DRM_IOCTL_I915_GEM_CREATE || request == DRM_IOCTL_I915_GEM_CREATE_EXT) {
      auto& size = *reinterpret_cast<std::uint64_t*>(argument);
      size %= kLargest;
    } else if (request == DRM_IOCTL_SYNCOBJ_WAIT) {
      reinterpret_cast<drm_syncobj_wait*>(argument)->timeout_nsec = soon;
    } else if (request == DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT) {
      reinterpret_cast<drm_syncobj_timeline_wait*>(argument)->timeout_nsec = soon;
    } else if (request == DRM_IOCTL_SYNCOBJ_TRANSFER) {
      reinterpret_cast<drm_syncobj_transfer*>(argument)->flags = 0;
    }
  }

  // Releases what a call has left in the process.
  void release(unsigned long request, const std::byte* argument) {
    if (request == DRM_IOCTL_I915_GEM_MMAP) {
      const auto& args = *reinterpret_cast<const drm_i915_gem_mmap*>(argument);
      ::munmap(reinterpret_cast<void*>(args.addr_ptr), args.size);
    } else if (request == DRM_IOCTL_PRIME_HANDLE_TO_FD) {
      own(reinterpret_cast<const drm_prime_handle*>(argument)->fd);
    } else if (request == DRM_IOCTL_SYNCOBJ_HANDLE_TO_FD) {
      own(reinterpret_cast<const drm_syncobj_handle*>(argument)->fd);
    } else if (request == DRM_IOCTL_I915_GEM_EXECBUFFER2_WR) {
      const auto& args = *reinterpret_cast<const drm_i915_gem_execbuffer2*>(argument);
      if ((args.flags & I915_EXEC_FENCE_OUT) != 0) own(static_cast<int>(args.rsvd2 >> 32));
    }
  }

  // Makes an object with commands that store, wait or jump, at addresses where objects may lie.
  void create_with_commands() {
    std::vector<std::uint32_t> words;
    for (std::uint32_t left = input_.below(16); left != 0; --left) {
      const auto at = static_cast<std::uint32_t>(place()) + input_.below(64) * 4;
      switch (input_.below(5)) {
        case 0: words.insert(words.end(), {0x1000'0002, at, 0, input_.take<std::uint32_t>()}); break;
        case 1: words.insert(words.end(), {0x0E00'C002, input_.below(2), at, 0}); break;
        case 2: words.insert(words.end(), {0x1880'0101, at, 0}); break;
        case 3: words.insert(words.end(), {0x1200'0002, 0x2600 + 4 * input_.below(16), at, 0}); break;
        default: words.push_back(input_.take<std::uint32_t>());
      }
    }
    words.push_back(0x0500'0000);
    drm_i915_gem_create created{.size = kPage * (1 + input_.below(3))};
    if (ioctl(DRM_IOCTL_I915_GEM_CREATE, created) != 0) return;
    drm_i915_gem_pwrite args{.handle = created.handle, .size = words.size() * 4, .data_ptr = address_of(words.data())};
    ioctl(DRM_IOCTL_I915_GEM_PWRITE, args);
  }

  drm_i915_gem_relocation_entry relocation() {
    drm_i915_gem_relocation_entry result{};
    result.target_handle = handle();
    result.delta = input_.take<std::uint16_t>();
    result.offset = input_.take<std::uint16_t>();
    result.presumed_offset = place();
    result.read_domains = input_.take<std::uint8_t>();
    result.write_domain = input_.take<std::uint8_t>();
    return result;
  }

  drm_i915_gem_exec_object2 object() {
    drm_i915_gem_exec_object2 result{};
    result.handle = handle();
    result.flags = input_.take<std::uint8_t>();
    result.offset = place();
    if (input_.below(4) == 0) result.alignment = kPage << input_.below(5);
    if (input_.below(16) == 0) result.offset = input_.take<std::uint64_t>();
    return result;
  }

  void execute() {
    std::vector<drm_i915_gem_exec_object2> objects(1 + input_.below(4));
    std::array<std::vector<drm_i915_gem_relocation_entry>, 4> relocations;
    for (std::size_t i = 0; i < objects.size(); ++i) {
      objects[i] = object();
      relocations[i].resize(input_.below(3));
      std::ranges::generate(relocations[i], [this] { return relocation(); });
      objects[i].relocation_count = static_cast<std::uint32_t>(relocations[i].size());
      objects[i].relocs_ptr = address_of(relocations[i].data());
    }
    std::vector<drm_i915_gem_exec_fence> fences(input_.below(3));
    std::vector<std::uint64_t> values(fences.size());
    for (auto& each : fences) each = {.handle = 1 + input_.below(4), .flags = input_.below(4)};
    for (auto& each : values) each = input_.below(4);
    drm_i915_gem_execbuffer2 args{};
    args.buffers_ptr = address_of(objects.data());
    args.buffer_count = static_cast<std::uint32_t>(objects.size());
    args.batch_start_offset = input_.below(4) * 4;
    args.flags = input_.take<std::uint32_t>() & ~std::uint64_t{I915_EXEC_CONSTANTS_MASK};
    drm_i915_gem_execbuffer_ext_timeline_fences timelines{};
    timelines.base.name = DRM_I915_GEM_EXECBUFFER_EXT_TIMELINE_FENCES;
    timelines.fence_count = fences.size();
    timelines.handles_ptr = address_of(fences.data());
    timelines.values_ptr = address_of(values.data());
    if ((args.flags & I915_EXEC_USE_EXTENSIONS) != 0) {
      args.cliprects_ptr = address_of(&timelines);
    } else if ((args.flags & I915_EXEC_FENCE_ARRAY) != 0) {
      args.cliprects_ptr = address_of(fences.data());
      args.num_cliprects = static_cast<std::uint32_t>(fences.size());
    }
    args.rsvd1 = input_.below(3);
    args.rsvd2 = static_cast<std::uint32_t>(descriptor());
    if (ioctl(DRM_IOCTL_I915_GEM_EXECBUFFER2_WR, args) == 0) {
      release(DRM_IOCTL_I915_GEM_EXECBUFFER2_WR, reinterpret_cast<const std::byte*>(&args));
    }
  }

  void call_sync_file() {
    constexpr std::array kRequests{SYNC_IOC_MERGE, SYNC_IOC_FILE_INFO};
    const auto request = kRequests[input_.below(kRequests.size())];
    const std::scoped_lock lock(drm_.mutex());
    const auto file = i915::find_sync_file(drm_, descriptor());
    if (file == nullptr) return;
    std::array<sync_fence_info, 4> fences{};
    sync_file_info info{};
    info.num_fences = input_.below(5);
    info.flags = input_.below(16) == 0;
    info.sync_fence_info = address_of(fences.data());
    sync_merge_data merge{};
    merge.fd2 = descriptor();
    const bool merges = request == SYNC_IOC_MERGE;
    void* const argument = merges ? static_cast<void*>(&merge) : &info;
    if (i915::sync_file_ioctl(drm_, *file, request, argument) == 0 && merges) own(merge.fence);
  }

  Calls input_;
  std::vector<int> descriptors_;
  i915::DrmDevice drm_{{.threads = 1, .executor = {.timeout = std::chrono::milliseconds(20)}}};
  i915::File file_{drm_};
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  std::memset(arena(), 0, kArenaBytes);
  std::memcpy(arena(), bytes.data(), std::min(bytes.size(), kArenaBytes));
  FuzzedProgram(Calls(bytes)).run();
  return 0;
}
