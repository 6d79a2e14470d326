// Fast path for messages that a PlainTexture or PlainLevels can execute.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "functions/message_call.h"
#include "functions/sampler/bindings.h"
#include "functions/sampler/messages.h"
#include "functions/sampler/payload.h"
#include "memory/view.h"
#include "sampler/plain.h"

namespace eugene::functions {

// A message whose surface, sampler state, parameters and response are known.
class PlainMessage {
 public:
  // Returns nothing if the message, its header or its surface is not simple, or too few messages have used them.
  static std::optional<PlainMessage> make(const MessageCall& call, SamplerBinding& binding, const SamplerRow& row,
                                          const ParameterList& parameters, const SamplerShape& shape);

  // Executes the message for `channels`. `body` are the registers after the header. The response may overlap with them.
  // Returns false if memory is not mapped. The host must round to nearest.
  bool execute(memory::View& view, std::uint32_t channels, const std::byte* body, std::byte* response);

  // Looks for code that executes the whole message and nothing else. Returns false if there is none. If it returns
  // true, execute_plane() executes the message for all its channels.
  bool find_plane(memory::View& view);
  // Whether execute_plane() may access memory that the message does not need.
  bool reads_more() const { return texture_->reads_more(loads_); }
  void execute_plane(const std::byte* body, std::byte* response) {
    if (body != body_ || response != response_) place_plane(body, response);  // compiled code has one place for each
    plane_code_(*texture_, plane_);
  }

  unsigned body_registers() const { return body_registers_; }
  unsigned response_registers() const;

 private:
  template <class T>
  std::array<const T*, 3> coordinates(const std::byte* body) const;
  bool place_coordinates(const ParameterList& parameters, bool is_array);
  void place_plane(const std::byte* body, std::byte* response);

  bool sample_levels(memory::View& view, const std::byte* body, const sampler::TexelLanes& texels) const;

  std::shared_ptr<sampler::PlainTexture> texture_;
  // If the level depends on the neighbouring pixels: the levels, and what chooses them.
  std::shared_ptr<sampler::PlainLevels> levels_;
  sampler::Levels sizes_;
  sampler::SamplerState state_;
  bool loads_ = false;
  std::uint8_t written_ = 0;  // channels
  unsigned lanes_ = 0;
  unsigned body_registers_ = 0;
  sampler::LaneRuns runs_;
  std::array<int, 3> place_{-1, -1, -1};  // of u, v and r: which parameter; negative: not sent, so 0
  // For execute_plane():
  sampler::PlainTexture::PlaneCode plane_code_ = nullptr;
  sampler::PlaneCall plane_;  // for these registers:
  const std::byte* body_ = nullptr;
  std::byte* response_ = nullptr;
};

}  // namespace eugene::functions
