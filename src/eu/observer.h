// Watching a run: everything that records what threads do while they run is an Observer. Profiles, --check, the
// search for the instruction that wrote some bytes, and the reports of accesses outside a surface are observers; so is
// whatever a test or a tool adds.
//
// An observer overrides the events that it is about and names in interest() the frequent ones that it needs. An event
// that no observer of a run needs costs nothing: the interpreter's loop is compiled twice, with and without observers,
// and the JIT records a kernel for a given interest (counters of instructions, calls that report accesses, messages
// that all go to the port). So both tiers report the same counts, messages and accesses. Single instructions are
// reported by the interpreter alone. Cheapest is an observer that knows ranges of memory of which it need not be told
// (`unclear`): compiled code compares addresses with a range anyway (eu/memory_window.h).
#pragma once

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

// Events that cost time wherever they are wanted.
struct Interest {
  bool instructions = false;  // Observers::counts(), and executed() from the interpreter
  bool before = false;        // instruction_begins(): threads are interpreted
  bool messages = false;      // message_begins() and message_ends(), of every message: compiled code sends them all
  bool accesses = false;      // accessed(), between the two above, or accessed_by_lanes()
  bool texels = false;        // of those that samplers read too; values have them in any case
  bool unclear = false;       // accessed(), where watched_around() says Watch::sent
  bool values = false;        // transferred(), between them too: compiled code sends all messages to memory
  bool order = false;         // the two of fences and barriers: compiled code sends these
  bool digests = false;       // Thread::digest is kept up (eu/digest.h)
  bool written = false;       // LaneAccess::values of writes, and transferred() of what is sent; atomics are

  Interest& operator|=(const Interest& other) {
    instructions |= other.instructions;
    before |= other.before;
    messages |= other.messages;
    accesses |= other.accesses;
    texels |= other.texels;
    unclear |= other.unclear;
    values |= other.values;
    order |= other.order;
    digests |= other.digests;
    written |= other.written;
    return *this;
  }
  bool operator==(const Interest&) const = default;
  bool any() const { return *this != Interest(); }
  // Whether compiled code has to do more than without observers.
  bool any_in_code() const { return *this != Interest{.texels = texels, .unclear = unclear}; }
  // Whether it has to send messages that it could do itself.
  bool any_sent_by_code() const { return *this != Interest{.texels = texels, .unclear = unclear, .digests = digests}; }
  // Whether compiled code may start threads itself: eu/batch.h.
  bool allow_batches() const { return *this == Interest{.unclear = unclear, .order = order, .digests = digests}; }
  // Whether the port tells of the messages that reach it.
  bool needs_message_events() const { return messages || needs_accesses() || needs_values() || order; }
  bool needs_accesses() const { return accesses || unclear; }
  bool needs_values() const { return values || written; }
};

// How often an instruction has been executed. Compiled code accesses the members by offset.
struct ExecutionCounts {
  std::uint64_t executions = 0;
  std::uint64_t channels = 0;     // enabled, over all executions
  std::uint64_t divergences = 0;  // executions after which some channels went on and others did not
  std::uint64_t parted = 0;       // channels that did not go on, over all divergences
};

// The memory that the offsets of an access count from.
struct AccessedSpace {
  const std::byte* local = nullptr;  // shared local memory: its first byte on the host; null: memory of the GPU
  std::uint64_t base = 0;            // GPU address of offset 0
  unsigned bti = 0;                  // binding table index by which messages name it
};

enum class AccessKind : std::uint8_t { read, write, atomic };

// Offsets of a space, from `begin` on and before `end`.
struct OffsetRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  bool contains(std::uint64_t offset) const { return offset >= begin && offset < end; }
};

// What compiled code does about an access that it could make itself: no more than that, tell of it, or send the
// message.
enum class Watch : std::uint8_t { none, told, sent };

struct WatchedRange {
  OffsetRange offsets{.begin = 0, .end = ~std::uint64_t{0}};
  Watch watch = Watch::none;
};

