// One message in execution: its payload, its response, and how it fails.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/bits.h"
#include "eu/observer.h"
#include "eu/port.h"
#include "functions/recoverable_faults.h"
#include "isa/message/message.h"
#include "memory/view.h"

namespace eugene::functions {

struct MemoryRange;

using eu::AccessKind;
using memory::Access;

// The memory access that a message makes.
template <class Message>
constexpr Access access_of(const Message& message) {
  return message.access == isa::Access::write ? Access::write : Access::read;
}

// Registers to fill are bytes, registers to store are const bytes: so the type says which way data goes.
template <class Byte>
inline constexpr Access kAccessOf = std::is_const_v<Byte> ? Access::write : Access::read;

// Registers of the longest response, which is the load/store cache's.
inline constexpr unsigned kMostResponse = 64;

// The registers of both payloads count as one list: of a split send the second follows the first. "Body" is what
// comes after the header.
class MessageCall {
 public:
  MessageCall(const isa::Gen& gen, const eu::SendRequest& request, const isa::Message& message, memory::View& view,
              RecoverableFaults& recoverable, eu::Fault& fault, const eu::Observers* observers = nullptr)
      : gen_(&gen),
        request_(&request),
        message_(&message),
        view_(&view),
        recoverable_(&recoverable),
        fault_(&fault),
        observers_(observers),
        reports_texels_(observers != nullptr && (observers->interest().texels || observers->interest().values)),
        reports_accesses_(observers != nullptr && observers->interest().needs_accesses()),
        reports_values_(observers != nullptr && observers->interest().needs_values()) {}

  const eu::SendRequest& request() const { return *request_; }
  memory::View& view() const { return *view_; }

  bool has_header() const { return message_->header; }
  // Dword `index` of the header M0; 0 without a header (as the documents say it behaves).
  std::uint32_t header(unsigned index) const {
    if (!has_header() || request_->payload.empty()) return 0;
    std::uint32_t value = 0;
    std::memcpy(&value, request_->payload[0].bytes.data() + index * 4, sizeof(value));
    return value;
  }

  unsigned body_registers() const {
    const auto all = static_cast<unsigned>(request_->payload.size() + request_->extended_payload.size());
    return all - (has_header() && all != 0 ? 1 : 0);
  }

  // The bytes of `count` body registers (at most 16) from `first`, or null after a fault if the message is too
  // short. Valid until the next call and until the response is written.
  const std::byte* body(unsigned first, unsigned count);
  // Where `count` response registers (at most kMostResponse) go, or null after a fault if the response is shorter.
  std::byte* response(unsigned count);
  unsigned response_registers() const { return static_cast<unsigned>(request_->response.size()); }
  // Puts back what the registers of the response held.
  void restore_response();

  // Enabled channels of a message of `lanes` channels.
  std::uint32_t channels(unsigned lanes) const {
    return request_->channels & static_cast<std::uint32_t>(low_mask(lanes));
  }

  // Record a fault; always false, so that callers can return it.
  bool unsupported(const isa::MessageBody& message) const;
  bool fail(std::string what, std::string reference = {}) const;
  bool fail_at(std::uint64_t address, memory::Access access, int lane = -1) const;
  // As fail_at(), for data: true if the thread has recovered from the fault, and what it reads is zeros.
  bool unmapped(std::uint64_t address, memory::Access access, int lane = -1) const;
  // Checks the bounds of an access to `size` bytes at `offset` (already masked), before it is dropped or reads zeros
  // and before an atomic changes anything. False after a fault: the access leaves `space` and bounds are reported.
  bool drop(const MemoryRange& space, std::uint64_t offset, unsigned size, memory::Access access, int lane = -1) const;
  // As above, for accesses that are outside surface `bti` for other reasons.
  bool drop(unsigned bti, memory::Access access, int lane = -1) const;
  // Whether drop() can be false for accesses to a surface: if somebody has asked.
  bool reports_bounds() const;
  // The same for accesses to `space`: always for shared local memory.
  bool reports_bounds(const MemoryRange& space) const;
  // Whether to report, by stale_state(), cached states that memory holds no longer: an observer needs it, and there was
  // no report for this instruction yet. stale_state() is always false.
  bool reports_stale_states() const;
  bool stale_state(std::uint64_t address, std::string_view what) const;
  // Call when the message sets the count of its group's barrier. False after a fault: the barrier is linked with
  // others, and that is reported.
  bool sets_count() const;
  // The message cannot be taken now: nothing has been written, and the thread sends it again. Always false.
  bool block() {
    blocked_ = true;
    return false;
  }
  bool blocked() const { return blocked_; }
  // Tells the observers of accesses, if there are any, that the channels of `mask` access `bytes` bytes at `offsets` in
  // `range`. Call before the access.
  void reaches(const MemoryRange& range, std::span<const std::uint64_t> offsets, std::uint32_t mask, unsigned bytes,
               AccessKind kind) const {
    if (reports_accesses_) [[unlikely]]
      tell(range, offsets, mask, bytes, kind);
  }
  // As above, for one address.
  void reaches(std::uint64_t address, unsigned bytes, AccessKind kind) const;
  bool reports_accesses() const { return reports_accesses_; }
  // The same for texels that a sampler reads, and their values.
  bool reports_texels() const { return reports_texels_; }
  // Tells the observers of values, if there are any, that the message has moved `value` from or to `offset` in `range`.
  // Call after the access. Several channels' values: MovedValues.
  void transferred(const MemoryRange& range, std::uint64_t offset, std::span<const std::byte> value,
                   AccessKind kind) const {
    if (reports_values_) [[unlikely]]
      tell(range, offset, value, kind);
  }
  // As above, for an address.
  void transferred(std::uint64_t address, std::span<const std::byte> value, AccessKind kind) const;
  bool reports_values() const { return reports_values_; }
  void tell(const eu::Access& access, const eu::AccessValues& values) const;
  // A message has written other bytes of a thread than those of its own response: `bytes` of them in register `nr`.
  void wrote(const eu::Thread& thread, unsigned nr, unsigned offset, unsigned bytes) const;
  void chose(eu::GatewayChoice choice) const;
  // Add to the fault what was wanted at the address.
  void explain(std::string_view subject) const;
  // The access that is outside of what the message names is of a block, `ahead` bytes behind its begin.
  void explain_block(std::uint32_t ahead) const;

 private:
  void tell(const MemoryRange& range, std::span<const std::uint64_t> offsets, std::uint32_t mask, unsigned bytes,
            AccessKind kind) const;
  void tell(const MemoryRange& range, std::uint64_t offset, std::span<const std::byte> value, AccessKind kind) const;

  const isa::Gen* gen_;
  const eu::SendRequest* request_;
  const isa::Message* message_;
  memory::View* view_;
  RecoverableFaults* recoverable_;
  eu::Fault* fault_;
  const eu::Observers* observers_;
  bool reports_texels_;
  bool reports_accesses_;
  bool reports_values_;
  bool blocked_ = false;
  unsigned kept_ = 0;                          // registers of the response
  std::array<eu::Grf, kMostResponse> before_;  // what they held
  std::array<eu::Grf, 16> joined_;             // a run of registers that lies in both payloads
};

}  // namespace eugene::functions
