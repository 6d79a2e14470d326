#include "functions/sampler/sample_8x8.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cfenv>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "eu/host_rounding.h"
#include "functions/sampler/bindings.h"
#include "functions/sampler/header.h"
#include "functions/sampler/texel_accesses.h"
#include "memory/media_surface.h"
#include "memory/texel.h"
#include "sampler/avs.h"

namespace eugene::functions {
namespace {

constexpr std::string_view kReference = "BDW PRM vol7, sample_8x8; SNB PRM vol4 part1";
constexpr unsigned kBlockPixels = 64;  // pixels in one part of the response
constexpr std::size_t kMaxResponseBytes = 16 * eu::kGrfBytes;

// Names of the values of the function field, as compilers use them.
constexpr std::array<std::string_view, 16> kFunctions{"AVS",   "convolve", "MinMax",       "MinMaxFilter",
                                                      "erode", "dilate",   "BoolCentroid", "Centroid"};

// Positions of the parameters in the register after the header, and the layout of a block in the response.
struct BlockLayout {
  const sampler::AvsLayout* state;
  const memory::MediaSurfaceLayout* surface;
  std::uint8_t u, v, du, dv, ddu;  // dwords
  int block, modes;                // dwords; -1: none
  bool quads;                      // a register has two rows, four pixels of each alternately
};
constexpr BlockLayout kGen6Block{.state = &sampler::kGen6Avs,
                                 .surface = &memory::kGen6MediaSurfaces,
                                 .u = 2,
                                 .v = 6,
                                 .du = 1,
                                 .dv = 5,
                                 .ddu = 0,
                                 .block = -1,
                                 .modes = -1,
                                 .quads = true};
constexpr BlockLayout kGen9Block{.state = &sampler::kGen9Avs,
                                 .surface = &memory::kGen9MediaSurfaces,
                                 .u = 2,
                                 .v = 3,
                                 .du = 4,
                                 .dv = 5,
                                 .ddu = 6,
                                 .block = 1,
                                 .modes = 7,
                                 .quads = false};
constexpr isa::PerGen<const BlockLayout*> kBlockLayouts{&kGen6Block, &kGen9Block};

struct Shape {
  unsigned width = 8;
  unsigned height = 8;
};
constexpr std::array<Shape, 4> kShapes{{{16, 4}, {8, 4}, {16, 8}, {4, 4}}};
constexpr unsigned kRowsOfBlock = 4;  // rows per step of the vertical block number

// Returns the position of pixel `index` within a part of a block.
Shape find_place(const BlockLayout& layout, const Shape& shape, unsigned index) {
  if (!layout.quads) return {index % shape.width, index / shape.width};
  return {index % 4 + index / 8 % 2 * 4, index / 16 * 2 + index / 4 % 2};
}

std::optional<memory::TexelReader> media_reader(MessageCall& call, Surfaces& surfaces, const BlockLayout& layout,
                                                unsigned bti) {
  const auto address = surfaces.state_address(call, bti);
  if (!address) return std::nullopt;
  std::array<std::byte, memory::kMediaSurfaceBytes> bytes{};
  if (!surfaces.read_state(call, *address, bytes, "media surface state")) return std::nullopt;
  const auto surface = decode_media_surface(*layout.surface, bytes);
  auto reader = surface ? memory::TexelReader::make(*surface) : forward_error(surface);
  if (!reader) {
    call.fail(fmt::format("sample_8x8 of surface {}: {}", bti, reader.error().message), std::string(kReference));
    return std::nullopt;
  }
  return std::move(*reader);
}

std::optional<sampler::AvsState> avs_state(MessageCall& call, Surfaces& surfaces, const BlockLayout& layout,
                                           const isa::Sampler& message) {
  const Environment& environment = surfaces.environment();
  const sampler::AvsLayout& avs = *layout.state;
  const std::uint32_t table =
      call.has_header() && layout.block >= 0 ? call.header(3) & ~0xFU : environment.sampler_state;
  const std::uint64_t address =
      environment.dynamic_state_base + table + std::uint64_t{message.sampler} * sampler::kSamplerStateBytes;
  std::array<std::uint32_t, sampler::kMaxAvsDwords> state{};
  std::array<std::uint32_t, sampler::kMaxAvsDwords> tables{};
  const auto read = [&](std::uint64_t from, std::span<std::uint32_t> dwords, std::string_view what) {
    return surfaces.read_state(call, from, std::as_writable_bytes(dwords), what);
  };
  if (!read(address, std::span(state).first(avs.dwords), "sampler state of sample_8x8")) return std::nullopt;
  if (avs.table_pointer_dword != 0) {
    const std::uint64_t pointer = environment.dynamic_state_base + (state[avs.table_pointer_dword] & ~0x1FU);
    const auto wanted = std::span(tables).first(avs.sharpness_dword + 2U);
    if (!read(pointer, wanted, "coefficients of sample_8x8")) return std::nullopt;
  } else {
    tables = state;
  }
  auto result = decode_avs(avs, state, tables);
  if (!result) {
    call.fail(result.error().message, std::string(kReference));
    return std::nullopt;
  }
  return *result;
}

// Formats of results that the sampler writes to a surface directly, indexed by code (BXT PRM vol6 "Message Header").
constexpr std::array<std::string_view, 18> kOutputFormats{"YCRCB_NORMAL",
                                                          "YCRCB_SWAPUVY",
                                                          "YCRCB_SWAPUV",
                                                          "YCRCB_SWAPY",
                                                          "PLANAR_420_8",
                                                          "Y8_UNORM",
                                                          "Y16_SNORM",
                                                          "",
                                                          "",
                                                          "",
                                                          "",
                                                          "",
                                                          "",
                                                          "",
                                                          "",
                                                          "",
                                                          "",
                                                          "Y32_UNORM"};

// Without a response, the sampler would write the block to a surface, which is not supported. Reports that, or an error
// in the header. Always returns false.
bool fail_without_response(MessageCall& call, const isa::Gen& gen) {
  constexpr std::string_view kHeader = "BXT PRM vol6, sampler message header";
  const std::uint32_t format = header_field(gen, call, HeaderField::output_format);
  const std::uint32_t x = header_field(gen, call, HeaderField::destination_x);
  if (format >= kOutputFormats.size() || kOutputFormats[format].empty())
    return call.fail(fmt::format("sample_8x8 without a response: Output Format {} is reserved", format),
                     std::string(kHeader));
  if (x % 4 != 0) {
    return call.fail(fmt::format("sample_8x8 without a response: Destination X Address {} is not a multiple of 4", x),
                     std::string(kHeader));
  }
  return call.fail(
      fmt::format("sample_8x8 without a response is not supported: its result is {} at byte {}, row {} of surface {}",
                  kOutputFormats[format], x, header_field(gen, call, HeaderField::destination_y),
                  header_field(gen, call, HeaderField::destination_surface)),
      std::string(kHeader));
}

}  // namespace

bool execute_8x8(MessageCall& call, Surfaces& surfaces, const isa::Sampler& message) {
  const BlockLayout& layout = *kBlockLayouts[surfaces.gen().id];
  if (call.request().response.empty()) return fail_without_response(call, surfaces.gen());
  const std::byte* body = call.body(0, 1);
  if (body == nullptr) return false;
  std::array<std::uint32_t, eu::kGrfBytes / 4> dwords;
  std::memcpy(dwords.data(), body, sizeof(dwords));
  const std::uint32_t modes = layout.modes >= 0 ? dwords[static_cast<unsigned>(layout.modes)] : 0;
  if (const unsigned function = modes >> 28; function != 0) {
    return call.fail(fmt::format("sample_8x8 with function {} ({}) is not supported", function,
                                 kFunctions[function].empty() ? "reserved" : kFunctions[function]),
                     std::string(kReference));
  }
  const std::uint32_t written = ~header_field(surfaces.gen(), call, HeaderField::channel_masks) & 0xF;
  const std::uint32_t format = header_field(surfaces.gen(), call, HeaderField::wide_format);
  if (written == 0 || format % 2 != 0) {
    return call.fail(written == 0 ? "sample_8x8 with all four channels masked"
                                  : "sample_8x8 with downsampled chroma is not supported",
                     std::string(kReference));
  }
  const auto state = avs_state(call, surfaces, layout, message);
  if (!state) return false;
  auto reader = media_reader(call, surfaces, layout, message.bti);
  if (!reader) return false;
  const Shape shape = layout.modes >= 0 ? kShapes[modes >> 25 & 3] : Shape{};
  const unsigned first_row = layout.block >= 0 ? dwords[static_cast<unsigned>(layout.block)] * kRowsOfBlock : 0;
  const auto number = [&dwords](unsigned dword) { return std::bit_cast<float>(dwords[dword]); };
  const sampler::AvsGrid grid{.u = number(layout.u),
                              .v = number(layout.v),
                              .du = number(layout.du),
                              .dv = number(layout.dv),
                              .ddu = number(layout.ddu)};
  const eu::HostRounding restored;
  std::fesetround(FE_TONEAREST);
  // The response consists of parts of 64 pixels (32 with quads). Each part has all channels, in order.
  const unsigned pixels = shape.width * shape.height;
  const unsigned part = std::min(pixels, layout.quads ? kBlockPixels / 2 : kBlockPixels);
  const unsigned bytes = format == 0 ? 2 : 1;
  const std::size_t size = static_cast<std::size_t>(std::popcount(written)) * pixels * bytes;
  std::array<std::byte, kMaxResponseBytes> response;
  if (size > response.size()) return call.fail("sample_8x8: the response is too long", std::string(kReference));
  const std::size_t stride = std::size_t{part} * bytes;  // bytes between channels
  const TexelAccesses accesses(call, *reader);
  bool mapped = true;
  for (unsigned index = 0; index < pixels; ++index) {
    const Shape at = find_place(layout, shape, index);
    const auto pixel =
        sampler::avs_pixel(*state, *reader, call.view(), grid, at.width, at.height + first_row, written, mapped);
    if (!mapped && !call.unmapped(call.view().bad_address(), Access::read)) return false;
    std::size_t place = index / part * stride * static_cast<std::size_t>(std::popcount(written)) + index % part * bytes;
    for (unsigned channel = 0; channel < 4; ++channel) {
      if ((written >> channel & 1) == 0) continue;
      const std::uint16_t value = pixel.channel[channel];
      const auto narrow = static_cast<std::uint8_t>(std::min(value + 0x80, 0xFFFF) >> 8);
      if (bytes == 2) {
        std::memcpy(&response[place], &value, sizeof(value));
      } else {
        std::memcpy(&response[place], &narrow, sizeof(narrow));
      }
      place += stride;
    }
  }
  std::byte* to = call.response(static_cast<unsigned>(size / eu::kGrfBytes));
  if (to != nullptr) std::memcpy(to, response.data(), size);
  return to != nullptr;
}

}  // namespace eugene::functions
