// The state of the binary reader, and the functions that its parts (read_*.cpp) share. The first error is kept, and
// everything after it is read as zero.
#pragma once

#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "visa/form.h"
#include "visa/kernel.h"

namespace eugene::visa {

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  Result<Module> run();

 private:
  // A kernel or function, as described in the header of the file.
  struct Entry {
    std::string name;
    std::uint32_t offset = 0;
    std::uint32_t size = 0;
    bool is_function = false;
    std::vector<NativeCode> native;
  };

  // read_module.cpp
  std::vector<Entry> header();
  Entry kernel_entry();
  Entry function_entry();
  std::string entry_name();
  void symbols();
  void kernel(const Entry& entry);
  void strings();
  void variables();
  void generals();
  std::vector<OtherVariable> others(std::uint32_t count, char letter, std::uint32_t first, bool has_label);
  void labels();
  void inputs();
  Attributes attributes(std::uint32_t count);
  void instructions(std::size_t begin, std::size_t size);

  // read_field.cpp
  Instruction instruction();
  bool old_typed(const Form& form, Instruction& out);
  Operand field(Field field, const Instruction& so_far);
  Operand vector(Field field);
  Operand general(Modifier modifier, bool is_address);
  Operand state(bool is_address);
  Operand immediate();
  Operand indirect(Modifier modifier);
  Region region();
  Raw raw();
  Execution execution();
  Execution elements();
  std::uint8_t mask(unsigned code);
  Predication predication();
  void list(const Form& form, Instruction& out);
  LabelReference label();

  // Primitives.
  template <class T>
  T take(std::string_view what) {
    T value{};
    if (problem_) return value;
    if (sizeof(T) > bytes_.size() - at_) {
      fail_at(at_, fmt::format("the file ends in the middle of {}", what));
      return value;
    }
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  std::uint32_t id(std::string_view what);
  std::string string(std::uint32_t index);
  void fail_at(std::size_t offset, std::string message, std::string reference = "vISA manual 4_visa_header");
  bool is_good() const { return !problem_; }
  bool since(Version version) const { return module_.version >= version; }
  // Returns `exists`, whether the thing `what` with ID `id` exists. Records an error if not.
  bool check(bool exists, std::string_view what, std::uint32_t id);
  bool has_general(std::uint32_t id) const;

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
