#include "memory/page_copies.h"

#include <cstring>

#include "base/host_fault.h"

namespace eugene::memory {

const PageOriginals::Contents& PageOriginals::of(const std::byte* host) {
  const std::scoped_lock lock(mutex_);
  const auto [at, is_new] = contents_.try_emplace(host);
  if (is_new) {
    at->second = std::make_unique<Contents>();
    // Memory that cannot be read is copied as zeros. The kernel's own access to it will report the fault.
    if (trap_host_faults([&] { std::memcpy(at->second->data(), host, kPageBytes); })) at->second->fill(std::byte{0});
  }
  return *at->second;
}

// Adds copies of `count` pages that are contiguous at `host`. Each run of new pages is contiguous in the copies too.
void PageCopies::add(std::uint64_t address, std::byte* host, std::uint64_t count) {
  std::uint64_t n = 0;
  while (n < count) {
    if (pages_.contains(host + n * kPageBytes)) {
      ++n;
      continue;
    }
    std::uint64_t end = n + 1;
    while (end < count && !pages_.contains(host + end * kPageBytes)) ++end;
    blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>((end - n) * kPageBytes));
    for (std::byte* copy = blocks_.back().get(); n < end; ++n, copy += kPageBytes) {
      const std::byte* original = originals_->of(host + n * kPageBytes).data();
      std::memcpy(copy, original, kPageBytes);
      pages_[host + n * kPageBytes] = {
          .address = (address & kAddressMask & ~(kPageBytes - 1)) + n * kPageBytes, .copy = copy, .original = original};
    }
  }
}

std::uint64_t PageCopies::pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) {
  std::byte* memory = nullptr;
  const std::uint64_t count = source_->pages_from(address, access, pages, memory);
  host = nullptr;
  if (count == 0 || memory == nullptr) return 0;
  const std::scoped_lock lock(mutex_);
  add(address, memory, count);
  host = pages_.at(memory).copy;
  std::uint64_t n = 1;
  while (n < count && pages_.at(memory + n * kPageBytes).copy == host + n * kPageBytes) ++n;
  return n;
}

std::byte* PageCopies::page(std::uint64_t address, Access access) {
  std::byte* host = nullptr;
  (void)pages_from(address, access, 1, host);
  return host;
}

void PageCopies::reset() {
  for (const auto& [host, page] : pages_) std::memcpy(page.copy, page.original, kPageBytes);
}

void PageCopies::apply() const {
  for (const auto& [host, page] : pages_) {
    if (std::memcmp(page.copy, page.original, kPageBytes) == 0) continue;
    for (std::size_t n = 0; n < kPageBytes; ++n) {
      if (page.copy[n] != page.original[n]) host[n] = page.copy[n];
    }
  }
}

}  // namespace eugene::memory
