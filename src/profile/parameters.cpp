#include "profile/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <optional>

#include "base/number.h"
#include "profile/cache_model.h"

namespace eugene::profile {
namespace {

std::optional<unsigned> parse_value(const ParameterRow& row, std::string_view text) {
  if (const auto name = std::ranges::find(row.names, text); name != row.names.end())
    return static_cast<unsigned>(name - row.names.begin());
  const auto value = row.names.empty() ? parse_number<unsigned>(text) : std::nullopt;
  return value && *value >= row.least && *value <= row.max ? value : std::nullopt;
}

std::string describe_values(const ParameterRow& row) {
  return row.names.empty() ? fmt::format("a number from {} to {}", row.least, row.max)
                           : fmt::format("one of {}", fmt::join(row.names, ", "));
}

std::string format_value(const ParameterRow& row, unsigned value) {
  return row.names.empty() ? std::to_string(value) : std::string(row.names[value]);
}

// Checks parameters whose valid values depend on each other, and that the line size is a power of two.
Result<void> check(const Parameters& of) {
  if (!std::has_single_bit(of.line)) return fail(fmt::format("line={} is not a power of two", of.line));
  for (const unsigned kilobytes : {of.shared, of.data, of.read_only}) {
    if (kilobytes == kOwn || kilobytes == 0) continue;
    if (count_ways(kilobytes, of) == 0)
      return fail(fmt::format("{} KB are too small for one way of {} sets of {} bytes", kilobytes, of.sets, of.line));
    if (count_ways(kilobytes, of) > PseudoLru::kMaxWays)
      return fail(fmt::format("{} KB in {} sets of {} bytes make more than {} ways", kilobytes, of.sets, of.line,
                              PseudoLru::kMaxWays),
                  {}, "use more banks or sets");
  }
  return {};
}

}  // namespace

Result<Parameters> read_parameters(std::string_view text) {
  Parameters all;
  if (text == "own") return all;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string_view part = text.substr(at, end - at);
    const std::size_t equals = std::min(part.find('='), part.size());
    const auto row = std::ranges::find(kParameters, part.substr(0, equals), &ParameterRow::name);
    if (row == kParameters.end() || equals == part.size())
      return fail(fmt::format("\"{}\" is not a parameter with a value", part), {},
                  "`eugene trace --help` lists the parameters; write for example banks=2,miss_latency=300");
    const auto value = parse_value(*row, part.substr(equals + 1));
    if (!value) return fail(fmt::format("{} must be {}: {}", row->name, describe_values(*row), part));
    all.*row->member = *value;
    at = end + 1;
  }
  if (const auto checked = check(all); !checked) return std::unexpected(checked.error());
  return all;
}

std::string to_text(const Parameters& parameters) {
  static constexpr Parameters kDefault;
  std::string text;
  for (const ParameterRow& row : kParameters) {
    const unsigned value = parameters.*row.member;
    if (value != kDefault.*row.member)
      text += fmt::format("{}{}={}", text.empty() ? "" : ",", row.name, format_value(row, value));
  }
  return text.empty() ? "own" : text;
}

std::string parameter_help() {
  static constexpr Parameters kDefault;
  std::string text;
  for (const ParameterRow& row : kParameters) {
    const unsigned value = kDefault.*row.member;
    fmt::format_to(std::back_inserter(text), "  {:<16} {} (default {})\n", row.name, row.help,
                   value == kOwn ? "the device's" : format_value(row, value));
  }
  return text;
}

}  // namespace eugene::profile
