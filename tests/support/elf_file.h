// Builds ELF files with sections of any contents, for tests of ELF readers.
#pragma once

#include <elf.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace eugene::testing_support {

class ElfFile {
 public:
  ElfFile& add(std::string name, std::string contents, std::uint64_t flags = 0) {
    sections_.push_back({std::move(name), std::move(contents), flags});
    return *this;
  }

  // Returns a 64-bit little-endian file, with the sections in order after the header.
  std::vector<std::byte> bytes() const {
    std::string names(1, '\0'), contents(sizeof(Elf64_Ehdr), '\0');
    std::vector<Elf64_Shdr> headers(1);
    const auto put = [&](const std::string& name, const std::string& bytes, std::uint32_t type, std::uint64_t flags) {
      headers.push_back({.sh_name = static_cast<Elf64_Word>(names.size()),
                         .sh_type = type,
                         .sh_flags = flags,
                         .sh_addr = 0,
                         .sh_offset = contents.size(),
                         .sh_size = bytes.size(),
                         .sh_link = 0,
                         .sh_info = 0,
                         .sh_addralign = 1,
                         .sh_entsize = 0});
      names += name + '\0';
      contents += bytes;
    };
    for (const Section& each : sections_) put(each.name, each.contents, SHT_PROGBITS, each.flags);
    names += ".shstrtab";
    headers.push_back({.sh_name = static_cast<Elf64_Word>(names.size() - 9),
                       .sh_type = SHT_STRTAB,
                       .sh_flags = 0,
                       .sh_addr = 0,
                       .sh_offset = contents.size(),
                       .sh_size = names.size() + 1,
                       .sh_link = 0,
                       .sh_info = 0,
                       .sh_addralign = 1,
                       .sh_entsize = 0});
    contents += names + '\0';
    Elf64_Ehdr header{};
    std::memcpy(header.e_ident, ELFMAG, SELFMAG);
    header.e_ident[EI_CLASS] = ELFCLASS64;
    header.e_ident[EI_DATA] = ELFDATA2LSB;
    header.e_ident[EI_VERSION] = EV_CURRENT;
    header.e_type = ET_EXEC;
    header.e_machine = EM_X86_64;
    header.e_version = EV_CURRENT;
    header.e_shoff = contents.size();
    header.e_ehsize = sizeof header;
    header.e_shentsize = sizeof(Elf64_Shdr);
    header.e_shnum = static_cast<Elf64_Half>(headers.size());
    header.e_shstrndx = static_cast<Elf64_Half>(headers.size() - 1);
    std::memcpy(contents.data(), &header, sizeof header);
    contents.append(reinterpret_cast<const char*>(headers.data()), headers.size() * sizeof headers[0]);
    const auto all = std::as_bytes(std::span(contents));
    return {all.begin(), all.end()};
  }

 private:
  struct Section {
    std::string name, contents;
    std::uint64_t flags;
  };
  std::vector<Section> sections_;
};

// Numbers in the encodings of DWARF.
template <class T>
std::string raw(T number) {
  return {reinterpret_cast<const char*>(&number), sizeof number};
}
inline std::string leb(std::uint64_t number) {
  std::string text;
  for (; number > 127; number >>= 7) text += static_cast<char>(number | 0x80U);
  return text + static_cast<char>(number);
}

}  // namespace eugene::testing_support
