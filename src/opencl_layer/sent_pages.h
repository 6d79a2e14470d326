// What the program's memory and the GPU's last had in common, page by page.
//
// The driver fetches every page that a kernel could reach, and writes it over the program's, also where another thread
// of the program, or the driver for it, has written there since: the commands of its next kernel, above all. What the
// GPU has not changed must therefore stay as it is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>

namespace eugene::opencl_layer {

class SentPages {
 public:
  static constexpr std::size_t kPage = 4096;

  // `bytes`, a copy of those at `from` in the program, are now at the GPU's physical `address`. The driver sends its
  // commands twice, as whole pages and then to their length, which changes nothing: the pages stay known.
  void sent(std::uint64_t address, std::span<const std::byte> bytes, const void* from);
  // Less than a page is now there, at `address`.
  void forget(std::uint64_t address) { page(address / kPage) = {}; }
  // Whether a page of the GPU is still what was sent from `to`, or last fetched to there. Now it has been fetched.
  bool is_known(std::uint64_t address, std::span<const std::byte, kPage> content, const void* to);

 private:
  struct Page {
    std::uint64_t hash = 0;
    const void* place = nullptr;  // in the program; null: nothing is known
  };
  static constexpr std::size_t kGroup = 1024;
  using Group = std::array<Page, kGroup>;
  Page& page(std::uint64_t number);  // of the physical page
  static bool is_as_sent(const Page& page, const std::byte* place);

  std::unordered_map<std::uint64_t, std::unique_ptr<Group>> groups_;
  std::uint64_t last_number_ = 0;
  Group* last_ = nullptr;  // which is the group of that number
};

}  // namespace eugene::opencl_layer
