#include "binary/elf.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "binary/reader.h"

namespace eugene::binary {
namespace {

// The structures of a file of the 64-bit class.
struct Elf64 {
  using Address = std::uint64_t;
  struct Symbol {
    std::uint32_t name;
    std::uint8_t info, other;
    std::uint16_t section;
    std::uint64_t value, size;
  };
  struct Relocation {
    std::uint64_t offset, info;
    std::uint32_t type() const { return static_cast<std::uint32_t>(info); }
    std::uint32_t symbol() const { return static_cast<std::uint32_t>(info >> 32); }
  };
  using Addend = std::int64_t;
};

struct Elf32 {
  using Address = std::uint32_t;
  struct Symbol {
    std::uint32_t name, value, size;
    std::uint8_t info, other;
    std::uint16_t section;
  };
  struct Relocation {
    std::uint32_t offset, info;
    std::uint32_t type() const { return info & 0xFF; }
    std::uint32_t symbol() const { return info >> 8; }
  };
  using Addend = std::int32_t;
};

template <class Class>
struct Header {
  std::uint8_t ident[16];
  std::uint16_t type, machine;
  std::uint32_t version;
  Class::Address entry, program_headers, section_headers;
  std::uint32_t flags;
  std::uint16_t header_size, program_header_size, program_header_count;
  std::uint16_t section_header_size, section_count, name_section;
};

template <class Class>
struct SectionHeader {
  std::uint32_t name, type;
  Class::Address flags, address, offset, size;
  std::uint32_t link, info;
  Class::Address alignment, entry_size;
};
static_assert(sizeof(Header<Elf64>) == 64 && sizeof(SectionHeader<Elf64>) == 64);
static_assert(sizeof(Header<Elf32>) == 52 && sizeof(SectionHeader<Elf32>) == 40);
static_assert(sizeof(Elf64::Symbol) == 24 && sizeof(Elf32::Symbol) == 16);
static_assert(sizeof(Elf64::Relocation) == 16 && sizeof(Elf32::Relocation) == 8);

Result<std::span<const std::byte>> slice(std::span<const std::byte> bytes, std::uint64_t at, std::uint64_t size,
                                         std::size_t origin, std::string_view what) {
  if (at > bytes.size() || size > bytes.size() - at) {
    return fail_at(origin, std::string(what) + " lies outside the file: " + std::to_string(size) + " bytes at " +
                               std::to_string(at));
  }
  return bytes.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
}

// Returns the zero-terminated text at offset `at` of a table of names; empty if it is not complete.
std::string_view name_at(std::span<const std::byte> table, std::uint32_t at) {
  if (at >= table.size()) return {};
  const std::string_view rest(reinterpret_cast<const char*>(table.data()) + at, table.size() - at);
  const std::size_t end = rest.find('\0');
  return end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
}

template <class T>
T entry_at(std::span<const std::byte> table, std::size_t at) {
  T entry;
  std::memcpy(&entry, table.data() + at, sizeof entry);
  return entry;
}

template <class Class>
std::vector<ElfSymbol> read_symbols(std::span<const std::byte> entries, std::span<const std::byte> texts) {
  using Symbol = Class::Symbol;
  std::vector<ElfSymbol> symbols(entries.size() / sizeof(Symbol));
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const auto entry = entry_at<Symbol>(entries, i * sizeof(Symbol));
    symbols[i] = {
        .name = name_at(texts, entry.name), .section = entry.section, .value = entry.value, .size = entry.size};
  }
  return symbols;
}

template <class Class>
std::vector<ElfRelocation> read_relocations(std::span<const std::byte> entries, bool has_addend) {
  using Relocation = Class::Relocation;
  using Addend = Class::Addend;
  const std::size_t stride = sizeof(Relocation) + (has_addend ? sizeof(Addend) : 0);
  std::vector<ElfRelocation> relocations(entries.size() / stride);
  for (std::size_t i = 0; i < relocations.size(); ++i) {
    const auto entry = entry_at<Relocation>(entries, i * stride);
    relocations[i] = {.offset = entry.offset, .type = entry.type(), .symbol = entry.symbol(), .has_addend = has_addend};
    if (has_addend) relocations[i].addend = entry_at<Addend>(entries, i * stride + sizeof(Relocation));
  }
  return relocations;
}

}  // namespace

