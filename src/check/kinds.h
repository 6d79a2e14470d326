// Kinds of errors that `eugene run --check` looks for. The ID of a finding begins with its kind: "memory.bounds".
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace eugene::check {

enum class CheckKind : std::uint8_t { memory, init, race, sync, driver, align, float_, api, fidelity };

struct CheckKindRow {
  CheckKind kind;
  std::string_view name;
  bool is_default;  // checked by --check without a value
};
inline constexpr std::array kCheckKinds{
    CheckKindRow{CheckKind::memory, "memory", true},     CheckKindRow{CheckKind::init, "init", true},
    CheckKindRow{CheckKind::race, "race", true},         CheckKindRow{CheckKind::sync, "sync", true},
    CheckKindRow{CheckKind::driver, "driver", true},     CheckKindRow{CheckKind::align, "align", true},
    CheckKindRow{CheckKind::float_, "float", false},     CheckKindRow{CheckKind::api, "api", false},
    CheckKindRow{CheckKind::fidelity, "fidelity", false}};

class CheckKinds {
 public:
  constexpr CheckKinds() = default;
  constexpr CheckKinds(std::initializer_list<CheckKind> kinds) {
    for (const CheckKind each : kinds) add(each);
  }
  constexpr void add(CheckKind kind) { bits_ |= 1U << static_cast<unsigned>(kind); }
  constexpr bool has(CheckKind kind) const { return (bits_ >> static_cast<unsigned>(kind) & 1U) != 0; }
  constexpr bool any() const { return bits_ != 0; }
  constexpr bool operator==(const CheckKinds&) const = default;

 private:
  unsigned bits_ = 0;
};

// Parses names separated by commas, including "default" and "all". Returns nothing if a name is unknown.
std::optional<CheckKinds> check_kinds_of(std::string_view names);
// The names of `kinds`, separated by commas, in the order of the table.
std::string text_of(const CheckKinds& kinds);

// Parses "N" or "N-M", numbers of launches counted from 1, into the first and last launch. Returns nothing for other
// text.
std::optional<std::pair<std::uint64_t, std::uint64_t>> launches_of(std::string_view text);

}  // namespace eugene::check
