// A set of names known at compile time, looked up without regard to case by one hash and, nearly always, one
// comparison. Tables of this layer (mnemonics, options, types...) use it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/name_character.h"
#include "base/nearest_name.h"

namespace eugene::assembly {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// True if `a` and `b` are the same name. Native assembly ignores case (SNB PRM vol4 part2 writes IP, ip and Ip).
constexpr bool same_name(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (to_lower(a[i]) != to_lower(b[i])) return false;
  }
  return true;
}

// For unordered containers with such names as keys.
struct NameHash {
  std::size_t operator()(std::string_view name) const {
    std::size_t h = 2166136261U;
    for (const char c : name) h = (h ^ static_cast<unsigned char>(to_lower(c))) * 16777619U;
    return h;
  }
};
struct NamesEqual {
  bool operator()(std::string_view a, std::string_view b) const { return same_name(a, b); }
};

template <class Value>
struct NamedEntry {
  std::string_view name;
  Value value;
};

template <class Value, std::size_t N>
class NameTable {
 public:
  constexpr explicit NameTable(const std::array<NamedEntry<Value>, N>& rows) : rows_(rows) {
    for (std::size_t i = 0; i < N; ++i) {
      names_[i] = rows_[i].name;
      std::size_t slot = hash(rows_[i].name);
      while (slots_[slot] != kEmpty) slot = (slot + 1) % kSlots;
      slots_[slot] = static_cast<std::uint16_t>(i);
    }
  }

  constexpr std::optional<Value> find(std::string_view name) const {
    for (std::size_t slot = hash(name); slots_[slot] != kEmpty; slot = (slot + 1) % kSlots) {
      const NamedEntry<Value>& row = rows_[slots_[slot]];
      if (same_name(row.name, name)) return row.value;
    }
    return std::nullopt;
  }

  // Returns the first name of `value`; empty if it has none.
  constexpr std::string_view find_name(Value value) const {
    for (const NamedEntry<Value>& row : rows_) {
      if (row.value == value) return row.name;
    }
    return {};
  }

  constexpr std::span<const std::string_view> names() const { return names_; }

 private:
  static constexpr std::size_t kSlots = [] {
    std::size_t slots = 8;
    while (slots < 3 * N) slots *= 2;
    return slots;
  }();
  static constexpr std::uint16_t kEmpty = 0xFFFF;

  static constexpr std::size_t hash(std::string_view name) {
    std::uint32_t h = 2166136261U;
    for (const char c : name) h = (h ^ static_cast<unsigned char>(to_lower(c))) * 16777619U;
    return (h ^ (h >> 13)) % kSlots;
  }

  std::array<NamedEntry<Value>, N> rows_;
  std::array<std::string_view, N> names_{};
  std::array<std::uint16_t, kSlots> slots_ = [] {
    std::array<std::uint16_t, kSlots> empty{};
    empty.fill(kEmpty);
    return empty;
  }();
};

template <class Value, std::size_t N>
NameTable(const std::array<NamedEntry<Value>, N>&) -> NameTable<Value, N>;

}  // namespace eugene::assembly
