// Copy on access, to try something: an address space whose pages are private copies of another's, which stay as they
// are. As page_copies.h, but made to be fast: copies lie as far from each other as the addresses of the GPU do, so that
// windows are as long as there, and the host's memory for them is kept for the next time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>

#include "memory/view.h"

namespace eugene::memory {

// The host's memory for the copies of one address space after another. Of each gigabyte of addresses that is used, as
// much of the host's address space is taken, but memory only for what is copied.
class PrivateStorage {
 public:
  static constexpr unsigned kRegionBits = 30;

  PrivateStorage() = default;
  ~PrivateStorage();
  PrivateStorage(const PrivateStorage&) = delete;
  PrivateStorage& operator=(const PrivateStorage&) = delete;

  // Where the copy of `address` goes; null: the host has no room.
  std::byte* at(std::uint64_t address);
  // Gives memory back to the host. No copy may be in use.
  void release();

 private:
  std::map<std::uint64_t, std::byte*> regions_;  // by number
};

// Safe to use from several workers.
class PrivatePages final : public PageSource {
 public:
  // Changes the copy of the page at `address` when it is made.
  using Change = std::function<void(std::uint64_t address, std::span<std::byte> page)>;

  PrivatePages(PageSource& source, PrivateStorage& storage, Change change)
      : source_(&source), storage_(&storage), change_(std::move(change)) {}

  std::byte* page(std::uint64_t address, Access access) override;
  std::uint64_t pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) override;

  // Call these when nothing is running. A page that has not been copied has no copy here: null.
  const std::byte* copy_of(std::uint64_t address) const;
  // Calls `body` with the address of each page that has been copied, the page, and the copy, until it gives false.
  using Body = std::function<bool(std::uint64_t address, const std::byte* original, const std::byte* copy)>;
  bool all_of(const Body& body) const;
  std::uint64_t copied_bytes() const { return copied_ * kPageBytes; }

 private:
  static constexpr unsigned kBlockPages = 512;
  static constexpr std::uint64_t kBlockBytes = kBlockPages * kPageBytes;
  struct Block {
    std::byte* copies = nullptr;                           // of all its pages
    std::array<const std::byte*, kBlockPages> original{};  // null: not copied
  };

  Block* block_of(std::uint64_t address);

  PageSource* source_;
  PrivateStorage* storage_;
  Change change_;
  std::mutex mutex_;
  std::map<std::uint64_t, Block> blocks_;  // by address / kBlockBytes
  std::uint64_t copied_ = 0;               // pages
};

}  // namespace eugene::memory
