// The state of the binary writer, and the functions that its parts (write_*.cpp) share. The first error is kept.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "visa/form.h"
#include "visa/module_layout.h"

namespace eugene::visa {

class Writer {
 public:
  static constexpr bool kIsReader = false;

  explicit Writer(const Module& module) : module_(module) {}

  Result<std::vector<std::byte>> run();

  // The layouts (operand_layout.h, module_layout.h) use these functions, which Reader has too.
  std::size_t offset() const { return out_.size(); }
  std::size_t size() const { return out_.size(); }
  static constexpr bool since(Version version) { return kWritten >= version; }
  static void use_version(Version) {}
  static constexpr unsigned id_bytes() { return 4; }

  template <class T>
  void number(const T& value, std::string_view, unsigned bytes = sizeof(T)) {
    put(static_cast<std::uint64_t>(value), bytes);
  }
  void signed_number(std::int64_t value, std::string_view, unsigned bytes) {
    put(static_cast<std::uint64_t>(value), bytes);
  }
  void id(std::uint64_t value, std::string_view) { put(value, id_bytes()); }
  template <class... T>
  std::uint64_t word(std::string_view, unsigned bytes, const Part<T>&... parts) {
    const auto number = [](const auto& part) {
      if (part.values.empty()) return static_cast<std::uint64_t>(part.value);
      const auto found = std::ranges::find(part.values, part.value);
      return static_cast<std::uint64_t>(found == part.values.end() ? 0 : found - part.values.begin());
    };
    const std::uint64_t word = ((number(parts) << parts.at.low) | ...);
    put(word, bytes);
    return word;
  }
  template <class T>
  void list(const std::vector<T>& elements, std::string_view what, unsigned bytes) {
    put_count(elements.size(), bytes, what.substr(what.find("of ") + 3));
    for (const T& element : elements) layout(*this, element);
  }
  void string(std::string_view text, std::string_view, unsigned bytes) { put_count(string_id(text), bytes, "names"); }
  void text(std::string_view text, unsigned count_bytes, std::string_view, std::string_view what);
  void unused(std::string_view, unsigned bytes, unsigned value = 0) { put(value, bytes); }
  void constant(std::uint32_t value, unsigned bytes, std::string_view, std::string_view) { put(value, bytes); }
  void strings();

  // Only a reader checks these.
  static void exists(VariableKind, std::uint32_t, std::string_view = {}) {}
  static void label_exists(std::uint32_t) {}
  static void require(bool, std::size_t, std::string_view) {}
  void encodable(bool is_encodable, std::string_view problem) {
    if (!is_encodable) fail_with(std::string(problem));
  }

 private:
  // write_module.cpp
  void number_names(const Kernel& kernel);
  std::uint32_t string_id(std::string_view text);
  std::vector<std::byte> object(std::uint32_t& inputs);
  const Kernel& kernel_() const { return *current_; }

  // write_field.cpp
  void instruction(const Instruction& instruction);
  template <class T>
  void vector(Class operand_class, const T& operand, Modifier modifier = Modifier::none) {
    layout(*this, Tag{operand_class, modifier});
    layout(*this, operand);
  }
  void operand(const Execution& o, Field field) { layout(*this, o, field); }
  void operand(const Predication& o, Field) { layout(*this, o); }
  void operand(const General& o, Field field);
  void operand(const Address& o, Field) { vector(Class::address, o); }
  void operand(const PredicateVariable& o, Field) { vector(Class::predicate, o); }
  void operand(const Indirect& o, Field) { vector(Class::indirect, o, o.modifier); }
  void operand(const State& o, Field) { vector(Class::state, o); }
  void operand(const AddressOf& o, Field field);
  void operand(const Immediate& o, Field field);
  void operand(const Raw& o, Field) { layout(*this, o); }
  void operand(const Number& o, Field field) { layout(*this, o, field); }
  void operand(const LabelReference& o, Field) { layout(*this, o); }
  void operand(const Text& o, Field field) { layout(*this, o, field); }

  void put(std::uint64_t value, unsigned bytes) {
    for (unsigned n = 0; n < bytes; ++n) out_.push_back(static_cast<std::byte>(value >> (8 * n)));
  }
  // Writes `count` as a number of `bytes` bytes. Records an error if it does not fit.
  void put_count(std::size_t count, unsigned bytes, std::string_view what);
  void fail_with(std::string message);

  const Module& module_;
  const Kernel* current_ = nullptr;  // the kernel that is written
  std::vector<std::byte> out_;
  std::vector<std::string> strings_;
  std::map<std::string, std::uint32_t, std::less<>> string_ids_;
  std::uint32_t line_ = 0;  // line of the current instruction
  std::optional<Diagnostic> problem_;
};

}  // namespace eugene::visa