// `bytes` bytes at each of `offsets`, all at the same time. Offsets outside the space's bounds are not included.
struct Access {
  AccessedSpace space;
  std::span<const std::uint64_t> offsets;
  unsigned bytes = 0;
  AccessKind kind = AccessKind::read;
  // The channels of the message that have the offsets, lowest first. 0: the access is of the message as a whole, or
  // its channel is unknown.
  std::uint32_t channels = 0;
};

// The values that an access has moved: for each of its offsets, in order, as many bytes as it has there, as they are in
// memory. A texel or pixel is the element of its format, before the conversion to registers or after that from
// registers.
struct AccessValues {
  std::span<const std::byte> moved;    // read or written; by an atomic: what memory held before it
  std::span<const std::byte> updated;  // by an atomic: what memory holds after it; otherwise empty
};

// A message whose access compiled code makes itself. Element e of a channel is at its offset + e * bytes.
struct LaneAccess {
  const Thread& thread;
  std::uint32_t index = 0;     // of the instruction
  std::uint64_t executed = 0;  // instructions that the thread has executed before it
  AccessedSpace space;
  AccessKind kind = AccessKind::read;      // atomics have one element
  unsigned bytes = 0;                      // of an element
  std::uint32_t elements = 1;              // bit e: element e is accessed
  std::uint32_t channels = 0;              // that are enabled
  const std::uint32_t* offsets = nullptr;  // by channel; null: they are in `wide`
  const std::uint64_t* wide = nullptr;
  // Where values of writes are wanted: for each element that is accessed a value of each channel of the message, each
  // of `lanes` channels in a dword or, if elements have 64 bits, a qword. Null: not wanted, or not a write.
  const std::byte* values = nullptr;
  unsigned lanes = 0;
};

// A wrong access, or the like, that a GPU ignores, and that is reported before the thread goes on.
struct Recovery {
  const Fault& fault;
  std::string_view effect;      // what the access does instead: "gives zeros"
  bool is_stale_state = false;  // the fault is about a state in the state cache
};

// Cases that the documents leave open in messages to the gateway (docs/undefined.md).
enum class GatewayChoice : std::uint8_t {
  base_beyond_registers,  // open
  no_such_thread,         // forward
  answer_in_r0,           // barrier
  state_payload,          // update_state
  undescribed,            // a message that is listed, and no more
};

// A thread group that has been started on a host thread.
struct StartedGroup {
  std::uint64_t index = 0;  // in the order of the walk
  ThreadBlock& threads;
  unsigned count = 0;               // threads of the block that are the group's, from the first on
  std::span<std::byte> local = {};  // its shared local memory; empty: none
};

// A group between two turns of its threads, kept to go on from there again. What runs groups knows what is in it.
class GroupState {
 public:
  virtual ~GroupState() = default;
  virtual std::size_t bytes() const = 0;  // about
};

// Where a dispatch is to be run again from.
struct Return {
  std::uint64_t group = 0;
  std::shared_ptr<const GroupState> state = nullptr;  // of the group; null: it begins
};

