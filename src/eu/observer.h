// Observers record what threads do while they run. Profiles, --check, the search for the instruction that wrote some
// bytes, and the reports of accesses outside a surface are observers; tests and tools can add others.
//
// An observer overrides the events that it handles. Its interest() names the frequent events that it needs. Events that
// no observer of a run needs cost nothing: the interpreter's loop is compiled twice, with and without observers, and
// the JIT records a kernel for a given interest (counters of instructions, calls that report accesses, messages that
// all go to the port). So both tiers report the same counts, messages and accesses. Only the interpreter reports single
// instructions. The cheapest observer knows ranges of memory whose accesses it need not see (`unclear`): compiled code
// compares addresses with a range anyway (eu/memory_window.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace eugene::eu {

class ThreadBlock;
struct DigestPlan;
struct Fault;
struct PreparedOp;
struct SendRequest;
struct Thread;
enum class SendStatus : std::uint8_t;

// Events that cost time if an observer needs them.
struct Interest {
  bool instructions = false;  // Observers::counts(), and executed() from the interpreter
  bool before = false;        // instruction_begins(): threads are interpreted
  bool messages = false;      // message_begins() and message_ends() for every message: compiled code sends all messages
  bool accesses = false;      // accessed() (between those two) or accessed_by_lanes()
  bool texels = false;        // accesses by samplers too; `values` always includes them
  bool unclear = false;       // accessed(), if watched_around() returns Watch::sent
  bool misaligned = false;    // accessed() or accessed_by_lanes(), if watched_alignment() is not kept
  bool values = false;        // transferred(), between the two as well: compiled code sends all messages to memory
  bool order = false;         // message_begins() and message_ends() of fences and barriers: compiled code sends these
  bool digests = false;       // Thread::digest is updated (eu/digest.h)
  bool written = false;  // LaneAccess::values of writes, and transferred() for messages that are sent, as atomics are

  Interest& operator|=(const Interest& other) {
    instructions |= other.instructions;
    before |= other.before;
    messages |= other.messages;
    accesses |= other.accesses;
    texels |= other.texels;
    unclear |= other.unclear;
    misaligned |= other.misaligned;
    values |= other.values;
    order |= other.order;
    digests |= other.digests;
    written |= other.written;
    return *this;
  }
  bool operator==(const Interest&) const = default;
  bool any() const { return *this != Interest(); }
  // True if compiled code has to do more than without observers.
  bool any_in_code() const { return *this != Interest{.texels = texels, .unclear = unclear}; }
  // True if compiled code has to send messages that it could execute itself.
  bool any_sent_by_code() const {
    return *this != Interest{.texels = texels, .unclear = unclear, .misaligned = misaligned, .digests = digests};
  }
  // True if compiled code may start threads itself: eu/batch.h.
  bool allow_batches() const {
    return *this == Interest{.unclear = unclear, .misaligned = misaligned, .order = order, .digests = digests};
  }
  // True if the port has to report the messages that reach it.
  bool needs_message_events() const { return messages || needs_accesses() || needs_values() || order; }
  bool needs_accesses() const { return accesses || unclear || misaligned; }
  bool needs_values() const { return values || written; }
};

// How often an instruction was executed. Compiled code accesses the members by offset.
struct ExecutionCounts {
  std::uint64_t executions = 0;
  std::uint64_t channels = 0;     // enabled channels, summed over all executions
  std::uint64_t divergences = 0;  // executions after which some channels continued and others did not
  std::uint64_t parted = 0;       // channels that did not continue, summed over all divergences
};

// The memory that the offsets of an access refer to.
struct AccessedSpace {
  const std::byte* local = nullptr;  // shared local memory: its first byte on the host; null: GPU memory
  std::uint64_t base = 0;            // GPU address of offset 0
  unsigned bti = 0;                  // the binding table index that messages use for it
};

enum class AccessKind : std::uint8_t { read, write, atomic };
constexpr std::string_view find_name(AccessKind kind) {
  constexpr std::array<std::string_view, 3> kNames{"read", "write", "atomic"};
  return kNames[static_cast<std::size_t>(kind)];
}

// Offsets in a space, from `begin` up to but excluding `end`.
struct OffsetRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  bool contains(std::uint64_t offset) const { return offset >= begin && offset < end; }
};

// Actions of compiled code for an access that needs no port: make the access, report it too, or send the message.
enum class Watch : std::uint8_t { none, told, sent };

struct WatchedRange {
  OffsetRange offsets{.begin = 0, .end = ~std::uint64_t{0}};
  Watch watch = Watch::none;
};

