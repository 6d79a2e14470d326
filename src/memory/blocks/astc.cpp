#include "memory/blocks/astc.h"

#include <astcenc.h>

#include <algorithm>
#include <cstring>

namespace eugene::memory {

void AstcDecoder::Free::operator()(astcenc_context* context) const { astcenc_context_free(context); }

AstcDecoder::AstcDecoder(const PixelFormat& format) : format_(&format) {
  astcenc_config config{};
  const astcenc_profile profile = format.is_srgb ? ASTCENC_PRF_LDR_SRGB : ASTCENC_PRF_LDR;
  astcenc_context* context = nullptr;
  if (astcenc_config_init(profile, format.block_width, format.block_height, 1, ASTCENC_PRE_FASTEST,
                          ASTCENC_FLG_DECOMPRESS_ONLY, &config) == ASTCENC_SUCCESS &&
      astcenc_context_alloc(&config, 1, &context) == ASTCENC_SUCCESS) {
    context_.reset(context);
  }
  // sRGB formats decode to four bytes a texel, others to four floats.
  image_.resize(std::size_t{format.block_width} * format.block_height * (format.is_srgb ? 4 : sizeof(Pixel)));
}

void AstcDecoder::decode(const Block& block, std::span<Pixel> texels) {
  void* slice = image_.data();
  astcenc_image image{.dim_x = format_->block_width,
                      .dim_y = format_->block_height,
                      .dim_z = 1,
                      .data_type = format_->is_srgb ? ASTCENC_TYPE_U8 : ASTCENC_TYPE_F32,
                      .data = &slice};
  constexpr astcenc_swizzle kAsStored{ASTCENC_SWZ_R, ASTCENC_SWZ_G, ASTCENC_SWZ_B, ASTCENC_SWZ_A};
  std::array<std::uint8_t, sizeof(Block)> bytes{};
  std::memcpy(bytes.data(), block.data(), sizeof(block));
  if (context_ == nullptr ||
      astcenc_decompress_image(context_.get(), bytes.data(), bytes.size(), &image, &kAsStored, 0) != ASTCENC_SUCCESS) {
    std::ranges::fill(texels, Pixel{});
    return;
  }
  for (std::size_t i = 0; i < texels.size(); ++i) {
    if (format_->is_srgb) {
      Rgba8 colour;
      std::memcpy(&colour, image_.data() + i * sizeof(colour), sizeof(colour));
      texels[i] = make_pixel(*format_, colour);
    } else {
      std::memcpy(&texels[i], image_.data() + i * sizeof(Pixel), sizeof(Pixel));
    }
  }
}

}  // namespace eugene::memory
