// Flow control, channel by channel: SNB PRM vol4 part2 8.3 and the Gen8/9 instruction reference; 8.2 "Evaluate Write
// Enable" says which channels run.
//
// The problem is divergence: channels of one thread take different paths and have to meet again. Here every channel has
// its own IP, as in the documents (PcIP). A channel runs if its IP is the thread's, and waits otherwise. A branch gives
// leaving channels a new IP, and rejoin() wakes the channels whose IP the thread reaches. This costs a loop over
// channels for each divergent branch, but is right for any program, even with targets in registers and branches out of
// structured blocks. The mask stacks of structured control flow would not be: goto and ret do not nest. The JIT, which
// knows all targets, keeps a mask for each join point instead.
//
// In this file, channels are bits at their own positions, not counted from the instruction's first channel.
#include "eu/execute/execution_state.h"
#include "eu/execute/lanes.h"
#include "isa/state_registers.h"

namespace eugene::eu {

namespace {

using sem::Flow;
using sem::Leavers;

class Branch {
 public:
  Branch(ExecutionState& state, const PreparedOp& op)
      : state_(state), thread_(state.thread), op_(op), instruction_(state.program.instructions[op.index]) {}

  std::uint32_t run() {
    if (op_.action == Action::jump) return jump();
    evaluate();
    if (state_.fault) return next();
    thread_.lane_operations += static_cast<unsigned>(std::popcount(enabled_));
    if ((thread_.control[0] & isa::cr0::kSingleProgramFlow) != 0) return single_flow();
    switch (op_.flow.rule.kind) {
      case Flow::leave: return leave(leavers(), target(), distance(0, op_.flow.jip));
      case Flow::resume: return thread_.running == 0 ? op_.flow.jip : next();
      case Flow::loop: return loop(target());
      case Flow::call: return call();
      case Flow::ret: return ret();
      case Flow::fork: return fork();
    }
    return next();
  }

 private:
  std::uint32_t next() const { return op_.index + 1; }

  // Sets enabled_, the channels that run here, and taken_, the enabled channels whose predicate or comparison is true.
  void evaluate() {
    enabled_ = std::rotl(state_.eligible(op_), op_.channel_offset);
    const bool calls = op_.flow.rule.kind == Flow::call || op_.flow.rule.kind == Flow::ret;
    if (calls && op_.lanes.count <= 2) enabled_ = thread_.running;  // its size counts dwords, not channels
    if (op_.flow.compare != nullptr) {
      std::uint32_t bits = compare(state_.eligible(op_));
      taken_ = enabled_ & std::rotl(bits, op_.channel_offset);
    } else if (op_.predicated) {
      taken_ = enabled_ & std::rotl(state_.predicate(op_), op_.channel_offset);
    } else {
      taken_ = enabled_;
    }
  }

  std::uint32_t compare(std::uint32_t channels) {
    LaneBuffer a;
    LaneBuffer b;
    const std::byte* first = fetch(state_, op_, op_.source[0], a, channels);
    const std::byte* second = fetch(state_, op_, op_.source[1], b, channels);
    if (first == nullptr || second == nullptr) return 0;
    return op_.flow.compare(first, second, op_.lanes, state_.mode);
  }

  // Returns a dword of the register that holds distances or a return address.
  std::optional<std::uint32_t> dword(unsigned index) {
    LaneBuffer buffer;
    const std::byte* lanes = fetch(state_, op_, op_.source[0], buffer, ~0U);
    if (lanes == nullptr) return std::nullopt;
    return lane_at<std::uint32_t>(lanes, index);
  }

  std::uint32_t leavers() const {
    switch (op_.flow.rule.leavers) {
      case Leavers::all: return enabled_;
      case Leavers::taken: return taken_;
      case Leavers::others: break;
    }
    return enabled_ & ~taken_;
  }

  std::uint32_t target() { return distance(op_.flow.rule.to_uip ? 1 : 0, op_.flow.target()); }

  // Returns the target, from a distance in a register, or `fixed` if the instruction holds the distance.
  std::uint32_t distance(unsigned index, std::uint32_t fixed) {
    if (!op_.flow.target_in_register) return fixed;
    const auto value = dword(index);
    return value ? find(op_.ip + *value) : next();
  }

  std::uint32_t find(std::uint32_t ip) {
    if (const auto index = state_.prepared.index_at(ip)) return *index;
    state_.raise(op_, "branch to an address where no instruction begins", "SNB PRM vol4 part2 8.3");
    return next();
  }

  // Makes `channels` wait until the thread reaches `target`.
  void park(std::uint32_t channels, std::uint32_t target) {
    const std::uint32_t ip = state_.prepared.offset_at(target);
    thread_.running &= ~channels;
    for (std::uint32_t rest = channels; rest != 0; rest &= rest - 1) {
      thread_.channel_ip[static_cast<unsigned>(std::countr_zero(rest))] = ip;
    }
  }

