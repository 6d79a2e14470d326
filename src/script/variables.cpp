#include "script/variables.h"

#include <fmt/format.h>

#include "eu/register_file.h"

namespace eugene::script {
namespace {

std::uint64_t in_thread(std::uint32_t byte) { return eu::grf_offset(byte / eu::kGrfBytes) + byte % eu::kGrfBytes; }

// Resolves `place`, a variable at byte `from` of the registers.
bool resolve(Place& place, const lower::NamedVariable& variable, std::uint32_t from) {
  if (!place.is_typed) place.type = variable.type;
  const std::uint64_t skipped = place.first * isa::byte_size(place.type);
  if (skipped >= variable.bytes) return false;
  place.begin = in_thread(from) + skipped;
  place.end = in_thread(from) + variable.bytes;
  place.first = 0;
  return true;
}

}  // namespace

Place find_place(const std::string& name, const lower::NamedVariable& variable) {
  Place place{.text = name};
  resolve(place, variable, variable.byte);
  return place;
}

std::expected<Case, Diagnostics> resolve_variables(Case one, const Variables& variables) {
  Diagnostics problems;
  const auto fill = [&](Place& place, const Location& where, bool is_set) {
    if (place.variable.empty()) return;
    const auto found = variables.find(place.variable);
    if (found == variables.end()) {
      problems.push_back(error_at(where, fmt::format("unknown variable '{}'", place.variable), {}, {},
                                  "registers are r0 to r127; .decl declares variables"));
      return;
    }
    const lower::NamedVariable& variable = found->second;
    if (!resolve(place, variable, is_set ? variable.input.value_or(variable.byte) : variable.byte))
      problems.push_back(
          error_at(where, fmt::format("'{}' is outside the variable, which has {} bytes", place.text, variable.bytes)));
  };
  for (Setting& each : one.settings) fill(each.place, each.where, true);
  for (Expectation& each : one.expectations) fill(each.place, each.where, false);
  for (PrintRequest& each : one.prints) fill(each.place, each.where, false);
  if (!problems.empty()) return std::unexpected(std::move(problems));
  return one;
}

}  // namespace eugene::script
