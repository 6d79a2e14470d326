// Access to one GPU address space: 48-bit addresses, 4 KB pages, a per-worker cache of translations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "base/bits.h"

namespace eugene::memory {

inline constexpr unsigned kPageBits = 12;
inline constexpr std::uint64_t kPageBytes = std::uint64_t{1} << kPageBits;
inline constexpr std::uint64_t kAddressMask = low_mask(48);  // addresses arrive sign-extended

enum class Access : std::uint8_t { read, write };

// Pages that are contiguous both in GPU memory, from address `first` on, and in the host's memory. Empty: 0 bytes.
struct ContiguousPages {
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
  std::byte* host = nullptr;

  bool contains(std::uint64_t address) const { return address - first < bytes; }
};

// Translates GPU pages to host memory, by a PPGTT walk or from a flat buffer. Safe to call from several workers.
class PageSource {
 public:
  virtual ~PageSource() = default;
  // Host address of the 4 KB page that holds `address`, or null if it is not mapped for `access`.
  virtual std::byte* page(std::uint64_t address, Access access) = 0;
  // Translates up to `pages` pages from `address` on, as long as they are contiguous in the host's memory. Returns
  // their number and sets `host` to the first.
  virtual std::uint64_t pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host);

 protected:
  PageSource() = default;
  PageSource(const PageSource&) = default;
  PageSource& operator=(const PageSource&) = default;
};

// A worker's access to an address space, with cached translations. Not shared between host threads.
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

  // Copy bytes, also across page borders. Return false if a byte is unmapped; bad_address() is then the first such
  // address. read() gives zeros for unmapped bytes; write() stops at the first one. If the host's memory cannot be
  // accessed (base/host_fault.h), both return false, and all bytes of read() are 0.
  bool read(std::uint64_t address, std::span<std::byte> to);
  bool write(std::uint64_t address, std::span<const std::byte> from);
  std::uint64_t bad_address() const { return bad_address_; }

  // Finds the GPU address of `host` among the cached translations. Used to report an access that faulted.
  std::optional<std::uint64_t> find_address(const std::byte* host) const;

  // Returns a contiguous run that contains `address`; empty if it is not mapped. Runs grow when addresses past their
  // end are requested, and when calls are frequent.
  ContiguousPages contiguous(std::uint64_t address, Access access);

  // Forgets translations: call when page tables may have changed.
  void invalidate() {
    entries_ = {};
    runs_ = {};
    calls_ = 0;
  }

 private:
  bool read_pages(std::uint64_t address, std::span<std::byte> to);
  bool write_pages(std::uint64_t address, std::span<const std::byte> from);
  ContiguousPages contiguous_in_block(std::uint64_t address, Access access);
  void lengthen(ContiguousPages& run, std::uint64_t bytes, bool both, Access access);

  static constexpr std::size_t kEntries = 256;
  static constexpr std::size_t kRuns = 64;
  struct Entry {
    std::uint64_t page = ~std::uint64_t{0};
    std::byte* host = nullptr;
  };

  PageSource* source_;
  std::array<std::array<Entry, kEntries>, 2> entries_;
  std::array<std::vector<ContiguousPages>, 2> runs_;  // indexed by access: recently found runs
  std::uint64_t calls_ = 0;                           // number of calls of contiguous()
  std::uint64_t bad_address_ = 0;
};

}  // namespace eugene::memory
