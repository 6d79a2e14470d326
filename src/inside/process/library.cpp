// The GPU in a program: a library that the preloaded library opens when the program opens the device.
#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <i915_drm.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "base/host_fault.h"
#include "calls.h"
#include "i915/drm_device.h"
#include "i915/file.h"
#include "kernel_directory.h"
#include "process.h"
#include "statistics.h"
#include "watchers.h"

namespace eugene::inside::process {
namespace {

// The state of this library. Never destroyed: threads of the program may call until the very end.
struct Library {
  Process process;
  std::mutex mutex;  // guards `files`
  std::map<i915::FileId, std::shared_ptr<i915::File>> files;
};

Library& library() {
  static Library* const instance = new Library;
  return *instance;
}

std::shared_ptr<i915::File> find_file(i915::FileId id) {
  const std::scoped_lock lock(library().mutex);
  const auto found = library().files.find(id);
  return found == library().files.end() ? nullptr : found->second;
}

void add_node(i915::FileId id, int minor_number) {
  const i915::Node node = minor_number == eugene_primary_minor ? i915::Node::primary : i915::Node::render;
  const std::scoped_lock lock(library().mutex);
  std::shared_ptr<i915::File>& file = library().files[id];
  if (file == nullptr) file = std::make_shared<i915::File>(library().process.drm(), node);
}

int open_node(int minor_number, int flags) {
  const char* name = minor_number == eugene_primary_minor ? EUGENE_PRIMARY_FILE : EUGENE_RENDER_FILE;
  const unsigned closes = (flags & O_CLOEXEC) != 0 ? MFD_CLOEXEC : 0;
  const int descriptor = ::memfd_create(name, closes | MFD_ALLOW_SEALING);
  if (descriptor < 0) return -1;
  ::fcntl(descriptor, F_ADD_SEALS, EUGENE_NODE_SEALS);
  add_node(i915::file_id(descriptor), minor_number);
  return descriptor;
}

int receive_node(int minor_number, unsigned long device, unsigned long inode) {
  if (!library().process.is_own()) return 0;  // a child of vfork(), like in kind()
  add_node({device, inode}, minor_number);
  return 1;
}

int kind(unsigned long device, unsigned long inode) {
  // A child of vfork() may only close files and start a program. It must not wait for a lock in memory shared with the
  // parent: if the parent ends meanwhile, the lock is never released.
  if (!library().process.is_own()) return eugene_nothing;
  const i915::FileId id{device, inode};
  if (const auto file = find_file(id)) {
    return file->node() == i915::Node::primary ? eugene_primary_node : eugene_render_node;
  }
  i915::DrmDevice& drm = library().process.drm();
  const std::scoped_lock lock(drm.mutex());
  return drm.find_shared(id) != nullptr ? eugene_handed_out : eugene_nothing;
}

// Handles an ioctl on a descriptor that the device has handed out.
int shared_ioctl(i915::FileId id, unsigned long request, void* argument) {
  i915::DrmDevice& drm = library().process.drm();
  const std::scoped_lock lock(drm.mutex());
  const i915::DrmDevice::Shared* shared = drm.find_shared(id);
  const auto* file = shared == nullptr ? nullptr : std::get_if<std::shared_ptr<i915::SyncFile>>(shared);
  return file == nullptr ? -ENOTTY : i915::sync_file_ioctl(drm, **file, request, argument);
}

int ioctl(unsigned long device, unsigned long inode, unsigned long request, void* argument) {
  const auto file = find_file({device, inode});
  const int result =
      file == nullptr ? shared_ioctl({device, inode}, request, argument) : file->ioctl(request, argument);
  constexpr auto kSubmission = _IOC_NR(DRM_IOCTL_I915_GEM_EXECBUFFER2);
  constexpr auto kContext = _IOC_NR(DRM_IOCTL_I915_GEM_CONTEXT_CREATE);
  if (file != nullptr) library().process.statistics().count_call(_IOC_NR(request) == kSubmission && result >= 0);
  if (file != nullptr && _IOC_NR(request) == kContext && result >= 0) library().process.statistics().count_context();
  if (result >= 0) return result;
  errno = -result;
  return -1;
}

void* map(unsigned long device, unsigned long inode, void* address, size_t bytes, int protection, int flags,
          long offset) {
  const i915::FileId id{device, inode};
  if (const auto file = find_file(id)) {
    return file->map(address, bytes, protection, flags, static_cast<std::uint64_t>(offset));
  }
  errno = ENODEV;  // a descriptor of a fence
  return MAP_FAILED;
}

unsigned long failures() { return library().process.statistics().failures(); }

unsigned long lost_requests() { return library().process.drm().lost_requests(); }

void let_go() { library().process.drm().make_late_writes(); }

int is_idle(unsigned milliseconds) {
  return library().process.drm().is_idle(std::chrono::milliseconds(milliseconds)) ? 1 : 0;
}

void queue_made() { library().process.statistics().count_queue(); }

void video_wanted() { library().process.statistics().count_video(); }

void null_argument(const char* kernel, const char* argument) {
  library().process.kernels().null_arguments().add(kernel, argument);
}

// Passes a report of the program on, if anything watches the GPU.
template <class... Parameters, class... Arguments>
void tell_watchers(void (Watchers::*report)(Parameters...), const Arguments&... arguments) {
  if (Watchers* watchers = library().process.watchers()) (watchers->*report)(arguments...);
}

unsigned long launch(const eugene_launched* launch) {
  Watchers* watchers = library().process.watchers();
  return watchers == nullptr ? 0 : watchers->launch(*launch);
}

void take_back(unsigned long launch) { tell_watchers(&Watchers::take_back, launch); }

void share(unsigned long address, size_t bytes, size_t room) { tell_watchers(&Watchers::share, address, bytes, room); }

void read_back(unsigned long buffer, size_t offset, size_t bytes) {
  tell_watchers(&Watchers::read_back, buffer, offset, bytes);
}

void access(const eugene_access* access) { tell_watchers(&Watchers::access, *access); }
void misuse(const eugene_misuse* misuse) { tell_watchers(&Watchers::misuse, *misuse); }

// Returns the files that descriptors of this process refer to, or nothing if /proc cannot be read.
std::optional<std::set<i915::FileId>> open_files() {
  DIR* directory = ::opendir("/proc/self/fd");
  if (directory == nullptr) return std::nullopt;
  std::set<i915::FileId> found;
  while (const dirent* entry = ::readdir(directory)) {
    if (entry->d_name[0] != '.') found.insert(i915::file_id(std::atoi(entry->d_name)));
  }
  ::closedir(directory);
  return found;
}

// Forgets a file that no descriptor refers to any more.
void forget(i915::FileId id) {
  std::shared_ptr<i915::File> file;
  {
    const std::scoped_lock lock(library().mutex);
    const auto found = library().files.find(id);
    if (found != library().files.end()) {
      file = std::move(found->second);
      library().files.erase(found);
    }
  }
  if (file != nullptr) library().process.statistics().note_other_devices();
  i915::DrmDevice& drm = library().process.drm();
  const std::scoped_lock lock(drm.mutex());
  drm.forget(id);
  file.reset();
}

// Forgets the file only if no descriptor refers to it: the closed descriptor may have duplicates.
void closed(unsigned long device, unsigned long inode) {
  if (!library().process.is_own()) return;
  const auto open = open_files();
  if (open && !open->contains({device, inode})) forget({device, inode});
}

void some_closed() {
  if (!library().process.is_own()) return;
  const auto open = open_files();
  if (!open) return;
  std::vector<i915::FileId> known;
  {
    const std::scoped_lock lock(library().mutex);
    for (const auto& [id, file] : library().files) known.push_back(id);
  }
  {
    i915::DrmDevice& drm = library().process.drm();
    const std::scoped_lock lock(drm.mutex());
    for (const i915::FileId id : drm.shared_files()) known.push_back(id);
  }
  for (const i915::FileId id : known) {
    if (!open->contains(id)) forget(id);
  }
}

void before_fork() {
  library().mutex.lock();
  library().process.drm().mutex().lock();
  host_fault_mutex().lock();
}

void after_fork() {
  host_fault_mutex().unlock();
  library().process.drm().mutex().unlock();
  library().mutex.unlock();
}

void after_fork_in_child() {
  for (const auto& [id, file] : library().files) file->become_inherited();
  library().process.begin_again();
  after_fork();
}

// Runs after all exit handlers of the program.
__attribute__((destructor)) void end() { library().process.end(); }

void stop_compiling() { library().process.stop_compiling(); }

void leave_statistics() {
  if (library().process.is_own()) library().process.statistics().try_write();
}

constexpr eugene_calls kCalls{.open_node = open_node,
                              .receive_node = receive_node,
                              .kind = kind,
                              .ioctl = ioctl,
                              .map = map,
                              .failures = failures,
                              .lost_requests = lost_requests,
                              .let_go = let_go,
                              .is_idle = is_idle,
                              .queue_made = queue_made,
                              .video_wanted = video_wanted,
                              .null_argument = null_argument,
                              .launch = launch,
                              .take_back = take_back,
                              .share = share,
                              .read_back = read_back,
                              .access = access,
                              .misuse = misuse,
                              .some_closed = some_closed,
                              .closed = closed,
                              .stop_compiling = stop_compiling,
                              .leave_statistics = leave_statistics};

}  // namespace
}  // namespace eugene::inside::process

extern "C" __attribute__((visibility("default"))) const eugene_calls* eugene_calls_1() {
  using namespace eugene::inside::process;
  static const bool once = [] {
    ::pthread_atfork(before_fork, after_fork, after_fork_in_child);
    return true;
  }();
  (void)once;
  return &kCalls;
}
