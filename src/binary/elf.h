// Reads the sections, symbols and relocations of an ELF file of either class (System V ABI), without trusting any
// number in the file. Internal to the layer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"

namespace eugene::binary {

inline constexpr std::string_view kElfMagic =
    "\x7F"
    "ELF";

// Values of sh_type. Values from 0xFF000000 on are Intel's.
enum class SectionType : std::uint32_t {
  program_bits = 1,
  symbols = 2,
  rela = 4,
  note = 7,
  no_bits = 8,
  rel = 9,
  patch_tokens = 0xFF000005,
  patch_token_options = 0xFF000006,  // the compiler's options, as text
  patch_token_debug = 0xFF000008,
  ze_info = 0xFF000011,
  visa_text = 0xFF000013,
  zebin_options = 0xFF000014,  // the compiler's options, as text
};

struct ElfSection {
  std::string_view name;  // empty if the name is outside the table of names
  SectionType type{};
  std::uint32_t link = 0, info = 0;
  std::uint64_t offset = 0, size = 0;  // in the file, in bytes
  std::size_t header_offset = 0;       // of the section's header, for errors
};

struct ElfSymbol {
  std::string_view name;
  std::uint16_t section = 0;
  std::uint64_t value = 0, size = 0;
};

struct ElfRelocation {
  std::uint64_t offset = 0;  // in the relocated section
  std::uint32_t type = 0, symbol = 0;
  std::int64_t addend = 0;
  bool has_addend = false;  // false: the addend is in the relocated bytes
};

class ElfFile {
 public:
  // `origin` is the offset of `bytes` in the file that errors refer to.
  static Result<ElfFile> read(std::span<const std::byte> bytes, std::size_t origin);

  std::span<const std::byte> bytes() const { return bytes_; }
  std::uint32_t pointer_bytes() const { return is_32_bit_ ? 4 : 8; }
  const std::vector<ElfSection>& sections() const { return sections_; }
  // Returns the first section of `type`; null if there is none.
  const ElfSection* find(SectionType type) const;
  // Returns the bytes of a section; empty for type no_bits. Fails if the section is outside the file.
  Result<std::span<const std::byte>> data(const ElfSection& section) const;
  std::size_t file_offset(const ElfSection& section) const {
    return origin_ + static_cast<std::size_t>(section.offset);
  }
  // Returns the symbols of the symbol table `section`.
  Result<std::vector<ElfSymbol>> symbols(const ElfSection& section) const;
  // Returns the relocations of a section of type rel or rela.
  Result<std::vector<ElfRelocation>> relocations(const ElfSection& section) const;

 private:
  template <class Class>
  static Result<ElfFile> read_as(std::span<const std::byte> bytes, std::size_t origin);

  std::span<const std::byte> bytes_;
  std::size_t origin_ = 0;
  bool is_32_bit_ = false;
  std::vector<ElfSection> sections_;
};

}  // namespace eugene::binary
