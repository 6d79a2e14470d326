// The variables of a kernel's source in one channel of a stopped thread.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/named_lines.h"
#include "base/source_lines.h"
#include "base/source_variables.h"
#include "debug/expression.h"
#include "debug/format.h"
#include "debug/location.h"
#include "debug/private_addresses.h"
#include "debug/register_writes.h"
#include "debug/source_facts.h"
#include "debug/variable_writes.h"

namespace eugene::debug {

// Pointers to local memory hold an offset in local memory, with kLocalTag in the upper bits.
inline constexpr std::uint64_t kLocalTag = 0x0A00'0000'0000'0000;
inline constexpr std::uint64_t kTagMask = 0xFF00'0000'0000'0000;

// A variable, or a part of one.
struct Datum {
  std::uint32_t type = SourceType::kNone;
  std::optional<std::uint64_t> address;  // address in memory, as a pointer holds it; nothing: see `in_registers`
  std::vector<std::byte> bytes;
  std::vector<std::optional<std::size_t>> in_registers;  // by byte of `bytes`: offset in the registers
};

// Returns a calculated value, which has no place in memory or registers.
Datum calculated(std::uint32_t type, std::span<const std::byte> bytes);

// The state of a channel from which values are read.
struct Channel {
  std::uint32_t ip = 0;
  std::uint32_t function = SourceFunction::kNone;  // variables of this function and around it; kNone: all of the place
  std::uint32_t calls = 0;  // calls that have not returned to the function; if not 0, the registers are the callee's
  LocationFacts facts;      // facts.read() takes addresses as pointers hold them
  std::uint64_t local_bytes = 0;          // size of local memory
  std::span<const std::byte> given = {};  // data that was given to all threads of the dispatch
  // State of the thread and its program. If null, registers are assumed to hold the variables that the compiler names.
  const WrittenRegisters* written = nullptr;
  const RegisterWrites* code = nullptr;
  const CodeFlow* flow = nullptr;
  const KeptAddresses* kept = nullptr;
  const PrivateAddresses* addresses = nullptr;
  unsigned derived = 0;  // depth of the derivation of values from other values
  // Returns the value of get_local_id, get_group_id, or get_global_id without the launch's offset.
  std::function<std::optional<Number>(std::string_view function, unsigned dimension)> id = {};
};

class Variables {
 public:
  explicit Variables(SourceVariables all) : Variables(std::move(all), {}, {}, {}) {}
  // The variables of the kernel `kernel`, with its source lines and its instructions' offsets.
  Variables(SourceVariables all, SourceLines lines, std::string kernel, std::vector<std::uint32_t> offsets);

  bool empty() const { return all_.variables.empty(); }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

  const SourceType& type(std::uint32_t number) const;
  std::string type_name(std::uint32_t number) const;
  // Returns the type of the numbers that a pointer points to or an array contains. Returns nothing if there are several
  // types.
  std::optional<isa::Type> element_type(std::uint32_t number) const;
  const SourceVariables& all() const { return all_; }
  // Returns the variables of the channel's place. An inner variable hides an outer one of the same name.
  std::vector<const SourceVariable*> at(const Channel& channel) const;
  // Returns the variables of the channel's function.
  std::vector<const SourceVariable*> locals(const Channel& channel) const;

  Result<Datum> find(std::string_view name, const Channel& channel) const;
  Result<Datum> member(const Datum& datum, std::string_view name) const;
  // Returns an element of an array or vector, or of the memory that a pointer points to.
  Result<Datum> element(const Datum& datum, std::uint64_t index, const Channel& channel) const;
  bool is_pointer(const Datum& datum) const { return type(datum.type).kind == SourceType::Kind::pointer; }
  // Returns a pointer to the element `index`.
  Result<Datum> moved(const Datum& pointer, std::uint64_t index, const Channel& channel) const;
  // Returns the variable's value. If the compiler gives no location, the value is derived (derived_value.h).
  Result<Datum> value(const SourceVariable& variable, const Channel& channel) const;
  // Returns the result of a work-item function such as get_local_id. The result of get_global_id omits the launch's
  // offset.
  std::optional<Number> id(std::string_view function, unsigned dimension, const Channel& channel) const;
  // is_constant(): whether nothing changes the variable, as far as the source shows. initialiser(): the initialiser of
  // a constant.
  bool is_constant(const SourceVariable& variable) const;
  std::optional<std::string> initialiser(const SourceVariable& variable) const;
  // Returns the argument passed for a parameter of an inlined function, if nothing changes the parameter. The argument
  // is the text of an expression in the caller.
  std::optional<std::string> passed(const SourceVariable& variable) const;
  // Whether the variable's function has other variables of the same name.
  bool has_several(const SourceVariable& variable) const;
  // Returns the caller of the variable's function; `ip` is a place in the variable's function.
  std::uint32_t find_caller(const SourceVariable& variable, std::uint32_t ip) const;
  // Returns the members or elements of `datum` with their names; empty if `datum` has no parts.
  std::vector<std::pair<std::string, Datum>> parts(const Datum& datum, const Channel& channel) const;

  // Returns the value as C would write it.
  std::string text(const Datum& datum, const Channel& channel, Format format = Format::plain, unsigned depth = 0) const;
  // Returns the value of a number or pointer. Returns nothing if `datum` has another type or cannot be read.
  std::optional<Number> number(const Datum& datum, const Channel& channel) const;
  // Returns the bytes of `datum`, if they can be read.
  std::optional<std::vector<std::byte>> bytes(const Datum& datum, const Channel& channel) const;
  // Returns `value` as the bytes of the type `number`. Returns nothing if the type is not a number type, or if `value`
  // does not fit.
  std::optional<std::vector<std::byte>> encoded(std::uint32_t number, Number value) const;

 private:
  static Datum part(const Datum& datum, std::uint32_t type, std::uint64_t offset, std::uint64_t bytes);
  static std::string number_text(const SourceType& of, std::span<const std::byte> bytes, Format format);

  // Returns the line, counted in the whole text, that declares `variable`, if facts of the text can apply to the
  // variable.
  std::optional<std::uint32_t> line_in_text(const SourceVariable& variable) const;
  VariableWrites::ProgramPoint find_place(const SourceVariable& variable, std::uint32_t ip, const CodeFlow& flow) const;
  bool hold(const SourceVariable& variable, std::span<const RegisterBytes> registers, const Channel& channel) const;
  bool is_given(const SourceVariable& variable, const Datum& datum, const Channel& channel) const;
  std::optional<std::uint32_t> address_definition(const SourceVariable& variable, const RegisterBytes& bytes,
                                                  const Channel& channel) const;
  static std::optional<std::uint64_t> unwound(std::uint64_t frame_pointer, const Channel& channel);
  bool is_in_prologue(const SourceVariable& variable, const Channel& channel) const;
  std::optional<Datum> local_pointer(const SourceVariable& variable, const Location& location,
                                     const Channel& channel) const;
  Result<void> has_begun(const SourceVariable& variable, const Channel& channel) const;
  Result<std::uint64_t> address_at(const SourceVariable& variable, const Location& location,
                                   const Channel& channel) const;
  Result<Datum> located(const SourceVariable& variable, const Channel& channel) const;
  static bool is_set_by_user(const Datum& datum, const Channel& channel);

  SourceVariables all_;
  SourceLines lines_;
  SourceFacts facts_;  // facts of the text that the compiler was given
  NamedLines given_lines_;
  std::string kernel_;
  std::vector<std::uint32_t> offsets_;
  VariableWrites writes_;
};

}  // namespace eugene::debug
