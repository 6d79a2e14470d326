// ASTC, low dynamic range, two-dimensional (Khronos Data Format Specification 1.3, chapter 23). Arm's astcenc decodes.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "memory/blocks/block_format.h"

struct astcenc_context;

namespace eugene::memory {

class AstcDecoder {
 public:
  explicit AstcDecoder(const PixelFormat& format);

  // Decodes one block. An invalid block gives the specification's error colour: magenta, or NaNs in FLT16 formats.
  void decode(const Block& block, std::span<Pixel> texels);

 private:
  struct Free {
    void operator()(astcenc_context* context) const;
  };

  const PixelFormat* format_;
  std::unique_ptr<astcenc_context, Free> context_;
  std::vector<std::byte> image_;
};

}  // namespace eugene::memory
