// A sampler message that is executed without being sent.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/host_fault.h"
#include "eu/host_rounding.h"
#include "eu/prepared_message.h"
#include "functions/sampler/plain_message.h"
#include "functions/surfaces.h"

namespace eugene::functions {

class PreparedSample final : public eu::PreparedMessage {
 public:
  // `surfaces` and the view of `call` must outlive the result.
  PreparedSample(const MessageCall& call, Surfaces& surfaces, PlainMessage message)
      : message_(std::move(message)), view_(&call.view()), surfaces_(&surfaces), has_header_(call.has_header()) {
    for (unsigned index = 0; index < header_.size(); ++index) header_[index] = call.header(kFirstDword + index);
  }

  bool execute(std::uint32_t channels, const eu::Grf* payload, eu::Grf* response) override {
    if (!surfaces_->has_valid_states()) return false;
    if (has_header_) {
      if (std::memcmp(payload->bytes.data() + kFirstDword * sizeof(header_[0]), header_.data(), sizeof(header_)) != 0)
        return false;
      ++payload;
    }
    bool is_done = false;
    const eu::NearestRounding rounding;
    const auto lost = trap_host_faults(
        [&] { is_done = message_.execute(*view_, channels, payload->bytes.data(), response->bytes.data()); });
    return is_done && !lost;
  }

 private:
  static constexpr unsigned kFirstDword = 2;  // of the header: offsets and masks, then the pointer to sampler states

  PlainMessage message_;
  memory::View* view_;
  Surfaces* surfaces_;
  bool has_header_;
  std::array<std::uint32_t, 2> header_{};
};

}  // namespace eugene::functions
