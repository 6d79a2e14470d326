// Writes the declarations and the header. vISA manual 4_visa_header.
#include <algorithm>
#include <utility>

#include "visa/binary.h"
#include "visa/binary_layout.h"
#include "visa/writer.h"

namespace eugene::visa {

void Writer::fail_with(std::string message) {
  if (problem_) return;
  problem_ = error_at({.line = line_}, "kernel " + kernel_.name + ": " + std::move(message), "visa.binary",
                      "vISA manual 4_visa_header");
}

std::uint32_t Writer::string(std::string_view text) {
  if (const auto at = string_ids_.find(text); at != string_ids_.end()) return at->second;
  if (text.find('\0') != std::string_view::npos) fail_with("a name contains a zero byte");
  const auto index = static_cast<std::uint32_t>(strings_.size());
  strings_.emplace_back(text);
  string_ids_.emplace(std::string(text), index);
  return index;
}

// Numbers all strings. The kernel's name is the first, as in the compiler's output.
void Writer::collect() {
  string(kernel_.name);
  const auto names = [&](const Attributes& list) {
    for (const Attribute& a : list) string(a.name);
  };
  for (const GeneralVariable& v : kernel_.variables.generals) {
    string(v.name);
    names(v.attributes);
  }
  const Variables& v = kernel_.variables;
  for (const auto* list : {&v.addresses, &v.predicates, &v.samplers, &v.surfaces}) {
    for (const OtherVariable& variable : *list) {
      string(variable.label.empty() ? variable.name : variable.label);
      names(variable.attributes);
    }
  }
  for (const Label& label : kernel_.labels) string(label.name);
  names(kernel_.attributes);
  for (const Instruction& i : kernel_.instructions) {
    for (const Operand& o : i.operands) {
      if (const auto* text = std::get_if<Text>(&o)) string(text->text);
    }
  }
}

void Writer::attributes(const Attributes& list) {
  for (const Attribute& a : list) {
    put<std::uint32_t>(string(a.name));
    if (const auto* number = std::get_if<std::int32_t>(&a.value)) {
      const std::uint8_t bytes = a.bytes == 1 || a.bytes == 2 ? a.bytes : 4;
      put<std::uint8_t>(bytes);
      for (unsigned n = 0; n < bytes; ++n) put<std::uint8_t>(static_cast<std::uint32_t>(*number) >> (8 * n) & 0xff);
    } else if (const auto* text = std::get_if<std::string>(&a.value)) {
      put_count<std::uint8_t>(text->size(), "characters of an attribute");
      for (const char c : *text) put<std::uint8_t>(static_cast<unsigned char>(c));
    } else {
      put<std::uint8_t>(0);
    }
  }
}

void Writer::generals() {
  put<std::uint32_t>(kernel_.variables.generals.size());
  for (const GeneralVariable& v : kernel_.variables.generals) {
    put<std::uint32_t>(string(v.name));
    put<std::uint8_t>(static_cast<unsigned>(v.type) | static_cast<unsigned>(v.align) << 4);
    put<std::uint16_t>(v.elements);
    put<std::uint32_t>(v.alias);
    put<std::uint16_t>(v.alias_offset);
    put<std::uint8_t>(0);  // scope of the alias
    put_count<std::uint8_t>(v.attributes.size(), "attributes");
    attributes(v.attributes);
  }
}

void Writer::others(const std::vector<OtherVariable>& variables) {
  for (const OtherVariable& v : variables) {
    put<std::uint32_t>(string(v.label.empty() ? v.name : v.label));
    put<std::uint16_t>(v.elements);
    put_count<std::uint8_t>(v.attributes.size(), "attributes");
    attributes(v.attributes);
  }
}

void Writer::labels() {
  put_count<std::uint16_t>(kernel_.labels.size(), "labels");
  for (const Label& label : kernel_.labels) {
    put<std::uint32_t>(string(label.name));
    put<std::uint8_t>(static_cast<unsigned>(label.kind));
    put<std::uint8_t>(0);  // attributes
  }
}

void Writer::inputs() {
  input_offset_ = static_cast<std::uint32_t>(out_.size());
  put<std::uint32_t>(kernel_.inputs.size());
  for (const Input& input : kernel_.inputs) {
    put<std::uint8_t>(static_cast<unsigned>(input.kind) | static_cast<unsigned>(input.implicit) << 3);
    put<std::uint32_t>(input.variable);
    put<std::uint16_t>(static_cast<std::uint16_t>(input.offset));
    put<std::uint16_t>(input.size);
  }
}

void Writer::declarations() {
  put<std::uint32_t>(strings_.size());
  for (const std::string& text : strings_) {
    for (const char c : text) put<std::uint8_t>(static_cast<unsigned char>(c));
    put<std::uint8_t>(0);
  }
  put<std::uint32_t>(string(kernel_.name));
  const Variables& v = kernel_.variables;
  generals();
  put_count<std::uint16_t>(v.addresses.size(), "address variables");
  others(v.addresses);
  put_count<std::uint16_t>(v.predicates.size(), "predicates");
  others(v.predicates);
  labels();
  put_count<std::uint8_t>(v.samplers.size(), "samplers");
  others(v.samplers);
  put_count<std::uint8_t>(v.surfaces.size(), "surfaces");
  others(v.surfaces);
  put<std::uint8_t>(0);  // VME variables
  if (!kernel_.is_function) inputs();
}

Result<std::vector<std::byte>> Writer::run() {
  collect();
  for (const Instruction& i : kernel_.instructions) {
    line_ = i.line;
    instruction(i);
  }
  line_ = 0;
  const std::vector<std::byte> code = std::exchange(out_, {});
  declarations();
  put<std::uint32_t>(code.size());
  const std::size_t entry = out_.size();
  put<std::uint32_t>(0);
  if (kernel_.is_function) {
    put<std::uint8_t>(kernel_.argument_size);
    put<std::uint8_t>(kernel_.return_size);
  }
  put_count<std::uint16_t>(kernel_.attributes.size(), "attributes");
  attributes(kernel_.attributes);
  const auto first = static_cast<std::uint32_t>(out_.size());
  std::memcpy(out_.data() + entry, &first, sizeof first);
  out_.insert(out_.end(), code.begin(), code.end());
  if (problem_) return std::unexpected(*std::move(problem_));
  return std::move(out_);
}

namespace {

struct Object {
  const Kernel& kernel;
  std::vector<std::byte> bytes;
  std::uint32_t input_offset;
};

void append(std::vector<std::byte>& out, std::uint64_t value, unsigned bytes) {
  for (unsigned n = 0; n < bytes; ++n) out.push_back(static_cast<std::byte>(value >> (8 * n)));
}

void append_name(std::vector<std::byte>& out, std::string_view name) {
  append(out, name.size(), 2);
  for (const char c : name) out.push_back(static_cast<std::byte>(c));
}

// Returns the header. `first` is the offset of the first object.
std::vector<std::byte> header(const std::vector<Object>& objects, std::uint32_t first) {
  std::vector<std::byte> out;
  append(out, kMagic, 4);
  append(out, kWritten.major, 1);
  append(out, kWritten.minor, 1);
  const auto functions = std::ranges::count_if(objects, [](const Object& o) { return o.kernel.is_function; });
  append(out, objects.size() - static_cast<std::size_t>(functions), 2);
  for (const bool is_function : {false, true}) {
    if (is_function) {
      append(out, 0, 2);  // variables of the file: none
      append(out, static_cast<std::uint64_t>(functions), 2);
    }
    std::uint32_t offset = first;
    for (const Object& o : objects) {
      const std::uint32_t begin = offset;
      offset += static_cast<std::uint32_t>(o.bytes.size());
      if (o.kernel.is_function != is_function) continue;
      if (is_function) append(out, 2, 1);  // linkage: global
      append_name(out, o.kernel.name);
      append(out, begin, 4);
      append(out, o.bytes.size(), 4);
      if (!is_function) append(out, begin + o.input_offset, 4);
      append(out, 0, 4);                    // symbols
      if (!is_function) append(out, 0, 1);  // native code
    }
  }
  return out;
}

}  // namespace

Result<std::vector<std::byte>> write(const Module& module) {
  std::vector<Object> objects;
  std::uint64_t size = 0;
  for (const Kernel& kernel : module.kernels) {
    Writer writer(kernel);
    auto bytes = writer.run();
    if (!bytes) return std::unexpected(bytes.error());
    size += bytes->size() + kernel.name.size();
    objects.push_back({kernel, *std::move(bytes), writer.input_offset()});
    if (kernel.name.size() > 0xffff || size > 0x7fffffff || objects.size() > 0xffff)
      return fail("the module is too large for a vISA object file", "vISA manual 4_visa_header");
  }
  const auto first = static_cast<std::uint32_t>(header(objects, 0).size());
  std::vector<std::byte> out = header(objects, first);
  for (const Object& o : objects) out.insert(out.end(), o.bytes.begin(), o.bytes.end());
  return out;
}

}  // namespace eugene::visa
