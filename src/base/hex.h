// Bytes as hexadecimal text, two lower-case digits each.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace eugene {

std::string to_hex(std::span<const std::byte> bytes);
inline std::string to_hex(std::string_view text) { return to_hex(std::as_bytes(std::span(text))); }
// Returns nothing unless the text has two digits for each byte.
std::optional<std::vector<std::byte>> from_hex(std::string_view text);

}  // namespace eugene
