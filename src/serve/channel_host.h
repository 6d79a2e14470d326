// The server's side of the channel to programs: makes the directory, counts failures in it, names kernels from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "gpu/device.h"
#include "serve/channel.h"

namespace eugene::serve {

class ChannelHost {
 public:
  // A new directory for `device`'s programs.
  static Result<ChannelHost> create(const gpu::Device& device);
  ~ChannelHost();  // removes the directory
  ChannelHost(ChannelHost&& other) noexcept;
  ChannelHost& operator=(ChannelHost&&) = delete;

  const std::filesystem::path& directory() const { return directory_; }
  // The directory and all in it; what is mapped stays.
  void remove() const;
  // A connection from this port of the client begins.
  void begin_connection(std::uint16_t port) const;
  void count_failure(std::uint16_t port, bool lost) const;
  // The connection's GPU has its memory in `file` (none: -1), which stays open until this is called again.
  void offer_memory(std::uint16_t port, int file) const;
  void set_idle(std::uint16_t port, bool idle) const;
  // Forgets the binaries of processes that have ended.
  void forget_programs() const;
  // The name of the kernel whose code is `code` among the programs that were built; empty if none has it.
  std::string kernel_name(std::span<const std::byte> code) const;

 private:
  ChannelHost() = default;

  std::filesystem::path directory_;
  ChannelState* state_ = nullptr;
};

}  // namespace eugene::serve
