// Threads of the program take turns on the driver's connection, and what they ask for there is done on this side where
// it can be.
//
// The driver sends a request in pieces, and reads the answer in pieces, without keeping its other threads from doing
// the same between them. A thread here has the connection from the first byte of a request to the last one of its
// answer. The driver sends and fetches memory page by page, each with the table entries that lead to it, far more often
// than something has changed: entries that the server has already are dropped, and pages are copied to and from the
// GPU's memory as long as the server has nothing to do.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "gpu_memory.h"
#include "sent_pages.h"
#include "serve/table_chain.h"
#include "serve/tbx_protocol.h"

namespace eugene::opencl_layer {

// One connection. Calls of one request are made by one thread.
class Turns {
 public:
  using FindMemory = std::function<std::unique_ptr<GpuMemory>()>;
  // `find_memory` is called once, when the server has answered for the first time; it may give null.
  explicit Turns(FindMemory find_memory) : find_memory_(std::move(find_memory)) {}

  // What must go to the server now.
  struct Due {
    std::span<const std::byte> bytes;  // none: nothing
    std::size_t answer = 0;            // bytes of an answer that is for the layer only
  };

  // Before bytes are sent: waits until they may be.
  void begin();
  // Takes bytes that the driver sends: part of a request, or whole ones.
  Due put(std::span<const std::byte> bytes);
  // What put() has returned has been sent, and its answer has come.
  void sent(const Due& due);

  // What comes next, at most `size` bytes, of an answer that the server is not asked for; empty if it is.
  std::span<const std::byte> local_answer(std::size_t size) const;
  void received(std::size_t count);
  // Whether what comes next is a whole page of memory, and whether the program has it at `to` already.
  bool is_page_next() const { return is_mine() && is_page_ && reply_left_ == SentPages::kPage; }
  bool is_known(std::span<const std::byte, SentPages::kPage> content, const void* to);
  // Whether what comes next is of a page, and not of what comes before it.
  bool is_page_part_next() const { return is_mine() && is_page_ && reply_left_ <= SentPages::kPage; }

 private:
  bool is_mine() const { return owner_ == std::this_thread::get_id(); }
  std::size_t head_size() const;  // of header and body, as far as is known
  std::uint32_t body(std::size_t index) const;
  void take(std::span<const std::byte> bytes);
  void keep(std::span<const std::byte> bytes);
  void head_complete();
  void begin_write(std::uint32_t size);
  void begin_read(const serve::TbxHeader& header, std::uint32_t size);
  void take_data(std::span<const std::byte> bytes);
  void entry_complete();
  void note_write(std::uint64_t address, std::size_t size);
  void note_writes(std::span<const serve::TableChain::Entry> entries);
  std::size_t ask();
  void answered();
  void end_if_done();

  static constexpr std::size_t kReplyHead = sizeof(serve::TbxHeader) + 3 * sizeof(std::uint32_t);
  static constexpr std::size_t kGone = ~std::size_t{0};  // no place in kept_

  std::mutex mutex_;
  std::atomic<std::thread::id> owner_;
  // Of the owner's request:
  std::array<std::byte, sizeof(serve::TbxHeader) + serve::kTbxLargestBody> head_{};  // header and body
  std::size_t filled_ = 0;
  std::size_t head_place_ = 0;        // in kept_
  std::uint64_t address_ = 0;         // of memory
  std::uint64_t data_left_ = 0;       // to send
  std::byte* target_ = nullptr;       // in the GPU's memory; null: to the server
  std::array<std::byte, 8> entry_{};  // the data, where they may be one of a page table
  bool is_entry_ = false;
  std::uint64_t reply_left_ = 0;  // to receive
  std::array<std::byte, kReplyHead> reply_{};
  const std::byte* source_ = nullptr;  // in the GPU's memory, of the reply; null: from the server
  bool is_page_ = false;               // the reply ends with a whole page
  // Of all requests since the last that has been sent:
  std::vector<std::byte> kept_;
  bool is_urgent_ = false;
  // Of all:
  SentPages pages_;
  serve::TableChain chain_;          // as the server sees it
  std::size_t chain_place_ = kGone;  // in kept_
  bool chain_is_first_ = false;      // nothing that the server takes for a chain came just before it
  std::unordered_map<std::uint64_t, std::uint64_t> entries_;  // of page tables, by address: the server has them
  std::unordered_set<std::uint64_t> written_;  // numbers of pages of which the server has not said that it has them
  FindMemory find_memory_;
  std::unique_ptr<GpuMemory> memory_;
  bool has_searched_ = false;
  bool in_step_ = false;  // the server has done all it was sent, so that memory_ may be used
};

}  // namespace eugene::opencl_layer
