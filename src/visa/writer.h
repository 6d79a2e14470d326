// The state of the binary writer, and the functions that its parts (write_*.cpp) share. The first error is kept.
#pragma once

#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "visa/form.h"
#include "visa/kernel.h"

namespace eugene::visa {

// Writes one kernel as an object, which the header points to.
class Writer {
 public:
  explicit Writer(const Kernel& kernel) : kernel_(kernel) {}

  Result<std::vector<std::byte>> run();
  std::uint32_t input_offset() const { return input_offset_; }  // offset of the inputs in the object

 private:
  // write_module.cpp
  void collect();
  std::uint32_t string(std::string_view text);
  void declarations();
  void generals();
  void others(const std::vector<OtherVariable>& variables);
  void labels();
  void inputs();
  void attributes(const Attributes& list);

  // write_field.cpp
  void instruction(const Instruction& instruction);
  void field(const Form& form, std::size_t n, const Instruction& instruction);
  void operand(const Execution& o, Field field);
  void operand(const Predication& o, Field field);
  void operand(const General& o, Field field);
  void operand(const Address& o, Field field);
  void operand(const PredicateVariable& o, Field field);
  void operand(const Indirect& o, Field field);
  void operand(const State& o, Field field);
  void operand(const AddressOf& o, Field field);
  void operand(const Immediate& o, Field field);
  void operand(const Raw& o, Field field);
  void operand(const Number& o, Field field);
  void operand(const LabelReference& o, Field field);
  void operand(const Text& o, Field field);
  void tag(unsigned operand_class, Modifier modifier);
  void region(const Region& region);

  template <class T>
  void put(std::uint64_t value) {
    for (std::size_t n = 0; n < sizeof(T); ++n) out_.push_back(static_cast<std::byte>(value >> (8 * n)));
  }
  // Writes `count` to a field of type T. Records an error if it does not fit.
  template <class T>
  void put_count(std::size_t count, std::string_view what) {
    if (count > static_cast<std::size_t>(static_cast<T>(~T{0})))
      fail_with("the kernel is too large for the binary form: too many " + std::string(what));
    put<T>(count);
  }
  void fail_with(std::string message);

  const Kernel& kernel_;
  std::vector<std::byte> out_;
  std::vector<std::string> strings_;
  std::map<std::string, std::uint32_t, std::less<>> string_ids_;
  std::uint32_t input_offset_ = 0;
  std::uint32_t line_ = 0;  // line of the current instruction
  std::optional<Diagnostic> problem_;
};

}  // namespace eugene::visa
