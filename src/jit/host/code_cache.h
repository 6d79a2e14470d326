// Compiled kernels on disk, one file each, shared by every process of this user.
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
// function here fails: without a writable directory there is no cache.
class CodeCache {
 public:
  static constexpr std::uint64_t kDefaultBytes = std::uint64_t{256} << 20;

  // `limit`: bytes that all files together may take; the least recently used go first.
  explicit CodeCache(std::filesystem::path directory, std::uint64_t limit = kDefaultBytes)
      : directory_(std::move(directory)), limit_(limit) {}

  // The value stored under `key`; nothing if there is none.
  std::optional<std::vector<std::byte>> find(std::span<const std::byte> key) const;
  // Replaces the file in one step: a reader sees the old one or the new one.
  void store(std::span<const std::byte> key, std::span<const std::byte> value) const;

  std::filesystem::path path_of(std::span<const std::byte> key) const;

 private:
  void evict() const;

  std::filesystem::path directory_;
  std::uint64_t limit_;
};

// Identifies the build of the program this function is linked into, by its GNU build ID; empty if it has none. Compiled
// code depends on the layout of Eugene's structures.
std::string build_id();

}  // namespace eugene::jit