// Accesses `bytes` bytes at each of `offsets`, all at the same time. Offsets outside the space's bounds are not
// included.
struct Access {
  AccessedSpace space;
  std::span<const std::uint64_t> offsets;
  unsigned bytes = 0;
  AccessKind kind = AccessKind::read;
  // The channels of the message that have the offsets, lowest first. 0: the access belongs to no channel, or its
  // channel is unknown.
  std::uint32_t channels = 0;
};

// The values that an access has moved, as they are in memory: `bytes` bytes for each of its offsets, in order. A texel
// or pixel is an element of the surface's format, not converted for registers.
struct AccessValues {
  std::span<const std::byte> moved;    // the bytes read or written; for an atomic, the old contents of memory
  std::span<const std::byte> updated;  // for an atomic, the new contents of memory; otherwise empty
};

// A message whose access compiled code makes itself. Element e of a channel is at the channel's offset + e * bytes.
struct LaneAccess {
  const Thread& thread;
  std::uint32_t index = 0;     // index of the instruction
  std::uint64_t executed = 0;  // instructions that the thread had executed before it
  AccessedSpace space;
  AccessKind kind = AccessKind::read;      // atomics have one element
  unsigned bytes = 0;                      // size of an element
  std::uint32_t elements = 1;              // bit e: element e is accessed
  std::uint32_t channels = 0;              // enabled channels
  const std::uint32_t* offsets = nullptr;  // indexed by channel; null: they are in `wide`
  const std::uint64_t* wide = nullptr;
  // The values of a write, if an observer needs them; otherwise null. For each accessed element there are `lanes`
  // values, one for each channel of the message. A value is a qword if elements have 64 bits, else a dword.
  const std::byte* values = nullptr;
  unsigned lanes = 0;
};

// A wrong access, or similar, that a GPU ignores. It is reported before the thread continues.
struct Recovery {
  const Fault& fault;
  std::string_view effect;      // what happens instead: "gives zeros"
  bool is_stale_state = false;  // the fault is about a state in the state cache
};

// Cases that the documents leave open in messages to the gateway (docs/record/undefined.md).
enum class GatewayChoice : std::uint8_t {
  base_beyond_registers,  // open
  no_such_thread,         // forward
  answer_in_r0,           // barrier
  state_payload,          // update_state
  undescribed,            // a message that the documents list without describing it
};

// A thread group that has started on a host thread.
struct StartedGroup {
  std::uint64_t index = 0;  // index in dispatch order
  ThreadBlock& threads;
  unsigned count = 0;               // the group's threads are the first `count` threads of the block
  std::span<std::byte> local = {};  // shared local memory; empty: none
};

// A snapshot of a group between two turns of its threads. The group can be resumed from it. Only the group runner knows
// its contents.
class GroupState {
 public:
  virtual ~GroupState() = default;
  virtual std::size_t bytes() const = 0;  // approximate size
};

// The point where a re-run of a dispatch begins.
struct Return {
  std::uint64_t group = 0;
  std::shared_ptr<const GroupState> state = nullptr;  // a snapshot of the group; null: from the group's beginning
};

