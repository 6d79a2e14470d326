// Flow control, channel by channel: every channel has its own IP. SNB PRM vol4 part2 8.3 and the Gen8/9 instruction
// reference; 8.2 "Evaluate Write Enable" says which channels run.
//
// Channels are bits at their own positions here, not counted from the instruction's first channel.
#include "eu/execute/lanes.h"
#include "eu/execute/machine.h"
#include "isa/state_registers.h"

namespace eugene::eu {

namespace {

using isa::Opcode;

class Flow {
 public:
  Flow(Machine& machine, const DecodedOp& op)
      : machine_(machine), thread_(machine.thread), op_(op), instruction_(machine.program.instructions[op.index]) {}

  std::uint32_t run() {
    if (op_.action == Action::jump) return jump();
    evaluate();
    if (machine_.fault) return next();
    thread_.lane_operations += static_cast<unsigned>(std::popcount(enabled_));
    if ((thread_.control[0] & isa::cr0::kSingleProgramFlow) != 0) return single_flow();
    switch (instruction_.opcode) {
      case Opcode::if_:
      case Opcode::case_: return leave(enabled_ & ~taken_, op_.jip, op_.jip);
      case Opcode::else_: return leave(enabled_, instruction_.branch_control ? op_.uip : op_.jip, op_.jip);
      case Opcode::endif:
      case Opcode::join: return thread_.running == 0 ? op_.jip : next();
      case Opcode::while_: return loop(op_.jip);
      case Opcode::break_:
      case Opcode::cont:
      case Opcode::halt: return leave(taken_, op_.uip, op_.jip);
      case Opcode::goto_:
        // Forward: those whose predicate is false jump. goto.b: those where it is true, and they go first.
        return instruction_.branch_control ? loop(op_.uip) : leave(enabled_ & ~taken_, op_.uip, op_.jip);
      case Opcode::brd: return leave(taken_, distance(0, op_.jip), distance(0, op_.jip));
      case Opcode::brc: return leave(taken_, distance(1, op_.uip), distance(0, op_.jip));
      case Opcode::call:
      case Opcode::calla: return call();
      case Opcode::ret: return ret();
      case Opcode::fork: return fork();
      default: return next();
    }
  }

 private:
  std::uint32_t next() const { return op_.index + 1; }

  std::uint32_t ip_of(std::uint32_t index) const {
    if (index < machine_.decoded.ops.size()) return machine_.decoded.ops[index].ip;
    return static_cast<std::uint32_t>((machine_.decoded.index_of.size() - 1) * 8);
  }

  // Sets enabled_, the channels that run here, and taken_, those of them whose predicate or comparison holds.
  void evaluate() {
    enabled_ = std::rotl(machine_.eligible(op_), op_.channel_offset);
    const Opcode opcode = instruction_.opcode;
    const bool calls = opcode == Opcode::call || opcode == Opcode::calla || opcode == Opcode::ret;
    if (calls && op_.lanes.count <= 2) enabled_ = thread_.running;  // its execution size is that of the dwords it moves
    if (op_.compare != nullptr) {
      std::uint32_t bits = compare(machine_.eligible(op_));
      taken_ = enabled_ & std::rotl(bits, op_.channel_offset);
    } else if (op_.predicated) {
      taken_ = enabled_ & std::rotl(machine_.predicate(op_), op_.channel_offset);
    } else {
      taken_ = enabled_;
    }
  }

  std::uint32_t compare(std::uint32_t channels) {
    LaneBuffer a;
    LaneBuffer b;
    const std::byte* first = fetch(machine_, op_, op_.source[0], a, channels);
    const std::byte* second = fetch(machine_, op_, op_.source[1], b, channels);
    if (first == nullptr || second == nullptr) return 0;
    return op_.compare(first, second, op_.lanes, machine_.mode);
  }

  // Dwords of the register that holds distances or a return address.
  std::optional<std::uint32_t> dword(unsigned index) {
    LaneBuffer buffer;
    const std::byte* lanes = fetch(machine_, op_, op_.source[0], buffer, ~0U);
    if (lanes == nullptr) return std::nullopt;
    return lane_at<std::uint32_t>(lanes, index);
  }

  // The target that a register gives as a distance from here, or `fixed` where the instruction holds it.
  std::uint32_t distance(unsigned index, std::uint32_t fixed) {
    if (op_.sources == 0 || op_.compare != nullptr) return fixed;
    const auto value = dword(index);
    return value ? find(op_.ip + *value) : next();
  }

  std::uint32_t find(std::uint32_t ip) {
    if (const auto index = machine_.index_at(ip)) return *index;
    machine_.raise(op_, "branch to a place where no instruction begins", "SNB PRM vol4 part2 8.3");
    return next();
  }

  // `channels` stop running until the thread comes to `target`.
  void park(std::uint32_t channels, std::uint32_t target) {
    const std::uint32_t ip = ip_of(target);
    thread_.running &= ~channels;
    for (std::uint32_t rest = channels; rest != 0; rest &= rest - 1) {
      thread_.channel_ip[static_cast<unsigned>(std::countr_zero(rest))] = ip;
    }
  }

  // `channels` go on at `target`; if no channel's IP is then that of the next instruction, the thread jumps to `jip`.
  std::uint32_t leave(std::uint32_t channels, std::uint32_t target, std::uint32_t jip) {
    park(channels & thread_.running, target);
    return thread_.running == 0 && !awaited(next()) ? jip : next();
  }

