// Access to one GPU address space: 48-bit addresses, 4 KB pages, a per-worker cache of translations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/bits.h"

namespace eugene::memory {

inline constexpr unsigned kPageBits = 12;
inline constexpr std::uint64_t kPageBytes = std::uint64_t{1} << kPageBits;
inline constexpr std::uint64_t kAddressMask = low_mask(48);  // addresses arrive sign-extended

enum class Access : std::uint8_t { read, write };

// Where pages come from: a PPGTT walk, or a flat buffer. Safe to call from several workers.
class PageSource {
 public:
  virtual ~PageSource() = default;
  // Host address of the 4 KB page that holds `address`, or null if it is not mapped for `access`.
  virtual std::byte* page(std::uint64_t address, Access access) = 0;

 protected:
  PageSource() = default;
  PageSource(const PageSource&) = default;
  PageSource& operator=(const PageSource&) = default;
};

// One worker's window on an address space. Not shared between host threads.
class View {
 public:
  explicit View(PageSource& source) : source_(&source) {}

  // Host address of byte `address`, valid to the end of its page; null if unmapped.
  std::byte* at(std::uint64_t address, Access access) {
    const std::uint64_t page = (address & kAddressMask) >> kPageBits;
    Entry& entry = entries_[static_cast<unsigned>(access)][page % kEntries];
    if (entry.page != page) {
      std::byte* host = source_->page(page << kPageBits, access);
      if (host == nullptr) return nullptr;
      entry = {page, host};
    }
    return entry.host + (address & (kPageBytes - 1));
  }

  // Copies across page borders; false (nothing promised of the rest) at the first unmapped byte, whose
  // address is then `bad_address()`.
  bool read(std::uint64_t address, std::span<std::byte> to);
  bool write(std::uint64_t address, std::span<const std::byte> from);
  std::uint64_t bad_address() const { return bad_address_; }

  // Forgets translations: call when page tables may have changed.
  void invalidate() { entries_ = {}; }

 private:
  static constexpr std::size_t kEntries = 256;
  struct Entry {
    std::uint64_t page = ~std::uint64_t{0};
    std::byte* host = nullptr;
  };

  PageSource* source_;
  std::array<std::array<Entry, kEntries>, 2> entries_;
  std::uint64_t bad_address_ = 0;
};

}  // namespace eugene::memory