  // Makes `channels` continue at `target`. If no channel is then to run at the next instruction, the thread jumps to
  // `jip`.
  std::uint32_t leave(std::uint32_t channels, std::uint32_t target, std::uint32_t jip) {
    park(channels & thread_.running, target);
    return thread_.running == 0 && !awaited(next()) ? jip : next();
  }

  // True if a channel waits at the instruction `index`.
  bool awaited(std::uint32_t index) const {
    const std::uint32_t ip = state_.prepared.offset_at(index);
    for (std::uint32_t rest = state_.waiting(); rest != 0; rest &= rest - 1) {
      if (thread_.channel_ip[static_cast<unsigned>(std::countr_zero(rest))] == ip) return true;
    }
    return false;
  }

  // Taken channels jump to `target`; the others wait at the next instruction.
  std::uint32_t loop(std::uint32_t target) {
    const std::uint32_t looping = taken_ & thread_.running;
    if (looping == 0) return next();
    park(thread_.running & ~looping, next());
    return target;
  }

  std::uint32_t call() {
    const std::uint32_t to = target();
    const std::uint32_t callers = taken_ & thread_.running;
    if (state_.fault || (callers == 0 && thread_.running != 0)) return next();
    const std::uint32_t words[2] = {thread_.ip_base + state_.prepared.offset_at(next()), thread_.call_mask};
    if (callers != 0 && op_.destination.kind == DestinationPlan::Kind::direct)
      std::memcpy(raw_bytes(thread_) + op_.destination.offset, words, sizeof words);
    if (callers == 0) return next();
    park(thread_.running & ~callers, next());
    thread_.call_mask = callers;
    return to;
  }

  // The last of the called channels to return moves the thread back and restores the caller's mask.
  std::uint32_t ret() {
    const auto address = dword(0);
    const auto mask = dword(1);
    if (!address || !mask) return next();
    const std::uint32_t target = find(*address - thread_.ip_base);
    if (state_.fault) return next();
    const std::uint32_t returning = taken_ & thread_.running;
    if (returning == 0) return next();
    park(returning, target);
    thread_.call_mask &= ~returning;
    if (thread_.call_mask != 0 || thread_.running != 0) return next();
    thread_.call_mask = *mask;
    return target;
  }

  // Gen6: leaves single program flow, for the channels of the dispatch mask or vector mask. Enters it if source 0 is
  // null (8.3.17).
  std::uint32_t fork() {
    const isa::Operand& source = instruction_.src[0];
    if (source.is_null()) {
      thread_.control[0] |= isa::cr0::kSingleProgramFlow;
      return next();
    }
    thread_.control[0] &= ~isa::cr0::kSingleProgramFlow;
    // sr0.2 or sr0.3; for sixteen channels, its low or high word.
    const std::uint32_t half = static_cast<std::uint32_t>(low_mask(op_.lanes.count)) << (source.subnr % 4U) * 8;
    const std::uint32_t chosen = (source.subnr / 4U == 3 ? thread_.state[3] : thread_.state[2]) & half;
    // The vector mask may have channels that the dispatch mask lacks.
    thread_.dispatched |= chosen;
    thread_.running = thread_.dispatched;
    const std::uint32_t going = chosen & (op_.predicated ? std::rotl(state_.predicate(op_), op_.channel_offset) : ~0U);
    return leave(thread_.running & ~going, op_.flow.jip, op_.flow.jip);
  }

  // Single program flow: channels have no IPs. The first channel's condition moves the thread.
  std::uint32_t single_flow() {
    const bool condition =
        op_.flow.compare != nullptr ? (compare(1) & 1) != 0 : !op_.predicated || (state_.predicate(op_) & 1) != 0;
    switch (op_.flow.rule.kind) {
      case Flow::leave:
        if (op_.flow.rule.leavers == Leavers::all) return op_.flow.jip;
        return condition == (op_.flow.rule.leavers == Leavers::taken) ? target() : next();
      case Flow::resume: return next();
      case Flow::loop: return condition ? target() : next();
      case Flow::call: taken_ = condition ? thread_.running : 0; return call();
      case Flow::ret: {
        const auto address = dword(0);
        const auto mask = dword(1);
        if (!condition || !address || !mask) return next();
        thread_.call_mask = *mask;
        return find(*address - thread_.ip_base);
      }
      case Flow::fork: return fork();
    }
    return next();
  }

  // A scalar jump moves the thread with all running channels.
  std::uint32_t jump() {
    thread_.lane_operations += 1;
    if (op_.predicated && (state_.predicate(op_) & 1) == 0) return next();
    if (op_.sources == 0) return op_.flow.jip;
    const auto value = dword(0);
    if (!value) return next();
    const unsigned unit = state_.program.gen->branch_unit;
    return find(op_.ip + byte_size(instruction_) + *value * unit);
  }

  ExecutionState& state_;
  Thread& thread_;
  const PreparedOp& op_;
  const isa::Instruction& instruction_;
  std::uint32_t enabled_ = 0;
  std::uint32_t taken_ = 0;
};

}  // namespace

std::uint32_t execute_flow(ExecutionState& state, const PreparedOp& op) { return Branch(state, op).run(); }

}  // namespace eugene::eu