  // Does a channel wait at the instruction of that index?
  bool awaited(std::uint32_t index) const {
    const std::uint32_t ip = ip_of(index);
    for (std::uint32_t rest = machine_.waiting(); rest != 0; rest &= rest - 1) {
      if (thread_.channel_ip[static_cast<unsigned>(std::countr_zero(rest))] == ip) return true;
    }
    return false;
  }

  // The channels taken go back (or on) to `target` at once; the others wait behind this instruction.
  std::uint32_t loop(std::uint32_t target) {
    const std::uint32_t looping = taken_ & thread_.running;
    if (looping == 0) return next();
    park(thread_.running & ~looping, next());
    return target;
  }

  std::uint32_t call() {
    const std::uint32_t target = distance(0, op_.jip);
    const std::uint32_t callers = taken_ & thread_.running;
    if (machine_.fault || (callers == 0 && thread_.running != 0)) return next();
    const std::uint32_t words[2] = {thread_.ip_base + ip_of(next()), thread_.call_mask};
    if (callers != 0 && op_.destination.kind == DestinationPlan::Kind::direct)
      std::memcpy(bytes_of(thread_) + op_.destination.offset, words, sizeof words);
    if (callers == 0) return next();
    park(thread_.running & ~callers, next());
    thread_.call_mask = callers;
    return target;
  }

  // The last of the channels that were called takes the thread back and restores the caller's mask.
  std::uint32_t ret() {
    const auto address = dword(0);
    const auto mask = dword(1);
    if (!address || !mask) return next();
    const std::uint32_t target = find(*address - thread_.ip_base);
    if (machine_.fault) return next();
    const std::uint32_t returning = taken_ & thread_.running;
    if (returning == 0) return next();
    park(returning, target);
    thread_.call_mask &= ~returning;
    if (thread_.call_mask != 0 || thread_.running != 0) return next();
    thread_.call_mask = *mask;
    return target;
  }

  // Gen6: multiple program flow on for the channels of the dispatch mask or vector mask, or off where source 0 is null
  // (8.3.17).
  std::uint32_t fork() {
    const isa::Operand& source = instruction_.src[0];
    if (source.is_null()) {
      thread_.control[0] |= isa::cr0::kSingleProgramFlow;
      return next();
    }
    thread_.control[0] &= ~isa::cr0::kSingleProgramFlow;
    // sr0.2 or sr0.3, of sixteen channels the low word or the high one.
    const std::uint32_t half = static_cast<std::uint32_t>(low_mask(op_.lanes.count)) << (source.subnr % 4U) * 8;
    const std::uint32_t chosen = (source.subnr / 4U == 3 ? thread_.state[3] : thread_.state[2]) & half;
    // The vector mask may have channels that the dispatch mask has not.
    thread_.dispatched |= chosen;
    thread_.running = thread_.dispatched;
    const std::uint32_t going =
        chosen & (op_.predicated ? std::rotl(machine_.predicate(op_), op_.channel_offset) : ~0U);
    return leave(thread_.running & ~going, op_.jip, op_.jip);
  }

  // Single program flow: no channel has an IP of its own; the first channel's condition moves the thread.
  std::uint32_t single_flow() {
    const bool condition =
        op_.compare != nullptr ? (compare(1) & 1) != 0 : !op_.predicated || (machine_.predicate(op_) & 1) != 0;
    switch (instruction_.opcode) {
      case Opcode::if_:
      case Opcode::case_: return condition ? next() : op_.jip;
      case Opcode::else_: return op_.jip;
      case Opcode::while_: return condition ? op_.jip : next();
      case Opcode::break_:
      case Opcode::cont:
      case Opcode::halt: return condition ? op_.uip : next();
      case Opcode::goto_: return condition == instruction_.branch_control ? op_.uip : next();
      case Opcode::brd: return condition ? distance(0, op_.jip) : next();
      case Opcode::brc: return condition ? distance(1, op_.uip) : next();
      case Opcode::call:
      case Opcode::calla: taken_ = condition ? thread_.running : 0; return call();
      case Opcode::ret: {
        const auto address = dword(0);
        const auto mask = dword(1);
        if (!condition || !address || !mask) return next();
        thread_.call_mask = *mask;
        return find(*address - thread_.ip_base);
      }
      case Opcode::fork: return fork();
      default: return next();
    }
  }

  // Scalar: the thread goes, and with it the channels that run.
  std::uint32_t jump() {
    thread_.lane_operations += 1;
    if (op_.predicated && (machine_.predicate(op_) & 1) == 0) return next();
    if (op_.sources == 0) return op_.jip;
    const auto value = dword(0);
    if (!value) return next();
    const unsigned unit = machine_.program.gen->branch_unit;
    return find(op_.ip + bytes_of(instruction_) + *value * unit);
  }

  Machine& machine_;
  Thread& thread_;
  const DecodedOp& op_;
  const isa::Instruction& instruction_;
  std::uint32_t enabled_ = 0;
  std::uint32_t taken_ = 0;
};

}  // namespace

std::uint32_t execute_flow(Machine& machine, const DecodedOp& op) { return Flow(machine, op).run(); }

}  // namespace eugene::eu
