#include "script/results.h"

#include <fmt/format.h>

#include <algorithm>

#include "asm/element.h"

namespace eugene::script {
namespace {

bool equal(isa::Type type, std::uint64_t wanted, std::uint64_t found, std::uint64_t ulps) {
  if (wanted == found) return true;
  if (assembly::is_nan(type, wanted) || assembly::is_nan(type, found))
    return assembly::is_nan(type, wanted) && assembly::is_nan(type, found);
  return ulps != 0 && isa::is_float(type) && assembly::ulp_distance(type, wanted, found) <= ulps;
}

}  // namespace

void compare(const Storage& storage, const Expectation& expectation, const std::string& name,
             std::vector<Mismatch>& mismatches) {
  const Place& place = expectation.place;
  const std::uint64_t count = expectation.fills ? place.count() : expectation.values.size();
  for (std::uint64_t n = 0; n < count; ++n) {
    const auto wanted = expectation.values[std::min<std::uint64_t>(n, expectation.values.size() - 1)];
    if (!wanted) continue;
    const auto found = read_element(storage, place, n);
    if (found && equal(place.type, *wanted, *found, expectation.ulps)) continue;
    mismatches.push_back({.where = expectation.where,
                          .place = name,
                          .index = n,
                          .expected = assembly::format_element(place.type, *wanted),
                          .actual = found ? assembly::format_element(place.type, *found) : "outside or unmapped"});
  }
}

Printed values_at(const Storage& storage, const Place& place, unsigned thread) {
  Printed printed{.place = place, .thread = thread, .values = {}};
  for (std::uint64_t n = 0; n < place.count(); ++n) printed.values.push_back(read_element(storage, place, n));
  return printed;
}

std::vector<Printed> read_changes(eu::ThreadBlock& all_before, eu::ThreadBlock& all_after, const Variables& variables) {
  const eu::Thread& before = all_before[0];
  eu::Thread& after = all_after[0];
  const Storage storage{.thread = &after, .registers = all_after.bytes(0)};
  std::vector<Printed> changes;
  const auto compare_file = [&](const auto& old_file, const auto& new_file, char letter) {
    for (std::size_t n = 0; n < new_file.size(); ++n) {
      if (old_file[n] == new_file[n]) continue;
      const auto begin = static_cast<std::uint64_t>(reinterpret_cast<const std::byte*>(&new_file[n]) -
                                                    reinterpret_cast<const std::byte*>(&after));
      const Place place{.begin = begin, .end = begin + eu::kGrfBytes, .text = fmt::format("{}{}:ud", letter, n)};
      changes.push_back(values_at(storage, place, 0));
    }
  };
  compare_file(before.grf, after.grf, 'r');
  compare_file(before.mrf, after.mrf, 'm');
  for (const auto& [name, variable] : variables) {
    const Place place = find_place(name, variable);
    const auto bytes = [&](eu::ThreadBlock& threads) {
      return threads.bytes(0).subspan(place.begin, place.end - place.begin);
    };
    if (variable.is_alias || name.starts_with('%') || std::ranges::equal(bytes(all_before), bytes(all_after))) continue;
    changes.push_back(values_at(storage, place, 0));
  }
  return changes;
}

}  // namespace eugene::script
