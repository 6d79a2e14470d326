// Reads the directive sampler.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "script/directives.h"

namespace eugene::script {
namespace {

using sampler::SamplerState;

constexpr std::string_view kSamplerExample = "sampler 0 = linear clamp; sampler 1 = nearest border unnormalised";

struct NamedCode {
  std::string_view name;
  std::uint8_t code;
};
constexpr std::array kFilterNames{NamedCode{"nearest", 0}, NamedCode{"linear", 1}, NamedCode{"anisotropic", 2}};
constexpr std::array kMipNames{NamedCode{"none", 0}, NamedCode{"nearest", 1}, NamedCode{"linear", 3}};
constexpr std::array kAddressNames{NamedCode{"wrap", 0},        NamedCode{"mirror", 1},    NamedCode{"clamp", 2},
                                   NamedCode{"cube", 3},        NamedCode{"border", 4},    NamedCode{"mirror-once", 5},
                                   NamedCode{"half-border", 6}, NamedCode{"mirror-101", 7}};
constexpr std::array kComparisonNames{NamedCode{"always", 0},    NamedCode{"never", 1},        NamedCode{"less", 2},
                                      NamedCode{"equal", 3},     NamedCode{"less-equal", 4},   NamedCode{"greater", 5},
                                      NamedCode{"not-equal", 6}, NamedCode{"greater-equal", 7}};
constexpr std::array kReductionNames{NamedCode{"minimum", 2}, NamedCode{"maximum", 3}};

// Skips the next word if it is one of `names`, and returns its code.
std::optional<std::uint8_t> accept_name(DirectiveLine& line, std::span<const NamedCode> names) {
  for (const NamedCode& row : names) {
    if (line.accept(row.name)) return row.code;
  }
  return std::nullopt;
}

template <class Code>
Error take_name(DirectiveLine& line, std::span<const NamedCode> names, Code& into) {
  const DirectiveWord word = line.peek();
  const auto code = accept_name(line, names);
  if (!code)
    return wrong(line, word, fmt::format("'{}' is not a valid value", word.text), std::string(kSamplerExample));
  into = static_cast<Code>(*code);
  return std::nullopt;
}

Error take_colour(DirectiveLine& line, std::array<std::uint32_t, 4>& colour) {
  for (std::uint32_t& channel : colour) {
    if (Error error = take(line, "a channel of the border colour", channel, 0xFFFF'FFFF)) return error;
  }
  return std::nullopt;
}

// Reads one property. An unknown one is an error.
Error read_property(DirectiveLine& line, SamplerSetting& setting) {
  SamplerState& state = setting.state;
  if (const auto filter = accept_name(line, kFilterNames)) {
    state.min_filter = state.mag_filter = static_cast<sampler::Filter>(*filter);
    return std::nullopt;
  }
  if (const auto mode = accept_name(line, kAddressNames)) {
    state.address.fill(static_cast<sampler::AddressMode>(*mode));
    return std::nullopt;
  }
  if (line.accept("min")) return take_name(line, kFilterNames, state.min_filter);
  if (line.accept("mag")) return take_name(line, kFilterNames, state.mag_filter);
  if (line.accept("mip")) return take_name(line, kMipNames, state.mip_filter);
  if (line.accept("u")) return take_name(line, kAddressNames, state.address[0]);
  if (line.accept("v")) return take_name(line, kAddressNames, state.address[1]);
  if (line.accept("r")) return take_name(line, kAddressNames, state.address[2]);
  if (line.accept("compare")) return take_name(line, kComparisonNames, state.comparison);
  if (line.accept("reduce")) return take_name(line, kReductionNames, state.reduction);
  if (line.accept("samples")) return take(line, "the number of samples", state.maximum_anisotropy, 16);
  if (line.accept("bias")) return take(line, "the bias", state.lod_bias, 0x1FFF);
  if (line.accept("min-lod")) return take(line, "the minimum", state.minimum_lod, 0xFFF);
  if (line.accept("max-lod")) return take(line, "the maximum", state.maximum_lod, 0xFFF);
  if (line.accept("colour")) return take_colour(line, setting.border);
  if (line.accept("unnormalised")) {
    state.normalised = false;
  } else if (line.accept("rounds")) {
    state.rounds_min.fill(true);
    state.rounds_mag.fill(true);
  } else if (line.accept("preclamp")) {
    state.clamps_lod_first = true;
  } else if (line.accept("override-cube")) {
    state.overrides_cubes = true;
  } else if (line.accept("disabled")) {
    state.disabled = true;
  } else {
    return wrong(line, line.peek(), fmt::format("'{}' is not a property of a sampler", line.peek().text),
                 std::string(kSamplerExample));
  }
  return std::nullopt;
}

}  // namespace

Error read_sampler(DirectiveLine& line, const ProgramKind& /*kind*/, Case& into) {
  SamplerSetting setting{.where = line.at(line.peek())};
  setting.state.maximum_lod = 14 << sampler::kLodFractionBits;
  setting.state.address.fill(sampler::AddressMode::clamp);
  if (Error error = take(line, "the sampler index", setting.index, sampler::kSamplersInTable - 1)) return error;
  if (!line.accept("=")) return wrong(line, line.peek(), "'=' is missing", std::string(kSamplerExample));
  while (!line.at_end()) {
    if (Error error = read_property(line, setting)) return error;
  }
  into.samplers.push_back(setting);
  return std::nullopt;
}

}  // namespace eugene::script
