// Definitions made by .declare and by the .default_* pragmas. SNB PRM vol4 part2 9.1.1 and 9.1.2.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>

#include "asm/name_table.h"
#include "isa/operand.h"

namespace eugene::assembly {

// .declare: a register region with a name.
struct Symbol {
  isa::RegFile file = isa::RegFile::grf;
  std::uint8_t base = 0;           // register number; for ARF the encoded number
  std::uint32_t sub_base = 0;      // in elements
  std::uint32_t element_size = 4;  // bytes
  std::optional<isa::Region> source_region;
  std::optional<std::uint8_t> destination_stride;
  std::optional<isa::Type> type;
};
using Symbols = std::unordered_map<std::string_view, Symbol, NameHash, NamesEqual>;

// A default for all kinds, and separate ones for some kinds.
template <class T, std::size_t N>
struct Default {
  std::optional<T> all;
  std::array<std::optional<T>, N> each{};

  std::optional<T> of(std::size_t kind) const { return each[kind] ? each[kind] : all; }
};

struct Defaults {
  Default<std::uint8_t, isa::kTypeCount> exec_size;           // by type of the destination
  Default<isa::Type, 4> register_type;                        // by RegFile
  std::array<std::optional<isa::Type>, 16> arf_type{};        // by Arf
  Default<isa::Region, isa::kTypeCount> source_region;        // by type
  Default<std::uint8_t, isa::kTypeCount> destination_stride;  // by type
};

}  // namespace eugene::assembly
