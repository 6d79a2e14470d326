// Reads the header, the declarations and everything else around instructions. vISA manual 4_visa_header.
#include <algorithm>
#include <cctype>
#include <set>

#include <fmt/format.h>

#include "visa/binary.h"
#include "visa/binary_layout.h"
#include "visa/predefined.h"
#include "visa/reader.h"
#include "visa/spelling.h"

namespace eugene::visa {
namespace {

bool is_identifier(std::string_view name) {
  return !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
         std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

}  // namespace

void Reader::fail_at(std::size_t offset, std::string message, std::string reference) {
  if (problem_) return;
  problem_ =
      error_at({.offset = static_cast<std::int64_t>(offset)}, std::move(message), "visa.binary", std::move(reference));
}

bool Reader::check(bool exists, std::string_view what, std::uint32_t id) {
  if (!exists) fail_at(at_, fmt::format("there is no {} {}", what, id));
  return exists;
}

bool Reader::has_general(std::uint32_t id) const {
  return id < kPredefined.size() || (id >= kFirstGeneral && id - kFirstGeneral < kernel_().variables.generals.size());
}

std::uint32_t Reader::id(std::string_view what) {
  return since(kWideIds) ? take<std::uint32_t>(what) : take<std::uint16_t>(what);
}

// A short file can refer to a long string very often, so the total size of all copies is limited.
std::string Reader::string(std::uint32_t index) {
  constexpr std::size_t kMaxText = std::size_t{1} << 26;
  if (!check(index < strings_.size(), "string", index)) return {};
  copied_ += strings_[index].size();
  if (copied_ > kMaxText) {
    fail_at(at_, "the names in this file are longer than 64 MB in total");
    return {};
  }
  return strings_[index];
}

std::string Reader::entry_name() {
  const std::uint32_t length =
      since(kWideNameLength) ? take<std::uint16_t>("the length of a name") : take<std::uint8_t>("the length of a name");
  if (length > bytes_.size() - at_) {
    fail_at(at_, "the file ends in the middle of a name");
    return {};
  }
  std::string name(reinterpret_cast<const char*>(bytes_.data()) + at_, length);
  at_ += length;
  return name;
}

// Skips tables of relocations, which finalisers no longer use.
void Reader::symbols() {
  for (int table = 0; table < 2; ++table) {
    const std::uint32_t count = take<std::uint16_t>("a table of symbols");
    for (std::uint32_t n = 0; n < count && is_good(); ++n) (void)take<std::uint32_t>("a symbol");
  }
}

Reader::Entry Reader::kernel_entry() {
  Entry entry{.name = entry_name()};
  entry.offset = take<std::uint32_t>("the offset of a kernel");
  entry.size = take<std::uint32_t>("the size of a kernel");
  (void)take<std::uint32_t>("the offset of the inputs");
  symbols();
  const unsigned count = take<std::uint8_t>("the number of native binaries");
  for (unsigned n = 0; n < count && is_good(); ++n) {
    NativeCode code{.platform = take<std::uint8_t>("a platform")};
    const std::size_t begin = at_;
    code.offset = take<std::uint32_t>("the offset of native code");
    code.size = take<std::uint32_t>("the size of native code");
    if (is_good() && (code.offset > bytes_.size() || code.size > bytes_.size() - code.offset))
      fail_at(begin, "this native code is outside the file");
    entry.native.push_back(code);
  }
  return entry;
}

Reader::Entry Reader::function_entry() {
  (void)take<std::uint8_t>("the linkage of a function");
  Entry entry{.name = entry_name(), .is_function = true};
  entry.offset = take<std::uint32_t>("the offset of a function");
  entry.size = take<std::uint32_t>("the size of a function");
  symbols();
  return entry;
}

std::vector<Reader::Entry> Reader::header() {
  if (take<std::uint32_t>("the magic number") != kMagic) fail_at(0, "this is not a vISA object file");
  module_.version.major = take<std::uint8_t>("the version");
  module_.version.minor = take<std::uint8_t>("the version");
  if (is_good() && (module_.version < kOldest || module_.version > kNewest)) {
    fail_at(4, fmt::format("version {}.{} is not supported: versions are 3.0 to 4.2", module_.version.major,
                           module_.version.minor));
  }
  std::vector<Entry> entries;
  const unsigned kernels = take<std::uint16_t>("the number of kernels");
  for (unsigned n = 0; n < kernels && is_good(); ++n) entries.push_back(kernel_entry());
  const std::size_t begin = at_;
  if (take<std::uint16_t>("the number of variables") != 0)
    fail_at(begin, "the file declares variables of the whole file, which vISA no longer has");
  const unsigned functions = take<std::uint16_t>("the number of functions");
  for (unsigned n = 0; n < functions && is_good(); ++n) {
    entries.push_back(function_entry());
    module_.declared_functions.push_back(entries.back().name);
  }
  if (entries.size() > kMaxKernels) fail_at(begin, "a module can have at most 512 kernels and functions");
  return entries;
}

void Reader::strings() {
  const std::uint32_t count = id("the number of strings");
  strings_.clear();
  for (std::uint32_t n = 0; n < count && is_good(); ++n) {
    const std::byte* const begin = bytes_.data() + at_;
    const void* const end = std::memchr(begin, 0, bytes_.size() - at_);
    if (end == nullptr) return fail_at(at_, "the file ends in the middle of a string");
    const auto length = static_cast<std::size_t>(static_cast<const std::byte*>(end) - begin);
    strings_.emplace_back(reinterpret_cast<const char*>(begin), length);
    at_ += length + 1;
  }
}

Attributes Reader::attributes(std::uint32_t count) {
  Attributes result;
  for (std::uint32_t n = 0; n < count && is_good(); ++n) {
    Attribute a{.name = string(id("an attribute"))};
    a.bytes = take<std::uint8_t>("the size of an attribute");
    if (a.bytes > bytes_.size() - at_) {
      fail_at(at_, "the file ends in the middle of an attribute");
      break;
    }
    const std::string_view value(reinterpret_cast<const char*>(bytes_.data()) + at_, a.bytes);
    at_ += a.bytes;
    const AttributeRow* row = attribute_named(a.name);
    const bool is_text = row != nullptr ? row->kind == AttributeRow::Kind::text : a.bytes > 4 || a.bytes == 3;
    if (is_text) {
      a.value = std::string(value);
    } else if (a.bytes != 0 && (row == nullptr || row->kind == AttributeRow::Kind::number)) {
      std::int32_t number = 0;
      std::memcpy(&number, value.data(), std::min<std::size_t>(value.size(), 4));
      const unsigned unused = 32 - 8 * std::min<unsigned>(a.bytes, 4);
      a.value = static_cast<std::int32_t>(static_cast<std::uint32_t>(number) << unused) >> unused;
    }
    result.push_back(std::move(a));
  }
  return result;
}

void Reader::generals() {
  const std::uint32_t count = id("the number of variables");
  std::set<std::string> used;
  for (std::uint32_t n = 0; n < count && is_good(); ++n) {
    GeneralVariable v;
    const std::string name = string(id("the name of a variable"));
    v.name = is_identifier(name) && used.insert(name).second ? name : fmt::format("V{:04}", kFirstGeneral + n);
    used.insert(v.name);
    const std::size_t begin = at_;
    const unsigned properties = take<std::uint8_t>("the type of a variable");
    v.type = static_cast<Type>(properties & 15);
    if (properties >> 4 >= kAligns.size())
      return fail_at(begin, fmt::format("unknown code {} of an alignment", properties >> 4));
    v.align = static_cast<Align>(properties >> 4);
    v.elements = take<std::uint16_t>("the elements of a variable");
    v.alias = id("the alias of a variable");
    if (v.alias != 0 && !check(has_general(v.alias), "variable before this one with id", v.alias)) return;
    v.alias_offset = take<std::uint16_t>("the offset in an alias");
    (void)take<std::uint8_t>("the scope of an alias");
    v.attributes = attributes(take<std::uint8_t>("the number of attributes"));
    kernel_().variables.generals.push_back(std::move(v));
  }
}

std::vector<OtherVariable> Reader::others(std::uint32_t count, char letter, std::uint32_t first, bool has_label) {
  std::vector<OtherVariable> result;
  for (std::uint32_t n = 0; n < count && is_good(); ++n) {
    OtherVariable v{.name = fmt::format("{}{}", letter, first + n)};
    const std::string name = string(id("the name of a variable"));
    if (has_label && is_identifier(name)) v.label = name;
    v.elements = take<std::uint16_t>("the elements of a variable");
    v.attributes = attributes(take<std::uint8_t>("the number of attributes"));
    result.push_back(std::move(v));
  }
  return result;
}

void Reader::labels() {
  const std::uint32_t count = take<std::uint16_t>("the number of labels");
  std::set<std::string> used;
  for (std::uint32_t n = 0; n < count && is_good(); ++n) {
    Label label{.name = string(id("the name of a label"))};
    for (char& c : label.name) {
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    }
    if (label.name.empty() || std::isdigit(static_cast<unsigned char>(label.name[0])) != 0)
      label.name = "L" + label.name;
    if (!used.insert(label.name).second) used.insert(label.name += fmt::format("_{}", n));
    const std::size_t begin = at_;
    const unsigned kind = take<std::uint8_t>("the kind of a label");
    if (kind > 3) return fail_at(begin, fmt::format("unknown kind {} of a label", kind));
    label.kind = static_cast<LabelKind>(kind);
    (void)attributes(take<std::uint8_t>("the number of attributes"));
    kernel_().labels.push_back(std::move(label));
  }
}

void Reader::variables() {
  Variables& v = kernel_().variables;
  generals();
  v.addresses = others(take<std::uint16_t>("the number of address variables"), 'A', 0, false);
  v.predicates = others(take<std::uint16_t>("the number of predicates"), 'P', kFirstPredicate, false);
  labels();
  v.samplers = others(take<std::uint8_t>("the number of samplers"), 'S', 0, true);
  v.surfaces = others(take<std::uint8_t>("the number of surfaces"), 'T', kFirstSurface, true);
  const std::size_t begin = at_;
  if (take<std::uint8_t>("the number of VME variables") != 0)
    fail_at(begin, "the kernel has VME variables, which vISA no longer has");
}

void Reader::inputs() {
  const std::uint32_t count =
      since(kWideInputCount) ? take<std::uint32_t>("the number of inputs") : take<std::uint8_t>("the number of inputs");
  for (std::uint32_t n = 0; n < count && is_good(); ++n) {
    Input input;
    const std::size_t begin = at_;
    const unsigned kind = take<std::uint8_t>("the kind of an input");
    if ((kind & 7) > 2) return fail_at(begin, fmt::format("unknown kind {} of an input", kind));
    input.kind = static_cast<InputKind>(kind & 7);
    input.implicit = static_cast<std::uint8_t>(kind >> 3);
    input.variable = id("an input");
    const Variables& v = kernel_().variables;
    const bool exists = input.kind == InputKind::general   ? has_general(input.variable)
                        : input.kind == InputKind::sampler ? input.variable < v.samplers.size()
                                                           : input.variable < kFirstSurface + v.surfaces.size();
    if (!check(exists, "input variable", input.variable)) return;
    input.offset = take<std::int16_t>("the offset of an input");
    input.size = take<std::uint16_t>("the size of an input");
    kernel_().inputs.push_back(input);
  }
}

void Reader::kernel(const Entry& entry) {
  module_.kernels.push_back({.name = entry.name, .is_function = entry.is_function, .native = entry.native});
  if (entry.offset > bytes_.size()) return fail_at(0, "kernel " + entry.name + " is outside the file");
  const std::size_t begin = at_ = entry.offset;
  strings();
  (void)string(id("the name of the kernel"));
  variables();
  if (!entry.is_function) inputs();
  const auto size = take<std::uint32_t>("the size of the instructions");
  const auto first = take<std::uint32_t>("the offset of the instructions");
  if (entry.is_function) {
    kernel_().argument_size = take<std::uint8_t>("the size of the arguments");
    kernel_().return_size = take<std::uint8_t>("the size of the result");
  }
  kernel_().attributes = attributes(take<std::uint16_t>("the number of attributes"));
  if (!is_good()) return;
  // The finaliser's default target, for kernels that have no Target attribute.
  if (std::ranges::find(kernel_().attributes, "Target", &Attribute::name) == kernel_().attributes.end())
    kernel_().attributes.push_back({.name = "Target", .value = 0, .bytes = 1});
  if (first > bytes_.size() - begin || size > bytes_.size() - begin - first)
    return fail_at(begin, "the instructions of " + entry.name + " are outside the file");
  used_ += at_ - begin + size;
  if (used_ > bytes_.size()) return fail_at(begin, "kernel " + entry.name + " overlaps another kernel in the file");
  instructions(begin + first, size);
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
  for (const Entry& entry : header()) {
    if (is_good()) kernel(entry);
  }
  if (is_good() && module_.kernels.empty()) fail_at(bytes_.size(), "the module has no kernel");
  if (problem_) return std::unexpected(*std::move(problem_));
  return std::move(module_);
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
