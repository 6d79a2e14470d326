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
#include <vector>

#include "sent_pages.h"
#include "serve/tbx_protocol.h"

namespace eugene::opencl_layer {

// One connection. Calls of one request are made by one thread.
class Turns {
 public:
  // Before bytes are sent: waits until they may be.
  void begin();
  // Takes bytes that the driver sends: part of a request, or whole ones. Returns all that must go to the server now,
  // which is nothing where it may wait.
  std::span<const std::byte> put(std::span<const std::byte> bytes);
  // What put() has returned is on its way.
  void sent();
  void received(std::size_t count);
  // Whether what comes next is a whole page of memory, and whether the program has it at `to` already.
  bool is_page_next() const { return is_mine() && is_page_ && reply_left_ == SentPages::kPage; }
  bool is_known(std::span<const std::byte, SentPages::kPage> content, const void* to);

 private:
  bool is_mine() const { return owner_ == std::this_thread::get_id(); }
  std::size_t head_size() const;  // of header and body, as far as is known
  void take(std::span<const std::byte> bytes);
  void head_complete();
  void end_if_done();

  std::mutex mutex_;
  std::atomic<std::thread::id> owner_;
  // Of the owner's request:
  std::array<std::byte, sizeof(serve::TbxHeader) + serve::kTbxLargestBody> head_{};  // header and body
  std::size_t filled_ = 0;
  std::uint64_t address_ = 0;     // of memory
  std::uint64_t data_left_ = 0;   // to send
  std::uint64_t reply_left_ = 0;  // to receive
  bool is_page_ = false;          // the reply ends with a whole page
  // Of all requests since the last that has been sent:
  std::vector<std::byte> kept_;
  bool is_urgent_ = false;
  SentPages pages_;
};

// The turns of a socket, from the first call on.
Turns& turns_of(int socket);

}  // namespace eugene::opencl_layer
