// Copy on access: an address space whose pages are private copies, so that a run can be thrown away or compared with
// another run. The program that owns the memory can continue meanwhile.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "memory/view.h"

namespace eugene::memory {

// Contents of each page when the first of several runs accessed it, keyed by host address. All runs thus start with the
// same memory.
class PageOriginals {
 public:
  using Contents = std::array<std::byte, kPageBytes>;
  const Contents& of(const std::byte* host);

 private:
  std::mutex mutex_;
  std::map<const std::byte*, std::unique_ptr<Contents>> contents_;
};

// Copy on access: copies a page of `source` the first time that it is translated. Safe to use from several workers.
class PageCopies final : public PageSource {
 public:
  struct Page {
    std::uint64_t address = 0;  // GPU address; one of them if there are several
    std::byte* copy = nullptr;
    const std::byte* original = nullptr;  // the contents before the run
  };
  using Pages = std::map<std::byte*, Page>;  // keyed by host address

  PageCopies(PageSource& source, PageOriginals& originals) : source_(&source), originals_(&originals) {}

  std::byte* page(std::uint64_t address, Access access) override;
  std::uint64_t pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) override;

  // Call these when nothing is running.
  const Pages& pages() const { return pages_; }
  // Restores every copy to its original contents.
  void reset();
  // Writes only the changed bytes back to the original memory.
  void apply() const;

 private:
  void add(std::uint64_t address, std::byte* host, std::uint64_t count);

  PageSource* source_;
  PageOriginals* originals_;
  std::mutex mutex_;
  Pages pages_;
  std::vector<std::unique_ptr<std::byte[]>> blocks_;
};

}  // namespace eugene::memory
