#include "eu/initial_reads.h"

#include <algorithm>
#include <bit>
#include <bitset>

#include "eu/decoded_op.h"
#include "isa/message_access.h"
#include "isa/message_registers.h"
#include "isa/program.h"

namespace eugene::eu {

namespace {

constexpr std::size_t kBytes = std::size_t{kCellCount} * kGrfBytes;
constexpr unsigned kFirstMrf = offsetof(Thread, mrf) / kGrfBytes;
constexpr unsigned kFirstAccumulator = offsetof(Thread, acc) / kGrfBytes;

// Is what follows `op` what is executed next, with the same channels?
bool goes_straight_on(const DecodedOp& op) {
  if (op.has_breakpoint || op.action == Action::branch || op.action == Action::jump || op.action == Action::fault)
    return false;
  return !(op.destination.acts && op.destination.offset >= offsetof(Thread, ip_register));
}

// Walks a program in order; `is_whole` says that all channels of its instructions have been dispatched.
class Walk {
 public:
  Walk(const isa::Program& program, const DecodedProgram& decoded, bool is_whole)
      : program_(program), decoded_(decoded), is_whole_(is_whole) {}

  InitialCells run() {
    std::size_t index = 0;
    // All of this is executed before anything else is, and all channels take part.
    for (; index < decoded_.ops.size() && goes_straight_on(decoded_.ops[index]); ++index) {
      read(decoded_.ops[index]);
      write(decoded_.ops[index]);
    }
    for (; index < decoded_.ops.size(); ++index) read(decoded_.ops[index]);
    for (const DecodedOp& op : decoded_.ops) change(op);
    return {.seen = ranges(seen_), .changed = ranges(seen_ & changed_)};
  }

 private:
  template <class Plan>
  static std::size_t place(const Plan& plan, unsigned i) {
    const int offset = plan.offsets != nullptr ? (*plan.offsets)[i] : plan.stride * static_cast<int>(i);
    return static_cast<std::size_t>(plan.offset + offset);
  }

  void see(std::size_t begin, std::size_t bytes) {
    for (std::size_t i = begin; i < begin + bytes && i < kBytes; ++i)
      if (!written_[i]) seen_.set(i);
  }
  void see_cells(std::size_t first, std::size_t count) { see(first * kGrfBytes, count * kGrfBytes); }

  void read(const DecodedOp& op) {
    if (op.action == Action::send) return read_payload(program_.instructions[op.index]);
    for (unsigned i = 0; i < op.sources; ++i) read(op.source[i]);
    if (op.scatters) read(op.source[1]);
  }

  void read(const SourcePlan& plan) {
    switch (plan.kind) {
      case SourcePlan::Kind::absent:
      case SourcePlan::Kind::constant: return;
      case SourcePlan::Kind::direct:
      case SourcePlan::Kind::load:
        for (unsigned i = 0; i < plan.lanes.count; ++i) see(place(plan, i), plan.element_bytes);
        return;
      case SourcePlan::Kind::indirect:
      case SourcePlan::Kind::rows: return see_cells(0, kGrfCount);
      case SourcePlan::Kind::accumulator: return see_cells(kFirstAccumulator, kCellCount - kFirstAccumulator);
    }
  }

  void read_payload(const isa::Instruction& instruction) {
    const isa::SendFields& send = instruction.send;
    const isa::MessageRegisters registers = isa::message_registers(instruction);
    read_message(instruction.src[0], send.descriptor_in_a0 ? kGrfCount : registers.payload);
    const bool is_split = instruction.row().format == isa::Format::split_send;
    if (is_split)
      read_message(instruction.src[1], send.extended_descriptor_in_a0 ? kGrfCount : registers.extended_payload);
  }

  void read_message(const isa::Operand& operand, unsigned count) {
    if (operand.is_null()) return;
    const unsigned file = operand.is_mrf() ? kFirstMrf : 0;
    const unsigned registers = operand.is_mrf() ? kMrfCount : kGrfCount;
    const unsigned first = operand.indirect ? 0U : operand.nr;
    if (operand.indirect) count = registers;
    if (first < registers) see_cells(file + first, std::min(count, registers - first));
  }

