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
  // The view of `call` must outlive the result.
  PreparedSample(const MessageCall& call, Surfaces& surfaces, PlainMessage message)
      : message_(std::move(message)),
        view_(&call.view()),
        states_(surfaces.states_used()),
        has_header_(call.has_header()) {
    for (unsigned index = 0; index < header_.size(); ++index) header_[index] = call.header(kFirstDword + index);
  }

  bool execute(std::uint32_t channels, const eu::Grf* payload, eu::Grf* response) override {
    if (!is_as_prepared(payload)) return false;
    if (has_header_) ++payload;
    bool is_done = false;
    const eu::NearestRounding rounding;
    const auto lost = trap_host_faults(
        [&] { is_done = message_.execute(*view_, channels, payload->bytes.data(), response->bytes.data()); });
    return is_done && !lost;
  }

  Call short_call() override {
    if (!message_.find_plane(*view_)) return PreparedMessage::short_call();
    return message_.reads_more() ? execute_plane<true> : execute_plane<false>;
  }

 private:
  // `has_trap`: if an access fails, the message is sent.
  template <bool has_trap>
  static std::uint32_t execute_plane(PreparedMessage& message, std::uint32_t /*channels*/, const eu::Grf* payload,
                                     eu::Grf* response) {
    auto& self = static_cast<PreparedSample&>(message);
    if (!self.is_as_prepared(payload)) return 0;
    if (self.has_header_) ++payload;
    auto execute = [&] { self.message_.execute_plane(payload->bytes.data(), response->bytes.data()); };
    if constexpr (has_trap) return trap_host_faults(execute) ? 0 : 1;
    execute();
    return 1;
  }

  static constexpr unsigned kFirstDword = 2;  // of the header: offsets and masks, then the pointer to sampler states

  // Whether states and header are those for which the message has been prepared.
  bool is_as_prepared(const eu::Grf* payload) const {
    if (!states_.are_valid()) return false;
    const std::byte* header = payload->bytes.data() + kFirstDword * sizeof(header_[0]);
    return !has_header_ || std::memcmp(header, header_.data(), sizeof(header_)) == 0;
  }

  PlainMessage message_;
  memory::View* view_;
  StatesUsed states_;
  bool has_header_;
  std::array<std::uint32_t, 2> header_{};
};

}  // namespace eugene::functions
