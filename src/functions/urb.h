// The unified return buffer: SNB PRM vol4 part2 chapter 2. Rows of 32 bytes that threads fill and fixed functions
// read; entries are known by handles.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "eu/thread.h"
#include "eu/thread_block.h"
#include "functions/message_call.h"
#include "isa/message/message.h"

namespace eugene::functions {

// The dispatcher of a thread, which limits the URB operations that the thread may use; `any` allows all.
enum class FixedFunction : std::uint8_t { any, vertex_shader, geometry_shader, clipper, strips_fans, other };

// A handle as in messages: the first row of the entry, and the fixed function's identifier of the entry.
struct UrbHandle {
  std::uint16_t row = 0;
  std::uint16_t id = 0;
  bool operator==(const UrbHandle&) const = default;
};

// Information that a snooping fixed function takes from one message (2.4.2, 2.4.3.1, 2.4.4.1).
struct UrbEvent {
  const eu::Thread* thread = nullptr;
  bool ff_sync = false;
  bool complete = false;
  bool used = false;  // valid with complete
  bool end_of_thread = false;
  std::array<std::optional<UrbHandle>, 2> handles;  // that the message names
  std::optional<UrbHandle> allocated;
  std::uint8_t primitive_type = 0;  // with complete, as the two below
  bool primitive_start = false;
  bool primitive_end = false;
  std::uint16_t primitives_written = 0;  // SONumPrimsWritten increment
  // FF_SYNC of a geometry shader
  std::uint16_t primitives_generated = 0;
  std::uint16_t vertices_to_write = 0;
  std::uint16_t primitives_needed = 0;
};

// Used by one host thread at a time.
class Urb {
 public:
  static constexpr unsigned kGt1Rows = 1024;
  static constexpr unsigned kGt2Rows = 2048;

  // The messages of Gen6, or those from Gen8 on.
  explicit Urb(unsigned rows = kGt1Rows, bool is_gen6 = true) : rows_(rows), is_gen6_(is_gen6) {}

  // Entries to allocate: `entries` of `entry_rows` rows each, from row `first`. All are free. False, and nothing
  // changes, if they do not fit.
  bool divide(unsigned first, unsigned entries, unsigned entry_rows);
  // A free entry, or none. Its id is its number among the entries.
  std::optional<UrbHandle> allocate();
  // The consumer of the entry is done with it.
  void release(UrbHandle handle);
  unsigned free_entries() const { return static_cast<unsigned>(free_.size()); }

  // `thread` was dispatched by `function` with `handles` in its payload: it must complete them before it ends.
  void begin_thread(const eu::Thread& thread, FixedFunction function, std::span<const UrbHandle> handles);
  void end_thread(const eu::Thread& thread) { threads_.erase(&thread); }
  // The threads, which were at `from`, are at `to` now.
  void move(const eu::ThreadBlock& from, eu::ThreadBlock& to);

  // Starting indices of the streamed vertex buffers. FF_SYNC returns them.
  void set_streamed_indices(const std::array<std::uint32_t, 4>& indices) { streamed_indices_ = indices; }

  std::span<const eu::Grf> rows() const { return rows_; }
  std::span<eu::Grf> rows() { return rows_; }
  // Takes the recorded messages, oldest first, and clears the record.
  std::vector<UrbEvent> take_events() { return std::exchange(events_, {}); }

  // Executes one message; false after a fault, or where the call is blocked: an allocation while no entry is free.
  bool execute(MessageCall& call, const isa::Urb& message);

 private:
  struct ThreadState {
    FixedFunction function = FixedFunction::any;
    std::vector<std::uint16_t> open;      // rows of handles that are not complete
    std::vector<std::uint16_t> complete;  // and of those that are
  };

  bool write(MessageCall& call, const isa::Urb& message);
  bool write_slots(MessageCall& call, const isa::Urb& message);  // urb_slots.cpp
  bool sync(MessageCall& call, const isa::Urb& message);
  // Checks the message against the rules for its thread; false after a fault.
  bool legal(const MessageCall& call, const isa::Urb& message, const ThreadState& state,
             std::span<const UrbHandle> handles) const;
  bool legal_size(const MessageCall& call, const isa::Urb& message, unsigned registers) const;
  // Rows the message writes at `handle`, or an empty span after a fault.
  std::span<eu::Grf> destination(const MessageCall& call, UrbHandle handle, unsigned offset, unsigned count);
  bool store(MessageCall& call, const isa::Urb& message, std::span<const UrbHandle> handles);

  std::vector<eu::Grf> rows_;
  bool is_gen6_;
  unsigned first_ = 0;
  unsigned entry_rows_ = 0;  // 0: the URB is not divided
  unsigned entries_ = 0;
  std::vector<std::uint16_t> free_;  // numbers of entries, the next last
  std::map<const eu::Thread*, ThreadState> threads_;
  std::array<std::uint32_t, 4> streamed_indices_{};
  std::vector<UrbEvent> events_;
};

}  // namespace eugene::functions
