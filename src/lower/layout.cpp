#include "lower/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "visa/form.h"
#include "visa/predefined.h"

namespace eugene::lower {
namespace {

constexpr unsigned kMaxRegisterNumber = 0xFFFF;  // a register number has 16 bits

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

std::optional<RegisterPlace> find(const std::vector<RegisterPlace>& places, std::size_t n) {
  return n < places.size() ? std::optional(places[n]) : std::nullopt;
}

// Returns the variable that `variable` is an alias of, through all aliases, or `variable` itself.
std::uint32_t find_root(const visa::Kernel& kernel, std::uint32_t variable) {
  while (variable >= visa::kFirstGeneral && variable - visa::kFirstGeneral < kernel.variables.generals.size()) {
    const std::uint32_t of = kernel.variables.generals[variable - visa::kFirstGeneral].alias;
    if (of == 0 || of >= variable) break;
    variable = of;
  }
  return variable;
}

// Returns variables whose address is taken, so that indirect operands can reach them.
std::set<std::uint32_t> addressed_variables(const visa::Kernel& kernel) {
  std::set<std::uint32_t> found;
  for (const visa::Instruction& each : kernel.instructions) {
    for (const visa::Operand& operand : each.operands) {
      const auto* address = std::get_if<visa::AddressOf>(&operand);
      if (address != nullptr && address->kind == visa::VariableKind::general)
        found.insert(find_root(kernel, address->variable));
    }
  }
  return found;
}

// Returns the number of payload registers to keep: the header, which is two registers if the kernel reads pixels.
unsigned kept_registers(const visa::Kernel& kernel) {
  const bool reads_pixels = std::ranges::any_of(kernel.instructions, [](const visa::Instruction& each) {
    return visa::forms()[each.form].page == visa::Page::rt_read;
  });
  return reads_pixels ? 2 : 1;
}

// Returns the payload places of those inputs that can stay there, by variable. Such an input shares no bytes with
// another one, and begins at a register if it is at least as long as one, because payloads of messages must.
std::map<std::uint32_t, std::uint32_t> payload_places(const visa::Kernel& kernel) {
  const std::set<std::uint32_t> addressed = addressed_variables(kernel);
  const unsigned kept = kept_registers(kernel) * isa::kRegisterBytes;
  std::map<std::uint32_t, std::uint32_t> places;
  const auto byte_size = [&](const visa::Input& input) -> unsigned {
    const std::size_t n = input.variable - visa::kFirstGeneral;
    if (input.kind != visa::VariableKind::general || n >= kernel.variables.generals.size()) return input.size;
    const visa::GeneralVariable& variable = kernel.variables.generals[n];
    return std::max<unsigned>(input.size, variable.elements * visa::byte_size(variable.type));
  };
  for (const visa::Input& input : kernel.inputs) {
    const std::int64_t begin = input.offset, end = begin + byte_size(input);
    const bool is_aligned = end - begin < isa::kRegisterBytes ? begin % 4 == 0 : begin % isa::kRegisterBytes == 0;
    const bool is_shared = std::ranges::any_of(kernel.inputs, [&](const visa::Input& other) {
      return &other != &input && other.offset < end && begin < std::int64_t{other.offset} + byte_size(other);
    });
    if (input.kind != visa::VariableKind::general || !is_aligned || is_shared || begin < kept ||
        end > kFirstVariableRegister * isa::kRegisterBytes || addressed.contains(input.variable))
      continue;
    places[input.variable] = static_cast<std::uint32_t>(begin);
  }
  return places;
}

}  // namespace

RegisterPlace Layout::take(unsigned bytes) {
  const RegisterPlace place{.byte = next_ * isa::kRegisterBytes, .bytes = bytes};
  next_ += registers_for(bytes, 1);
  return place;
}

std::uint32_t Layout::add_registers(unsigned registers) {
  return take(registers * isa::kRegisterBytes).byte / isa::kRegisterBytes;
}

void Layout::place_predefined(unsigned register_bytes) {
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
      const unsigned bytes = row.name == "%r0" ? register_bytes : row.elements * visa::byte_size(row.type);
      if (general.place.architecture == 0) general.place = take(bytes);
    }
    generals_.push_back(general);
  }
}

