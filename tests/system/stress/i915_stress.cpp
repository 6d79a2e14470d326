// A client of the kernel's interface that does at random what is hard to get along with: threads with files of their
// own submit work that waits for the host, with fences in and out and merged ones; they close files under way, fork and
// vfork, and the program ends in one of several ways while all of that goes on. All data that fences announce must be
// there, and every wait must end: an alarm ends a program that hangs.
//
//     i915_stress SEED STEPS
#include <fcntl.h>
#include <i915_drm.h>
#include <linux/sync_file.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <random>
#include <span>
#include <thread>
#include <utility>
#include <vector>

namespace {

constexpr unsigned kThreads = 3;
constexpr unsigned kLongest = 60;  // seconds
constexpr std::uint32_t kPage = 4096;

// Set when the program ends. The GPU then drops unfinished work, which threads that still run may see.
std::atomic<bool> is_ending = false;

// Held when the program runs its exit handlers. A child that runs its own must not be a copy of it then: the lock that
// exit() holds in the parent would never be released in the child.
std::mutex exit_mutex;

// Whether this process is a child: then it has no GPU.
bool is_child = false;

template <class... Values>
[[noreturn]] void die(const char* format, Values... values) {
  if (is_child && is_ending) ::_exit(0);
  while (is_ending) ::pause();
  std::fprintf(stderr, format, values...);
  std::fprintf(stderr, "\n");
  std::_Exit(1);
}

template <class T>
int call(int file, unsigned long request, T& argument) {
  int result = 0;
  do result = ::ioctl(file, request, &argument);
  while (result != 0 && (errno == EINTR || errno == EAGAIN));
  return result;
}
template <class T>
void must(int file, unsigned long request, T& argument, const char* what) {
  if (call(file, request, argument) != 0) die("%s: errno %d", what, errno);
}

// Shared memory of the program and the GPU.
struct Buffer {
  std::uint32_t handle = 0;
  std::uint32_t* dwords = nullptr;
};

// An open file of the node, used by one thread: a context, a page of results, and a page with a gate, each at its own
// address.
class Client {
 public:
  Client() : file_(::open("/dev/dri/renderD128", O_RDWR | O_CLOEXEC)) {
    if (file_ < 0) die("the node does not open: errno %d", errno);
    drm_i915_gem_context_create context{};
    must(file_, DRM_IOCTL_I915_GEM_CONTEXT_CREATE, context, "context");
    context_ = context.ctx_id;
    results_ = create();
    gate_ = create();
  }
  ~Client() {
    for (const Work& each : work_) ::close(each.fence);
    for (const Buffer& each : {results_, gate_}) ::munmap(each.dwords, kPage);
    ::close(file_);
  }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // Submits work that writes a number to one of the results. It may wait for the gate or for other work of this file.
  void submit(std::mt19937& random) {
    const std::uint32_t slot = next_++ % (kPage / 4);
    if (slot == 0) wait_for_all();  // so that no old number is written later
    const auto number = static_cast<std::uint32_t>(random());
    const bool waits = random() % 3 == 0;
    const Buffer batch = create();
    std::uint32_t* to = batch.dwords;
    if (waits) {
      gate_needed_ = *gate_.dwords + 1;
      to = std::ranges::copy(std::array{kSemaphoreWait, gate_needed_, kGate, 0U}, to).out;
    }
    std::ranges::copy(std::array{kStoreDword, kResults + 4 * slot, 0U, number, kBatchEnd, 0U}, to);
    std::array<drm_i915_gem_exec_object2, 3> objects{};
    objects[0] = {.handle = results_.handle, .offset = kResults, .flags = EXEC_OBJECT_PINNED | EXEC_OBJECT_WRITE};
    objects[1] = {.handle = gate_.handle, .offset = kGate, .flags = EXEC_OBJECT_PINNED};
    objects[2] = {.handle = batch.handle, .offset = kBatches + kPage * slot, .flags = EXEC_OBJECT_PINNED};
    drm_i915_gem_execbuffer2 args{};
    args.buffers_ptr = reinterpret_cast<std::uint64_t>(objects.data());
    args.buffer_count = objects.size();
    args.flags = I915_EXEC_RENDER | I915_EXEC_FENCE_OUT;
    args.rsvd1 = context_;
    if (!work_.empty() && random() % 2 == 0) {
      args.flags |= I915_EXEC_FENCE_IN;
      args.rsvd2 = static_cast<std::uint32_t>(work_[random() % work_.size()].fence);
    }
    must(file_, DRM_IOCTL_I915_GEM_EXECBUFFER2_WR, args, "execbuffer");
    work_.push_back({static_cast<int>(args.rsvd2 >> 32), slot, number});
    destroy(batch);
  }

