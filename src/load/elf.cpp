#include "load/elf.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "load/reader.h"

namespace eugene::load {
namespace {

struct ElfHeader {
  std::uint8_t ident[16];
  std::uint16_t type, machine;
  std::uint32_t version;
  std::uint64_t entry, program_headers, section_headers;
  std::uint32_t flags;
  std::uint16_t header_size, program_header_size, program_header_count;
  std::uint16_t section_header_size, section_count, name_section;
};
static_assert(sizeof(ElfHeader) == 64);

struct SectionHeader {
  std::uint32_t name, type;
  std::uint64_t flags, address, offset, size;
  std::uint32_t link, info;
  std::uint64_t alignment, entry_size;
};
static_assert(sizeof(SectionHeader) == 64);

struct SymbolEntry {
  std::uint32_t name;
  std::uint8_t info, other;
  std::uint16_t section;
  std::uint64_t value, size;
};
static_assert(sizeof(SymbolEntry) == 24);

struct RelocationEntry {
  std::uint64_t offset;
  std::uint32_t type, symbol;
};
static_assert(sizeof(RelocationEntry) == 16);

Result<std::span<const std::byte>> slice(std::span<const std::byte> bytes, std::uint64_t at, std::uint64_t size,
                                         std::size_t origin, std::string_view what) {
  if (at > bytes.size() || size > bytes.size() - at) {
    return fail_at(origin, std::string(what) + " lies outside the file: " + std::to_string(size) + " bytes at " +
                               std::to_string(at));
  }
  return bytes.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
}

// The text that ends with a zero at `at` of a table of names; empty if it is not all there.
std::string_view name_at(std::span<const std::byte> table, std::uint32_t at) {
  if (at >= table.size()) return {};
  const std::string_view rest(reinterpret_cast<const char*>(table.data()) + at, table.size() - at);
  const std::size_t end = rest.find('\0');
  return end == std::string_view::npos ? std::string_view() : rest.substr(0, end);
}

}  // namespace

Result<ElfFile> ElfFile::read(std::span<const std::byte> bytes, std::size_t origin) {
  const auto header = Reader(bytes, origin).read<ElfHeader>("the ELF header");
  if (!header) return error_of(header);
  if (header->ident[4] != 2) return fail_at(origin + 4, "this ELF file is not of the 64-bit class");
  if (header->section_header_size != sizeof(SectionHeader) && header->section_count != 0) {
    return fail_at(origin + 58, "section headers of " + std::to_string(header->section_header_size) +
                                    " bytes instead of " + std::to_string(sizeof(SectionHeader)));
  }
  const auto table = slice(bytes, header->section_headers, std::uint64_t{header->section_count} * sizeof(SectionHeader),
                           origin + 40, "the section header table");
  if (!table) return error_of(table);
  ElfFile file;
  file.bytes_ = bytes;
  file.origin_ = origin;
  std::vector<std::uint32_t> names(header->section_count);
  for (std::size_t i = 0; i < header->section_count; ++i) {
    SectionHeader section;
    std::memcpy(&section, table->data() + i * sizeof section, sizeof section);
    names[i] = section.name;
    file.sections_.push_back(
        {.type = static_cast<SectionType>(section.type),
         .link = section.link,
         .info = section.info,
         .offset = section.offset,
         .size = section.size,
         .header_offset = origin + static_cast<std::size_t>(header->section_headers) + i * sizeof section});
  }
  if (header->name_section >= file.sections_.size()) return file;
  const auto texts = file.data(file.sections_[header->name_section]);
  for (std::size_t i = 0; texts && i < names.size(); ++i) file.sections_[i].name = name_at(*texts, names[i]);
  return file;
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
  if (!entries) return error_of(entries);
  if (section.link >= sections_.size())
    return fail_at(section.header_offset + 40, "the symbols have no table of names");
  const auto texts = data(sections_[section.link]);
  if (!texts) return error_of(texts);
  std::vector<ElfSymbol> symbols(entries->size() / sizeof(SymbolEntry));
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    SymbolEntry entry;
    std::memcpy(&entry, entries->data() + i * sizeof entry, sizeof entry);
    symbols[i] = {
        .name = name_at(*texts, entry.name), .section = entry.section, .value = entry.value, .size = entry.size};
  }
  return symbols;
}

Result<std::vector<ElfRelocation>> ElfFile::relocations(const ElfSection& section) const {
  const auto entries = data(section);
  if (!entries) return error_of(entries);
  const bool has_addend = section.type == SectionType::rela;
  const std::size_t stride = sizeof(RelocationEntry) + (has_addend ? sizeof(std::int64_t) : 0);
  std::vector<ElfRelocation> relocations(entries->size() / stride);
  for (std::size_t i = 0; i < relocations.size(); ++i) {
    RelocationEntry entry;
    std::memcpy(&entry, entries->data() + i * stride, sizeof entry);
    relocations[i] = {.offset = entry.offset, .type = entry.type, .symbol = entry.symbol, .has_addend = has_addend};
    if (has_addend)
      std::memcpy(&relocations[i].addend, entries->data() + i * stride + sizeof entry, sizeof(std::int64_t));
  }
  return relocations;
}

}  // namespace eugene::load
