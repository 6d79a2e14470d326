// A cursor over the bytes of a file, which never reads past the end. Errors name the place and the expected item.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace eugene::binary {

static_assert(std::endian::native == std::endian::little, "device binaries are little-endian");

// Returns a diagnostic at byte `offset` of the file.
inline std::unexpected<Diagnostic> fail_at(std::size_t offset, std::string message, std::string hint = {}) {
  return std::unexpected(
      error_at({.offset = static_cast<std::int64_t>(offset)}, std::move(message), {}, {}, std::move(hint)));
}

// Returns `bytes` as text, up to the first zero.
inline std::string_view text_before_zero(std::span<const std::byte> bytes) {
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return text.substr(0, text.find('\0'));
}

class Reader {
 public:
  // `origin` is the file offset of the first byte of `bytes`.
  explicit Reader(std::span<const std::byte> bytes, std::size_t origin = 0) : bytes_(bytes), origin_(origin) {}

  std::size_t offset() const { return origin_ + at_; }
  std::size_t left() const { return bytes_.size() - at_; }

  // Reads the next `count` bytes. `what` names them in the error.
  Result<std::span<const std::byte>> take(std::size_t count, std::string_view what) {
    if (count > left()) {
      return fail_at(offset(), "the file ends in the middle of " + std::string(what) + ": " + std::to_string(count) +
                                   " bytes wanted, " + std::to_string(left()) + " left");
    }
    const auto result = bytes_.subspan(at_, count);
    at_ += count;
    return result;
  }

  // Reads the next bytes as a plain structure of the format.
  template <class T>
  Result<T> read(std::string_view what) {
    const auto raw = take(sizeof(T), what);
    if (!raw) return forward_error(raw);
    T value;
    std::memcpy(&value, raw->data(), sizeof value);
    return value;
  }

 private:
  std::span<const std::byte> bytes_;
  std::size_t origin_;
  std::size_t at_ = 0;
};

}  // namespace eugene::binary
