#include "functions/render_target.h"

#include <fmt/format.h>

#include "eu/host_rounding.h"
#include "functions/pixel_output.h"
#include "functions/prepared_target_write.h"
#include "functions/render_target_block.h"
#include "functions/typed_pixel.h"
#include "memory/format.h"
#include "memory/image_layout.h"

namespace eugene::functions {
namespace {

using memory::ImageLayout;
using memory::Pixel;
using memory::PixelFormat;
using memory::SurfaceState;
using memory::SurfaceType;

constexpr std::string_view kTargetReference =
    "SNB PRM vol4 part1, render target write; SKL PRM vol7, render target read";
constexpr std::string_view kStreamReference = "SNB PRM vol4 part1, streamed vertex buffer write";

// Message subtypes: the number of pixels and the position of their colours. Messages with two colours a pixel have
// eight pixels. Reads have the subtypes 0 and 1 (SKL PRM vol7, render target read).
enum Subtype : std::uint8_t { kReplicated = 1, kTwoColorsLow = 2, kTwoColorsHigh = 3, kSimd8 = 4, kReadSimd8 = 1 };
constexpr unsigned kChannels = 4;

const PixelFormat* target_format(const MessageCall& call, const SurfaceState& surface) {
  const PixelFormat* format = memory::find_format(surface.format);
  if (format == nullptr || format->unpack == nullptr) {
    call.fail(fmt::format("message to a surface of format {:#x}, which is not yet supported", surface.format));
    return nullptr;
  }
  return format;
}

// Reads the pixels from the second header register, which MessageCall counts as the first body register.
bool read_pixels(MessageCall& call, Pixels& pixels) {
  const std::byte* m1 = call.body(0, 1);
  if (m1 == nullptr) return false;
  std::memcpy(pixels.subspan.data(), m1 + 2 * 4, sizeof(pixels.subspan));
  std::memcpy(&pixels.mask, m1 + 7 * 4, sizeof(pixels.mask));
  pixels.mask &= 0xFFFF;
  return true;
}

// Returns the position of a pixel. The level is in the state of the render target.
memory::TexelPlace find_place(const SurfaceState& surface, const Pixels& pixels, unsigned number) {
  return {.x = pixels.x(number),
          .y = pixels.y(number),
          .slice = find_slice(surface, pixels.layer),
          .level = surface.mips.count};
}

// Returns the colours channel by channel, each with one dword for every pixel. Pixels outside the target are zeros.
bool read_colours(MessageCall& call, const ImageLayout& image, const isa::RenderTarget& message, const Pixels& pixels) {
  const unsigned count = message.subtype == kReadSimd8 ? 8 : 16;
  std::byte* to = call.response(kChannels * count * 4 / eu::kGrfBytes);
  if (to == nullptr) return false;
  const unsigned first = count == 8 && message.high_slots ? 8 : 0;
  for (unsigned lane = 0; lane < count; ++lane) {
    const unsigned number = first + lane;
    if (!bit(call.channels(count), lane) || !bit(pixels.mask, number)) continue;
    const memory::TexelPlace place = find_place(image.surface(), pixels, number);
    Pixel pixel{};
    if (image.contains(place)) {
      const std::uint64_t address = image.surface().base + image.offset(place);
      if (!read_pixel(call, image.format(), address, static_cast<int>(lane), pixel)) return false;
    } else if (!call.drop(message.bti, Access::read, static_cast<int>(lane))) {
      return false;
    }
    for (unsigned c = 0; c < kChannels; ++c)
      std::memcpy(to + (c * count + lane) * sizeof(pixel[c]), &pixel[c], sizeof(pixel[c]));
  }
  return true;
}

// Which pixels a write has, and where the parts of the message are: numbers of registers of the body.
struct WriteLayout {
  unsigned count = 0;          // pixels
  unsigned first = 0;          // number of the first pixel
  unsigned step = 0;           // bytes from a pixel's red to its green
  bool is_replicated = false;  // all pixels have one colour
  bool has_alphas = false;     // of target 0
  bool has_second = false;     // a second colour for each pixel
  PixelOutput::Parts parts;
  unsigned alphas = 0, masks = 0, colors = 0, second = 0, depths = 0, references = 0;

