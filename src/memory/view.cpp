#include "memory/view.h"

#include <algorithm>

namespace eugene::memory {

std::uint64_t PageSource::pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) {
  host = page(address, access);
  if (host == nullptr) return 0;
  std::uint64_t count = 1;
  while (count < pages && page(address + count * kPageBytes, access) == host + count * kPageBytes) ++count;
  return count;
}

namespace {

constexpr std::uint64_t kBlockPages = 512;  // what one page table holds
constexpr std::uint64_t kBlockBytes = kBlockPages * kPageBytes;

// If `next` follows `run` in both memories, adds it.
bool join(Run& run, const Run& next) {
  if (next.bytes == 0 || run.first + run.bytes != next.first || run.host + run.bytes != next.host) return false;
  run.bytes += next.bytes;
  return true;
}

}  // namespace

// The run around `address` within its block.
Run View::run_in_block(std::uint64_t address, Access access) {
  const std::uint64_t begin = address & ~(kBlockBytes - 1);
  for (std::uint64_t page = 0; begin + page * kPageBytes <= address;) {
    Run found{.first = begin + page * kPageBytes, .bytes = 0, .host = nullptr};
    const std::uint64_t count = source_->pages_from(found.first, access, kBlockPages - page, found.host);
    found.bytes = count * kPageBytes;
    if (found.contains(address)) return found;
    page += std::max<std::uint64_t>(count, 1);
  }
  return {};
}

Run View::run(std::uint64_t address, Access access) {
  address &= kAddressMask;
  std::vector<Run>& runs = runs_[static_cast<unsigned>(access)];
  const auto known = std::ranges::find_if(runs, [address](const Run& run) { return run.contains(address); });
  if (known != runs.end()) return *known;
  Run found = run_in_block(address, access);
  if (found.bytes == 0) return {};
  // Who comes to the end of a run may want much more.
  const std::size_t joined = std::erase_if(runs, [&found](Run& each) {
    if (join(found, each)) return true;
    if (!join(each, found)) return false;
    found = each;
    return true;
  });
  if (joined != 0) {
    const std::uint64_t bytes = 2 * found.bytes;
    while (found.bytes < bytes && found.first + found.bytes <= kAddressMask &&
           join(found, run_in_block(found.first + found.bytes, access))) {
    }
    std::erase_if(runs, [&found](const Run& each) { return found.contains(each.first); });
  }
  if (runs.size() >= kRuns) runs.clear();
  runs.push_back(found);
  return found;
}

bool View::read(std::uint64_t address, std::span<std::byte> to) {
  while (!to.empty()) {
    const std::byte* from = at(address, Access::read);
    if (from == nullptr) {
      bad_address_ = address & kAddressMask;
      return false;
    }
    const std::size_t count = std::min<std::size_t>(to.size(), kPageBytes - (address & (kPageBytes - 1)));
    std::memcpy(to.data(), from, count);
    to = to.subspan(count);
    address += count;
  }
  return true;
}

bool View::write(std::uint64_t address, std::span<const std::byte> from) {
  while (!from.empty()) {
    std::byte* to = at(address, Access::write);
    if (to == nullptr) {
      bad_address_ = address & kAddressMask;
      return false;
    }
    const std::size_t count = std::min<std::size_t>(from.size(), kPageBytes - (address & (kPageBytes - 1)));
    std::memcpy(to, from.data(), count);
    from = from.subspan(count);
    address += count;
  }
  return true;
}

}  // namespace eugene::memory