Result<void> Layout::place_generals(const visa::Kernel& kernel) {
  const std::map<std::uint32_t, std::uint32_t> in_payload = payload_places(kernel);
  for (const visa::GeneralVariable& variable : kernel.variables.generals) {
    const auto input = in_payload.find(static_cast<std::uint32_t>(generals_.size()));
    General general{.place = {}, .type = variable.type};
    const unsigned bytes = variable.elements * visa::byte_size(variable.type);
    if (variable.alias == 0 && input != in_payload.end()) {
      general.place = {.byte = input->second, .bytes = bytes};
    } else if (variable.alias == 0) {
      general.place = take(bytes);
    } else {
      if (variable.alias >= generals_.size())
        return fail(fmt::format("{} is an alias of a variable that is declared later", variable.name),
                    "vISA manual 4_visa_header");
      general.place = generals_[variable.alias].place;
      general.place.byte += variable.alias_offset;
      general.place.bytes -= std::min<unsigned>(general.place.bytes, variable.alias_offset);
    }
    generals_.push_back(general);
  }
  return {};
}

Result<Layout> Layout::of(const visa::Kernel& kernel, unsigned register_bytes) {
  Layout layout;
  layout.place_predefined(register_bytes);
  if (auto placed = layout.place(kernel); !placed) return forward_error(placed);
  return layout;
}

Result<Layout> Layout::of_function(const visa::Kernel& function, const Layout& caller) {
  Layout layout;
  layout.next_ = caller.next_;
  layout.generals_.assign(caller.generals_.begin(), caller.generals_.begin() + visa::kFirstGeneral);
  if (auto placed = layout.place(function); !placed) return forward_error(placed);
  return layout;
}

Result<void> Layout::place(const visa::Kernel& kernel) {
  const visa::Variables& variables = kernel.variables;
  // Addresses have 16 bits, so variables to which they can point come first.
  if (auto placed = place_generals(kernel); !placed) return placed;
  for (const visa::OtherVariable& each : variables.addresses) addresses_.push_back(take(each.elements * 2U));
  predicates_.emplace_back();
  predicate_elements_.push_back(0);
  for (const visa::OtherVariable& each : variables.predicates) {
    predicates_.push_back(take(4));
    predicate_elements_.push_back(each.elements);
  }
  for (const visa::OtherVariable& each : variables.samplers) samplers_.push_back(take(each.elements * 4U));
  surfaces_.resize(visa::kFirstSurface);
  for (const visa::OtherVariable& each : variables.surfaces) surfaces_.push_back(take(each.elements * 4U));
  return check(kernel.name);
}

Result<void> Layout::check(std::string_view kernel) const {
  if (next_ <= kMaxRegisterNumber) return {};
  return fail(fmt::format("the variables of {} need {} registers, which is more than can be numbered", kernel,
                          variable_registers()));
}

std::optional<RegisterPlace> Layout::general(std::uint32_t variable) const {
  return variable < generals_.size() ? std::optional(generals_[variable].place) : std::nullopt;
}
std::optional<visa::Type> Layout::type(std::uint32_t variable) const {
  return variable < generals_.size() ? std::optional(generals_[variable].type) : std::nullopt;
}
std::optional<RegisterPlace> Layout::address(std::uint32_t variable) const { return find(addresses_, variable); }
std::optional<RegisterPlace> Layout::predicate(std::uint32_t variable) const { return find(predicates_, variable); }
std::optional<RegisterPlace> Layout::sampler(std::uint32_t variable) const { return find(samplers_, variable); }
std::optional<RegisterPlace> Layout::surface(std::uint32_t variable) const { return find(surfaces_, variable); }
unsigned Layout::predicate_elements(std::uint32_t variable) const {
  return variable < predicate_elements_.size() ? predicate_elements_[variable] : 0;
}

}  // namespace eugene::lower
