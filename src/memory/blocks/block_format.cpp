#include "memory/blocks/block_format.h"

#include "memory/blocks/astc.h"
#include "memory/unpack.h"

namespace eugene::memory {

Pixel make_pixel(const PixelFormat& format, Rgba8 colour) {
  const auto value = [&](std::uint8_t code) {
    return format.is_srgb ? kLinearFromSrgb8[code] : float_bits(unorm_value(code, 8));
  };
  return {value(colour.r), value(colour.g), value(colour.b), float_bits(unorm_value(colour.a, 8))};
}

BlockDecoder::BlockDecoder(const PixelFormat& format) : format_(&format) {
  if (format.family == FormatFamily::astc) {
    astc_ = std::make_unique<AstcDecoder>(format);
  } else if (format.family == FormatFamily::etc) {
    decode_ = &decode_etc;
  } else if (format.family == FormatFamily::fxt1) {
    decode_ = &decode_fxt1;
  } else if (format.name.starts_with("BC6H")) {
    decode_ = &decode_bc6h;
  } else if (format.name.starts_with("BC7")) {
    decode_ = &decode_bc7;
  } else {
    decode_ = &decode_bc;
  }
}

BlockDecoder::~BlockDecoder() = default;

void BlockDecoder::decode(const Block& block, std::span<Pixel> texels) {
  if (astc_ != nullptr) {
    astc_->decode(block, texels);
  } else {
    decode_(*format_, block, texels);
  }
}

}  // namespace eugene::memory
