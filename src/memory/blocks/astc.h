// ASTC, low dynamic range, two-dimensional (Khronos Data Format Specification 1.3, chapter 23), by Arm's astcenc.
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

  // Blocks that are not valid give the error colour of the specification, magenta (of FLT16 formats NaNs).
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
