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

  // `view` must outlive the result.
  PreparedTypedWrite(memory::View& view, Surfaces& surfaces, std::shared_ptr<PixelWriter> writer,
                     const Payload& payload)
      : writer_(std::move(writer)), view_(&view), states_(surfaces.states_used()), payload_(payload) {}

  bool execute(std::uint32_t channels, const eu::Grf* payload, eu::Grf* /*response*/) override {
    if (!states_.are_valid()) return false;
    channels = slots(channels, payload);
    if (payload != placed_) place(payload);
    const eu::NearestRounding rounding;  // a write does not round as cr0 says
    return writer_->write(*view_, coordinates_, channels, components_, &runs_);
  }

  Call short_call() override {
    first_ = writer_->find_plane(*view_);
    if (first_ == nullptr || payload_.coordinates == kCoordinates) return PreparedMessage::short_call();
    return [](PreparedMessage& message, std::uint32_t channels, const eu::Grf* payload, eu::Grf* /*response*/) {
      auto& self = static_cast<PreparedTypedWrite&>(message);
      if (!self.states_.are_valid()) return std::uint32_t{0};
      if (payload != self.placed_) self.place(payload);
      self.code_(*self.writer_, self.first_, self.coordinates_, self.slots(channels, payload), self.components_,
                 &self.runs_);
      return std::uint32_t{1};
    };
  }

 private:
  static const std::uint32_t* dwords(const eu::Grf& grf) {
    return reinterpret_cast<const std::uint32_t*>(grf.bytes.data());
  }
  // Returns the slots that are written.
  std::uint32_t slots(std::uint32_t channels, const eu::Grf* payload) const {
    channels &= static_cast<std::uint32_t>(low_mask(memory::kPackedPixels));
    return payload_.has_header ? channels & dwords(*payload)[7] >> payload_.mask_shift : channels;
  }
  // Finds coordinates and components. Compiled code has all payloads in one place, so the pointers are kept.
  void place(const eu::Grf* payload) {
    static constexpr eu::Grf kZeros{};
    placed_ = payload;
    if (payload_.has_header) ++payload;
    for (unsigned i = 0; i < coordinates_.size(); ++i)
      coordinates_[i] = dwords(i < payload_.coordinates ? *payload++ : kZeros);
    for (unsigned c = 0; c < components_.size(); ++c)
      components_[c] = dwords((payload_.chosen >> c & 1) != 0 ? *payload++ : kZeros);
  }

  std::shared_ptr<PixelWriter> writer_;
  memory::View* view_;
  StatesUsed states_;
  Payload payload_;
  memory::PlaceRuns runs_;
  const eu::Grf* placed_ = nullptr;  // the payload of coordinates_ and components_
  CoordinateLanes coordinates_{};
  memory::ComponentLanes components_{};
  PixelWriter::PlaneCode code_ = PixelWriter::plane_code();
  std::byte* first_ = nullptr;  // of the image's memory, for short_call()
};

}  // namespace eugene::functions
