#include "functions/sampler/messages.h"

#include <algorithm>

namespace eugene::functions {
namespace {

// The names of parameters in the table below, in the order of the enumeration.
constexpr auto kParameterNames =
    std::to_array<std::string_view>({"u", "v", "r", "ai", "lod", "bias", "ref", "dudx", "dudy", "dvdx", "dvdy", "drdx",
                                     "drdy", "mlod", "si", "mcsl", "mcsh", "offu", "offv"});
static_assert(kParameterNames.size() == kParameters);

// Parses a list of parameter names. An unknown name is a compile error.
constexpr ParameterList listed(std::string_view names) {
  ParameterList list;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    const auto* found = std::ranges::find(kParameterNames, name);
    if (found == kParameterNames.end()) throw "no such parameter";
    list.all[list.count++] = static_cast<Parameter>(found - kParameterNames.begin());
    names.remove_prefix(std::min(name.size() + 1, names.size()));
  }
  return list;
}

enum class Addition : std::uint8_t { nothing, compares, kills };

struct MessageRow {
  std::uint8_t type;
  SamplerOperation operation;
  LodSource lod;
  Addition also;
  std::string_view parameters;         // SamplerRow::parameters
  std::string_view coordinates_first;  // SamplerRow::coordinates_first
};

// Indexed by message type. A type has the same meaning in both generations.
constexpr std::array<SamplerRow, 32> kRows = [] {
  using enum SamplerOperation;
  using enum LodSource;
  using enum Addition;
  constexpr auto kTable = std::to_array<MessageRow>({
      {0, sample, neighbours, nothing, "u v r ai mlod", "u v r ai"},
      {1, sample, neighbours, nothing, "bias u v r ai mlod", "u v r ai bias"},
      {2, sample, parameter, nothing, "lod u v r ai", "u v r ai lod"},
      {3, sample, neighbours, compares, "ref u v r ai mlod", "u v r ai ref"},
      {4, sample, gradients, nothing, "u dudx dudy v dvdx dvdy r drdx drdy ai mlod",
       "u v r ai dudx dudy dvdx dvdy drdx drdy"},
      {5, sample, neighbours, compares, "ref bias u v r ai mlod", "u v r ai ref bias"},
      {6, sample, parameter, compares, "ref lod u v r ai", "u v r ai ref lod"},
      {7, load, parameter, nothing, "u v lod r", "u v r lod"},
      {8, gather, zero, nothing, "u v r ai", "u v r ai"},
      {9, level_of_detail, neighbours, nothing, "u v r ai", "u v r ai"},
      {10, resource_info, parameter, nothing, "lod", "lod"},
      {11, sample_info, zero, nothing, "", ""},
      {12, sample, neighbours, kills, "u v r ai", "u v r ai"},
      {16, gather, zero, compares, "ref u v r ai", "u v r ai ref"},
      {17, gather, zero, nothing, "u v offu offv r", "u v r ai offu offv"},
      {18, gather, zero, compares, "ref u v offu offv r", "u v r ai ref offu offv"},
      {20, sample, gradients, compares, "ref u dudx dudy v dvdx dvdy r drdx drdy ai mlod",
       "u v r ai dudx dudy dvdx dvdy drdx drdy ref"},
      {24, sample, zero, nothing, "u v r ai", "u v r ai"},
      {25, sample, zero, compares, "ref u v r ai", "u v r ai ref"},
      {26, load, zero, nothing, "u v r", "u v r"},
      {28, load, parameter, nothing, "si mcsl mcsh u v r lod", "u v r lod si mcsl mcsh"},
      {29, load_mcs, parameter, nothing, "u v r lod", "u v r lod"},
      {30, load, parameter, nothing, "si mcsl u v r lod", "u v r lod si mcsl"},
  });
  std::array<SamplerRow, 32> rows{};
  for (const MessageRow& row : kTable) {
    rows[row.type] = {.operation = row.operation,
                      .lod = row.lod,
                      .compares = row.also == compares,
                      .kills = row.also == kills,
                      .parameters = listed(row.parameters),
                      .coordinates_first = listed(row.coordinates_first)};
  }
  return rows;
}();

}  // namespace

const SamplerRow& sampler_row(const isa::Gen& gen, const isa::Sampler& message) {
  static constexpr SamplerRow kReserved;
  return isa::sampler_message_name(gen, message).empty() ? kReserved : kRows[message.type % kRows.size()];
}

const ParameterList& find_parameters(const isa::Gen& gen, const isa::Sampler& message, const SamplerRow& row) {
  constexpr isa::PerGen<bool> kCoordinatesFirst{true, false};
  const bool first = kCoordinatesFirst[gen.id] || message.simd == isa::SamplerSimd::simd4x2;
  return first ? row.coordinates_first : row.parameters;
}

}  // namespace eugene::functions
