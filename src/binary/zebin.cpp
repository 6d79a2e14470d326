#include "binary/zebin.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <map>

#include "binary/elf.h"
#include "binary/reader.h"
#include "binary/target.h"
#include "binary/ze_info.h"
#include "binary/zebin_debug.h"

namespace eugene::binary {
namespace {

constexpr std::string_view kCodePrefix = ".text.", kVisaPrefix = ".visaasm";

// Relocations of code: GenRelocType in elf.md.
struct RelocationKind {
  std::uint32_t type;
  std::size_t bytes;
  bool is_address, is_high;
};
constexpr RelocationKind kRelocations[] = {
    {1, 8, true, false},   // an address
    {2, 4, true, false},   // the lower half of an address, or a 32-bit address
    {3, 4, true, true},    // the upper half of an address
    {4, 4, false, false},  // an offset in the payload
    {5, 4, false, false},  // a number
    {6, 4, false, false},  // the descriptor of a send
    {7, 2, false, false},  // 16 bits of an address
};

// Notes for the loader in .note.intelgt.compat. Only the first word of each note is read.
struct Note {
  std::uint32_t type;
  void (*apply)(std::uint32_t value, DeviceBinary& binary);
};
constexpr Note kNotes[] = {
    {1, [](std::uint32_t product, DeviceBinary& binary) { set_product(product, binary); }},
    {2,
     [](std::uint32_t family, DeviceBinary& binary) {
       if (family != 0 && binary.gen == nullptr) set_family(family, binary);  // the product is more specific
     }},
    {3, [](std::uint32_t target, DeviceBinary& binary) { binary.stepping = target >> 8 & 0x1F; }},  // earliest
    {6, [](std::uint32_t config, DeviceBinary& binary) { set_ip_version(config, binary); }},
};

class Zebin {
 public:
  Zebin(const ElfFile& file, const ProgramImage& image) : file_(file), image_(image) {}

  Result<DeviceBinary> read();

 private:
  using Sections = std::map<std::string_view, const ElfSection*>;

  Result<void> read_notes(const ElfSection& section);
  Result<void> read_options(const ElfSection& section);
  Result<void> add_data(const ElfSection& section);
  Result<void> add_visa(const ElfSection& section);
  Result<void> add_code(const Sections& code, DeviceKernel& kernel);
  Result<void> add_symbols();
  Result<void> add_relocations();

