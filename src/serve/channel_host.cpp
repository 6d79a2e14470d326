#include "serve/channel_host.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "load/kernel_names.h"
#include "serve/file_descriptor.h"

namespace eugene::serve {
Result<ChannelHost> ChannelHost::create(const gpu::Device& device) {
  std::error_code error;
  std::string name = (std::filesystem::temp_directory_path(error) / "eugene-XXXXXX").string();
  if (error || ::mkdtemp(name.data()) == nullptr) {
    return fail(fmt::format("cannot create a temporary directory: {}", std::strerror(errno)));
  }
  ChannelHost host;
  host.directory_ = name;
  const std::string path = name + "/" + kChannelState;
  const FileDescriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  void* memory = MAP_FAILED;
  if (file && ::ftruncate(file.get(), sizeof(ChannelState)) == 0) {
    memory = ::mmap(nullptr, sizeof(ChannelState), PROT_READ | PROT_WRITE, MAP_SHARED, file.get(), 0);
  }
  if (memory == MAP_FAILED) return fail(fmt::format("cannot create {}: {}", path, std::strerror(errno)));
  host.state_ = new (memory)
      ChannelState{.timestamp_hz = device.timestamp_hz, .server = ::getpid(), .driver_tick_ns = device.driver_tick_ns};
  return host;
}

ChannelHost::ChannelHost(ChannelHost&& other) noexcept
    : directory_(std::exchange(other.directory_, {})), state_(std::exchange(other.state_, nullptr)) {}

ChannelHost::~ChannelHost() {
  if (state_ != nullptr) ::munmap(state_, sizeof(ChannelState));
  if (!directory_.empty()) remove();
}

void ChannelHost::remove() const {
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

void ChannelHost::begin_connection(std::uint16_t port) const {
  state_->connections[port].failures = 0;
  state_->connections[port].lost = 0;
}

void ChannelHost::count_failure(std::uint16_t port, bool lost) const {
  if (lost) state_->connections[port].lost = 1;
  ++state_->connections[port].failures;
  state_->failures.fetch_add(1, std::memory_order_release);
}

void ChannelHost::offer_memory(std::uint16_t port, int file) const {
  ChannelState::Connection& connection = state_->connections[port];
  struct stat status {};
  connection.idle = 0;
  connection.memory_inode = 0;
  if (file < 0 || ::fstat(file, &status) != 0) return;
  connection.memory_file = file;
  connection.memory_inode = status.st_ino;
}

void ChannelHost::set_idle(std::uint16_t port, bool idle) const {
  state_->connections[port].idle.store(idle ? 1 : 0, std::memory_order_release);
}

void ChannelHost::forget_programs() const {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory_, error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kChannelProgramPrefix)) continue;
    const int process = std::atoi(name.c_str() + std::strlen(kChannelProgramPrefix));
    if (process > 0 && ::kill(process, 0) != 0 && errno == ESRCH) std::filesystem::remove(entry.path(), error);
  }
}

std::string ChannelHost::kernel_name(std::span<const std::byte> code) const {
  return load::find_kernel_name(directory_, kChannelProgramPrefix, code);
}

}  // namespace eugene::serve