  void open_gate() { __atomic_store_n(gate_.dwords, gate_needed_, __ATOMIC_SEQ_CST); }

  // Waits in submission order, since all requests are in one context.
  void wait_for_all() {
    open_gate();
    for (const Work& each : work_) {
      pollfd poll{.fd = each.fence, .events = POLLIN, .revents = 0};
      while (::poll(&poll, 1, -1) != 1) {
      }
      const std::uint32_t found = __atomic_load_n(results_.dwords + each.slot, __ATOMIC_SEQ_CST);
      if (found != each.number) die("result %u is %x, not %x", each.slot, found, each.number);
      sync_file_info info{};
      must(each.fence, SYNC_IOC_FILE_INFO, info, "what a sync file says");
      if (info.status != 1) die("work %u ended with status %d", each.slot, info.status);
      ::close(each.fence);
    }
    work_.clear();
  }

  void look(std::mt19937& random) {
    if (work_.empty()) return;
    const Work& one = work_[random() % work_.size()];
    pollfd poll{.fd = one.fence, .events = POLLIN, .revents = 0};
    ::poll(&poll, 1, static_cast<int>(random() % 3));
    drm_i915_gem_busy busy{.handle = results_.handle, .busy = 0};
    must(file_, DRM_IOCTL_I915_GEM_BUSY, busy, "busy");
    drm_i915_gem_wait wait{.bo_handle = results_.handle, .flags = 0, .timeout_ns = 100'000};
    if (call(file_, DRM_IOCTL_I915_GEM_WAIT, wait) != 0 && errno != ETIME) die("wait: errno %d", errno);
  }

  // Replaces a fence by its copy, or by a merge with another fence.
  void replace_fence(std::mt19937& random) {
    if (work_.empty()) return;
    Work& one = work_[random() % work_.size()];
    sync_merge_data data{
        .name = "both", .fd2 = work_[random() % work_.size()].fence, .fence = -1, .flags = 0, .pad = 0};
    if (random() % 2 == 0) {
      data.fence = ::dup(one.fence);
    } else {
      must(one.fence, SYNC_IOC_MERGE, data, "merge");
    }
    ::close(std::exchange(one.fence, data.fence));
  }

  // A child closes its own descriptors; the parent's stay open.
  void close_in_child() const {
    for (const Work& each : work_) ::close(each.fence);
    ::close(file_);
  }
  // Waits in a child, where the GPU has only done its work up to the fork. The wait must end all the same.
  void wait_in_child() {
    drm_i915_gem_wait wait{.bo_handle = results_.handle, .flags = 0, .timeout_ns = -1};
    must(file_, DRM_IOCTL_I915_GEM_WAIT, wait, "wait in a child");
  }

 private:
  struct Work {
    int fence;
    std::uint32_t slot;
    std::uint32_t number;
  };
  static constexpr std::uint32_t kGate = 0x10'0000;
  static constexpr std::uint32_t kResults = 0x20'0000;
  static constexpr std::uint32_t kBatches = 0x100'0000;
  // BXT PRM vol2a: MI_BATCH_BUFFER_END, MI_STORE_DATA_IMM, MI_SEMAPHORE_WAIT that polls until memory is at least as
  // much as the number.
  static constexpr std::uint32_t kBatchEnd = 0x0AU << 23;
  static constexpr std::uint32_t kStoreDword = 0x20U << 23 | 2;
  static constexpr std::uint32_t kSemaphoreWait = 0x1CU << 23 | 1U << 15 | 1U << 12 | 2;

  Buffer create() {
    drm_i915_gem_create create{.size = kPage, .handle = 0, .pad = 0};
    must(file_, DRM_IOCTL_I915_GEM_CREATE, create, "create");
    drm_i915_gem_mmap_offset offset{};
    offset.handle = create.handle;
    offset.flags = I915_MMAP_OFFSET_WB;
    must(file_, DRM_IOCTL_I915_GEM_MMAP_OFFSET, offset, "offset");
    void* place = ::mmap(nullptr, kPage, PROT_READ | PROT_WRITE, MAP_SHARED, file_, static_cast<off_t>(offset.offset));
    if (place == MAP_FAILED) die("mmap: errno %d", errno);
    return {create.handle, static_cast<std::uint32_t*>(place)};
  }
  void destroy(const Buffer& buffer) {
    ::munmap(buffer.dwords, kPage);
    drm_gem_close close{.handle = buffer.handle, .pad = 0};
    must(file_, DRM_IOCTL_GEM_CLOSE, close, "close");
  }

  int file_;
  std::uint32_t context_ = 0;
  Buffer results_;
  Buffer gate_;
  std::uint32_t gate_needed_ = 0;
  std::uint32_t next_ = 0;
  std::vector<Work> work_;
};

// Kind of child that works with a file of its own, and runs its exit handlers.
constexpr unsigned kOwnFile = 3;

[[noreturn]] void run_child(Client& client, unsigned kind) {
  ::alarm(kLongest);
  is_child = true;
  if (kind == 1) client.close_in_child();
  if (kind == 2) client.wait_in_child();
  if (kind == kOwnFile) {
    std::mt19937 random(kind);
    Client own;
    for (int i = 0; i < 5; ++i) own.submit(random);
    own.wait_for_all();
    std::exit(0);
  }
  ::_exit(0);
}

void fork_child(Client& client, std::mt19937& random) {
  const unsigned kind = random() % 4;
  const bool shares_memory = random() % 3 == 0;
  if (shares_memory) {
    // Closes descriptors in the child, as programs do before they start another program.
    const pid_t child = ::vfork();
    if (child == 0) {
      client.close_in_child();
      ::_exit(0);
    }
    int status = 0;
    if (child < 0 || ::waitpid(child, &status, 0) != child || status != 0) die("vfork: status %x", status);
    return;
  }
  std::unique_lock exit_lock(exit_mutex, std::defer_lock);
  if (kind == kOwnFile) exit_lock.lock();
  const pid_t child = ::fork();
  if (child == 0) run_child(client, kind);
  if (exit_lock) exit_lock.unlock();
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) != child || status != 0)
    die("a child that does %u ended with status %x", kind, status);
}