  // What is not surely written does not count.
  void write(const DecodedOp& op) {
    if ((op.predicated && op.action != Action::select) || !(op.no_mask || is_whole_)) return;
    if ((op.write_mask & op.all) != op.all || op.scatters) return;
    if (op.action == Action::send) return write_answer(program_.instructions[op.index]);
    const bool computes = op.action == Action::alu || op.action == Action::compare || op.action == Action::select ||
                          op.action == Action::select_compare;
    if (!computes || op.destination.kind != DestinationPlan::Kind::direct) return;
    for (unsigned i = 0; i < op.lanes.count; ++i)
      mark(written_, place(op.destination, i), op.destination.element_bytes);
  }

  // Reads of memory answer every channel.
  void write_answer(const isa::Instruction& instruction) {
    const isa::SendFields& send = instruction.send;
    const isa::Operand& to = instruction.dst;
    if (to.is_null() || to.indirect || !to.is_grf() || send.descriptor_in_a0 || send.header_present()) return;
    const auto message = isa::decode_message(*program_.gen, send.sfid, send.descriptor, 0);
    if (!message) return;
    const auto access = isa::channel_access(message->body);
    if (!access || !access->reads || access->lanes != instruction.exec_size) return;
    const unsigned registers = send.response_length();
    if (access->lanes * access->slot() * access->parts() != registers * kGrfBytes) return;
    mark(written_, to.nr * kGrfBytes, registers * kGrfBytes);
  }

  // What may be written.
  void change(const DecodedOp& op) {
    const isa::Instruction& instruction = program_.instructions[op.index];
    if (op.action == Action::send) {
      if (instruction.dst.is_null()) return;
      if (instruction.dst.indirect || instruction.send.descriptor_in_a0) return mark(changed_, 0, kBytes);
      const unsigned first = (instruction.dst.is_mrf() ? kFirstMrf : 0U) + instruction.dst.nr;
      return mark(changed_, first * kGrfBytes, isa::message_registers(instruction).response * kGrfBytes);
    }
    switch (op.destination.kind) {
      case DestinationPlan::Kind::none: break;
      case DestinationPlan::Kind::direct: mark(changed_, op.destination.offset, op.destination.reach); break;
      case DestinationPlan::Kind::indirect: return mark(changed_, 0, kBytes);
      case DestinationPlan::Kind::accumulator: break;
    }
    if (op.second != nullptr) mark(changed_, 0, kFirstMrf * kGrfBytes);
    const bool accumulates =
        op.accumulates || op.early_out || op.destination.kind == DestinationPlan::Kind::accumulator;
    if (accumulates || instruction.dst.is_arf(isa::Arf::acc))
      mark(changed_, kFirstAccumulator * kGrfBytes, kBytes - kFirstAccumulator * kGrfBytes);
  }

  using Bytes = std::bitset<kBytes>;

  static void mark(Bytes& bytes, std::size_t begin, std::size_t count) {
    for (std::size_t i = begin; i < begin + count && i < kBytes; ++i) bytes.set(i);
  }

  static std::vector<CellRange> ranges(const Bytes& bytes) {
    std::vector<CellRange> found;
    for (std::uint16_t cell = 0; cell < kCellCount; ++cell) {
      bool is_in = false;
      for (unsigned i = 0; i < kGrfBytes; ++i) is_in |= bytes[cell * kGrfBytes + i];
      if (!is_in) continue;
      if (found.empty() || found.back().end != cell) found.push_back({cell, cell});
      ++found.back().end;
    }
    return found;
  }

  const isa::Program& program_;
  const DecodedProgram& decoded_;
  bool is_whole_;
  Bytes written_;
  Bytes seen_;
  Bytes changed_;
};

}  // namespace

InitialReads find_initial_reads(const isa::Program& program, const DecodedProgram& decoded) {
  InitialReads reads;
  for (const DecodedOp& op : decoded.ops) {
    if (!goes_straight_on(op)) break;
    if (!op.no_mask) reads.channels |= std::rotl(op.all, op.channel_offset);
  }
  reads.whole = Walk(program, decoded, true).run();
  reads.partial = Walk(program, decoded, false).run();
  return reads;
}

}  // namespace eugene::eu
