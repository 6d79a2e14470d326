// Appending numbers and columns to a line of text; the printer's only output.
#pragma once

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace eugene::assembly {

class TextOut {
 public:
  // Columns count from what `out` holds now.
  explicit TextOut(std::string& out) : out_(out), start_(out.size()) {}

  void put(char c) { out_ += c; }
  void put(std::string_view text) { out_ += text; }

  void dec(std::int64_t value) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    out_.append(digits, end);
  }

  // "0x" and lower-case digits, at least `width` of them.
  void hex(std::uint64_t value, unsigned width = 1) {
    char digits[16];
    const auto end = std::to_chars(digits, digits + sizeof digits, value, 16).ptr;
    const auto count = static_cast<unsigned>(end - digits);
    out_ += "0x";
    if (count < width) out_.append(width - count, '0');
    out_.append(digits, end);
  }

  // At least one blank, up to `column` where there is room.
  void pad(std::size_t column) {
    const std::size_t length = out_.size() - start_;
    out_.append(length < column ? column - length : 1, ' ');
  }

 private:
  std::string& out_;
  std::size_t start_;
};

}  // namespace eugene::assembly
