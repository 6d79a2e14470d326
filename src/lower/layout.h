// The places of a vISA kernel's variables during execution. vISA has any number of variables, a machine 128 registers.
// An executing kernel gets as many registers as its variables need (isa::Program::variable_registers), one variable
// after the other from register kFirstVariableRegister on. So nothing is allocated, spilled or shared, except for the
// program's own aliases. Inputs stay in the registers of the payload. Predicates and addresses have registers too, and
// are moved to f0 and a0 before each use.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "isa/operand.h"
#include "visa/kernel.h"

namespace eugene::lower {

inline constexpr unsigned kFirstVariableRegister = 128;

// Returns the number of registers for `lanes` elements of `bytes` bytes.
constexpr unsigned registers_for(unsigned lanes, unsigned bytes) {
  return (lanes * bytes + isa::kRegisterBytes - 1) / isa::kRegisterBytes;
}

// A byte of the general registers, counted from register 0, or an architecture register.
struct RegisterPlace {
  std::uint32_t byte = 0;
  std::uint8_t architecture = 0;  // register number as in isa::Operand::nr; 0: general registers
  unsigned bytes = 0;             // bytes from here to the end of the variable
};

class Layout {
 public:
  // `register_bytes`: size of a register in the kernel's terms. Fails if an alias names a variable that does not exist,
  // or if the variables need more registers than can be numbered.
  static Result<Layout> of(const visa::Kernel& kernel, unsigned register_bytes);
  // For a function that `caller` calls, directly or not. Its variables follow the caller's; predefined variables are
  // shared.
  static Result<Layout> of_function(const visa::Kernel& function, const Layout& caller);

  std::optional<RegisterPlace> general(std::uint32_t variable) const;
  std::optional<visa::Type> type(std::uint32_t variable) const;  // type of a general variable
  std::optional<RegisterPlace> address(std::uint32_t variable) const;
  std::optional<RegisterPlace> predicate(std::uint32_t variable) const;
  std::optional<RegisterPlace> surface(std::uint32_t variable) const;
  std::optional<RegisterPlace> sampler(std::uint32_t variable) const;
  unsigned predicate_elements(std::uint32_t variable) const;

  // Adds `registers` registers for values that live between instructions. Returns the first one's number.
  std::uint32_t add_registers(unsigned registers);
  // Returns an error if there are more registers than can be numbered.
  Result<void> check(std::string_view kernel) const;
  unsigned variable_registers() const { return next_ - kFirstVariableRegister; }

 private:
  struct General {
    RegisterPlace place;
    visa::Type type = visa::Type::ud;
  };
  Result<void> place(const visa::Kernel& kernel);
  void place_predefined(unsigned register_bytes);
  Result<void> place_generals(const visa::Kernel& kernel);
  RegisterPlace take(unsigned bytes);

  std::vector<General> generals_;  // indexed by ID
  std::vector<RegisterPlace> addresses_, predicates_, samplers_, surfaces_;
  std::vector<unsigned> predicate_elements_;
  std::uint32_t next_ = kFirstVariableRegister;
};

}  // namespace eugene::lower