void work(unsigned seed, unsigned steps) {
  std::mt19937 random(seed);
  auto client = std::make_unique<Client>();
  for (unsigned step = 0; step < steps; ++step) {
    switch (random() % 32) {
      case 0: fork_child(*client, random); break;
      case 1:
        if (random() % 4 != 0) client->open_gate();
        client = std::make_unique<Client>();
        break;
      case 2:
      case 3: client->wait_for_all(); break;
      case 4:
      case 5:
      case 6: client->open_gate(); break;
      case 7:
      case 8:
      case 9: client->replace_fence(random); break;
      case 10:
      case 11:
      case 12:
      case 13:
      case 14: client->look(random); break;
      default: client->submit(random);
    }
  }
  client->wait_for_all();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const auto seed = static_cast<unsigned>(std::strtoul(arguments[1], nullptr, 10));
  const auto steps = static_cast<unsigned>(std::strtoul(arguments[2], nullptr, 10));
  ::alarm(kLongest);
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i) threads.emplace_back(work, seed * kThreads + i, steps);
  const unsigned end = seed % 3;
  if (end == 0) threads[0].join();  // the other threads still run
  if (end == 0) std::_Exit(0);
  if (end == 1) {
    threads[1].join();
    exit_mutex.lock();
    is_ending = true;
    std::exit(0);  // NOLINT(concurrency-mt-unsafe): other threads are to be under way
  }
  for (std::thread& each : threads) each.join();
}
