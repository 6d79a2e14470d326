// A render target write that is executed without being sent.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/bits.h"
#include "eu/host_rounding.h"
#include "eu/prepared_message.h"
#include "functions/message_call.h"
#include "functions/pixels.h"
#include "functions/render_target_block.h"
#include "functions/surfaces.h"
#include "memory/image_layout.h"
#include "memory/texel_block.h"

namespace eugene::functions {

// Writes the blocks of a draw's pixels, whose tests all precede the pixel shader.
class PreparedTargetWrite final : public eu::PreparedMessage {
 public:
  struct Payload {
    unsigned colors = 0;  // first register of the colours, counted without the header's first one
    bool is_replicated = false;
  };

  // `surfaces`, the view of `call` and the output in `how` must outlive the result. The image is a null surface, or
  // writes_blocks() is true for its format.
  PreparedTargetWrite(const MessageCall& call, Surfaces& surfaces, const memory::ImageLayout& image,
                      const Payload& payload, const Combination& how)
      : image_(image),
        format_(image_.format()),
        is_null_(image.surface().type == memory::SurfaceType::null),
        view_(&call.view()),
        surfaces_(&surfaces),
        states_(surfaces.states_used()),
        payload_(payload),
        how_(how),
        has_header_(call.has_header()),
        target_(call.header(kTargetDword)),
        blocks_(image, image.surface().mips.count, 0) {}

  bool execute(std::uint32_t channels, const eu::Grf* payload, eu::Grf* /*response*/) override {
    const Pixels* pixels = surfaces_->pixels();
    if (!states_.are_valid() || pixels == nullptr || pixels->output != how_.output || !pixels->are_block())
      return false;
    if (has_header_ && !is_usual(*payload++)) return false;
    if (is_null_) return true;
    if (pixels->layer != layer_) find_layer(pixels->layer);
    const eu::NearestRounding rounding;  // the shader's rounding mode is not the render cache's
    const BlockColors colors{.channels = payload[payload_.colors].bytes.data(),
                             .is_replicated = payload_.is_replicated};
    return write_block(*view_, blocks_, format_, *pixels, channels & pixels->mask, colors, how_);
  }

 private:
  // Whether the header names the same target, and the message has no part for alphas.
  bool is_usual(const eu::Grf& header) const {
    const auto dword = [&](unsigned index) {
      std::uint32_t value = 0;
      std::memcpy(&value, header.bytes.data() + index * sizeof value, sizeof value);
      return value;
    };
    return !bit(dword(0), kSource0AlphaBit) && dword(kTargetDword) == target_;
  }
  void find_layer(std::uint32_t layer) {
    blocks_ = memory::TexelBlocks(image_, image_.surface().mips.count, find_slice(image_.surface(), layer));
    layer_ = layer;
  }

  static constexpr std::uint32_t kNoLayer = ~std::uint32_t{0};

  memory::ImageLayout image_;
  memory::WordFormat format_;
  bool is_null_;
  memory::View* view_;
  Surfaces* surfaces_;
  StatesUsed states_;
  Payload payload_;
  Combination how_;
  bool has_header_;
  std::uint32_t target_;
  memory::TexelBlocks blocks_;  // of layer_
  std::uint32_t layer_ = kNoLayer;
};

}  // namespace eugene::functions
