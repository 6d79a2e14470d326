#include "binary/dwarf_limits.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

namespace eugene::binary {
namespace {

constexpr std::size_t kMaxLineBytes = std::size_t{8} << 20;   // of all line tables
constexpr std::size_t kMaxPathBytes = std::size_t{64} << 20;  // of the file paths of a line table

using Bytes = std::span<const std::byte>;

// Returns the length of the longest zero-terminated text.
std::size_t longest_text(Bytes bytes) {
  std::size_t longest = 0;
  for (auto at = bytes.begin(); at != bytes.end();) {
    const auto end = std::find(at, bytes.end(), std::byte{0});
    longest = std::max(longest, static_cast<std::size_t>(end - at));
    at = end == bytes.end() ? end : end + 1;
  }
  return longest;
}

template <class T>
std::optional<T> take(Bytes& bytes) {
  if (bytes.size() < sizeof(T)) return std::nullopt;
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes = bytes.subspan(sizeof value);
  return value;
}

std::optional<std::uint64_t> widened(std::optional<std::uint32_t> number) {
  return number ? std::optional<std::uint64_t>(*number) : std::nullopt;
}

// Reads a length of DWARF: 4 bytes, or 12 bytes whose first four are 0xFF (DWARF 5 7.4).
std::optional<std::uint64_t> take_length(Bytes& bytes, bool& is_wide) {
  const auto length = take<std::uint32_t>(bytes);
  is_wide = length == 0xFFFF'FFFF;
  return is_wide ? take<std::uint64_t>(bytes) : widened(length);
}

// Returns whether the paths of all line tables stay below the limit. Names of DWARF 5 are in other sections, whose
// longest text has length `elsewhere` (DWARF 5 6.2.4).
bool has_short_paths(Bytes tables, std::size_t elsewhere) {
  while (!tables.empty()) {
    bool is_wide = false;
    const auto length = take_length(tables, is_wide);
    if (!length || *length > tables.size()) return true;  // the library does not read such a table
    Bytes unit = tables.first(static_cast<std::size_t>(*length));
    tables = tables.subspan(unit.size());
    const auto version = take<std::uint16_t>(unit);
    if (version >= 5) unit = unit.size() < 2 ? Bytes() : unit.subspan(2);  // skips the sizes of addresses and selectors
    const auto header = is_wide ? take<std::uint64_t>(unit) : widened(take<std::uint32_t>(unit));
    if (!version || !header) continue;
    unit = unit.first(static_cast<std::size_t>(std::min<std::uint64_t>(*header, unit.size())));
    constexpr std::size_t kLeastEntry = 2;  // min bytes of a file entry
    const std::size_t longest = longest_text(unit) + (version >= 5 ? elsewhere : 0);
    if (unit.size() / kLeastEntry * longest > kMaxPathBytes) return false;
  }
  return true;
}

}  // namespace

bool is_within_limits(Elf* elf) {
  std::size_t names = 0;
  if (elf_getshdrstrndx(elf, &names) != 0) return true;  // the library finds no debug data either
  std::size_t line_bytes = 0, longest = 0;
  for (const bool is_last : {false, true}) {  // first the sections of texts, then the line tables
    for (Elf_Scn* each = elf_nextscn(elf, nullptr); each != nullptr; each = elf_nextscn(elf, each)) {
      GElf_Shdr header;
      if (gelf_getshdr(each, &header) == nullptr) continue;
      const char* text = elf_strptr(elf, names, header.sh_name);
      const std::string_view name = text == nullptr ? "" : text;
      if ((header.sh_flags & SHF_COMPRESSED) != 0 || name.starts_with(".zdebug")) return false;
      const Elf_Data* data = header.sh_type == SHT_NOBITS ? nullptr : elf_rawdata(each, nullptr);
      if (data == nullptr || data->d_buf == nullptr) continue;
      const Bytes bytes(static_cast<const std::byte*>(data->d_buf), data->d_size);
      if (!is_last && (name == ".debug_line_str" || name == ".debug_str"))
        longest = std::max(longest, longest_text(bytes));
      if (!is_last || name != ".debug_line") continue;
      line_bytes += bytes.size();
      if (line_bytes > kMaxLineBytes || !has_short_paths(bytes, longest)) return false;
    }
  }
  return true;
}

}  // namespace eugene::binary
