#include "memory/write_journal.h"

#include <cstring>

namespace eugene::memory {
namespace {

std::unique_ptr<WriteJournal::Contents> copy(const std::byte* host) {
  auto contents = std::make_unique<WriteJournal::Contents>();
  std::memcpy(contents->data(), host, kPageBytes);
  return contents;
}

}  // namespace

void WriteJournal::keep(std::uint64_t address, std::byte* host) {
  const auto [at, is_new] = pages_.try_emplace(host);
  if (is_new) at->second = {.address = address & kAddressMask & ~(kPageBytes - 1), .before = copy(host)};
}

std::byte* WriteJournal::page(std::uint64_t address, Access access) {
  std::byte* host = source_->page(address, access);
  if (host == nullptr || access == Access::read) return host;
  const std::scoped_lock lock(mutex_);
  keep(address, host);
  return host;
}

std::uint64_t WriteJournal::pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) {
  const std::uint64_t count = source_->pages_from(address, access, pages, host);
  if (access == Access::read) return count;
  const std::scoped_lock lock(mutex_);
  for (std::uint64_t n = 0; n < count; ++n) keep(address + n * kPageBytes, host + n * kPageBytes);
  return count;
}

WriteJournal::Pages WriteJournal::now() const {
  Pages result;
  for (const auto& [host, page] : pages_) result[host] = {.address = page.address, .before = copy(host)};
  return result;
}

void WriteJournal::undo() {
  for (const auto& [host, page] : pages_) std::memcpy(host, page.before->data(), kPageBytes);
}

}  // namespace eugene::memory
