// On-disk cache of compiled kernels, one file each, shared by all processes of this user.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace eugene::jit {

// A file contains the whole key and a checksum, so a hash collision, a torn write or a damaged disk is a cache miss. No
// function reports errors: without a writable directory there is no cache.
class CodeCache {
 public:
  static constexpr std::uint64_t kDefaultBytes = std::uint64_t{256} << 20;

  // `limit` is the maximum size of all files, in bytes. The least recently used files are evicted first.
  explicit CodeCache(std::filesystem::path directory, std::uint64_t limit = kDefaultBytes)
      : directory_(std::move(directory)), limit_(limit) {}

  // Returns the value stored under `key`, if there is one.
  std::optional<std::vector<std::byte>> find(std::span<const std::byte> key) const;
  // Replaces the file atomically: a reader sees the old or the new one.
  void store(std::span<const std::byte> key, std::span<const std::byte> value) const;

  std::filesystem::path find_path(std::span<const std::byte> key) const;

 private:
  void evict() const;

  std::filesystem::path directory_;
  std::uint64_t limit_;
};

// Returns the GNU build ID of the program that contains this function; empty if it has none. It is part of the key,
// because compiled code depends on the layout of Eugene's structures.
std::string build_id();

}  // namespace eugene::jit
