// Reads the header, the declarations and everything else around instructions. vISA manual 4_visa_header.
#include <algorithm>
#include <cctype>
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "visa/binary.h"
#include "visa/print.h"
#include "visa/reader.h"

namespace eugene::visa {

void Reader::fail_at(std::size_t offset, std::string message, std::string_view page) {
  if (problem_) return;
  problem_ =
      error_at({.offset = static_cast<std::int64_t>(offset)}, std::move(message), "visa.binary", std::string(page));
}

std::uint64_t Reader::take(std::string_view what, unsigned bytes) {
  std::uint64_t value = 0;
  if (problem_) return value;
  if (bytes > bytes_.size() - at_) {
    fail_at(at_, fmt::format("the file ends in the middle of {}", what));
    return value;
  }
  std::memcpy(&value, bytes_.data() + at_, bytes);
  at_ += bytes;
  return value;
}

void Reader::signed_number(std::int64_t& value, std::string_view what, unsigned bytes) {
  const unsigned unused = 64 - 8 * bytes;
  value = static_cast<std::int64_t>(take(what, bytes) << unused) >> unused;
}

void Reader::constant(std::uint32_t value, unsigned bytes, std::string_view what, std::string_view problem) {
  const std::size_t begin = at_;
  require(take(what, bytes) == value, begin, problem);
}

void Reader::use_version(Version version) {
  if (version < kOldest || version > kNewest) {
    fail_at(4, fmt::format("version {}.{} is not supported: versions are 3.0 to 4.2", version.major, version.minor));
  }
  module_.version = version;
}

void Reader::check(bool exists, std::string_view what, std::uint64_t id) {
  if (!exists) fail_at(at_, fmt::format("there is no {} {}", what, id));
}

bool Reader::has(VariableKind kind, std::uint32_t id) const {
  const Variables& v = kernel_().variables;
  switch (kind) {
    case VariableKind::general:
      return id < kPredefined.size() || (id >= kFirstGeneral && id - kFirstGeneral < v.generals.size());
    case VariableKind::address: return id < v.addresses.size();
    case VariableKind::predicate: return id >= kFirstPredicate && id - kFirstPredicate < v.predicates.size();
    case VariableKind::sampler: return id < v.samplers.size();
    default: return id < kFirstSurface + v.surfaces.size();
  }
}

void Reader::exists(VariableKind kind, std::uint32_t id, std::string_view what) {
  static constexpr std::string_view kNames[] = {"variable", "address variable", "predicate", "sampler", "surface"};
  check(has(kind, id), what.empty() ? kNames[static_cast<std::size_t>(kind)] : what, id);
}

// A short file can refer to a long string very often, so the total size of all copies is limited.
void Reader::string(std::string& text, std::string_view what, unsigned bytes) {
  constexpr std::size_t kMaxText = std::size_t{1} << 26;
  const std::uint64_t index = take(what, bytes);
  check(index < strings_.size(), "string", index);
  if (!is_good()) return;
  copied_ += strings_[index].size();
  if (copied_ > kMaxText) return fail_at(at_, "the names in this file are longer than 64 MB in total");
  text = strings_[index];
}

// Reads a text with its length before it.
void Reader::text(std::string& text, unsigned count_bytes, std::string_view what_count, std::string_view what) {
  const std::uint64_t size = take(what_count, count_bytes);
  if (size > bytes_.size() - at_) return fail_at(at_, fmt::format("the file ends in the middle of {}", what));
  text.assign(reinterpret_cast<const char*>(bytes_.data()) + at_, size);
  at_ += size;
}

void Reader::strings() {
  const std::uint64_t count = take("the number of strings", id_bytes());
  strings_.clear();
  for (std::uint64_t n = 0; n < count && is_good(); ++n) {
    const std::byte* const begin = bytes_.data() + at_;
    const void* const end = std::memchr(begin, 0, bytes_.size() - at_);
    if (end == nullptr) return fail_at(at_, "the file ends in the middle of a string");
    const auto length = static_cast<std::size_t>(static_cast<const std::byte*>(end) - begin);
    strings_.emplace_back(reinterpret_cast<const char*>(begin), length);
    at_ += length + 1;
  }
}

// Gives each variable and label a name that the text can have.
void Reader::name_declarations() {
  Variables& v = kernel_().variables;
  std::set<std::string> used;
  for (std::uint32_t id = kFirstGeneral; GeneralVariable & variable : v.generals) {
    if (!is_identifier(variable.name) || used.contains(variable.name)) variable.name = fmt::format("V{:04}", id);
    used.insert(variable.name);
    ++id;
  }
  const auto name = [](std::vector<OtherVariable>& variables, char letter, std::uint32_t id, bool has_label) {
    for (OtherVariable& variable : variables) {
      if (has_label && is_identifier(variable.name)) variable.label = variable.name;
      variable.name = fmt::format("{}{}", letter, id++);
    }
  };
  name(v.addresses, 'A', 0, false);
  name(v.predicates, 'P', kFirstPredicate, false);
  name(v.samplers, 'S', 0, true);
  name(v.surfaces, 'T', kFirstSurface, true);
  used.clear();
  for (std::size_t n = 0; Label & label : kernel_().labels) {
    for (char& c : label.name) {
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    }
    if (label.name.empty() || std::isdigit(static_cast<unsigned char>(label.name[0])) != 0)
      label.name = "L" + label.name;
    if (!used.insert(label.name).second) used.insert(label.name += fmt::format("_{}", n));
    ++n;
  }
}

void Reader::kernel(const Entry& entry, bool is_function) {
  module_.kernels.push_back({.name = entry.name, .is_function = is_function, .native = entry.native});
  if (entry.offset > bytes_.size()) return fail_at(0, "kernel " + entry.name + " is outside the file");
  const std::size_t begin = at_ = entry.offset;
  Parts parts;
  layout(*this, kernel_(), parts);
  if (!is_good()) return;
  name_declarations();
  // The finaliser's default target, for kernels that have no Target attribute.
  if (std::ranges::find(kernel_().attributes, "Target", &Attribute::name) == kernel_().attributes.end())
    kernel_().attributes.push_back({.name = "Target", .value = 0, .bytes = 1});
  if (parts.code > bytes_.size() - begin || parts.code_size > bytes_.size() - begin - parts.code)
    return fail_at(begin, "the instructions of " + entry.name + " are outside the file");
  used_ += at_ - begin + parts.code_size;
  if (used_ > bytes_.size()) return fail_at(begin, "kernel " + entry.name + " overlaps another kernel in the file");
  instructions(begin + parts.code, parts.code_size);
}

void Reader::instructions(std::size_t begin, std::size_t size) {
  at_ = begin;
  while (is_good() && at_ < begin + size) {
    Instruction i = instruction();
    if (is_good() && at_ > begin + size) fail_at(at_, "the last instruction is longer than the kernel");
    if (is_good()) kernel_().instructions.push_back(std::move(i));
  }
}

Result<Module> Reader::run() {
  Header header;
  layout(*this, header);
  for (const Entry& entry : header.kernels) {
    if (is_good()) kernel(entry, false);
  }
  for (const Entry& entry : header.functions) {
    module_.declared_functions.push_back(entry.name);
    if (is_good()) kernel(entry, true);
  }
  if (is_good() && module_.kernels.empty()) fail_at(bytes_.size(), "the module has no kernel");
  if (problem_) return std::unexpected(*std::move(problem_));
  return std::move(module_);
}

std::string attribute_bytes(const Attribute& attribute) {
  if (const auto* text = std::get_if<std::string>(&attribute.value)) return *text;
  std::string bytes;
  if (const auto* number = std::get_if<std::int32_t>(&attribute.value)) {
    const unsigned size = attribute.bytes == 1 || attribute.bytes == 2 ? attribute.bytes : sizeof *number;
    bytes.assign(reinterpret_cast<const char*>(number), size);
  }
  return bytes;
}

void set_attribute(Attribute& attribute, std::string_view bytes) {
  attribute.bytes = static_cast<std::uint8_t>(bytes.size());
  const AttributeRow* row = attribute_named(attribute.name);
  const bool is_text = row != nullptr ? row->kind == AttributeRow::Kind::text : bytes.size() > 4 || bytes.size() == 3;
  if (is_text) {
    attribute.value = std::string(bytes);
  } else if (!bytes.empty() && (row == nullptr || row->kind == AttributeRow::Kind::number)) {
    std::int32_t number = 0;
    const std::size_t size = std::min(bytes.size(), sizeof number);
    std::memcpy(&number, bytes.data(), size);
    const auto unused = static_cast<unsigned>(32 - 8 * size);
    attribute.value = static_cast<std::int32_t>(static_cast<std::uint32_t>(number) << unused) >> unused;
  }
}

bool is_visa_binary(std::span<const std::byte> bytes) {
  std::uint32_t magic = 0;
  if (bytes.size() < sizeof magic) return false;
  std::memcpy(&magic, bytes.data(), sizeof magic);
  return magic == kMagic;
}

Result<Module> read(std::span<const std::byte> bytes) { return Reader(bytes).run(); }

std::uint32_t element_bytes(const Kernel& kernel, std::uint32_t id) {
  if (id < kPredefined.size()) return byte_size(kPredefined[id].type);
  const auto& generals = kernel.variables.generals;
  if (id < kFirstGeneral || id - kFirstGeneral >= generals.size()) return 0;
  return byte_size(generals[id - kFirstGeneral].type);
}

}  // namespace eugene::visa
