// Threads of the program take turns on the driver's connection.
//
// The driver sends a request in pieces, and reads the answer in pieces, without keeping its other threads from doing
// the same between them. A thread here has the connection from the first byte of a request to the last one of its
// answer.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <thread>

#include "serve/tbx_protocol.h"

namespace eugene::opencl_layer {

// One connection. Calls of one request are made by one thread.
class Turns {
 public:
  // Before bytes are sent: waits until they may be.
  void begin();
  // These bytes have been sent: part of a request, or whole ones.
  void sent(std::span<const std::byte> bytes);
  void received(std::size_t count);

 private:
  bool is_mine() const { return owner_ == std::this_thread::get_id(); }
  std::size_t head_size() const;  // of header and body, as far as is known
  void head_complete();
  void end_if_done();

  std::mutex mutex_;
  std::atomic<std::thread::id> owner_;
  // Of the owner's request:
  std::array<std::byte, sizeof(serve::TbxHeader) + serve::kTbxLargestBody> head_{};  // header and body
  std::size_t filled_ = 0;
  std::uint64_t data_left_ = 0;   // to send
  std::uint64_t reply_left_ = 0;  // to receive
};

// The turns of a socket, from the first call on.
Turns& turns_of(int socket);

}  // namespace eugene::opencl_layer
