// The machines of each generation, each a row with the properties of its execution units. All machines of a generation
// have the same machine code, but the documents restrict some of its forms on some machines.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "isa/gen.h"

namespace eugene::isa {

struct Machine {
  std::string_view name;  // as --gpu spells it
  const Gen* gen;
  std::string_view visa_platform;  // the vISA platform of the machine; empty: it has none
  // Regions of 64-bit operands and of dword products are restricted: BXT PRM vol6 "Register Region Restrictions" 6. The
  // documents about Skylake have no such table.
  bool restricts_64bit_regions = false;
};

// If no machine is named, the first machine of a generation stands for it.
inline constexpr std::array kMachines{
    Machine{.name = "snb", .gen = &kGen6, .visa_platform = ""},
    Machine{.name = "bxt", .gen = &kGen9, .visa_platform = "BXT", .restricts_64bit_regions = true},
    Machine{.name = "glk", .gen = &kGen9, .visa_platform = "BXT", .restricts_64bit_regions = true},
    Machine{.name = "skl", .gen = &kGen9, .visa_platform = "SKL"},
    Machine{.name = "kbl", .gen = &kGen9, .visa_platform = "SKL"},
    Machine{.name = "tgl", .gen = &kGen12, .visa_platform = "TGLLP"},
    Machine{.name = "rkl", .gen = &kGen12, .visa_platform = "TGLLP"},
    Machine{.name = "adls", .gen = &kGen12, .visa_platform = "TGLLP"},
    Machine{.name = "adlp", .gen = &kGen12, .visa_platform = "TGLLP"},
};

// A set of machines: bit n is kMachines[n].
using MachineSet = std::uint16_t;
static_assert(kMachines.size() <= 16);
inline constexpr MachineSet kEveryMachine = 0xFFFF;

// Returns the set of machines for which `holds` is true.
template <class Holds>
constexpr MachineSet machines_where(Holds holds) {
  unsigned set = 0;
  for (std::size_t n = 0; n < kMachines.size(); ++n) set |= holds(kMachines[n]) ? 1U << n : 0U;
  return static_cast<MachineSet>(set);
}

constexpr bool contains(MachineSet set, const Machine& machine) {
  return (set & machines_where([&](const Machine& each) { return each.name == machine.name; })) != 0;
}

// Returns the machine `name`; null if there is none.
constexpr const Machine* find_machine(std::string_view name) {
  for (const Machine& machine : kMachines) {
    if (machine.name == name) return &machine;
  }
  return nullptr;
}

// Returns the machine `name`. An unknown name does not compile. This does not call find_machine(): with
// -fsanitize=undefined GCC does not accept the comparison of an address with null as a constant.
consteval const Machine& machine(std::string_view name) {
  for (const Machine& each : kMachines) {
    if (each.name == name) return each;
  }
  throw "no such machine";
}

// Returns the machine that stands for `gen`.
constexpr const Machine& default_machine(const Gen& gen) {
  for (const Machine& machine : kMachines) {
    if (machine.gen->id == gen.id) return machine;
  }
  return kMachines.front();
}

}  // namespace eugene::isa
