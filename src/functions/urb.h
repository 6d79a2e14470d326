// The unified return buffer: SNB PRM vol4 part2 chapter 2. Threads fill rows of 32 bytes and fixed functions read them.
// Handles identify entries.
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

// A handle as in messages: the first row of the entry, and the identifier that the fixed function gave it.
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
  std::array<std::optional<UrbHandle>, 2> handles;  // handles in the message
  std::optional<UrbHandle> allocated;
  std::uint8_t primitive_type = 0;  // with complete, as the next two
  bool primitive_start = false;
  bool primitive_end = false;
  std::uint16_t primitives_written = 0;  // SONumPrimsWritten increment
  // FF_SYNC of a geometry shader
  std::uint16_t primitives_generated = 0;
  std::uint16_t vertices_to_write = 0;
  std::uint16_t primitives_needed = 0;
};

// Must be used by one host thread at a time. On Gen8 and later, threads may write different entries at the same time.
class Urb {
 public:
  static constexpr unsigned kGt1Rows = 1024;
  static constexpr unsigned kGt2Rows = 2048;

  // Supports the messages of Gen6, or the messages of Gen8 and later.
  explicit Urb(unsigned rows = kGt1Rows, bool is_gen6 = true) : rows_(rows), is_gen6_(is_gen6) {}

  // Creates `entries` free entries of `entry_rows` rows each, beginning at row `first`. Returns false and changes
  // nothing if they do not fit.
  bool divide(unsigned first, unsigned entries, unsigned entry_rows);
  // Returns a free entry, if there is one. Its id is its index among the entries.
  std::optional<UrbHandle> allocate();
  // Frees an entry after its consumer has read it.
  void release(UrbHandle handle);
  unsigned free_entries() const { return static_cast<unsigned>(free_.size()); }

  // Adds a thread that `function` dispatched with `handles` in its payload. It must complete these entries before it
  // ends.
  void begin_thread(const eu::Thread& thread, FixedFunction function, std::span<const UrbHandle> handles);
  void end_thread(const eu::Thread& thread) { threads_.erase(&thread); }
  // Call this after the threads at `from` have been moved to `to`.
  void move(const eu::ThreadBlock& from, eu::ThreadBlock& to);

  // Starting indices of the streamed vertex buffers. FF_SYNC returns them.
  void set_streamed_indices(const std::array<std::uint32_t, 4>& indices) { streamed_indices_ = indices; }

  std::span<const eu::Grf> rows() const { return rows_; }
  std::span<eu::Grf> rows() { return rows_; }
  // Returns the recorded messages, oldest first, and clears the record.
  std::vector<UrbEvent> take_events() { return std::exchange(events_, {}); }

  // Executes one message. Returns false after a fault, or if the call is blocked: it allocates and no entry is free.
  bool execute(MessageCall& call, const isa::Urb& message);

 private:
  struct ThreadState {
    FixedFunction function = FixedFunction::any;
    std::vector<std::uint16_t> open;      // rows of entries that are not complete
    std::vector<std::uint16_t> complete;  // rows of complete entries
  };

  bool write(MessageCall& call, const isa::Urb& message);
  bool write_slots(MessageCall& call, const isa::Urb& message);  // urb_slots.cpp
  bool sync(MessageCall& call, const isa::Urb& message);
  // Checks the message against the rules for its thread; returns false after a fault.
  bool legal(const MessageCall& call, const isa::Urb& message, const ThreadState& state,
             std::span<const UrbHandle> handles) const;
  bool legal_size(const MessageCall& call, const isa::Urb& message, unsigned registers) const;
  // Returns the rows that the message writes at `handle`, or an empty span after a fault.
  std::span<eu::Grf> destination(const MessageCall& call, UrbHandle handle, unsigned offset, unsigned count);
  bool store(MessageCall& call, const isa::Urb& message, std::span<const UrbHandle> handles);

  std::vector<eu::Grf> rows_;
  bool is_gen6_;
  unsigned first_ = 0;
  unsigned entry_rows_ = 0;  // 0: the URB is not divided
  unsigned entries_ = 0;
  std::vector<std::uint16_t> free_;  // indices of free entries; the last one is used next
  std::map<const eu::Thread*, ThreadState> threads_;
  std::array<std::uint32_t, 4> streamed_indices_{};
  std::vector<UrbEvent> events_;
};

}  // namespace eugene::functions
