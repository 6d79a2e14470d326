#include "binary/zebin_debug.h"

#include <algorithm>
#include <cstring>

namespace eugene::binary {
namespace {

// Relocations of debug data: GenRelocType in elf.md.
constexpr std::uint32_t kAddress64 = 1, kAddress32 = 2;

// Returns the address of a symbol. Code sections are at their offset in the file, all others at 0. The compiler copies
// symbols of another file without adapting their section indices, so the section is found by the symbol's name.
std::uint64_t find_address(const ElfFile& file, const ElfSymbol& symbol) {
  const auto section = std::ranges::find(file.sections(), symbol.name, &ElfSection::name);
  const bool is_code = symbol.name.starts_with(".text.") && section != file.sections().end();
  return symbol.value + (is_code ? section->offset : 0);
}

void apply(const ElfRelocation& relocation, std::uint64_t address, std::span<std::byte> section) {
  const std::size_t bytes = relocation.type == kAddress64 ? 8 : relocation.type == kAddress32 ? 4 : 0;
  if (relocation.offset > section.size() || bytes > section.size() - relocation.offset) return;
  std::byte* place = section.data() + relocation.offset;
  std::uint64_t value = static_cast<std::uint64_t>(relocation.addend);
  if (!relocation.has_addend) std::memcpy(&value, place, bytes);
  value += address;
  std::memcpy(place, &value, bytes);
}

}  // namespace

Result<std::shared_ptr<const std::vector<std::byte>>> relocated_debug_data(const ElfFile& file) {
  if (std::ranges::find(file.sections(), std::string_view(".debug_line"), &ElfSection::name) == file.sections().end())
    return nullptr;
  auto copy = std::make_shared<std::vector<std::byte>>(file.bytes().begin(), file.bytes().end());
  for (const ElfSection& section : file.sections()) {
    if (section.type != SectionType::rel && section.type != SectionType::rela) continue;
    if (section.info >= file.sections().size() || section.link >= file.sections().size()) continue;
    const ElfSection& target = file.sections()[section.info];
    if (!target.name.starts_with(".debug_")) continue;
    const auto relocations = file.relocations(section);
    const auto symbols = file.symbols(file.sections()[section.link]);
    const auto data = file.data(target);
    if (!relocations || !symbols || !data) return forward_error(relocations, symbols, data);
    std::vector<std::uint64_t> addresses;
    for (const ElfSymbol& symbol : *symbols) addresses.push_back(find_address(file, symbol));
    const auto bytes = std::span(*copy).subspan(data->data() - file.bytes().data(), data->size());
    for (const ElfRelocation& each : *relocations) {
      if (each.symbol < addresses.size()) apply(each, addresses[each.symbol], bytes);
    }
  }
  return copy;
}

}  // namespace eugene::binary
