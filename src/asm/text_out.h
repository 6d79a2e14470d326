// Appends text, numbers and columns to a line; all output of the printer goes through it.
#pragma once

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace eugene::assembly {

// Collects a line and appends it to the string at the end, because appending single characters to a string is slow.
class TextOut {
 public:
  explicit TextOut(std::string& out) : out_(out) {}
  TextOut(const TextOut&) = delete;
  TextOut& operator=(const TextOut&) = delete;
  ~TextOut() { flush(); }

  [[gnu::always_inline]] void put(char c) {
    if (size_ == sizeof line_) [[unlikely]]
      flush();
    line_[size_++] = c;
  }
  void put(std::string_view text) {
    if (text.size() > sizeof line_ - size_) [[unlikely]] {
      flush();
      if (text.size() > sizeof line_) return append(text);
    }
    for (const char c : text) line_[size_++] = c;  // most texts have a few characters
  }

  void dec(std::int64_t value) {
    if (value >= 0 && value < 10) return put(static_cast<char>('0' + value));  // most numbers are strides and widths
    number(value, 10);
  }

  // "0x" and lower-case digits, at least `width` of them.
  void hex(std::uint64_t value, unsigned width = 1) {
    const unsigned digits = std::max(1U, (static_cast<unsigned>(std::bit_width(value)) + 3) / 4);
    put("0x");
    for (unsigned n = digits; n < width; ++n) put('0');
    number(value, 16);
  }

  // Writes at least one blank, and more up to `column` if the line is shorter.
  void pad(std::size_t column) {
    const std::size_t length = flushed_ + size_;
    for (std::size_t n = length < column ? column - length : 1; n != 0; --n) put(' ');
  }

 private:
  template <class T>
  void number(T value, int base) {
    constexpr std::size_t kMax = 24;  // max characters of 64 bits in either base
    if (sizeof line_ - size_ < kMax) flush();
    char* at = line_ + size_;
    size_ += static_cast<std::size_t>(std::to_chars(at, at + kMax, value, base).ptr - at);
  }
  void flush() {
    const std::string_view text(line_, size_);
    size_ = 0;
    append(text);
  }
  void append(std::string_view text) {
    out_ += text;
    flushed_ += text.size();
  }

  std::string& out_;
  std::size_t flushed_ = 0;
  std::size_t size_ = 0;
  char line_[256];
};

}  // namespace eugene::assembly