// The events of one host thread. They are called on that thread.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual Interest interest() const { return {}; }
  // The digest plan of the program, for an observer that needs digests.
  virtual const DigestPlan* digest_plan() const { return nullptr; }

  // All threads of a program on this host thread have run. `counts`: indexed by instruction, if `instructions` is set.
  virtual void program_ends(std::span<const ExecutionCounts> /*counts*/) {}
  virtual void group_begins(const StartedGroup& /*group*/) {}
  virtual void group_ends() {}
  // Whether groups may run as a batch (eu/batch.h). Batches have no turns, and group_begins() and group_ends() are
  // called only for groups with other events.
  virtual bool takes_batches() const { return false; }
  // Whether the current group must be interpreted, whatever compiled code there is.
  virtual bool wants_interpreter() const { return false; }
  // Threads of a group take turns. A waiting thread has turns too, but does nothing then.
  virtual void turn_begins(const Thread& /*thread*/) {}
  virtual void turn_ends(const Thread& /*thread*/) {}

  // `thread` is at `op`. If `op` has to wait, this is called again for it later. A debugger may write the thread's
  // registers here, including its ip: then the instruction at the new ip begins instead.
  virtual void instruction_begins(const PreparedOp& /*op*/, const Thread& /*thread*/) {}
  // For a debugger that goes backwards: the point where the re-run begins, or null. Called after instruction_begins(),
  // and after a fault. The instruction is then not executed.
  virtual const Return* goes_back_to() const { return nullptr; }
  // Groups begin again, including the current one. group_begins() is called for all of them, even for one that is
  // resumed from a snapshot.
  virtual void goes_back(const Return& /*to*/) {}
  // Whether to take a snapshot of the group now, between two rounds of turns.
  virtual bool wants_state() const { return false; }
  virtual void state_kept(const std::shared_ptr<const GroupState>& /*state*/) {}
  // `thread` cannot continue, and the dispatch ends with it. The thread's ip is the instruction.
  virtual void faults(const Thread& /*thread*/, const Fault& /*fault*/) {}
  // `thread` has executed `op` on `channels` channels. `before`: the execution mask before the instruction. Compiled
  // code does not call this.
  virtual void executed(const PreparedOp& /*op*/, const Thread& /*thread*/, unsigned /*channels*/,
                        std::uint32_t /*before*/) {}

  virtual void message_begins(const SendRequest& /*request*/) {}
  virtual void message_ends(const SendRequest& /*request*/, SendStatus /*status*/) {}
  // The current message starts again. Accesses and values that were reported for it so far do not count.
  virtual void message_restarts() {}
  // Called before the access happens; for texels that sampler messages read, after it.
  virtual void accessed(const Access& /*access*/) {}
  // Likewise, for a message that compiled code does not send. By default, calls accessed().
  virtual void accessed_by_lanes(const LaneAccess& access);
  // How to watch accesses of any size around `offset`. The answer must hold until the dispatch ends.
  virtual WatchedRange watched_around(const AccessedSpace& /*space*/, AccessKind /*kind*/,
                                      std::uint64_t /*offset*/) const {
    return {.watch = interest().accesses ? Watch::told : Watch::none};
  }
  // Returns the number of bytes that the addresses of the message at instruction `index` have to be multiples of: a
  // power of two, at most the size of the message's elements. Other addresses are reported if `misaligned` is wanted.
  virtual std::uint32_t watched_alignment(std::size_t /*index*/) const { return 1; }
  // Called after the access, with the values of all its channels. A prefetch has no values. One call of accessed() may
  // correspond to several calls here.
  virtual void transferred(const Access& /*access*/, const AccessValues& /*values*/) {}
  // A message has written bytes [begin, end) of a thread (offsets in Thread) other than its own response.
  virtual void registers_written(const Thread& /*thread*/, std::size_t /*begin*/, std::size_t /*end*/) {}
  virtual void chosen(const Thread& /*thread*/, GatewayChoice /*choice*/) {}
  // `thread` continues after a wrong access.
  virtual void recovers(const Thread& /*thread*/, const Recovery& /*recovery*/) {}

 protected:
  Observer() = default;
  Observer(const Observer&) = default;
  Observer& operator=(const Observer&) = default;
};

// The observers of one host thread. Each event goes to them in the order in which they were added.
class Observers {
 public:
  // `observer` must outlive the last event that it gets.
  void add(Observer& observer);
  void clear();
  // Call after all observers were added, and before threads of a program of `instructions` instructions run. Zeroes
  // counts().
  void begin_program(std::size_t instructions);
  void end_program() const { tell(&Observer::program_ends, counts()); }

  const Interest& interest() const { return interest_; }
  const DigestPlan* digest_plan() const { return digest_plan_; }
  bool want_interpreter() const;
  bool take_batches() const;
  // Returns the strictest answer of any observer.
  WatchedRange watched_around(const AccessedSpace& space, AccessKind kind, std::uint64_t offset) const;
  std::uint32_t watched_alignment(std::size_t index) const;  // the largest
  const Return* goes_back_to() const;
  bool want_state() const;
  // Indexed by instruction; empty if no observer needs instructions. Compiled code increments the counts itself.
  std::span<const ExecutionCounts> counts() const { return counts_; }
  std::span<ExecutionCounts> counts() { return counts_; }

  // observers.tell(&Observer::group_ends)
  template <class... Parameters, class... Arguments>
  void tell(void (Observer::*event)(Parameters...), Arguments&&... arguments) const {
    for (Observer* each : all_) (each->*event)(arguments...);
  }
  // Counts an instruction that has been executed, and reports it.
  void executed(const PreparedOp& op, const Thread& thread, unsigned channels, std::uint32_t before);

 private:
  std::vector<Observer*> all_;
  Interest interest_;
  const DigestPlan* digest_plan_ = nullptr;
  std::vector<ExecutionCounts> counts_;
};

}  // namespace eugene::eu
