#include "gpu_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <string>

#include "memory/physical_memory.h"

namespace eugene::opencl_layer {

using memory::PhysicalMemory;

std::unique_ptr<GpuMemory> GpuMemory::open(const serve::ChannelState& state, std::uint16_t port) {
  const serve::ChannelState::Connection& connection = state.connections[port];
  const std::uint64_t inode = connection.memory_inode;
  if (inode == 0) return nullptr;
  const std::string name =
      "/proc/" + std::to_string(state.server) + "/fd/" + std::to_string(connection.memory_file.load());
  serve::FileDescriptor file(::open(name.c_str(), O_RDWR | O_CLOEXEC));
  struct stat status {};
  // Seen from another place than the server's, the name may be that of anything.
  if (!file || ::fstat(file.get(), &status) != 0 || status.st_ino != inode ||
      (::fcntl(file.get(), F_GET_SEALS) & F_SEAL_SHRINK) == 0 ||
      status.st_size != static_cast<off_t>(std::uint64_t{1} << PhysicalMemory::kMaxAddressBits)) {
    return nullptr;
  }
  return std::unique_ptr<GpuMemory>(new GpuMemory(connection, std::move(file)));
}

GpuMemory::~GpuMemory() {
  for (const auto& [number, host] : chunks_) {
    if (host != nullptr) ::munmap(host, PhysicalMemory::kChunkBytes);
  }
}

void GpuMemory::written(std::uint64_t address) {
  const std::uint64_t number = address >> PhysicalMemory::kChunkBits;
  if (number == last_ || address >= PhysicalMemory::kTableSpace) return;
  const auto [chunk, is_new] = chunks_.try_emplace(number, nullptr);
  if (is_new) {
    void* host = ::mmap(nullptr, PhysicalMemory::kChunkBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE,
                        file_.get(), static_cast<off_t>(number << PhysicalMemory::kChunkBits));
    if (host != MAP_FAILED) chunk->second = static_cast<std::byte*>(host);
  }
  last_ = number;
  last_host_ = chunk->second;
}

std::byte* GpuMemory::at(std::uint64_t address) {
  const std::uint64_t number = address >> PhysicalMemory::kChunkBits;
  if (number != last_) {
    const auto chunk = chunks_.find(number);
    if (chunk == chunks_.end()) return nullptr;
    last_ = number;
    last_host_ = chunk->second;
  }
  return last_host_ == nullptr ? nullptr : last_host_ + (address & (PhysicalMemory::kChunkBytes - 1));
}

}  // namespace eugene::opencl_layer
