#include "i915/drm_device.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "i915/borrowed_thread.h"
#include "i915/shared_memory.h"

namespace eugene::i915 {

namespace {

std::shared_ptr<std::atomic<bool>> make_family() {
  constexpr std::size_t kBytes = 4096;
  void* page = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return nullptr;
  return {new (page) std::atomic<bool>, [](std::atomic<bool>* each) { ::munmap(each, kBytes); }};
}

}  // namespace

DrmDevice::DrmDevice(QueueOptions options)
    : options_(std::move(options)), clock_(options_.device->timestamp_hz), family_(make_family()) {}

Queue& DrmDevice::queue() {
  if (*queue_ == nullptr) {
    const WithoutSignals blocked(WithoutSignals::Mask::of_new_threads);
    if (options_.started) options_.started();
    *queue_ = std::make_unique<Queue>(options_, clock_, *waiters_, lost_);
  }
  return **queue_;
}

Queue* DrmDevice::submit(Request request) {
  std::erase_if(submitted_, [](const Submitted& each) { return is_done(each.done); });
  submitted_.push_back({request.done, request.slot});
  ++request.slot->pending;
  return queue().submit(std::move(request)) ? queue_->get() : nullptr;
}

void DrmDevice::make_late_writes() {
  const std::scoped_lock lock(mutex_);
  if (*queue_ != nullptr) (*queue_)->make_late_writes();
}

bool DrmDevice::is_idle(std::chrono::milliseconds longest) {
  return waiters_->wait(
      [this] {
        const std::scoped_lock lock(mutex_);
        return std::ranges::all_of(submitted_, [](const Submitted& each) { return is_done(each.done); });
      },
      std::chrono::steady_clock::now() + longest);
}

std::vector<FileId> DrmDevice::shared_files() const {
  std::vector<FileId> result;
  result.reserve(shared_.size());
  for (const auto& [id, each] : shared_) result.push_back(id);
  return result;
}

void DrmDevice::use_inherited() {
  if (std::exchange(has_used_inherited_, true)) return;
  if (family_ != nullptr) *family_ = true;
  if (!options_.report) return;
  options_.report({.remark = fmt::format(
                       "process {} submits work on a GPU device that its parent opened: the two overwrite each other's "
                       "commands, and results of both may be wrong; fork() before the device is used (in Python: "
                       "multiprocessing's \"spawn\")",
                       ::getpid())});
}

void DrmDevice::stop() {
  std::unique_ptr<Queue> queue;
  {
    const std::scoped_lock lock(mutex_);
    queue = std::move(*queue_);
  }
}

int DrmDevice::share(Shared what) {
  const int descriptor = ::memfd_create("eugene-shared", MFD_CLOEXEC);
  if (descriptor >= 0) shared_[file_id(descriptor)] = std::move(what);
  return descriptor;
}

ObjectPtr DrmDevice::import(int descriptor) {
  const auto known = exported_.find(file_id(descriptor));
  if (known != exported_.end()) {
    if (ObjectPtr object = known->second.lock()) return object;
  }
  const std::optional<std::uint64_t> bytes = shared_file_bytes(descriptor);
  if (!bytes) return nullptr;
  ObjectPtr object = Object::of_file(descriptor, take_offsets(*bytes), *bytes);
  if (object != nullptr) add_exported(object);
  return object;
}

void DrmDevice::add_exported(const ObjectPtr& object) {
  std::erase_if(exported_, [](const auto& each) { return each.second.expired(); });
  exported_[object->file()] = object;
}

void DrmDevice::share_as(int descriptor, std::shared_ptr<SyncFile> file) {
  sync_files_->add(file);
  shared_[file_id(descriptor)] = std::move(file);
}

const DrmDevice::Shared* DrmDevice::find_shared(FileId id) const {
  const auto found = shared_.find(id);
  return found == shared_.end() ? nullptr : &found->second;
}

std::uint32_t DrmDevice::name_object(const ObjectPtr& object) {
  std::erase_if(names_, [](const auto& each) { return each.second.expired(); });
  for (const auto& [name, each] : names_) {
    if (each.lock() == object) return name;
  }
  const std::uint32_t name = names_.empty() ? 1 : names_.rbegin()->first + 1;
  names_[name] = object;
  return name;
}

ObjectPtr DrmDevice::find_named(std::uint32_t name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? nullptr : found->second.lock();
}

void DrmDevice::begin_again(QueueOptions options) {
  options_ = std::move(options);
  has_used_inherited_ = false;
  queue_.begin_again();
  // Only the parent has the queue's threads, which would finish the unfinished requests. So the requests are marked as
  // failed, which ends waits for them. Their contexts start anew, because a context may be half changed.
  for (const Submitted& each : submitted_) {
    if (is_done(each.done)) continue;
    each.done->failed = true;
    each.done->done = true;
    --each.slot->pending;
    abandon(each.slot->state);
  }
  submitted_.clear();
  sync_files_.begin_again();
  waiters_.begin_again(sync_file_signal());
}

}  // namespace eugene::i915
