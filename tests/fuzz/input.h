// Reads a fuzzer's input value by value.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace eugene {

// Takes values from the input, zeros when it has run out.
class Input {
 public:
  explicit Input(std::span<const std::byte> bytes) : bytes_(bytes) {}
  bool empty() const { return bytes_.empty(); }
  void fill(std::span<std::byte> to) {
    const std::size_t count = std::min(to.size(), bytes_.size());
    std::copy_n(bytes_.begin(), count, to.begin());
    std::fill(to.begin() + static_cast<std::ptrdiff_t>(count), to.end(), std::byte{0});
    bytes_ = bytes_.subspan(count);
  }
  template <class T>
  T take() {
    T value;
    fill(std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace eugene
