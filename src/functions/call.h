// One message in execution: its payload, its response, and how it fails.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "base/bits.h"
#include "eu/port.h"
#include "memory/view.h"

namespace eugene::functions {

inline constexpr unsigned kGrfDwords = eu::kGrfBytes / 4;

// The registers of both payloads count as one list: of a split send the second follows the first. "Body" is what
// comes after the header.
class Call {
 public:
  Call(const eu::SendRequest& request, memory::View& view, eu::Fault& fault)
      : request_(&request), view_(&view), fault_(&fault), header_((request.descriptor >> 19 & 1) != 0) {}

  const eu::SendRequest& request() const { return *request_; }
  memory::View& view() const { return *view_; }

  bool has_header() const { return header_; }
  // Dword `index` of the header M0; 0 without a header (as the documents say it behaves).
  std::uint32_t header(unsigned index) const {
    if (!header_ || request_->payload.empty()) return 0;
    std::uint32_t value = 0;
    std::memcpy(&value, request_->payload[0].bytes.data() + index * 4, sizeof(value));
    return value;
  }

  unsigned body_registers() const {
    const auto all = static_cast<unsigned>(request_->payload.size() + request_->extended_payload.size());
    return all - (header_ && all != 0 ? 1 : 0);
  }

  // The bytes of `count` body registers (at most 16) from `first`, or null after a fault if the message is too
  // short. Valid until the next call and until the response is written.
  const std::byte* body(unsigned first, unsigned count);
  // Where `count` response registers go, or null after a fault if the response is shorter.
  std::byte* response(unsigned count);

  // Enabled channels of a message of `lanes` channels.
  std::uint32_t channels(unsigned lanes) const {
    return request_->channels & static_cast<std::uint32_t>(low_mask(lanes));
  }

  // Record a fault; always false, so that callers can return it.
  bool fail(std::string what, std::string reference = {}) const;
  bool fail_at(std::uint64_t address, memory::Access access, int lane = -1) const;
  // Add to the fault what was wanted at the address.
  void explain(std::string_view subject) const;

 private:
  const eu::SendRequest* request_;
  memory::View* view_;
  eu::Fault* fault_;
  bool header_;
  std::array<eu::Grf, 16> joined_;  // a run of registers that lies in both payloads
};

}  // namespace eugene::functions