template <class Class>
Result<ElfFile> ElfFile::read_as(std::span<const std::byte> bytes, std::size_t origin) {
  using Section = SectionHeader<Class>;
  const auto header = Reader(bytes, origin).read<Header<Class>>("the ELF header");
  if (!header) return forward_error(header);
  if (header->section_header_size != sizeof(Section) && header->section_count != 0) {
    return fail_at(origin + offsetof(Header<Class>, section_header_size),
                   "section headers of " + std::to_string(header->section_header_size) + " bytes instead of " +
                       std::to_string(sizeof(Section)));
  }
  const auto table = slice(bytes, header->section_headers, std::uint64_t{header->section_count} * sizeof(Section),
                           origin + offsetof(Header<Class>, section_headers), "the section header table");
  if (!table) return forward_error(table);
  ElfFile file;
  file.bytes_ = bytes;
  file.origin_ = origin;
  file.is_32_bit_ = sizeof(typename Class::Address) == 4;
  std::vector<std::uint32_t> names(header->section_count);
  for (std::size_t i = 0; i < header->section_count; ++i) {
    const auto section = entry_at<Section>(*table, i * sizeof(Section));
    names[i] = section.name;
    file.sections_.push_back(
        {.type = static_cast<SectionType>(section.type),
         .link = section.link,
         .info = section.info,
         .offset = section.offset,
         .size = section.size,
         .header_offset = origin + static_cast<std::size_t>(header->section_headers) + i * sizeof(Section)});
  }
  if (header->name_section >= file.sections_.size()) return file;
  const auto texts = file.data(file.sections_[header->name_section]);
  for (std::size_t i = 0; texts && i < names.size(); ++i) file.sections_[i].name = name_at(*texts, names[i]);
  return file;
}

Result<ElfFile> ElfFile::read(std::span<const std::byte> bytes, std::size_t origin) {
  constexpr std::size_t kClassAt = 4;
  enum : std::uint8_t { class_32 = 1, class_64 = 2 };
  if (bytes.size() <= kClassAt) return fail_at(origin, "the file ends in the middle of the ELF header");
  switch (std::to_integer<std::uint8_t>(bytes[kClassAt])) {
    case class_32: return read_as<Elf32>(bytes, origin);
    case class_64: return read_as<Elf64>(bytes, origin);
    default: return fail_at(origin + kClassAt, "this ELF file is neither of the 32-bit nor of the 64-bit class");
  }
}

const ElfSection* ElfFile::find(SectionType type) const {
  const auto found = std::ranges::find(sections_, type, &ElfSection::type);
  return found == sections_.end() ? nullptr : &*found;
}

Result<std::span<const std::byte>> ElfFile::data(const ElfSection& section) const {
  if (section.type == SectionType::no_bits) return std::span<const std::byte>();
  return slice(bytes_, section.offset, section.size, section.header_offset, "a section");
}

Result<std::vector<ElfSymbol>> ElfFile::symbols(const ElfSection& section) const {
  const auto entries = data(section);
  if (!entries) return forward_error(entries);
  if (section.link >= sections_.size()) return fail_at(section.header_offset, "the symbols have no table of names");
  const auto texts = data(sections_[section.link]);
  if (!texts) return forward_error(texts);
  return is_32_bit_ ? read_symbols<Elf32>(*entries, *texts) : read_symbols<Elf64>(*entries, *texts);
}

Result<std::vector<ElfRelocation>> ElfFile::relocations(const ElfSection& section) const {
  const auto entries = data(section);
  if (!entries) return forward_error(entries);
  const bool has_addend = section.type == SectionType::rela;
  return is_32_bit_ ? read_relocations<Elf32>(*entries, has_addend) : read_relocations<Elf64>(*entries, has_addend);
}

}  // namespace eugene::binary
