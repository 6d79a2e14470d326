#include "binary/container.h"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "base/number.h"
#include "binary/elf.h"
#include "binary/reader.h"

namespace eugene::binary {
namespace {

constexpr std::string_view kArchiveMagic = "!<arch>\n";

bool begins_with(std::span<const std::byte> bytes, std::string_view magic) {
  return bytes.size() >= magic.size() && std::memcmp(bytes.data(), magic.data(), magic.size()) == 0;
}

bool is_program(std::span<const std::byte> bytes) {
  return begins_with(bytes, std::string_view(reinterpret_cast<const char*>(&kProgramMagic), sizeof kProgramMagic));
}

Result<ProgramImage> program_of_elf(std::span<const std::byte> bytes, std::size_t origin) {
  const auto file = ElfFile::read(bytes, origin);
  if (!file) return forward_error(file);
  if (file->find(SectionType::ze_info) != nullptr)
    return ProgramImage{.format = ProgramFormat::zebin, .bytes = bytes, .offset = origin};
  ProgramImage image;
  for (const ElfSection& section : file->sections()) {
    const bool is_debug = section.type == SectionType::patch_token_debug;
    const bool is_options = section.type == SectionType::patch_token_options;
    if (section.type != SectionType::patch_tokens && !is_debug && !is_options) continue;
    const auto data = file->data(section);
    if (!data) return forward_error(data);
    if (is_options) {
      image.options = text_before_zero(*data);
      continue;
    }
    (is_debug ? image.debug : image.bytes) = *data;
    (is_debug ? image.debug_offset : image.offset) = file->file_offset(section);
  }
  if (!image.bytes.empty()) return image;
  return fail_at(origin, "this ELF file has no section with a device program, neither patch tokens nor .ze_info",
                 "compile with `ocloc compile -device skl`; a program for the host cannot be read");
}

// Common format of System V and GNU archives: a 60-byte text header before each member, members at even offsets.
Result<std::vector<ProgramImage>> programs_of_archive(std::span<const std::byte> file) {
  std::vector<ProgramImage> programs;
  Reader reader(file);
  (void)reader.take(kArchiveMagic.size(), "the archive");
  while (reader.left() > 0) {
    const std::size_t header_at = reader.offset();
    const auto header = reader.take(60, "an archive member's header");
    if (!header) return forward_error(header);
    const std::string_view text(reinterpret_cast<const char*>(header->data()), header->size());
    std::string_view digits = text.substr(48, 10);
    const auto size = take_number<std::size_t>(digits);
    if (!size || text.substr(58) != "`\n") return fail_at(header_at, "this is not the header of an archive member");
    const std::size_t data_at = reader.offset();
    const auto data = reader.take(*size, "an archive member");
    if (!data) return forward_error(data);
    if (*size % 2 != 0 && reader.left() > 0) (void)reader.take(1, "padding");

    std::string name(text.substr(0, text.find_first_of("/ ")));
    if (is_program(*data)) {
      programs.push_back({.name = std::move(name), .bytes = *data, .offset = data_at});
    } else if (begins_with(*data, kElfMagic)) {
      // A fat binary may contain programs in other formats, which are skipped.
      if (auto program = program_of_elf(*data, data_at)) {
        program->name = std::move(name);
        programs.push_back(*std::move(program));
      }
    }
  }
  if (programs.empty()) return fail_at(0, "this archive has no member with a device program");
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
    if (!program) return forward_error(program);
    return std::vector{*std::move(program)};
  }
  return fail_at(0,
                 "this is not an OpenCL device binary: neither an ELF file, nor an archive, nor a patch-token program",
                 "compile with `ocloc compile -file kernel.cl -device bxt`");
}

}  // namespace eugene::binary
