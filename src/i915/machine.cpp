#include "i915/machine.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <new>
#include <utility>

namespace eugene::i915 {

FileId file_id(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return {};
  return {status.st_dev, status.st_ino};
}

Machine::Machine(QueueOptions options) : options_(std::move(options)), clock_(options_.device->timestamp_hz) {}

namespace {

// While this lives, threads that start leave the program's signals to the program's threads.
class WithoutSignals {
 public:
  WithoutSignals() {
    sigset_t all;
    sigfillset(&all);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGPROF}) sigdelset(&all, own);
    ::pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  ~WithoutSignals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  WithoutSignals(const WithoutSignals&) = delete;
  WithoutSignals& operator=(const WithoutSignals&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace

Queue& Machine::queue() {
  if (queue_ == nullptr) {
    const WithoutSignals blocked;
    queue_ = std::make_unique<Queue>(options_, clock_, waiters_);
  }
  return *queue_;
}

void Machine::submit(Request request) {
  std::erase_if(submitted_, [](const Submitted& each) { return is_done(each.done); });
  submitted_.push_back({request.done, request.slot});
  queue().submit(std::move(request));
}

void Machine::stop() {
  std::unique_ptr<Queue> queue;
  {
    const std::scoped_lock lock(mutex_);
    queue = std::move(queue_);
  }
}

int Machine::share(Shared what, std::uint64_t bytes, bool close_on_exec) {
  const int descriptor = ::memfd_create("eugene-shared", close_on_exec ? MFD_CLOEXEC : 0);
  if (descriptor < 0) return -1;
  if (::ftruncate(descriptor, static_cast<off_t>(bytes)) != 0) {
    ::close(descriptor);
    return -1;
  }
  shared_[file_id(descriptor)] = std::move(what);
  return descriptor;
}

void Machine::share_as(int descriptor, std::shared_ptr<SyncFile> file) {
  sync_files_.add(file);
  shared_[file_id(descriptor)] = std::move(file);
}

const Machine::Shared* Machine::find_shared(FileId id) const {
  const auto found = shared_.find(id);
  return found == shared_.end() ? nullptr : &found->second;
}

std::uint32_t Machine::name_of(const ObjectPtr& object) {
  std::erase_if(names_, [](const auto& each) { return each.second.expired(); });
  for (const auto& [name, each] : names_) {
    if (each.lock() == object) return name;
  }
  const std::uint32_t name = names_.empty() ? 1 : names_.rbegin()->first + 1;
  names_[name] = object;
  return name;
}

ObjectPtr Machine::find_named(std::uint32_t name) const {
  const auto found = names_.find(name);
  return found == names_.end() ? nullptr : found->second.lock();
}

void Machine::begin_again(QueueOptions options) {
  options_ = std::move(options);
  (void)queue_.release();  // its threads are not here: nobody can end them
  // Nor does anybody finish what they were at: who waits for it is not to wait forever, and its context starts anew.
  for (const Submitted& each : submitted_) {
    if (is_done(each.done)) continue;
    each.done->failed = true;
    each.done->done = true;
    (void)each.slot->state.release();  // perhaps half changed
  }
  submitted_.clear();
  new (&sync_files_) SyncFiles;
  new (&waiters_) Waiters([this] { sync_files_.signal(); });
}

}  // namespace eugene::i915
