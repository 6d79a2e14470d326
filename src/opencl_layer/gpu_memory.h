// The physical memory of a connection's GPU, mapped into the program where the server offers that (serve/channel.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include "serve/channel.h"
#include "serve/file_descriptor.h"

namespace eugene::opencl_layer {

class GpuMemory {
 public:
  // Of the connection from TCP port `port` on this side; null if the server offers none, or it cannot be had here.
  static std::unique_ptr<GpuMemory> open(const serve::ChannelState& state, std::uint16_t port);
  ~GpuMemory();
  GpuMemory(const GpuMemory&) = delete;
  GpuMemory& operator=(const GpuMemory&) = delete;

  // Whether it may be used, provided that the server has answered everything it was sent.
  bool is_idle() const { return connection_->idle.load(std::memory_order_acquire) != 0; }
  // The server has written at physical `address`, and so has memory around it: until then it knows of none.
  void written(std::uint64_t address);
  // Host address of the byte at physical `address`, valid to the end of its page; null if there may be no memory.
  std::byte* at(std::uint64_t address);

 private:
  GpuMemory(const serve::ChannelState::Connection& connection, serve::FileDescriptor file)
      : connection_(&connection), file_(std::move(file)) {}

  const serve::ChannelState::Connection* connection_;
  serve::FileDescriptor file_;
  std::unordered_map<std::uint64_t, std::byte*> chunks_;  // by number; null: not to be had
  std::uint64_t last_ = ~std::uint64_t{0};                // chunk
  std::byte* last_host_ = nullptr;
};

}  // namespace eugene::opencl_layer
