#include "functions/urb.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/bits.h"

namespace eugene::functions {
namespace {

constexpr std::uint8_t kUrbWrite = 0;
constexpr std::uint8_t kFfSync = 1;
constexpr std::uint8_t kWriteSimd8 = 7;  // Gen8 and later; the definitions below are for Gen6

enum Swizzle : std::uint8_t { kNoSwizzle = 0, kInterleaved = 1, kTranspose = 2 };

constexpr unsigned kDwords = eu::kGrfBytes / 4;  // dwords of a row

std::uint32_t dword(const eu::Grf& row, unsigned index) {
  std::uint32_t value = 0;
  std::memcpy(&value, row.bytes.data() + index * sizeof(value), sizeof(value));
  return value;
}

void put_dword(eu::Grf& row, unsigned index, std::uint32_t value) {
  std::memcpy(row.bytes.data() + index * sizeof(value), &value, sizeof(value));
}

UrbHandle handle_in(std::uint32_t header) {
  return {.row = static_cast<std::uint16_t>(bits(header, 15, 0)),
          .id = static_cast<std::uint16_t>(bits(header, 31, 16))};
}

bool contains(const std::vector<std::uint16_t>& rows, std::uint16_t row) {
  return std::ranges::find(rows, row) != rows.end();
}

// 2.4.2, Used: threads of these functions may return entries unused.
bool may_drop(FixedFunction function) {
  return function == FixedFunction::any || function == FixedFunction::geometry_shader ||
         function == FixedFunction::clipper;
}

// 2.4: threads of these functions may end with a URB message.
bool may_end(FixedFunction function) { return function != FixedFunction::other; }

// 2.4.3.2.1: stores rows unchanged.
void store_plain(std::span<const eu::Grf> data, std::span<eu::Grf> to) { std::ranges::copy(data, to.begin()); }

// 2.4.3.2.2: stores half `half` of each register; two registers fill a row. Bit i of `enables` is for dword i of a
// register.
void store_half(std::span<const eu::Grf> data, unsigned half, std::uint32_t enables, std::span<eu::Grf> to) {
  constexpr unsigned kHalf = kDwords / 2;
  for (unsigned n = 0; n < data.size(); ++n) {
    for (unsigned i = 0; i < kHalf; ++i) {
      const unsigned from = half * kHalf + i;
      if (bit(enables, from)) put_dword(to[n / 2], n % 2 * kHalf + i, dword(data[n], from));
    }
  }
}

// 2.4.3.2.3, Table 2-2: three rows of eight attributes become four rows of two attributes with (Cx, Cy, 0, C0).
void store_transposed(std::span<const eu::Grf> data, std::span<eu::Grf> to) {
  for (std::size_t group = 0; group * 3 < data.size(); ++group) {
    const std::span<const eu::Grf> source = data.subspan(group * 3, 3);
    for (unsigned attribute = 0; attribute < kDwords; ++attribute) {
      eu::Grf& row = to[group * 4 + attribute / 2];
      const unsigned first = attribute % 2 * 4;
      put_dword(row, first, dword(source[0], attribute));
      put_dword(row, first + 1, dword(source[1], attribute));
      put_dword(row, first + 2, 0);
      put_dword(row, first + 3, dword(source[2], attribute));
    }
  }
}

}  // namespace

bool Urb::divide(unsigned first, unsigned entries, unsigned entry_rows) {
  if (entry_rows == 0 || first > rows_.size() || entries > (rows_.size() - first) / entry_rows) return false;
  first_ = first;
  entries_ = entries;
  entry_rows_ = entry_rows;
  free_.clear();
  for (unsigned n = entries; n > 0; --n) free_.push_back(static_cast<std::uint16_t>(n - 1));
  return true;
}

std::optional<UrbHandle> Urb::allocate() {
  if (free_.empty()) return std::nullopt;
  const std::uint16_t entry = free_.back();
  free_.pop_back();
  return UrbHandle{.row = static_cast<std::uint16_t>(first_ + entry * entry_rows_), .id = entry};
}

void Urb::release(UrbHandle handle) {
  if (entry_rows_ == 0 || handle.row < first_ || (handle.row - first_) % entry_rows_ != 0) return;
  const auto entry = static_cast<std::uint16_t>((handle.row - first_) / entry_rows_);
  if (entry < entries_ && !contains(free_, entry)) free_.push_back(entry);
}

void Urb::begin_thread(const eu::Thread& thread, FixedFunction function, std::span<const UrbHandle> handles) {
  ThreadState state{.function = function};
  for (const UrbHandle& handle : handles) state.open.push_back(handle.row);
  threads_[&thread] = std::move(state);
}

void Urb::move(const eu::ThreadBlock& from, eu::ThreadBlock& to) {
  std::map<const eu::Thread*, ThreadState> moved;
  for (auto& [thread, state] : threads_) moved[&to[from.find_index(*thread)]] = std::move(state);
  threads_ = std::move(moved);
  for (UrbEvent& event : events_) event.thread = &to[from.find_index(*event.thread)];
}

bool Urb::execute(MessageCall& call, const isa::Urb& message) {
  if (!call.has_header() || call.request().payload.empty()) {
    return call.fail("URB message without a header", "SNB PRM vol4 part2 2.4.2 bit 19");
  }
  if (!is_gen6_) return message.opcode == kWriteSimd8 ? write_slots(call, message) : call.unsupported(message);
  if (message.opcode == kUrbWrite) return write(call, message);
  if (message.opcode == kFfSync) return sync(call, message);
  return call.fail(fmt::format("URB opcode {} is reserved", message.opcode), "SNB PRM vol4 part2 2.4.2 bits 3:0");
}

// 2.4.2, valid combinations of Complete, Used, Allocate and EOT.
bool Urb::legal(const MessageCall& call, const isa::Urb& message, const ThreadState& state,
                std::span<const UrbHandle> handles) const {
  constexpr std::string_view kReference = "SNB PRM vol4 part2 2.4.2, combinations of Complete, Used, Allocate and EOT";
  const bool eot = call.request().instruction.send.eot;
  if (eot && message.allocate) {
    return call.fail("a URB message that ends the thread cannot allocate an entry", std::string{kReference});
  }
  if (eot && !may_end(state.function)) {
    return call.fail("this thread cannot end with a URB message", "SNB PRM vol4 part2 2.4 programming notes");
  }
  if (message.complete && !message.used && !may_drop(state.function)) {
    return call.fail("this thread cannot return a URB entry unused", "SNB PRM vol4 part2 2.4.2 bit 14");
  }
  if (message.allocate == call.request().response.empty()) {
    return call.fail(message.allocate ? "a URB message that allocates needs a destination"
                                      : "a URB message that does not allocate has no response",
                     "SNB PRM vol4 part2 2.4.2 bit 13");
  }
  const bool data = call.body_registers() != 0;
  const auto named = [&](std::uint16_t row) {
    return std::ranges::any_of(handles, [&](UrbHandle handle) { return handle.row == row; });
  };
  // A message that completes its entry may also allocate another or end the thread. Other messages may only if no other
  // entry is open.
  const bool goes_on = data && !eot;
  const bool others_open = std::ranges::any_of(state.open, [&](std::uint16_t row) { return !(named(row) && goes_on); });
  if (!message.complete && (eot || message.allocate) && (others_open || (data && eot))) {
    return call.fail(eot ? "the thread ends with a URB entry that is not complete"
                         : "a new URB entry is requested while an entry is not complete",
                     std::string{kReference});
  }
  for (const UrbHandle& handle : handles) {
    if (data && contains(state.complete, handle.row)) {
      return call.fail(fmt::format("write to URB entry {:#x}, which is already complete", handle.row),
                       "SNB PRM vol4 part2 2.4.2 bit 15");
    }
  }
  return true;
}

// Programming restrictions of swizzled writes: 2.4.2 bits 11:4, 2.4.3.2.2, 2.4.3.2.3.
bool Urb::legal_size(const MessageCall& call, const isa::Urb& message, unsigned registers) const {
  switch (message.swizzle) {
    case kNoSwizzle: return true;
    case kInterleaved:
      return registers % 2 == 0 ||
             call.fail(fmt::format("interleaved URB write of {} registers: an even number is needed", registers),
                       "SNB PRM vol4 part2 2.4.3.2.2");
    case kTranspose:
      if (registers % 3 != 0) {
        return call.fail(fmt::format("transposed URB write of {} registers: a multiple of 3 is needed", registers),
                         "SNB PRM vol4 part2 2.4.3.2.3");
      }
      return message.offset % 2 == 0 ||
             call.fail("transposed URB write at an odd offset", "SNB PRM vol4 part2 2.4.2 bits 9:4");
    default: return call.fail("URB swizzle control 3 is reserved", "SNB PRM vol4 part2 2.4.2 bits 11:10");
  }
}

std::span<eu::Grf> Urb::destination(const MessageCall& call, UrbHandle handle, unsigned offset, unsigned count) {
  const bool entry = entry_rows_ != 0 && handle.row >= first_ && handle.row < first_ + entries_ * entry_rows_;
  const unsigned end = entry ? handle.row + entry_rows_ : static_cast<unsigned>(rows_.size());
  if (handle.row + offset + count > std::min<std::size_t>(end, rows_.size())) {
    call.fail(fmt::format("URB write of {} rows at offset {} reaches past {} {:#x}", count, offset,
                          entry ? "entry" : "the URB from handle", handle.row),
              "SNB PRM vol4 part2 2.1");
    return {};
  }
  return std::span{rows_}.subspan(handle.row + offset, count);
}

bool Urb::store(MessageCall& call, const isa::Urb& message, std::span<const UrbHandle> handles) {
  const unsigned count = call.body_registers();
  if (count == 0) return true;
  const auto* registers = reinterpret_cast<const eu::Grf*>(call.body(0, count));
  if (registers == nullptr) return false;
  const std::span data{registers, count};
  if (message.swizzle == kInterleaved) {
    std::array<std::span<eu::Grf>, 2> to;
    for (unsigned half = 0; half < 2; ++half) {
      to[half] = destination(call, handles[half], message.offset, count / 2);
      if (to[half].empty()) return false;
    }
    for (unsigned half = 0; half < 2; ++half) store_half(data, half, call.channels(kDwords), to[half]);
    return true;
  }
  const bool transpose = message.swizzle == kTranspose;
  const std::span<eu::Grf> to = destination(call, handles[0], message.offset, transpose ? count / 3 * 4 : count);
  if (to.empty()) return false;
  transpose ? store_transposed(data, to) : store_plain(data, to);
  return true;
}

// Section 2.4.3.
bool Urb::write(MessageCall& call, const isa::Urb& message) {
  const eu::SendRequest& request = call.request();
  ThreadState& state = threads_[&request.thread];
  const std::array handles{handle_in(call.header(0)), handle_in(call.header(1))};
  const std::span named{handles.data(), message.swizzle == kInterleaved ? 2U : 1U};
  if (!legal(call, message, state, named) || !legal_size(call, message, call.body_registers())) return false;
  if (message.allocate && free_.empty()) return call.block();
  if (!store(call, message, named)) return false;

  UrbEvent event{.thread = &request.thread,
                 .complete = message.complete,
                 .used = message.complete && message.used,
                 .end_of_thread = request.instruction.send.eot};
  for (std::size_t n = 0; n < named.size(); ++n) {
    event.handles[n] = named[n];
    if (message.complete) {
      std::erase(state.open, named[n].row);
      if (!contains(state.complete, named[n].row)) state.complete.push_back(named[n].row);
      if (!message.used) release(named[n]);
    } else if (call.body_registers() != 0 && !contains(state.open, named[n].row)) {
      state.open.push_back(named[n].row);
    }
  }
  event.primitives_written = static_cast<std::uint16_t>(bits(call.header(2), 26, 16));
  if (message.complete) {
    event.primitive_type = static_cast<std::uint8_t>(bits(call.header(2), 6, 2));
    event.primitive_start = bit(call.header(2), 1);
    event.primitive_end = bit(call.header(2), 0);
  }
  if (message.allocate) {  // 2.4.3.3
    event.allocated = *allocate();
    state.open.push_back(event.allocated->row);
    std::erase(state.complete, event.allocated->row);
    request.response[0].bytes.fill(std::byte{0});
    put_dword(request.response[0], 0, std::uint32_t{event.allocated->id} << 16 | event.allocated->row);
  }
  events_.push_back(event);
  if (event.end_of_thread) threads_.erase(&request.thread);
  return true;
}

// Section 2.4.4.
bool Urb::sync(MessageCall& call, const isa::Urb& message) {
  constexpr std::string_view kReference = "SNB PRM vol4 part2 2.4.4";
  const eu::SendRequest& request = call.request();
  ThreadState& state = threads_[&request.thread];
  // Compilers set Allocate; all other fields of URB_WRITE must be 0.
  if (message.offset != 0 || message.swizzle != 0 || message.used || message.complete) {
    return call.fail("FF_SYNC with a nonzero field of URB_WRITE", std::string{kReference});
  }
  if (message.allocate && request.response.empty()) {
    return call.fail("FF_SYNC that allocates needs a destination", "SNB PRM vol4 part2 2.4.2 bit 13");
  }
  if (!may_drop(state.function))
    return call.fail("FF_SYNC is allowed only in GS and clip threads", std::string{kReference});
  UrbEvent event{.thread = &request.thread, .ff_sync = true, .end_of_thread = request.instruction.send.eot};
  event.primitives_generated = static_cast<std::uint16_t>(bits(call.header(1), 15, 0));
  event.vertices_to_write = static_cast<std::uint16_t>(bits(call.header(0), 31, 16));
  event.primitives_needed = static_cast<std::uint16_t>(bits(call.header(0), 15, 0));
  if (!request.response.empty()) {
    // 2.4.4.2: the initial handle, if there is one, and the streamed vertex buffer indices.
    constexpr std::uint32_t kHandleValid = 1U << 31;  // its position is not documented: docs/record/undefined.md
    eu::Grf& answer = request.response[0];
    answer.bytes.fill(std::byte{0});
    event.allocated = allocate();
    if (event.allocated) {
      state.open.push_back(event.allocated->row);
      put_dword(answer, 0, kHandleValid | bits(std::uint32_t{event.allocated->id}, 7, 0) << 16 | event.allocated->row);
    }
    for (unsigned n = 0; n < streamed_indices_.size(); ++n) put_dword(answer, n + 1, streamed_indices_[n]);
  }
  events_.push_back(event);
  return true;
}

}  // namespace eugene::functions
