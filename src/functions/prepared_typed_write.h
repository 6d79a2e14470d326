// A typed write that is executed without being sent.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#include "base/bits.h"
#include "base/host_fault.h"
#include "eu/host_rounding.h"
#include "eu/prepared_message.h"
#include "functions/message_call.h"
#include "functions/surfaces.h"
#include "functions/typed_lanes.h"

namespace eugene::functions {

class PreparedTypedWrite final : public eu::PreparedMessage {
 public:
  // Registers of the payload: a header, if there is one, then coordinates, then components.
  struct Payload {
    bool has_header = false;
    unsigned mask_shift = 0;  // bit of the first slot in the header's mask
    unsigned coordinates = 0;
    std::uint32_t chosen = 0;  // bit c: component c is sent
  };

  // `surfaces` and `view` must outlive the result.
  PreparedTypedWrite(memory::View& view, Surfaces& surfaces, std::shared_ptr<PixelWriter> writer,
                     const Payload& payload)
      : writer_(std::move(writer)), view_(&view), surfaces_(&surfaces), payload_(payload) {}

  bool execute(std::uint32_t channels, const eu::Grf* payload, eu::Grf* /*response*/) override {
    if (!surfaces_->has_valid_states()) return false;
    const auto dwords = [](const eu::Grf* grf) { return reinterpret_cast<const std::uint32_t*>(grf->bytes.data()); };
    channels &= static_cast<std::uint32_t>(low_mask(memory::kPackedPixels));
    if (payload_.has_header) channels &= dwords(payload++)[7] >> payload_.mask_shift;
    static constexpr eu::Grf kZeros{};
    CoordinateLanes coordinates;
    for (unsigned i = 0; i < coordinates.size(); ++i)
      coordinates[i] = dwords(i < payload_.coordinates ? payload++ : &kZeros);
    memory::ComponentLanes components;
    for (unsigned c = 0; c < components.size(); ++c)
      components[c] = dwords((payload_.chosen >> c & 1) != 0 ? payload++ : &kZeros);
    const eu::NearestRounding rounding;  // a write does not round as cr0 says
    return writer_->write(*view_, coordinates, channels, components, &runs_);
  }

 private:
  std::shared_ptr<PixelWriter> writer_;
  memory::View* view_;
  Surfaces* surfaces_;
  Payload payload_;
  memory::PlaceRuns runs_;
};

}  // namespace eugene::functions
