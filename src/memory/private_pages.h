// Copy on access: an address space whose pages are private copies of another address space's pages, which stay
// unchanged. A run on private copies can be thrown away or compared with another run. Copies have the same distances
// from each other as their GPU addresses, so contiguous windows are as long as in the original, and the host's memory
// for copies is reused by the next run.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>

#include "memory/view.h"

namespace eugene::memory {

// Host memory for the copies of one address space, then of the next. Reserves host address space for each gigabyte of
// GPU addresses used, but memory only for the copied pages.
class PrivateStorage {
 public:
  static constexpr unsigned kRegionBits = 30;

  PrivateStorage() = default;
  ~PrivateStorage();
  PrivateStorage(const PrivateStorage&) = delete;
  PrivateStorage& operator=(const PrivateStorage&) = delete;

  // Host address for the copy of `address`; null if the host has not enough address space.
  std::byte* at(std::uint64_t address);
  // Returns memory to the host. No copy may be in use.
  void release();

 private:
  std::map<std::uint64_t, std::byte*> regions_;  // keyed by address >> kRegionBits
};

// Copies a page of `source` the first time that the page is translated. A page that several GPU addresses name has one
// copy. Safe to use from several workers.
class PrivatePages final : public PageSource {
 public:
  // Called when the page at `address` is copied; may change the copy. Null: copies are like the originals.
  using Change = std::function<void(std::uint64_t address, std::span<std::byte> page)>;

  PrivatePages(PageSource& source, PrivateStorage& storage, Change change = {})
      : source_(&source), storage_(&storage), change_(std::move(change)) {}

  std::byte* page(std::uint64_t address, Access access) override;
  std::uint64_t pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) override;

  // --- call these when nothing is running ---
  // Returns null if the page has not been copied at `address`, the first of its addresses that was translated.
  const std::byte* find_copy(std::uint64_t address) const;
  // Returns the copy of the page whose memory in the source is `original`; null if the page has not been copied.
  const std::byte* find_page_copy(const std::byte* original) const;
  // Calls `body` for each copied page, with its first address, the original and the copy, until `body` returns false.
  using Body = std::function<bool(std::uint64_t address, std::byte* original, const std::byte* copy)>;
  bool all_of(const Body& body) const;
  // Copies every page that has been copied once more.
  void reset();
  std::uint64_t copied_bytes() const { return copied_ * kPageBytes; }

 private:
  static constexpr unsigned kBlockPages = 512;
  static constexpr std::uint64_t kBlockBytes = kBlockPages * kPageBytes;
  struct Block {
    std::byte* copies = nullptr;                     // of all pages of the block
    std::array<std::byte*, kBlockPages> original{};  // null: not copied
  };
  using HostBlock = std::array<std::byte*, kBlockPages>;  // copies of a block of host memory; null: not copied
  struct HostPage {
    std::uintptr_t block;  // host address of the block's first page; the pages need not be aligned
    std::size_t number;
  };

  Block* find_block(std::uint64_t address);
  static HostPage host_page(const std::byte* original);
  void copy_page(std::uint64_t address, const std::byte* original, std::byte* copy) const;

  PageSource* source_;
  PrivateStorage* storage_;
  Change change_;
  std::mutex mutex_;
  std::map<std::uint64_t, Block> blocks_;                      // by address / kBlockBytes
  std::unordered_map<std::uintptr_t, HostBlock> host_blocks_;  // by HostPage::block of the originals
  std::uint64_t copied_ = 0;                                   // pages
};

}  // namespace eugene::memory
