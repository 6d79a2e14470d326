// The state of the binary reader, and the functions that its parts (read_*.cpp) share. The first error is kept, and
// everything after it is read as zero.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "visa/form.h"
#include "visa/module_layout.h"

namespace eugene::visa {

class Reader {
 public:
  static constexpr bool kIsReader = true;

  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  Result<Module> run();

  // The layouts (operand_layout.h, module_layout.h) use these functions. `what` is the name of a value in errors.
  std::size_t offset() const { return at_; }
  std::size_t size() const { return bytes_.size(); }
  bool since(Version version) const { return module_.version >= version; }
  void use_version(Version version);
  unsigned id_bytes() const { return since(kWideIds) ? 4 : 2; }

  // Reads a number of `bytes` bytes.
  template <class T>
  void number(T& value, std::string_view what, unsigned bytes = sizeof(T)) {
    value = static_cast<T>(take(what, bytes));
  }
  void signed_number(std::int64_t& value, std::string_view what, unsigned bytes);
  template <class T>
  void id(T& value, std::string_view what) {
    number(value, what, id_bytes());
  }
  // Reads a number with several parts, and returns it.
  template <class... T>
  std::uint64_t word(std::string_view what, unsigned bytes, const Part<T>&... parts) {
    const std::size_t begin = at_;
    const std::uint64_t word = take(what, bytes);
    const auto set = [&]<class Value>(const Part<Value>& part) {
      const std::uint64_t number = word >> part.at.low & ((2ULL << (part.at.high - part.at.low)) - 1);
      if (number >= part.count) return fail_at(begin, fmt::format(fmt::runtime(part.unknown), number, word), part.page);
      part.value = part.values.empty() ? static_cast<Value>(number) : part.values[number];
    };
    (set(parts), ...);
    return word;
  }
  // Reads a count and as many elements.
  template <class T>
  void list(std::vector<T>& elements, std::string_view what, unsigned bytes) {
    const std::uint64_t count = take(what, bytes);
    for (std::uint64_t n = 0; n < count && is_good(); ++n) {
      T element;
      layout(*this, element);
      elements.push_back(std::move(element));
    }
  }
  void string(std::string& text, std::string_view what, unsigned bytes);
  void text(std::string& text, unsigned count_bytes, std::string_view what_count, std::string_view what);
  void unused(std::string_view what, unsigned bytes, unsigned = 0) { (void)take(what, bytes); }
  void constant(std::uint32_t value, unsigned bytes, std::string_view what, std::string_view problem);
  void strings();

  // Check what has been read.
  void exists(VariableKind kind, std::uint32_t id, std::string_view what = {});
  void label_exists(std::uint32_t label) { check(label < kernel_().labels.size(), "label", label); }
  void require(bool is_good, std::size_t begin, std::string_view problem) {
    if (!is_good) fail_at(begin, std::string(problem));
  }
  static void encodable(bool, std::string_view) {}

 private:
  // read_module.cpp
  void name_declarations();
  void kernel(const Entry& entry, bool is_function);
  void instructions(std::size_t begin, std::size_t size);

  // read_field.cpp
  Instruction instruction();
  bool old_typed(const Form& form, Instruction& out);
  Operand field(Field field, const Instruction& so_far);
  Operand vector(Field field);
  void operand_list(const Form& form, Instruction& out);
  template <class T, class... Fields>
  T operand(Fields... field) {
    T operand;
    layout(*this, operand, field...);
    return operand;
  }

  // Reads `bytes` bytes; 0 after an error.
  std::uint64_t take(std::string_view what, unsigned bytes);
  void fail_at(std::size_t offset, std::string message, std::string_view page = kHeaderPage);
  bool is_good() const { return !problem_; }
  // Records an error unless `exists`, whether the thing `what` with number `id` exists.
  void check(bool exists, std::string_view what, std::uint64_t id);
  bool has(VariableKind kind, std::uint32_t id) const;

  Kernel& kernel_() { return module_.kernels.back(); }
  const Kernel& kernel_() const { return module_.kernels.back(); }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  Module module_;
  std::vector<std::string> strings_;  // strings of the kernel
  std::size_t copied_ = 0;            // total bytes copied from strings
  std::size_t used_ = 0;              // total bytes of kernels so far
  std::optional<Diagnostic> problem_;
};

}  // namespace eugene::visa
