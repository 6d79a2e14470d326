// A message in execution: its payload, its response, and its faults.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/bits.h"
#include "eu/observer.h"
#include "eu/port.h"
#include "eu/prepared_message.h"
#include "functions/recoverable_faults.h"
#include "isa/message/message.h"
#include "memory/view.h"

namespace eugene::functions {

struct MemoryRange;

using eu::AccessKind;
using memory::Access;

// Whether a message reads or writes memory.
template <class Message>
constexpr Access find_access(const Message& message) {
  return message.access == isa::Access::write ? Access::write : Access::read;
}

// The constness of a pointer to registers gives the direction: bytes are filled (read), const bytes are stored (write).
template <class Byte>
inline constexpr Access kAccessOf = std::is_const_v<Byte> ? Access::write : Access::read;

// Registers of the longest response; the load/store cache has it.
inline constexpr unsigned kMaxResponse = 64;

// Both payloads of a split send are treated as one list of registers, the second after the first. "Body" means the
// registers after the header.
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
  // Returns dword `index` of the header M0. Without a header it is 0, as documented.
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

  // Returns `count` body registers (at most 16) from `first` on; null after a fault if the message is too short. Valid
  // until the next call and until the response is written.
  const std::byte* body(unsigned first, unsigned count);
  // Returns the `count` response registers (at most kMaxResponse); null after a fault if the response is shorter.
  std::byte* response(unsigned count);
  // Returns how many channels the instruction has.
  unsigned exec_size() const { return request_->instruction.exec_size; }
  unsigned response_registers() const { return static_cast<unsigned>(request_->response.size()); }
  // Restores the registers of the response to their values before the message.
  void restore_response();

  // Returns the enabled channels of a message with `lanes` channels.
  std::uint32_t channels(unsigned lanes) const {
    return request_->channels & static_cast<std::uint32_t>(low_mask(lanes));
  }

  // Record a fault. Always return false, so that callers can return the result.
  bool unsupported(const isa::MessageBody& message) const;
  bool fail(std::string what, std::string reference = {}) const;
  bool fail_at(std::uint64_t address, memory::Access access, int lane = -1) const;
  // Like fail_at(), for data. Returns true if the thread recovers from the fault without a report; the bytes then read
  // as zeros.
  bool unmapped(std::uint64_t address, memory::Access access, int lane = -1) const;
  // Checks the bounds of an access of `size` bytes at `offset` (already masked). Call it before the access is ignored
  // or reads zeros, and before an atomic changes memory. Returns false after a fault: the access is outside `space`,
  // bounds are reported, and the access is not one of helper pixels.
  bool drop(const MemoryRange& space, std::uint64_t offset, unsigned size, memory::Access access, int lane = -1) const;
  // The same, for accesses that are outside surface `bti` for other reasons.
  bool drop(unsigned bti, memory::Access access, int lane = -1) const;
  // Whether drop() can return false for a surface, because a user wants reports.
  bool reports_bounds() const;
  // The same for accesses to `space`; always true for shared local memory.
  bool reports_bounds(const MemoryRange& space) const;
  // Whether to call stale_state() for cached states that differ from memory: an observer wants reports, and this
  // instruction has not been reported yet. stale_state() always returns false.
  bool reports_stale_states() const;
  bool stale_state(std::uint64_t address, std::string_view what) const;
  // Call this if the message sets the count of its group's barrier. Returns false after a fault: the barrier is linked
  // with others, and that is reported.
  bool sets_count() const;
  // Blocks the message: nothing has been written, and the thread will send it again. Always returns false.
  bool block() {
    blocked_ = true;
    return false;
  }
  bool blocked() const { return blocked_; }
  // Where a message that has been executed may be prepared for its next time. Null: nowhere.
  void set_prepared(eu::PreparedMessages* prepared) { prepared_ = prepared; }
  bool can_be_prepared() const {
    return prepared_ != nullptr && prepared_->find(request_->instruction, request_->descriptor) == nullptr;
  }
  void prepare(std::unique_ptr<eu::PreparedMessage> message) const {
    prepared_->keep(request_->instruction, request_->descriptor, std::move(message));
  }
  // Reports to observers of accesses, if there are any, that the channels of `mask` access `bytes` bytes at `offsets`
  // in `range`. Call it before the access.
  void reaches(const MemoryRange& range, std::span<const std::uint64_t> offsets, std::uint32_t mask, unsigned bytes,
               AccessKind kind) const {
    if (reports_accesses_) [[unlikely]]
      tell(range, offsets, mask, bytes, kind);
  }
  // The same for one address.
  void reaches(std::uint64_t address, unsigned bytes, AccessKind kind) const;
  bool reports_accesses() const { return reports_accesses_; }
  // The same for texels that a sampler reads, with their values.
  bool reports_texels() const { return reports_texels_; }
  // Reports to observers of values, if there are any, that the message has moved `value` from or to `offset` in
  // `range`. Call it after the access. For values of several channels, use MovedValues.
  void transferred(const MemoryRange& range, std::uint64_t offset, std::span<const std::byte> value,
                   AccessKind kind) const {
    if (reports_values_) [[unlikely]]
      tell(range, offset, value, kind);
  }
  // The same for an address.
  void transferred(std::uint64_t address, std::span<const std::byte> value, AccessKind kind) const;
  bool reports_values() const { return reports_values_; }
  void tell(const eu::Access& access, const eu::AccessValues& values) const;
  // Reports that a message has written `bytes` bytes in register `nr` of a thread, other than those of its response.
  void wrote(const eu::Thread& thread, unsigned nr, unsigned offset, unsigned bytes) const;
  void chose(eu::GatewayChoice choice) const;
  // Adds to the fault what the access was for.
  void explain(std::string_view subject) const;
  // Adds to an out-of-bounds fault of a block access that the dword is `ahead` bytes after the block's start.
  void explain_block(std::uint32_t ahead) const;

 private:
  // Whether only helper pixels may have made a wrong access. `lane` is negative if it is unknown.
  bool may_be_of_helpers(memory::Access access, int lane) const;
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
  eu::PreparedMessages* prepared_ = nullptr;
  unsigned kept_ = 0;                         // number of saved response registers
  std::array<eu::Grf, kMaxResponse> before_;  // their values before the message
  std::array<eu::Grf, 16> joined_;            // a copy of body registers that are in both payloads
};

}  // namespace eugene::functions
