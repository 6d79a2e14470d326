#include "functions/sampler/header.h"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace eugene::functions {
namespace {

using enum HeaderField;
using S = HeaderSubject;

bool gathers(const S& s) { return s.row->operation == SamplerOperation::gather; }
bool has_no_offsets(const S& s) { return s.surface->type == memory::SurfaceType::cube || s.surface->is_buffer(); }
// Offsets in the message's parameters replace those in the header.
bool ignores_offsets(const S& s) {
  return gathers(s) && std::ranges::find(s.row->parameters.list(), Parameter::offu) != s.row->parameters.list().end();
}

std::int8_t signed_offset(std::uint32_t value) { return static_cast<std::int8_t>(sign_extend(value, 4)); }

}  // namespace

const std::array<HeaderRule, 9> kHeaderRules{{
    {channel_masks, "a message with all four channels masked is not allowed",
     [](const S& s) { return s[channel_masks] == 0xF; }},
    {channel_masks, "the masks must be 0 for gather4 messages",
     [](const S& s) { return gathers(s) && s[channel_masks] != 0 && s[channel_masks] != 0xF; }},
    {gather_channel, "gather4 messages that compare must select the red channel",
     [](const S& s) { return gathers(s) && s.row->compares && s[gather_channel] != 0; }},
    {u_offset, "it must be 0 on cube and buffer surfaces",
     [](const S& s) { return has_no_offsets(s) && !ignores_offsets(s) && s[u_offset] != 0; }},
    {v_offset, "it must be 0 on cube and buffer surfaces",
     [](const S& s) { return has_no_offsets(s) && !ignores_offsets(s) && s[v_offset] != 0; }},
    {r_offset, "it must be 0 on cube and buffer surfaces",
     [](const S& s) { return has_no_offsets(s) && s[r_offset] != 0; }},
    {u_offset, "texel offsets need normalised floating-point or integer coordinates",
     [](const S& s) { return !s.normalised && !ignores_offsets(s) && (s[u_offset] | s[v_offset] | s[r_offset]) != 0; }},
    {pixel_null_mask, "it must be off for messages with killpix",
     [](const S& s) { return s.row->kills && s[pixel_null_mask] != 0; }},
    {simd_extension, "it must be 1 (SIMD4x2): SIMD8D messages are not supported",
     [](const S& s) { return s.message->simd == isa::SamplerSimd::simd4x2 && s[simd_extension] == 0; }},
}};

std::optional<SamplerHeader> read_header(const MessageCall& call, HeaderSubject subject) {
  for (const HeaderRow& row : kHeaderRows) {
    subject.value[static_cast<unsigned>(row.field)] = header_field(*subject.gen, call, row.field);
  }
  const S& s = subject;
  for (const HeaderRule& rule : kHeaderRules) {
    const HeaderRow& row = kHeaderRows[static_cast<unsigned>(rule.field)];
    if (!row.exists(*s.gen) || !rule.broken(s)) continue;
    call.fail(fmt::format("sampler message header, {} (M0.{} bits {}:{}) is {:#x}: {}", row.name, row.dword, row.high,
                          row.low, s[rule.field], rule.text),
              "SKL PRM vol7, sampler message header");
    return std::nullopt;
  }
  return SamplerHeader{
      .written = static_cast<std::uint8_t>(~s[channel_masks] & 0xF),
      .gather_channel = static_cast<std::uint8_t>(s[gather_channel]),
      .null_mask = s[pixel_null_mask] != 0,
      .offset = {signed_offset(s[u_offset]), signed_offset(s[v_offset]), signed_offset(s[r_offset])},
  };
}

}  // namespace eugene::functions
