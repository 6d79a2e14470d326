#include "load/container.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "load/reader.h"

namespace eugene::load {
namespace {

constexpr std::string_view kArchiveMagic = "!<arch>\n";
constexpr std::string_view kElfMagic =
    "\x7F"
    "ELF";
constexpr std::uint32_t kSectionPatchTokens = 0xFF000005;
constexpr std::uint32_t kSectionDebug = 0xFF000008;

// ELF64 (System V ABI), as far as sections go.
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

struct ElfSection {
  std::uint32_t name, type;
  std::uint64_t flags, address, offset, size;
  std::uint32_t link, info;
  std::uint64_t alignment, entry_size;
};
static_assert(sizeof(ElfSection) == 64);

bool begins_with(std::span<const std::byte> bytes, std::string_view magic) {
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

bool is_program(std::span<const std::byte> bytes) {
  return begins_with(bytes, std::string_view(reinterpret_cast<const char*>(&kProgramMagic), sizeof kProgramMagic));
}

Result<std::span<const std::byte>> slice(std::span<const std::byte> bytes, std::uint64_t at, std::uint64_t size,
                                         std::size_t origin, std::string_view what) {
  if (at > bytes.size() || size > bytes.size() - at) {
    return fail_at(origin, std::string(what) + " lies outside the file: " + std::to_string(size) + " bytes at " +
                               std::to_string(at));
  }
  return bytes.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
}

Result<ProgramImage> program_of_elf(std::span<const std::byte> file, std::size_t origin) {
  const auto header = Reader(file, origin).read<ElfHeader>("the ELF header");
  if (!header) return error_of(header);
  if (header->ident[4] != 2) return fail_at(origin + 4, "this ELF file is not of the 64-bit class");
  if (header->section_header_size != sizeof(ElfSection) && header->section_count != 0) {
    return fail_at(origin + 58, "section headers of " + std::to_string(header->section_header_size) +
                                    " bytes instead of " + std::to_string(sizeof(ElfSection)));
  }
  const auto table = slice(file, header->section_headers, std::uint64_t{header->section_count} * sizeof(ElfSection),
                           origin + 40, "the section header table");
  if (!table) return error_of(table);
  ProgramImage image;
  for (std::size_t i = 0; i < header->section_count; ++i) {
    ElfSection section;
    std::memcpy(&section, table->data() + i * sizeof section, sizeof section);
    if (section.type != kSectionPatchTokens && section.type != kSectionDebug) continue;
    const std::size_t at = static_cast<std::size_t>(header->section_headers) + i * sizeof section;
    const auto data = slice(file, section.offset, section.size, origin + at, "a section");
    if (!data) return error_of(data);
    const bool is_debug = section.type == kSectionDebug;
    (is_debug ? image.debug : image.bytes) = *data;
    (is_debug ? image.debug_offset : image.offset) = origin + static_cast<std::size_t>(section.offset);
  }
  if (!image.bytes.empty()) return image;
  return fail_at(origin, "this ELF file has no section with a patch-token program",
                 "compile with `ocloc compile -device bxt`; host executables and zebin files cannot be read");
}

// Common format of System V and GNU archives: a 60-byte text header before each member, members at even offsets.
Result<std::vector<ProgramImage>> programs_of_archive(std::span<const std::byte> file) {
  std::vector<ProgramImage> programs;
  Reader reader(file);
  (void)reader.take(kArchiveMagic.size(), "the archive");
  while (reader.left() > 0) {
    const std::size_t header_at = reader.offset();
    const auto header = reader.take(60, "an archive member's header");
    if (!header) return error_of(header);
    const std::string_view text(reinterpret_cast<const char*>(header->data()), header->size());
    std::size_t size = 0;
    const auto digits = text.substr(48, 10);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), size);
    if (parsed.ec != std::errc{} || text.substr(58) != "`\n")
      return fail_at(header_at, "this is not the header of an archive member");
    const std::size_t data_at = reader.offset();
    const auto data = reader.take(size, "an archive member");
    if (!data) return error_of(data);
    if (size % 2 != 0 && reader.left() > 0) (void)reader.take(1, "padding");

    std::string name(text.substr(0, text.find_first_of("/ ")));
    if (is_program(*data)) {
      programs.push_back({std::move(name), *data, data_at});
    } else if (begins_with(*data, kElfMagic)) {
      // A fat binary may hold devices whose format is another: those are left out.
      if (auto program = program_of_elf(*data, data_at)) {
        program->name = std::move(name);
        programs.push_back(*std::move(program));
      }
    }
  }
  if (programs.empty()) return fail_at(0, "this archive has no member with a patch-token program");
  return programs;
}

}  // namespace

bool looks_like_device_binary(std::span<const std::byte> file) {
  return is_program(file) || begins_with(file, kElfMagic) || begins_with(file, kArchiveMagic);
}

Result<std::vector<ProgramImage>> find_programs(std::span<const std::byte> file) {
  if (is_program(file)) return std::vector{ProgramImage{.bytes = file}};
  if (begins_with(file, kArchiveMagic)) return programs_of_archive(file);
  if (begins_with(file, kElfMagic)) {
    auto program = program_of_elf(file, 0);
    if (!program) return error_of(program);
    return std::vector{*std::move(program)};
  }
  return fail_at(0,
                 "this is not an OpenCL device binary: neither an ELF file, nor an archive, nor a patch-token program",
                 "compile with `ocloc compile -file kernel.cl -device bxt`");
}

}  // namespace eugene::load
