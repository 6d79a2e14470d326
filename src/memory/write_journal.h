// What pages held before they were written, so that a dispatch can be undone, or compared with another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "memory/view.h"

namespace eugene::memory {

// An address space that copies a page when it is first mapped for writing. Safe to use from several workers.
class WriteJournal final : public PageSource {
 public:
  using Contents = std::array<std::byte, kPageBytes>;
  struct Page {
    std::uint64_t address = 0;  // of the GPU: one of them, where there are several
    std::unique_ptr<Contents> before;
  };
  using Pages = std::map<std::byte*, Page>;  // by their place in the host's memory

  explicit WriteJournal(PageSource& source) : source_(&source) {}

  std::byte* page(std::uint64_t address, Access access) override;
  std::uint64_t pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) override;

  // Call when nothing is running.
  const Pages& pages() const { return pages_; }
  // What the pages hold now.
  Pages now() const;
  // Every page holds what it did before.
  void undo();

 private:
  void keep(std::uint64_t address, std::byte* host);

  PageSource* source_;
  std::mutex mutex_;
  Pages pages_;
};

}  // namespace eugene::memory
