// Kinds of errors that `eugene run --check` looks for. The ID of a finding begins with its kind: "memory.bounds".
//
// Each kind has a folder and a row. All lists of kinds are loops over the rows: the help of --check, the debugger's
// kinds and an editor's filters, the events that compiled code reports, and the checks of a dispatch.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "check/finding/rule.h"
#include "eu/observer.h"

namespace eugene::check {

class KindSource;

enum class Kind : std::uint8_t {
#define EUGENE_CHECK(kind) kind,
#include "check/kinds.def"
#undef EUGENE_CHECK
};

// Reports that the GPU makes only if a kind needs them.
struct Needs {
  bool bounds = false;    // accesses outside of a surface, which the surface state makes harmless
  bool commands = false;  // commands that the documents forbid
};

// The row of a kind.
struct Check {
  Kind kind;
  std::string_view name;        // in --check=NAME, and in the IDs before the dot
  std::span<const Rule> rules;  // one for each ID
  bool is_default = false;      // checked by --check without a value
  bool checks_draws = false;    // also finds errors of vertex and pixel shaders
  std::string_view help;        // the errors, in a few words: "data races"
  // The label of an editor's filter, which makes the debugger stop at these findings. The debugger looks for the
  // kinds with a label in every program. Empty: the debugger does not look for the kind unless --check names it.
  std::string_view filter = {};
  Needs needs = {};
  eu::Interest interest = {};  // events that code is compiled to report
  // Makes what the kind keeps for all dispatches (check/dispatch_check.h). Null: the errors are found elsewhere, and no
  // dispatch has to be watched.
  std::unique_ptr<KindSource> (*make_source)() = nullptr;
};

namespace rows {
#define EUGENE_CHECK(kind) extern const Check kind;
#include "check/kinds.def"
#undef EUGENE_CHECK
}  // namespace rows

// All rows, in the order of Kind.
inline constexpr std::array kCheckKinds{
#define EUGENE_CHECK(kind) &rows::kind,
#include "check/kinds.def"
#undef EUGENE_CHECK
};

class Kinds {
 public:
  constexpr Kinds() = default;
  constexpr Kinds(std::initializer_list<Kind> kinds) {
    for (const Kind each : kinds) add(each);
  }
  constexpr void add(Kind kind) { bits_ |= 1U << static_cast<unsigned>(kind); }
  constexpr bool has(Kind kind) const { return (bits_ >> static_cast<unsigned>(kind) & 1U) != 0; }
  // Whether the kind of a finding with this ID is one of these kinds.
  bool has_kind_of(std::string_view id) const;
  constexpr bool any() const { return bits_ != 0; }
  // The set as bits, by the number of the kind.
  constexpr unsigned bits() const { return bits_; }
  static constexpr Kinds from_bits(unsigned bits) {
    Kinds kinds;
    kinds.bits_ = bits;
    return kinds;
  }
  constexpr bool operator==(const Kinds&) const = default;

 private:
  unsigned bits_ = 0;
};

// Returns the row of the kind with this name; null if there is none.
const Check* find_check(std::string_view name);
// Returns the row of the kind of a finding with this ID; null if there is none.
const Check* check_of_id(std::string_view id);

// Parses names separated by commas, including "default" and "all". Returns nothing if a name is unknown.
std::optional<Kinds> read_kinds(std::string_view names);
// The names of `kinds`, separated by commas, in the order of the table.
std::string to_text(const Kinds& kinds);
// The kinds that the debugger looks for in a program that is not checked.
Kinds debugger_kinds();
// Returns the part of the help of --check that lists the kinds.
std::string kinds_help();

// Parses "N" or "N-M", numbers of launches counted from 1, into the first and last launch. Returns nothing for other
// text.
std::optional<std::pair<std::uint64_t, std::uint64_t>> parse_launches(std::string_view text);

}  // namespace eugene::check
