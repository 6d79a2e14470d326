// Kinds of what `eugene run --check` looks for. The id of a finding begins with its kind: "memory.bounds".
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace eugene::gpu {

enum class CheckKind : std::uint8_t { memory, init, race, sync, driver, align, float_, api, fidelity };

struct CheckKindRow {
  CheckKind kind;
  std::string_view name;
  bool is_default;  // looked for by --check alone
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

// From names between commas, "default" and "all" among them. Nothing if one is no kind.
std::optional<CheckKinds> check_kinds_of(std::string_view names);
// Names between commas, in the order of the table.
std::string text_of(const CheckKinds& kinds);

// First and last launch of "N" or "N-M", counted from 1. Nothing if `text` is neither.
std::optional<std::pair<std::uint64_t, std::uint64_t>> launches_of(std::string_view text);

}  // namespace eugene::gpu
