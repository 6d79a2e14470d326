#include "host_sources.h"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <functional>
#include <utility>

namespace eugene::inside::opencl {
namespace {

// Adds a word to a digest. Nearby words give digests that are far apart.
std::uint64_t mixed(std::uint64_t digest, std::uint64_t word) {
  constexpr std::uint64_t kGolden = 0x9E37'79B9'7F4A'7C15;
  constexpr int kTurn = 29;
  return std::rotl((digest ^ word) * kGolden, kTurn);
}

// Adds bytes to a digest. Reads them by a system call, because a direct access would crash if the program has unmapped
// the memory.
bool add_bytes(const std::byte* begin, std::size_t bytes, std::uint64_t& digest) {
  std::array<std::uint64_t, 8192> words;
  while (bytes != 0) {
    const std::size_t part = std::min(bytes, sizeof words);
    words[(part - 1) / sizeof(std::uint64_t)] = 0;
    iovec to{.iov_base = words.data(), .iov_len = part};
    iovec from{.iov_base = const_cast<std::byte*>(begin), .iov_len = part};
    if (::process_vm_readv(::getpid(), &to, 1, &from, 1, 0) != static_cast<ssize_t>(part)) return false;
    const std::size_t count = (part + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t);
    for (std::size_t i = 0; i < count; ++i) digest = mixed(digest, words[i]);
    begin += part;
    bytes -= part;
  }
  return true;
}

}  // namespace

bool HostRows::overlaps(const void* other, std::size_t other_bytes) const {
  const auto* const mine = static_cast<const std::byte*>(begin);
  const auto* const others = static_cast<const std::byte*>(other);
  return std::less<>()(mine, others + other_bytes) && std::less<>()(others, mine + span());
}

std::optional<std::uint64_t> compute_digest(const HostRows& rows) {
  std::uint64_t digest = rows.bytes;
  for (std::size_t slice = 0; slice < rows.slices; ++slice) {
    for (std::size_t row = 0; row < rows.rows; ++row) {
      const auto* const begin =
          static_cast<const std::byte*>(rows.begin) + slice * rows.slice_pitch + row * rows.row_pitch;
      if (!add_bytes(begin, rows.bytes, digest)) return std::nullopt;
    }
  }
  return digest;
}

void HostSources::add(Number command, const HostRows& rows, std::uint64_t digest, std::string what) {
  const auto is_written = [&](const Destination& each) { return rows.overlaps(each.rows.begin, each.rows.span()); };
  const auto is_shared = [&](const auto& each) { return rows.overlaps(each.first, each.second); };
  if (rows.span() == 0 || std::ranges::any_of(destinations_, is_written) || std::ranges::any_of(shared_, is_shared))
    return;
  sources_.push_back({.command = command, .rows = rows, .digest = digest, .what = std::move(what)});
}

template <class Ends>
std::vector<std::string> HostSources::end_matching(Ends ends) {
  std::vector<std::string> changed;
  std::erase_if(sources_, [&](const Source& each) {
    if (!ends(each)) return false;
    if (compute_digest(each.rows) != each.digest) changed.push_back(each.what);
    return true;
  });
  return changed;
}

std::vector<std::string> HostSources::add_destination(Number command, Handle queue, const HostRows& rows) {
  auto changed = end_matching([&](const Source& each) { return each.rows.overlaps(rows.begin, rows.span()); });
  destinations_.push_back({.command = command, .queue = queue, .rows = rows});
  return changed;
}

std::vector<std::string> HostSources::end(std::span<const CommandOrder::EndedCommand> commands) {
  if (sources_.empty() && destinations_.empty()) return {};
  const auto has_ended = [&](Number command, bool is_known) {
    return std::ranges::any_of(commands, [&](const CommandOrder::EndedCommand& each) {
      return each.number == command && each.is_known == is_known;
    });
  };
  std::erase_if(sources_, [&](const Source& each) { return has_ended(each.command, false); });
  auto changed = end_matching([&](const Source& each) { return has_ended(each.command, true); });
  // A command that was dropped may still write.
  std::erase_if(destinations_, [&](const Destination& each) { return has_ended(each.command, true); });
  return changed;
}

void HostSources::finish(Handle queue) {
  std::erase_if(destinations_, [&](const Destination& each) { return each.queue == queue; });
}

std::vector<std::string> HostSources::end_all() {
  return end_matching([](const Source&) { return true; });
}

}  // namespace eugene::inside::opencl
