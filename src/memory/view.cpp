#include "memory/view.h"

#include <algorithm>
#include <bit>

#include "base/host_fault.h"

namespace eugene::memory {

std::uint64_t PageSource::pages_from(std::uint64_t address, Access access, std::uint64_t pages, std::byte*& host) {
  host = page(address, access);
  if (host == nullptr) return 0;
  std::uint64_t count = 1;
  while (count < pages && page(address + count * kPageBytes, access) == host + count * kPageBytes) ++count;
  return count;
}

namespace {

constexpr std::uint64_t kBlockPages = 512;  // pages of one page table
constexpr std::uint64_t kBlockBytes = kBlockPages * kPageBytes;
constexpr std::uint64_t kOften = 64;  // calls

// Appends `next` to `run` if it follows in both GPU and host memory. Returns whether it did.
bool join(ContiguousPages& run, const ContiguousPages& next) {
  if (next.bytes == 0 || run.first + run.bytes != next.first || run.host + run.bytes != next.host) return false;
  run.bytes += next.bytes;
  return true;
}

}  // namespace

// Returns the contiguous run around `address`, within its block.
ContiguousPages View::contiguous_in_block(std::uint64_t address, Access access) {
  const std::uint64_t begin = address & ~(kBlockBytes - 1);
  for (std::uint64_t page = 0; begin + page * kPageBytes <= address;) {
    ContiguousPages found{.first = begin + page * kPageBytes, .bytes = 0, .host = nullptr};
    const std::uint64_t count = source_->pages_from(found.first, access, kBlockPages - page, found.host);
    found.bytes = count * kPageBytes;
    if (found.contains(address)) return found;
    page += std::max<std::uint64_t>(count, 1);
  }
  return {};
}

ContiguousPages View::contiguous(std::uint64_t address, Access access) {
  address &= kAddressMask;
  // Frequent calls mean that accesses alternate between runs that may be parts of a longer one. Growing is amortised:
  // every call whose number is a power of two grows the run by an amount proportional to the calls so far.
  const bool often = std::has_single_bit(++calls_) && calls_ >= kOften;
  std::vector<ContiguousPages>& runs = runs_[static_cast<unsigned>(access)];
  const auto known =
      std::ranges::find_if(runs, [address](const ContiguousPages& run) { return run.contains(address); });
  if (known != runs.end() && !often) return *known;
  ContiguousPages found = known != runs.end() ? *known : contiguous_in_block(address, access);
  if (found.bytes == 0) return {};
  if (known != runs.end()) runs.erase(known);
  const std::size_t joined = std::erase_if(runs, [&found](ContiguousPages& each) {
    if (join(found, each)) return true;
    if (!join(each, found)) return false;
    found = each;
    return true;
  });
  // Joining means that accesses go past the end of a run and may continue, so the run is doubled.
  const std::uint64_t more = joined != 0 ? found.bytes : 0;
  lengthen(found, std::max(more, often ? calls_ / kOften * kBlockBytes * 16 : 0), often, access);
  if (joined != 0 || often)
    std::erase_if(runs, [&found](const ContiguousPages& each) { return found.contains(each.first); });
  if (runs.size() >= kRuns) runs.clear();
  runs.push_back(found);
  return found;
}

// Extends `run` by up to about `bytes` of contiguous pages; also downwards if `both`.
void View::lengthen(ContiguousPages& run, std::uint64_t bytes, bool both, Access access) {
  const std::uint64_t end = run.first + run.bytes + bytes;
  while (run.first + run.bytes < end && run.first + run.bytes <= kAddressMask &&
         join(run, contiguous_in_block(run.first + run.bytes, access))) {
  }
  const std::uint64_t begin = both ? run.first - std::min(run.first, bytes) : run.first;
  while (run.first > begin) {
    ContiguousPages before = contiguous_in_block(run.first - 1, access);
    if (!join(before, run)) break;
    run = before;
  }
}

std::optional<std::uint64_t> View::find_address(const std::byte* host) const {
  const auto distance = [host](const std::byte* begin) {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(host) - reinterpret_cast<std::uintptr_t>(begin));
  };
  for (const auto& entries : entries_) {
    for (const Entry& entry : entries) {
      if (entry.host != nullptr && distance(entry.host) < kPageBytes)
        return (entry.page << kPageBits) + distance(entry.host);
    }
  }
  for (const auto& runs : runs_) {
    for (const ContiguousPages& run : runs) {
      if (distance(run.host) < run.bytes) return run.first + distance(run.host);
    }
  }
  return std::nullopt;
}

bool View::read(std::uint64_t address, std::span<std::byte> to) {
  bool is_mapped = false;
  const auto lost = trap_host_faults([&] { is_mapped = read_pages(address, to); });
  if (!lost) [[likely]]
    return is_mapped;
  std::ranges::fill(to, std::byte{0});
  bad_address_ = find_address(reinterpret_cast<const std::byte*>(lost->address)).value_or(address & kAddressMask);
  return false;
}

bool View::write(std::uint64_t address, std::span<const std::byte> from) {
  bool is_mapped = false;
  const auto lost = trap_host_faults([&] { is_mapped = write_pages(address, from); });
  if (!lost) [[likely]]
    return is_mapped;
  bad_address_ = find_address(reinterpret_cast<const std::byte*>(lost->address)).value_or(address & kAddressMask);
  return false;
}

bool View::read_pages(std::uint64_t address, std::span<std::byte> to) {
  bool is_mapped = true;
  while (!to.empty()) {
    const std::byte* from = at(address, Access::read);
    const std::size_t count = std::min<std::size_t>(to.size(), kPageBytes - (address & (kPageBytes - 1)));
    if (from != nullptr) {
      std::memcpy(to.data(), from, count);
    } else {
      if (is_mapped) bad_address_ = address & kAddressMask;
      is_mapped = false;
      std::memset(to.data(), 0, count);
    }
    to = to.subspan(count);
    address += count;
  }
  return is_mapped;
}

bool View::write_pages(std::uint64_t address, std::span<const std::byte> from) {
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