// The events of one host thread, called on it.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual Interest interest() const { return {}; }
  // Of the program, where digests are wanted.
  virtual const DigestPlan* digest_plan() const { return nullptr; }

  // All threads of a program on this host thread have run. `counts`: by instruction, where instructions are wanted.
  virtual void program_ends(std::span<const ExecutionCounts> /*counts*/) {}
  virtual void group_begins(const StartedGroup& /*group*/) {}
  virtual void group_ends() {}
  // Whether groups may run as a batch (eu/batch.h). Then only groups of which there is more to tell begin and end, and
  // there are no turns.
  virtual bool takes_batches() const { return false; }
  // Whether the current group must be interpreted, whatever compiled code there is.
  virtual bool wants_interpreter() const { return false; }
  // Threads of a group take turns. A thread that waits has turns in which it does nothing.
  virtual void turn_begins(const Thread& /*thread*/) {}
  virtual void turn_ends(const Thread& /*thread*/) {}

  // `thread` is at `op`, which may yet wait, and will then begin again. A debugger may write registers of the thread
  // meanwhile, and its ip: the instruction there then begins instead.
  virtual void instruction_begins(const PreparedOp& /*op*/, const Thread& /*thread*/) {}
  // A debugger that goes backwards: from where the dispatch is to be run again; null: it is not. Asked after
  // instruction_begins(), and after a fault; the instruction is then not executed.
  virtual const Return* goes_back_to() const { return nullptr; }
  // Groups begin again, the current one among them. Of one that goes on from a state of it, too, is told that it
  // begins.
  virtual void goes_back(const Return& /*to*/) {}
  // Whether the group's state is to be kept now, between two rounds of turns.
  virtual bool wants_state() const { return false; }
  virtual void state_kept(const std::shared_ptr<const GroupState>& /*state*/) {}
  // `thread` cannot go on, and with it the dispatch ends. Its ip is the instruction.
  virtual void faults(const Thread& /*thread*/, const Fault& /*fault*/) {}
  // `thread` has executed `op` on `channels` of its channels. `before`: the execution mask before the instruction.
  // Compiled code does not call this.
  virtual void executed(const PreparedOp& /*op*/, const Thread& /*thread*/, unsigned /*channels*/,
                        std::uint32_t /*before*/) {}

  virtual void message_begins(const SendRequest& /*request*/) {}
  virtual void message_ends(const SendRequest& /*request*/, SendStatus /*status*/) {}
  // The message that is under way starts again: accesses and values told of it so far do not count.
  virtual void message_restarts() {}
  // Before the access happens; of texels that sampler messages read: afterwards.
  virtual void accessed(const Access& /*access*/) {}
  // As above, of a message that compiled code does not send. By default told as accesses.
  virtual void accessed_by_lanes(const LaneAccess& access);
  // What there is to tell of accesses around `offset`, until the dispatch ends and whatever their size.
  virtual WatchedRange watched_around(const AccessedSpace& /*space*/, AccessKind /*kind*/,
                                      std::uint64_t /*offset*/) const {
    return {.watch = interest().accesses ? Watch::told : Watch::none};
  }
  // After the access, with the values of all its channels; a prefetch has none. Accesses that accessed() tells of at
  // once may be several here.
  virtual void transferred(const Access& /*access*/, const AccessValues& /*values*/) {}
  // A message has written bytes [begin, end) of a thread (offsets in Thread), not those of its own response.
  virtual void registers_written(const Thread& /*thread*/, std::size_t /*begin*/, std::size_t /*end*/) {}
  virtual void chosen(const Thread& /*thread*/, GatewayChoice /*choice*/) {}
  // `thread` goes on after a wrong access.
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
  // Call when all are there and before threads of a program of `instructions` instructions run: zeroes counts().
  void begin_program(std::size_t instructions);
  void end_program() const { tell(&Observer::program_ends, counts()); }

  const Interest& interest() const { return interest_; }
  const DigestPlan* digest_plan() const { return digest_plan_; }
  bool want_interpreter() const;
  bool take_batches() const;
  // What the one says that says most.
  WatchedRange watched_around(const AccessedSpace& space, AccessKind kind, std::uint64_t offset) const;
  const Return* goes_back_to() const;
  bool want_state() const;
  // By instruction; empty where no observer wants instructions. Compiled code increments them itself.
  std::span<const ExecutionCounts> counts() const { return counts_; }
  std::span<ExecutionCounts> counts() { return counts_; }

  // observers.tell(&Observer::group_ends)
  template <class... Parameters, class... Arguments>
  void tell(void (Observer::*event)(Parameters...), Arguments&&... arguments) const {
    for (Observer* each : all_) (each->*event)(arguments...);
  }
  // Counts an instruction that has been executed, and tells of it.
  void executed(const PreparedOp& op, const Thread& thread, unsigned channels, std::uint32_t before);

 private:
  std::vector<Observer*> all_;
  Interest interest_;
  const DigestPlan* digest_plan_ = nullptr;
  std::vector<ExecutionCounts> counts_;
};

}  // namespace eugene::eu
