// Variables of a kernel's source in one channel of a stopped thread.
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

// Addresses of local memory as pointers hold them (its offset with this above it).
inline constexpr std::uint64_t kLocalTag = 0x0A00'0000'0000'0000;
inline constexpr std::uint64_t kTagMask = 0xFF00'0000'0000'0000;

// A variable, or a part of one.
struct Datum {
  std::uint32_t type = SourceType::kNone;
  std::optional<std::uint64_t> address;  // where it is in memory, as a pointer holds it; else `pieces`
  std::vector<std::byte> bytes;
  std::vector<std::optional<std::size_t>> in_registers;  // by byte of `bytes`: where it is among those of registers
};

// A value that is nowhere.
Datum calculated(std::uint32_t type, std::span<const std::byte> bytes);

// What the values are read from.
struct Channel {
  std::uint32_t ip = 0;
  std::uint32_t function = SourceFunction::kNone;  // whose variables, and of what is around it; none: all of the place
  std::uint32_t calls = 0;                         // that have not returned to its function: registers are the callee's
  LocationFacts facts;                             // its read() takes addresses as pointers hold them
  std::uint64_t local_bytes = 0;                   // of local memory
  std::span<const std::byte> given = {};           // data that all threads of the dispatch were given
  // Of the thread and its program; null: registers are taken to hold what the compiler says.
  const WrittenRegisters* written = nullptr;
  const RegisterWrites* code = nullptr;
  const CodeFlow* flow = nullptr;
  const KeptAddresses* kept = nullptr;
  const PrivateAddresses* addresses = nullptr;
  unsigned derived = 0;  // how many values are being derived from this one
  // Of get_global_id, without the offset of the launch, get_local_id and get_group_id.
  std::function<std::optional<Number>(std::string_view function, unsigned dimension)> id = {};
};

class Variables {
 public:
  explicit Variables(SourceVariables all) : Variables(std::move(all), {}, {}, {}) {}
  // Of the kernel of that name, with its source and its instructions' offsets.
  Variables(SourceVariables all, SourceLines lines, std::string kernel, std::vector<std::uint32_t> offsets);

  bool empty() const { return all_.variables.empty(); }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

  const SourceType& type(std::uint32_t number) const;
  std::string type_name(std::uint32_t number) const;
  // Of its numbers: what a pointer points to, or an array is made of. Nothing: it has several types.
  std::optional<isa::Type> element_type(std::uint32_t number) const;
  const SourceVariables& all() const { return all_; }
  // Those of the place, an inner one in place of an outer one of the same name.
  std::vector<const SourceVariable*> at(const Channel& channel) const;
  // Those of its function.
  std::vector<const SourceVariable*> locals(const Channel& channel) const;

  Result<Datum> find(std::string_view name, const Channel& channel) const;
  Result<Datum> member(const Datum& datum, std::string_view name) const;
  // Of an array or vector, or of what a pointer points to.
  Result<Datum> element(const Datum& datum, std::uint64_t index, const Channel& channel) const;
  bool is_pointer(const Datum& datum) const { return type(datum.type).kind == SourceType::Kind::pointer; }
  // A pointer to the element of that index.
  Result<Datum> moved(const Datum& pointer, std::uint64_t index, const Channel& channel) const;
  // Where the compiler does not say it: a derived one (derived_value.h).
  Result<Datum> value(const SourceVariable& variable, const Channel& channel) const;
  // What a function of work-items returns, such as get_local_id; get_global_id leaves out the offset of the launch.
  std::optional<Number> id(std::string_view function, unsigned dimension, const Channel& channel) const;
  // Whether nothing changes it, as far as the source shows, and what it then begins with.
  bool is_constant(const SourceVariable& variable) const;
  std::optional<std::string> initialiser(const SourceVariable& variable) const;
  // What a parameter of a function that has become part of another is passed, if nothing changes it, as the text of an
  // expression in the caller.
  std::optional<std::string> passed(const SourceVariable& variable) const;
  // Whether its function has other variables of the same name.
  bool has_several(const SourceVariable& variable) const;
  // The function that has called the variable's, at a place in that one.
  std::uint32_t caller_of(const SourceVariable& variable, std::uint32_t ip) const;
  // Its members or elements with their names; none: it has no parts.
  std::vector<std::pair<std::string, Datum>> parts(const Datum& datum, const Channel& channel) const;

  // As C would write it.
  std::string text(const Datum& datum, const Channel& channel, Format format = Format::plain, unsigned depth = 0) const;
  // Nothing: it is no number and no pointer, or cannot be read.
  std::optional<Number> number(const Datum& datum, const Channel& channel) const;
  // Its bytes, if they are there.
  std::optional<std::vector<std::byte>> bytes(const Datum& datum, const Channel& channel) const;
  // The bytes of `value` as one of the type of that number. Nothing: it is no number, or does not fit.
  std::optional<std::vector<std::byte>> encoded(std::uint32_t number, Number value) const;

 private:
  static Datum part(const Datum& datum, std::uint32_t type, std::uint64_t offset, std::uint64_t bytes);
  static std::string number_text(const SourceType& of, std::span<const std::byte> bytes, Format format);

  // Returns the line of the text that declares `variable`, counted in the whole text, where a fact of the text can be
  // about it.
  std::optional<std::uint32_t> line_in_text(const SourceVariable& variable) const;
  VariableWrites::Place place_of(const SourceVariable& variable, std::uint32_t ip, const CodeFlow& flow) const;
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
  SourceFacts facts_;  // of the text that the compiler was given
  NamedLines given_lines_;
  std::string kernel_;
  std::vector<std::uint32_t> offsets_;
  VariableWrites writes_;
};

}  // namespace eugene::debug
