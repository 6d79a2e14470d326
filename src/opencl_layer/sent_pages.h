// What the program's memory and the GPU's last had in common, page by page.
//
// The driver fetches every page that a kernel could reach, and writes it over the program's, also where another thread
// of the program, or the driver for it, has written there since: the commands of its next kernel, above all. What the
// GPU has not changed must therefore stay as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>

namespace eugene::opencl_layer {

class SentPages {
 public:
  static constexpr std::size_t kPage = 4096;

  // `bytes`, where they lie in the program, are now at the GPU's physical `address`.
  void sent(std::uint64_t address, std::span<const std::byte> bytes);
  // Whether a page of the GPU is still what was sent from `from`, or last fetched to there. Now it has been fetched.
  bool is_known(std::uint64_t address, std::span<const std::byte, kPage> content, const void* from);

 private:
  struct Page {
    std::uint64_t hash = 0;
    const void* from = nullptr;
  };
  std::unordered_map<std::uint64_t, Page> pages_;  // by the number of the physical page
};

}  // namespace eugene::opencl_layer