  unsigned registers_of_dwords() const { return count * 4 / eu::kGrfBytes; }
  unsigned color_registers() const { return is_replicated ? 1 : kChannels * registers_of_dwords(); }
};

// Returns the layout of a write whose parts begin at register `at` of the body (SKL PRM vol7, render target write,
// message payload).
WriteLayout find_layout(const isa::RenderTarget& message, const PixelOutput* output, unsigned at, bool has_alphas) {
  const bool has_second = message.subtype == kTwoColorsLow || message.subtype == kTwoColorsHigh;
  WriteLayout layout{.count = has_second || message.subtype == kSimd8 ? 8U : 16U,
                     .is_replicated = message.subtype == kReplicated,
                     .has_alphas = has_alphas,
                     .has_second = has_second};
  if (output != nullptr) layout.parts = output->parts();
  const bool is_high = has_second ? message.subtype == kTwoColorsHigh : layout.count == 8 && message.high_slots;
  layout.first = is_high ? 8 : 0;  // pixels 8 to 15
  layout.step = layout.is_replicated ? 4 : layout.count * 4;
  layout.alphas = at;
  layout.masks = layout.alphas + (has_alphas ? layout.registers_of_dwords() : 0);
  layout.colors = layout.masks + (layout.parts.sample_masks ? 1 : 0);
  layout.second = layout.colors + layout.color_registers();
  layout.depths = layout.second + (has_second ? layout.color_registers() : 0);
  layout.references = layout.depths + (layout.parts.depths ? layout.registers_of_dwords() : 0);
  return layout;
}

// Reads a dword for each pixel.
bool read_floats(MessageCall& call, const WriteLayout& layout, unsigned at, std::array<float, Pixels::kMax>& to) {
  const std::byte* registers = call.body(at, layout.registers_of_dwords());
  if (registers == nullptr) return false;
  std::memcpy(to.data() + layout.first, registers, layout.count * sizeof(float));
  return true;
}

// Reads the values of the pixels, and removes pixels from `live` whose sample mask is 0.
bool read_values(MessageCall& call, const WriteLayout& layout, PixelValues& values, std::uint32_t& live) {
  if (layout.parts.depths && !read_floats(call, layout, layout.depths, values.depths)) return false;
  // Messages to target 0 have its alphas in the last channel of the colours. Other messages have a part for them.
  const unsigned alphas =
      layout.has_alphas ? layout.alphas : layout.colors + (kChannels - 1) * layout.registers_of_dwords();
  if (!layout.is_replicated && !read_floats(call, layout, alphas, values.alphas)) return false;
  if (layout.parts.references) {
    const std::byte* bytes = call.body(layout.references, 1);
    if (bytes == nullptr) return false;
    std::memcpy(values.references.data() + layout.first, bytes, layout.count);
  }
  if (layout.parts.sample_masks) {
    std::array<std::uint16_t, Pixels::kMax> masks{};  // of all pixels
    const std::byte* words = call.body(layout.masks, 1);
    if (words == nullptr) return false;
    std::memcpy(masks.data(), words, sizeof masks);
    for (unsigned i = 0; i < masks.size(); ++i) live &= ~(std::uint32_t{!bit(masks[i], 0)} << i);
  }
  return true;
}

// Returns the number of the render target: 0 without a header.
unsigned find_target(const MessageCall& call) {
  constexpr unsigned kTargets = 8;
  return call.header(kTargetDword) % kTargets;
}

Combination find_combination(const PixelOutput* output, unsigned target) {
  if (output == nullptr) return {};
  return {.output = output,
          .target = target,
          .merges = output->reads_target(target),
          .kept = output->kept_channels(target)};
}

// Writes one pixel, combined with the pixel in the target. `colors.before` is set here.
bool write_combined(MessageCall& call, const PixelFormat& format, std::uint64_t address, const Combination& how,
                    int lane, PixelOutput::Colors colors) {
  if (!how.merges && how.kept == 0) return write_pixel(call, format, address, colors.source, lane);
  if (!read_pixel(call, format, address, lane, colors.before)) return false;
  return write_pixel(call, format, address, combine(how, format, colors), lane);
}

// Whether the message can write its pixels together, if they are a block.
bool is_block_write(const MessageCall& call, const ImageLayout& image, const WriteLayout& layout) {
  return layout.count == Pixels::kMax && !layout.has_second && writes_blocks(image.format()) &&
         !call.reports_accesses() && !call.reports_values();
}

// Writes the colours of the pixels of `live`.
bool write_colours(MessageCall& call, const ImageLayout& image, const isa::RenderTarget& message,
                   const WriteLayout& layout, const Pixels& pixels, std::uint32_t live) {
  const SurfaceState& surface = image.surface();
  const unsigned registers = layout.color_registers();
  const std::byte* colours = call.body(layout.colors, layout.has_second ? 2 * registers : registers);
  if (colours == nullptr) return false;
  const Combination how = find_combination(pixels.output, find_target(call));
  if (is_block_write(call, image, layout) && pixels.are_block()) {
    const memory::TexelBlocks blocks(image, surface.mips.count, find_slice(surface, pixels.layer));
    const BlockColors from{.channels = colours, .is_replicated = layout.is_replicated};
    if (write_block(call.view(), blocks, memory::WordFormat(image.format()), pixels, live, from, how)) return true;
  }
  for (unsigned lane = 0; lane < layout.count; ++lane) {
    const unsigned number = layout.first + lane;
    if (!bit(live, number)) continue;
    const memory::TexelPlace place = find_place(surface, pixels, number);
    if (!image.contains(place)) {
      if (!call.drop(message.bti, Access::write, static_cast<int>(lane))) return false;
      continue;
    }
    PixelOutput::Colors colors;
    for (unsigned c = 0; c < kChannels; ++c) {
      const std::byte* from = colours + c * layout.step + (layout.is_replicated ? 0 : lane * 4);
      std::memcpy(&colors.source[c], from, sizeof colors.source[c]);
      if (layout.has_second)
        std::memcpy(&colors.second[c], from + std::size_t{registers} * eu::kGrfBytes, sizeof colors.second[c]);
    }
    if (!write_combined(call, image.format(), surface.base + image.offset(place), how, static_cast<int>(lane), colors))
      return false;
  }
  return true;
}

// Prepares the message for its next time, if it does nothing but write blocks.
void prepare(const MessageCall& call, Surfaces& surfaces, const ImageLayout& image, const WriteLayout& layout,
             const Pixels& pixels) {
  const PixelOutput* output = pixels.output;
  const bool is_plain = output != nullptr && !layout.parts.any() && !layout.has_alphas && !output->has_late_work();
  const bool is_null = image.surface().type == SurfaceType::null;
  if (!is_plain || !call.can_be_prepared() || !(is_null || is_block_write(call, image, layout))) return;
  call.prepare(std::make_unique<PreparedTargetWrite>(
      call, surfaces, image,
      PreparedTargetWrite::Payload{.colors = layout.colors, .is_replicated = layout.is_replicated},
      find_combination(output, find_target(call))));
}

// Writes pixels: tests that follow the shader, then colours, then what is left when the last target is written.
bool write_pixels(MessageCall& call, Surfaces& surfaces, const ImageLayout& image, const isa::RenderTarget& message,
                  const Pixels& pixels) {
  const eu::NearestRounding rounding;  // the shader's rounding mode is not the render cache's
  const PixelOutput* output = pixels.output;
  const bool has_header = call.has_header();
  const WriteLayout layout =
      find_layout(message, output, has_header ? 1 : 0, has_header && bit(call.header(0), kSource0AlphaBit));
  std::uint32_t sent = call.channels(layout.count) << layout.first & pixels.mask;
  std::uint32_t live = sent;
  PixelValues values;
  if (output != nullptr) {
    if (!read_values(call, layout, values, sent)) return false;
    const std::optional<std::uint32_t> passed = output->test(pixels, sent, values, call.view());
    if (!passed) return call.fail_at(call.view().bad_address(), Access::read);
    live = *passed;
  }
  if (image.surface().type != SurfaceType::null && !write_colours(call, image, message, layout, pixels, live))
    return false;
  if (output == nullptr || !message.last || output->finish(pixels, sent, values, call.view())) {
    prepare(call, surfaces, image, layout, pixels);
    return true;
  }
  return call.fail_at(call.view().bad_address(), Access::write);
}

}  // namespace

bool execute(MessageCall& call, Surfaces& surfaces, const isa::RenderTarget& message) {
  const bool is_read = message.access == isa::Access::read;
  if (message.subtype > (is_read ? kReadSimd8 : kSimd8) || message.half_data || message.per_sample)
    return call.unsupported(message);
  const Pixels* dispatched = surfaces.pixels();
  if (!call.has_header() && dispatched == nullptr) {
    (void)call.unsupported(message);
    call.explain("it needs a header: there is no windower to place the pixels");
    return false;
  }
  const ImageLayout* image = surfaces.image(call, message.bti);
  if (image == nullptr) return false;
  const SurfaceState& surface = image->surface();
  if (surface.type != SurfaceType::null && (surface.is_buffer() || image->format().unpack == nullptr)) {
    return call.fail("render target message to a surface that is not an image of texels",
                     std::string(kTargetReference));
  }
  if (surface.type != SurfaceType::null && surface.samples.count_log2 != 0) return call.unsupported(message);
  Pixels pixels;
  if (dispatched != nullptr) {
    pixels = *dispatched;
  } else if (!read_pixels(call, pixels)) {
    return false;
  }
  if (is_read) return read_colours(call, *image, message, pixels);
  return write_pixels(call, surfaces, *image, message, pixels);
}

bool execute(MessageCall& call, Surfaces& surfaces, const isa::StreamedVertexBuffer& message) {
  if (!call.has_header()) {
    return call.fail("streamed vertex buffer write without a header", std::string(kStreamReference));
  }
  const SurfaceState* surface = surfaces.surface(call, message.bti);
  if (surface == nullptr) return false;
  if (surface->type == SurfaceType::null) return true;
  if (!surface->is_buffer()) {
    return call.fail("streamed vertex buffer write to a surface that is not a buffer", std::string(kStreamReference));
  }
  const PixelFormat* format = target_format(call, *surface);
  if (format == nullptr) return false;
  const std::uint64_t element = call.header(5);
  if (element >= surface->elements) return call.drop(message.bti, Access::write);  // past the end of the buffer
  const Pixel pixel{call.header(0), call.header(1), call.header(2), call.header(3)};
  return write_pixel(call, *format, surface->base + element * surface->pitch, pixel, -1);
}

}  // namespace eugene::functions