  const ElfFile& file_;
  const ProgramImage& image_;
  DeviceBinary binary_;
  std::vector<ElfSymbol> symbols_;
  std::map<std::pair<std::size_t, std::string_view>, std::uint64_t> code_bytes_;  // by section and kernel
  std::vector<std::string_view> code_names_;  // of the kernels with code, in the order of their sections
  std::map<std::size_t, DataSymbol> data_;    // begin of each data section, by section index
  std::size_t visa_count_ = 0;                // vISA sections so far without a kernel's name
  std::shared_ptr<const std::vector<std::byte>> debug_;
};

// Format: {bytes of the name, bytes of the value, type}, name, value; name and value are padded to whole words.
Result<void> Zebin::read_notes(const ElfSection& section) {
  struct Head {
    std::uint32_t name_bytes, value_bytes, type;
  };
  constexpr std::size_t kWord = 4;
  const auto padded = [](std::uint32_t bytes) { return (std::size_t{bytes} + kWord - 1) / kWord * kWord; };
  const auto data = file_.data(section);
  if (!data) return forward_error(data);
  Reader reader(*data, file_.file_offset(section));
  while (reader.left() >= sizeof(Head)) {
    const auto head = reader.read<Head>("a note");
    const auto name = reader.take(padded(head->name_bytes), "a note's name");
    if (!name) return forward_error(name);
    // The last value may lack its padding.
    const auto value = reader.take(
        std::min(padded(head->value_bytes), std::max<std::size_t>(reader.left(), head->value_bytes)), "a note's value");
    if (!value) return forward_error(value);
    if (head->value_bytes < kWord) continue;
    std::uint32_t word = 0;
    std::memcpy(&word, value->data(), kWord);
    const auto* note = std::ranges::find(kNotes, head->type, &Note::type);
    if (note != std::end(kNotes)) note->apply(word, binary_);
  }
  return {};
}

Result<void> Zebin::read_options(const ElfSection& section) {
  const auto text = file_.data(section);
  if (!text) return forward_error(text);
  binary_.options = text_before_zero(*text);
  return {};
}

// Adds program-scope variables or constants, also those that are initially zeros.
Result<void> Zebin::add_data(const ElfSection& section) {
  const auto is = [&](std::string_view name) { return section.name.starts_with(name); };
  const bool is_global = is(".data.global") || is(".bss.global"), is_constant = is(".data.const") || is(".bss.const");
  if (!is_global && !is_constant) return {};
  std::size_t& bytes = is_constant ? binary_.constant_bytes : binary_.global_bytes;
  const auto number = static_cast<std::size_t>(&section - file_.sections().data());
  data_.emplace(number, DataSymbol{.is_constant = is_constant, .offset = bytes});
  constexpr std::size_t kMax = std::size_t{1} << 30;
  const std::size_t begin = bytes;
  if (section.size > kMax - begin)
    return fail_at(image_.offset, "the program has more than 1 GB of variables: section " + std::string(section.name));
  bytes += static_cast<std::size_t>(section.size);
  if (section.name.starts_with(".bss")) return {};
  const auto data = file_.data(section);
  if (!data) return forward_error(data);
  std::vector<std::byte>& all = is_constant ? binary_.constant_data : binary_.global_data;
  all.resize(begin);  // adds zeros for earlier sections without contents
  all.insert(all.end(), data->begin(), data->end());
  return {};
}

// Adds vISA text of section .visaasm.KERNEL. Older compilers name all sections .visaasm, in the order of the code
// sections.
Result<void> Zebin::add_visa(const ElfSection& section) {
  const auto text = file_.data(section);
  if (!text) return forward_error(text);
  std::string_view name = section.name.substr(std::min(section.name.size(), kVisaPrefix.size()));
  if (name.starts_with('.')) {
    name.remove_prefix(1);
  } else {
    if (visa_count_ >= code_names_.size()) return {};
    name = code_names_[visa_count_++];
  }
  const std::string_view all(reinterpret_cast<const char*>(text->data()), text->size());
  binary_.visa[std::string(name)] = all.substr(0, all.find('\0'));
  return {};
}

// Reads symbols. The size of a kernel's symbol is the size of its code without padding.
Result<void> Zebin::add_symbols() {
  const ElfSection* table = file_.find(SectionType::symbols);
  if (table == nullptr) return {};
  auto symbols = file_.symbols(*table);
  if (!symbols) return forward_error(std::move(symbols));
  symbols_ = std::move(*symbols);
  for (const ElfSymbol& symbol : symbols_) {
    if (symbol.value == 0) code_bytes_.emplace(std::pair(std::size_t{symbol.section}, symbol.name), symbol.size);
    if (const auto data = data_.find(symbol.section); data != data_.end() && !symbol.name.empty())
      binary_.symbols.emplace(symbol.name, DataSymbol{data->second.is_constant, data->second.offset + symbol.value});
  }
  return {};
}

Result<void> Zebin::add_code(const Sections& code, DeviceKernel& kernel) {
  const auto found = code.find(kernel.name);
  if (found == code.end()) return fail_at(image_.offset, "kernel " + kernel.name + " has no section of code");
  const ElfSection& section = *found->second;
  auto bytes = file_.data(section);
  if (!bytes) return forward_error(bytes);
  const auto number = static_cast<std::size_t>(&section - file_.sections().data());
  const auto size = code_bytes_.find({number, kernel.name});
  if (size != code_bytes_.end() && size->second != 0 && size->second < bytes->size())
    *bytes = bytes->first(static_cast<std::size_t>(size->second));
  kernel.code.assign(bytes->begin(), bytes->end());
  kernel.code_offset = file_.file_offset(section);
  if (debug_ != nullptr) kernel.debug = {.elf = debug_, .begin = section.offset, .end = section.offset + section.size};
  return {};
}

Result<void> Zebin::add_relocations() {
  std::map<std::string_view, DeviceKernel*> kernels;
  for (DeviceKernel& kernel : binary_.kernels) kernels.emplace(kernel.name, &kernel);
  for (const ElfSection& section : file_.sections()) {
    if ((section.type != SectionType::rel && section.type != SectionType::rela) ||
        section.info >= file_.sections().size())
      continue;
    const std::string_view target = file_.sections()[section.info].name;
    const auto kernel = kernels.find(target.substr(std::min(target.size(), kCodePrefix.size())));
    if (!target.starts_with(kCodePrefix) || kernel == kernels.end()) continue;
    const auto entries = file_.relocations(section);
    if (!entries) return forward_error(entries);
    for (const ElfRelocation& each : *entries) {
      const auto* kind = std::ranges::find(kRelocations, each.type, &RelocationKind::type);
      if (kind == std::end(kRelocations)) continue;
      const bool is_plain = kind->is_address && each.addend == 0 && each.symbol < symbols_.size();
      kernel->second->relocations.push_back(
          {.offset = static_cast<std::size_t>(each.offset),
           .bytes = kind->bytes,
           .is_high = kind->is_high,
           .symbol = is_plain ? std::string(symbols_[each.symbol].name) : std::string()});
    }
  }
  return {};
}

Result<DeviceBinary> Zebin::read() {
  binary_.target = image_.name;
  binary_.pointer_bytes = file_.pointer_bytes();
  const ElfSection* const info = file_.find(SectionType::ze_info);
  const auto text = file_.data(*info);
  if (!text) return forward_error(text);
  auto known = read_ze_info(*text, file_.file_offset(*info));
  if (!known) return forward_error(std::move(known));
  binary_.zebin_version = std::move(known->version);
  binary_.kernels = std::move(known->kernels);
  for (DeviceKernel& kernel : binary_.kernels) kernel.pointer_bytes = binary_.pointer_bytes;

  Sections code;
  for (const ElfSection& section : file_.sections()) {
    if (!section.name.starts_with(kCodePrefix)) continue;
    code_names_.push_back(section.name.substr(kCodePrefix.size()));
    code.emplace(code_names_.back(), &section);
  }
  for (const ElfSection& section : file_.sections()) {
    Result<void> done;
    if (section.type == SectionType::note && section.name == ".note.intelgt.compat") done = read_notes(section);
    if (section.type == SectionType::visa_text) done = add_visa(section);
    if (section.type == SectionType::zebin_options) done = read_options(section);
    if (!done) return forward_error(done);
    if (auto added = add_data(section); !added) return forward_error(added);
  }
  if (binary_.machine == nullptr) binary_.machine = target_machine(binary_.target);
  if (auto done = add_symbols(); !done) return forward_error(done);
  auto debug = relocated_debug_data(file_);
  if (!debug) return forward_error(std::move(debug));
  debug_ = std::move(*debug);
  for (DeviceKernel& kernel : binary_.kernels)
    if (auto done = add_code(code, kernel); !done) return forward_error(done);
  if (auto done = add_relocations(); !done) return forward_error(done);
  return std::move(binary_);
}

}  // namespace

Result<DeviceBinary> read_zebin(const ProgramImage& image) {
  const auto file = ElfFile::read(image.bytes, image.offset);
  if (!file) return forward_error(file);
  return Zebin(*file, image).read();
}

}  // namespace eugene::binary
