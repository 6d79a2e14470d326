// The header of sampler messages as one table (BXT PRM vol6 "Message Header"; SKL PRM vol7 and SNB PRM vol4 part1).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/bits.h"
#include "functions/message_call.h"
#include "functions/sampler/messages.h"
#include "isa/gen.h"
#include "memory/surface.h"

namespace eugene::functions {

// Fields of the header M0. Without a header, all are 0.
enum class HeaderField : std::uint8_t {
  output_format,
  destination_y,
  destination_x,
  sampler_pointer,
  destination_surface,
  pixel_null_mask,
  simd_extension,
  wide_format,
  gather_channel,
  channel_masks,
  u_offset,
  v_offset,
  r_offset
};

struct HeaderRow {
  HeaderField field;
  std::string_view name;
  std::uint8_t dword, high, low;
  isa::PerGen<bool> on{true, true};  // generations with this field

  constexpr bool exists(const isa::Gen& gen) const { return on[gen.id]; }
};
inline constexpr isa::PerGen<bool> kNotOnGen6{false, true};

inline constexpr std::array<HeaderRow, 13> kHeaderRows{{
    {HeaderField::output_format, "Output Format", 5, 4, 0},
    {HeaderField::destination_y, "Destination Y Address", 4, 31, 16},
    {HeaderField::destination_x, "Destination X Address", 4, 15, 0},
    {HeaderField::sampler_pointer, "Sampler State Pointer", 3, 31, 4},
    {HeaderField::destination_surface, "Render Target or Destination Binding Table Index", 2, 31, 24},
    {HeaderField::pixel_null_mask, "Pixel Null Mask Enable", 2, 23, 23, kNotOnGen6},
    {HeaderField::simd_extension, "SIMD Mode Extension", 2, 22, 22, kNotOnGen6},
    {HeaderField::wide_format, "SIMD32/64 Output Format Control", 2, 19, 18, kNotOnGen6},
    {HeaderField::gather_channel, "Gather4 Source Channel Select", 2, 17, 16, kNotOnGen6},
    {HeaderField::channel_masks, "Write Channel Masks", 2, 15, 12},  // alpha, blue, green, red; 1: masked
    {HeaderField::u_offset, "U Offset", 2, 11, 8},
    {HeaderField::v_offset, "V Offset", 2, 7, 4},
    {HeaderField::r_offset, "R Offset", 2, 3, 0},
}};
static_assert([] {
  for (unsigned i = 0; i < kHeaderRows.size(); ++i) {
    if (static_cast<unsigned>(kHeaderRows[i].field) != i) return false;
    for (unsigned j = 0; j < i; ++j) {
      const HeaderRow& a = kHeaderRows[i];
      const HeaderRow& b = kHeaderRows[j];
      if (a.dword == b.dword && a.low <= b.high && b.low <= a.high) return false;
    }
  }
  return true;
}());

// Returns the value of a field; 0 if `gen` does not have it.
inline std::uint32_t header_field(const isa::Gen& gen, const MessageCall& call, HeaderField field) {
  const HeaderRow& row = kHeaderRows[static_cast<unsigned>(field)];
  return row.exists(gen) ? bits(call.header(row.dword), row.high, row.low) : 0;
}

// The header of a 3D sampler message.
struct SamplerHeader {
  std::uint8_t written = 0xF;  // channels of the response: red is bit 0
  std::uint8_t gather_channel = 0;
  bool null_mask = false;
  bool is_4x2 = false;  // SIMD mode 0 of the descriptor
  std::array<std::int8_t, 3> offset{};
};

// A message, as the header's rules need it.
struct HeaderSubject {
  const isa::Gen* gen;
  const isa::Sampler* message;
  const SamplerRow* row;
  const memory::SurfaceState* surface;
  bool normalised = true;                                 // normalised coordinates, in messages that sample
  std::array<std::uint32_t, kHeaderRows.size()> value{};  // indexed by field

  std::uint32_t operator[](HeaderField field) const { return value[static_cast<unsigned>(field)]; }
};

// A restriction from the programming notes. A message that violates it faults.
struct HeaderRule {
  HeaderField field;
  std::string_view text;
  bool (*broken)(const HeaderSubject& subject);
};
extern const std::array<HeaderRule, 9> kHeaderRules;

// Returns nothing after a fault; see kHeaderRules.
std::optional<SamplerHeader> read_header(const MessageCall& call, HeaderSubject subject);

}  // namespace eugene::functions
