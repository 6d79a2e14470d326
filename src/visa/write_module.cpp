// Writes a module: a header, then each kernel with its declarations. vISA manual 4_visa_header.
#include <utility>

#include "visa/binary.h"
#include "visa/writer.h"

namespace eugene::visa {

void Writer::fail_with(std::string message) {
  if (problem_) return;
  problem_ = error_at({.line = line_}, "kernel " + kernel_().name + ": " + std::move(message), "visa.binary",
                      std::string(kHeaderPage));
}

void Writer::put_count(std::size_t count, unsigned bytes, std::string_view what) {
  if (count >> (8 * bytes) != 0)
    fail_with("the kernel is too large for the binary form: too many " + std::string(what));
  put(count, bytes);
}

void Writer::text(std::string_view text, unsigned count_bytes, std::string_view, std::string_view what) {
  put_count(text.size(), count_bytes, "characters of " + std::string(what));
  for (const char c : text) put(static_cast<unsigned char>(c), 1);
}

std::uint32_t Writer::string_id(std::string_view text) {
  if (const auto at = string_ids_.find(text); at != string_ids_.end()) return at->second;
  if (text.find('\0') != std::string_view::npos) fail_with("a name contains a zero byte");
  const auto index = static_cast<std::uint32_t>(strings_.size());
  strings_.emplace_back(text);
  string_ids_.emplace(std::string(text), index);
  return index;
}

// Numbers the names of the declarations in the order of the compiler's output, which begins with the kernel's name.
void Writer::number_names(const Kernel& kernel) {
  string_id(kernel.name);
  const auto number = [&](const Attributes& attributes) {
    for (const Attribute& a : attributes) string_id(a.name);
  };
  const Variables& v = kernel.variables;
  for (const GeneralVariable& variable : v.generals) {
    string_id(variable.name);
    number(variable.attributes);
  }
  for (const auto* list : {&v.addresses, &v.predicates, &v.samplers, &v.surfaces}) {
    for (const OtherVariable& variable : *list) {
      string_id(written_name(variable));
      number(variable.attributes);
    }
  }
  for (const Label& label : kernel.labels) string_id(label.name);
  number(kernel.attributes);
}

void Writer::strings() {
  put(strings_.size(), id_bytes());
  for (const std::string& text : strings_) {
    for (const char c : text) put(static_cast<unsigned char>(c), 1);
    put(0, 1);
  }
}

// Returns the bytes of the current kernel. Sets `inputs` to the offset of the inputs in these bytes.
std::vector<std::byte> Writer::object(std::uint32_t& inputs) {
  strings_.clear();
  string_ids_.clear();
  number_names(kernel_());
  for (const Instruction& i : kernel_().instructions) {
    line_ = i.line;
    instruction(i);
  }
  line_ = 0;
  const std::vector<std::byte> code = std::exchange(out_, {});
  Parts parts{.code_size = static_cast<std::uint32_t>(code.size())};
  layout(*this, kernel_(), parts);  // only to find where the instructions begin
  parts.code = static_cast<std::uint32_t>(out_.size());
  out_.clear();
  layout(*this, kernel_(), parts);
  out_.insert(out_.end(), code.begin(), code.end());
  inputs = static_cast<std::uint32_t>(parts.inputs);
  return std::exchange(out_, {});
}

Result<std::vector<std::byte>> Writer::run() {
  Header header{.version = kWritten};
  std::vector<std::byte> objects;
  std::size_t size = 0;  // of objects and names
  for (const Kernel& kernel : module_.kernels) {
    current_ = &kernel;
    Entry entry{.name = kernel.name, .offset = static_cast<std::uint32_t>(objects.size())};
    const std::vector<std::byte> bytes = object(entry.inputs);
    if (problem_) return std::unexpected(*std::move(problem_));
    entry.size = static_cast<std::uint32_t>(bytes.size());
    entry.inputs += entry.offset;
    objects.insert(objects.end(), bytes.begin(), bytes.end());
    size += bytes.size() + kernel.name.size();
    if (kernel.is_function) {
      header.functions.push_back({std::move(entry)});
    } else {
      header.kernels.push_back(std::move(entry));
    }
    if (kernel.name.size() > 0xffff || size > 0x7fffffff || header.kernels.size() + header.functions.size() > 0xffff)
      return fail("the module is too large for a vISA object file", "vISA manual 4_visa_header");
  }
  layout(*this, header);  // only to find where the first kernel begins
  const auto first = static_cast<std::uint32_t>(out_.size());
  const auto move = [first](Entry& entry) {
    entry.offset += first;
    entry.inputs += first;
  };
  std::ranges::for_each(header.kernels, move);
  std::ranges::for_each(header.functions, move);
  out_.clear();
  layout(*this, header);
  out_.insert(out_.end(), objects.begin(), objects.end());
  return std::move(out_);
}

Result<std::vector<std::byte>> write(const Module& module) { return Writer(module).run(); }

}  // namespace eugene::visa
