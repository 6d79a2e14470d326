#include "lower/layout.h"

#include <fmt/format.h>

#include "visa/predefined.h"

namespace eugene::lower {
namespace {

constexpr unsigned kMostRegisters = 0xFFFF;  // a register number has 16 bits

// Predefined variables that are architecture registers. vISA manual 5_operands, pre-defined variables.
struct ArchitectureVariable {
  std::string_view name;
  isa::Arf file;
  unsigned bytes;
};
constexpr ArchitectureVariable kArchitecture[] = {
    {"%tsc", isa::Arf::tm, 20}, {"%sr0", isa::Arf::sr, 16},  {"%cr0", isa::Arf::cr, 12},
    {"%ce0", isa::Arf::ce, 4},  {"%dbg0", isa::Arf::dbg, 8},
};

std::optional<Place> find(const std::vector<Place>& places, std::size_t n) {
  return n < places.size() ? std::optional(places[n]) : std::nullopt;
}

}  // namespace

Place Layout::take(unsigned bytes) {
  const Place place{.byte = next_ * isa::kRegisterBytes, .bytes = bytes};
  next_ += registers_for(bytes, 1);
  return place;
}

std::uint32_t Layout::add_registers(unsigned registers) {
  return take(registers * isa::kRegisterBytes).byte / isa::kRegisterBytes;
}

Result<void> Layout::place_generals(const visa::Kernel& kernel) {
  for (std::uint32_t id = 0; id < visa::kFirstGeneral; ++id) {
    General general;
    if (id != 0 && id < visa::kPredefined.size()) {
      const visa::PredefinedVariable& row = visa::kPredefined[id];
      general.type = row.type;
      for (const ArchitectureVariable& each : kArchitecture) {
        if (each.name == row.name)
          general.place = {.architecture = static_cast<std::uint8_t>(static_cast<unsigned>(each.file) << 4),
                           .bytes = each.bytes};
      }
      if (general.place.architecture == 0) general.place = take(row.elements * visa::bytes_of(row.type));
    }
    generals_.push_back(general);
  }
  for (const visa::GeneralVariable& variable : kernel.variables.generals) {
    General general{.place = {}, .type = variable.type};
    const unsigned bytes = variable.elements * visa::bytes_of(variable.type);
    if (variable.alias == 0) {
      general.place = take(bytes);
    } else {
      if (variable.alias >= generals_.size())
        return fail(fmt::format("{} is an alias of a variable that is declared after it", variable.name),
                    "vISA manual 4_visa_header");
      general.place = generals_[variable.alias].place;
      general.place.byte += variable.alias_offset;
      general.place.bytes -= std::min<unsigned>(general.place.bytes, variable.alias_offset);
    }
    generals_.push_back(general);
  }
  return {};
}

Result<Layout> Layout::of(const visa::Kernel& kernel) {
  Layout layout;
  const visa::Variables& variables = kernel.variables;
  // Addresses have 16 bits, so what they can point to comes first.
  if (auto placed = layout.place_generals(kernel); !placed) return std::unexpected(placed.error());
  for (const visa::OtherVariable& each : variables.addresses)
    layout.addresses_.push_back(layout.take(each.elements * 2U));
  layout.predicates_.emplace_back();
  layout.predicate_elements_.push_back(0);
  for (const visa::OtherVariable& each : variables.predicates) {
    layout.predicates_.push_back(layout.take(4));
    layout.predicate_elements_.push_back(each.elements);
  }
  for (const visa::OtherVariable& each : variables.samplers)
    layout.samplers_.push_back(layout.take(each.elements * 4U));
  layout.surfaces_.resize(visa::kFirstSurface);
  for (const visa::OtherVariable& each : variables.surfaces)
    layout.surfaces_.push_back(layout.take(each.elements * 4U));
  if (auto done = layout.check(kernel.name); !done) return std::unexpected(done.error());
  return layout;
}

Result<void> Layout::check(std::string_view kernel) const {
  if (next_ <= kMostRegisters) return {};
  return fail(fmt::format("the variables of {} take {} registers, which is more than can be numbered", kernel,
                          variable_registers()));
}

std::optional<Place> Layout::general(std::uint32_t variable) const {
  return variable < generals_.size() ? std::optional(generals_[variable].place) : std::nullopt;
}
std::optional<visa::Type> Layout::type(std::uint32_t variable) const {
  return variable < generals_.size() ? std::optional(generals_[variable].type) : std::nullopt;
}
std::optional<Place> Layout::address(std::uint32_t variable) const { return find(addresses_, variable); }
std::optional<Place> Layout::predicate(std::uint32_t variable) const { return find(predicates_, variable); }
std::optional<Place> Layout::sampler(std::uint32_t variable) const { return find(samplers_, variable); }
std::optional<Place> Layout::surface(std::uint32_t variable) const { return find(surfaces_, variable); }
unsigned Layout::predicate_elements(std::uint32_t variable) const {
  return variable < predicate_elements_.size() ? predicate_elements_[variable] : 0;
}

}  // namespace eugene::lower
