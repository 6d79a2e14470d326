#include "functions/call.h"

#include <algorithm>

#include <fmt/format.h>

namespace eugene::functions {

const std::byte* Call::body(unsigned first, unsigned count) {
  if (first + count > body_registers() || count > joined_.size()) {
    fail(fmt::format("message of {} registers after the header is too short: it needs {}", body_registers(),
                     first + count));
    return nullptr;
  }
  const std::span<const eu::Grf> near = request_->payload;
  const std::span<const eu::Grf> far = request_->extended_payload;
  const std::size_t begin = first + (has_header() ? 1 : 0);
  if (begin + count <= near.size()) return near.data()[begin].bytes.data();
  if (begin >= near.size()) return far.data()[begin - near.size()].bytes.data();
  const std::size_t head = near.size() - begin;
  std::ranges::copy(near.subspan(begin), joined_.begin());
  std::ranges::copy(far.first(count - head), joined_.begin() + static_cast<std::ptrdiff_t>(head));
  return joined_[0].bytes.data();
}

std::byte* Call::response(unsigned count) {
  if (request_->response.size() >= count) return request_->response.data()->bytes.data();
  fail(fmt::format("response of {} registers is too short: the message returns {}", request_->response.size(), count));
  return nullptr;
}

bool Call::fail(std::string what, std::string reference) const {
  *fault_ = {.what = std::move(what), .reference = std::move(reference), .lane = {}, .address = {}};
  return false;
}

bool Call::unsupported(const isa::MessageBody& message) const {
  isa::Message whole = *message_;
  whole.body = message;
  return fail(fmt::format("message \"{}\" (descriptor {:#010x}) is not yet supported", isa::describe(*gen_, whole),
                          request_->descriptor));
}

bool Call::fail_at(std::uint64_t address, memory::Access access, int lane) const {
  address &= memory::kAddressMask;
  const bool read_only = access == memory::Access::write && view_->at(address, memory::Access::read) != nullptr;
  fail(access == memory::Access::read ? "read of unmapped address"
       : read_only                    ? "write to read-only address"
                                      : "write to unmapped address");
  fault_->address = address;
  if (lane >= 0) fault_->lane = static_cast<unsigned>(lane);
  return false;
}

void Call::explain(std::string_view subject) const { fault_->what += fmt::format(" ({})", subject); }

}  // namespace eugene::functions
