#include "check/memory/private_layout.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "check/memory/private_values.h"
#include "eu/analysis/register_use.h"
#include "eu/prepare/element_place.h"
#include "eu/prepared_op.h"
#include "eu/register_file.h"
#include "isa/message/access.h"
#include "isa/message/message.h"
#include "isa/message/registers.h"
#include "isa/program.h"

namespace eugene::check {
namespace {

using eu::PreparedOp;
using isa::Opcode;
using Kind = PrivateValue::Kind;

constexpr std::size_t kMaxInstructions = 50'000;  // a bound on the cost of the analysis
constexpr unsigned kMaxRounds = 100;              // also a bound on the cost of the analysis

// Registers of IGC's calling convention, in a file of 128: r125 holds the frame pointer and the stack pointer, and a
// call preserves the registers from kFirstKept on.
constexpr std::size_t kStackRegister = std::size_t{eu::kGrfCount - 3} * eu::kGrfBytes;
constexpr std::size_t kStackPointer = kStackRegister + 24;
constexpr std::size_t kFirstKept = std::size_t{60} * eu::kGrfBytes;
constexpr std::uint64_t kThreadNumber = 5 * sizeof(std::uint32_t);  // r0.5

bool is_alu(const PreparedOp& op) { return op.action == isa::Action::alu; }

// Returns true if the values are the addresses of a variable, or of an element of one, in two channels.
bool are_private(const MaybePrivate& first, const MaybePrivate& second) {
  return first && second && first->kind == second->kind && *first != *second &&
         (first->kind == Kind::address || first->kind == Kind::element);
}

class Analysis {
 public:
  Analysis(const eu::Kernel& kernel, const PrivatePointer& pointer)
      : kernel_(kernel), ops_(kernel.prepared().ops), use_(kernel.program()), before_(ops_.size() + 1) {
    PrivateRegisters start;
    start.write(kThreadNumber, sizeof(std::uint32_t), PrivateValue{.kind = Kind::header});
    start.write(pointer.place, pointer.bytes, PrivateValue{.kind = Kind::partial, .has_pointer = true});
    layout_.accesses.resize(ops_.size());
    layout_.indexed.resize(ops_.size());
    find_blocks();
    before_[0] = start;
    PrivateRegisters function;
    for (const unsigned bytes : {4U, 8U}) {
      if (bytes == pointer.bytes) function.write(kStackPointer, bytes, PrivateValue{.kind = Kind::address});
    }
    for (const std::uint32_t entry : entries_) before_[entry] = function;
  }

  std::optional<PrivateLayout> run() {
    bool changes = true;
    for (unsigned round = 0; changes; ++round) {
      if (round == kMaxRounds) return std::nullopt;
      changes = false;
      for_each_block([&](std::uint32_t first) { changes |= follow(first, false); });
    }
    add_frame(0);
    for (const std::uint32_t entry : entries_) add_frame(entry);
    for_each_block([&](std::uint32_t first) { follow(first, true); });
    return finish();
  }

 private:
  template <class Function>
  void for_each_block(Function visit) {
    for (const std::uint32_t first : blocks_) {
      if (first < ops_.size() && before_[first]) visit(first);
    }
  }

  void find_blocks() {
    blocks_.insert(0);
    for (const PreparedOp& op : ops_) {
      if (op.action != isa::Action::jump && op.action != isa::Action::branch) continue;
      const bool calls = kernel_.program().instructions[op.index].opcode == Opcode::call;
      if (calls && !op.flow.target_in_register) entries_.insert(op.flow.target());
      blocks_.insert({op.index + 1, op.flow.jip, op.flow.uip});
    }
    entries_.erase(static_cast<std::uint32_t>(ops_.size()));
    blocks_.insert(entries_.begin(), entries_.end());
  }

  void add_frame(std::uint32_t first) {
    const auto next = entries_.upper_bound(first);
    layout_.frames.push_back({.first = first,
                              .end = next == entries_.end() ? static_cast<std::uint32_t>(ops_.size()) : *next,
                              .has_stack = first != 0,
                              .bytes = {},
                              .variables = {}});
  }

  // Executes a block, and passes the values at its end to the blocks that follow. `notes`: collects the layout too.
  // Returns true if a following block knows less than before.
  bool follow(std::uint32_t first, bool notes) {
    now_ = *before_[first];
    bool changes = false;
    for (std::uint32_t index = first; index < ops_.size(); ++index) {
      const PreparedOp& op = ops_[index];
      execute(op, notes);
      const isa::Instruction& instruction = kernel_.program().instructions[index];
      if (op.action == isa::Action::send && instruction.send.eot) return changes;
      const bool leaves = op.action == isa::Action::jump || op.action == isa::Action::branch;
      if (leaves) {
        if (instruction.opcode == Opcode::ret) return changes;
        if (instruction.opcode == Opcode::call) {
          now_.forget(0, kFirstKept);
        } else {
          changes |= move_to(op.flow.jip) | move_to(op.flow.uip);
        }
      }
      if (blocks_.contains(index + 1)) return changes | move_to(index + 1);
    }
    return changes;
  }

  bool move_to(std::uint32_t index) {
    State& to = before_[std::min<std::size_t>(index, ops_.size())];
    if (to) return to->meet(now_);
    to = now_;
    return true;
  }

  void execute(const PreparedOp& op, bool notes) {
    if (op.action == isa::Action::send && notes) note_access(op);
    const isa::Instruction& instruction = kernel_.program().instructions[op.index];
    const bool is_plain = is_alu(op) && op.destination.kind == eu::DestinationPlan::Kind::direct && !op.predicated &&
                          !instruction.saturate && !op.alu.scatters && !op.alu.refreshes;
    std::vector<MaybePrivate> results;
    for (unsigned lane = 0; is_plain && lane != op.lanes.count; ++lane) results.push_back(result(op, lane));
    const bool is_definition = results.size() > 1 && is_address(results) && variable_source(op) == nullptr;
    for (const auto& part : use_.changed(op)) {
      const std::size_t cell = eu::offset_of_cell(part.cell);
      for (unsigned byte = 0; byte != eu::kGrfBytes; ++byte) {
        if ((part.bytes >> byte & 1U) != 0) now_.forget(cell + byte, cell + byte + 1);
      }
    }
    for (unsigned lane = 0; lane != results.size(); ++lane) {
      const std::size_t at = eu::element_place(op.destination, lane);
      if (at < std::size_t{eu::kGrfCount} * eu::kGrfBytes) now_.write(at, op.destination.element_bytes, results[lane]);
    }
    if (is_definition && notes) define(op, results);
    if (notes && is_plain && results.size() == 1) note_stack(op, results[0]);
  }

  // Returns true if all values are addresses, at equal distances.
  static bool is_address(const std::vector<MaybePrivate>& values) {
    if (!std::ranges::all_of(values, [](const MaybePrivate& each) { return each && each->kind == Kind::address; }))
      return false;
    const std::uint64_t step = values[1]->number - values[0]->number;
    for (std::size_t i = 1; i != values.size(); ++i) {
      if (values[i]->number - values[i - 1]->number != step) return false;
    }
    return step != 0 && static_cast<std::int64_t>(step) > 0;
  }

  // Returns the source of `op` that already holds addresses of a variable; null if there is none.
  const eu::SourcePlan* variable_source(const PreparedOp& op) const {
    for (unsigned i = 0; op.lanes.count > 1 && i != std::min<unsigned>(op.sources, 2); ++i) {
      if (are_private(value(op, i, 0), value(op, i, 1))) return &op.source[i];
    }
    return nullptr;
  }

  MaybePrivate value(const PreparedOp& op, unsigned source, unsigned lane) const {
    return source_value(now_, op, op.source[source], lane);
  }

  MaybePrivate result(const PreparedOp& op, unsigned lane) const {
    if (op.sources > 2) return std::nullopt;
    std::array<MaybePrivate, 2> of;
    for (unsigned i = 0; i != op.sources; ++i) of[i] = value(op, i, lane);
    const Opcode opcode = kernel_.program().instructions[op.index].opcode;
    MaybePrivate found = private_result(opcode, of, op.sources);
    const eu::SourcePlan* const variable = variable_source(op);
    if (variable == nullptr) return found && found->kind == Kind::element ? std::nullopt : found;
    if (found && found->kind == Kind::address && opcode != Opcode::mov) {
      const MaybePrivate from = source_value(now_, op, *variable, lane);
      if (from) found->variable = from->variable.value_or(from->number);
    }
    return found;
  }

  PrivateFrame& find_frame(std::uint32_t index) {
    return *std::ranges::find_if(layout_.frames,
                                 [&](const PrivateFrame& each) { return each.first <= index && index < each.end; });
  }

  void define(const PreparedOp& op, const std::vector<MaybePrivate>& addresses) {
    const std::uint64_t bytes = addresses[1]->number - addresses[0]->number;
    const std::uint64_t begin = addresses[0]->number - op.channel_offset * bytes;
    const unsigned channels = op.channel_offset + op.lanes.count;
    auto& variables = find_frame(op.index).variables;
    const auto known = std::ranges::find_if(
        variables, [&](const PrivateVariable& each) { return each.begin == begin && each.bytes == bytes; });
    if (known != variables.end()) {
      known->channels = std::max(known->channels, channels);
      return;
    }
    variables.push_back({.begin = begin,
                         .bytes = bytes,
                         .channels = channels,
                         .instruction = op.index,
                         .place = eu::element_place(op.destination, 0)});
  }

  // The stack pointer is at the end of the frame after the prologue, and at its beginning before and afterwards.
  void note_stack(const PreparedOp& op, const MaybePrivate& value) {
    if (op.destination.offset != kStackPointer || !value || value->kind != Kind::address || value->number == 0) return;
    PrivateFrame& frame = find_frame(op.index);
    frame.has_stack = true;
    frame.bytes = std::max(frame.bytes.value_or(0), value->number);
  }

  void note_access(const PreparedOp& op) {
    const isa::Instruction& instruction = kernel_.program().instructions[op.index];
    const isa::SendFields& send = instruction.send;
    if (send.descriptor_in_a0 || send.function_in_a0() || instruction.src[0].is_null()) return;
    const auto message =
        isa::decode_message(*kernel_.program().gen, send.sfid, send.descriptor, send.extended_descriptor);
    const auto access = message ? isa::channel_access(message->body) : std::nullopt;
    if (!access || message->header || access->scale != 1) return;
    const auto at = [&](unsigned lane) {
      return now_.read(std::size_t{instruction.src[0].nr} * eu::kGrfBytes + std::size_t{lane} * access->address_bytes(),
                       access->address_bytes());
    };
    const MaybePrivate first = at(0), second = at(1);
    if (!first || !second) return;
    const auto range = [&](std::uint64_t of_first, std::uint64_t of_second) {
      const std::uint64_t stride = of_second - of_first;
      return PrivateAccess{.begin = of_first - op.channel_offset * stride, .stride = stride};
    };
    if (first->kind == Kind::address && second->kind == Kind::address)
      layout_.accesses[op.index] = range(first->number, second->number);
    if (first->variable && second->variable) layout_.indexed[op.index] = range(*first->variable, *second->variable);
  }

  std::optional<PrivateLayout> finish() {
    bool has_any = false;
    for (PrivateFrame& frame : layout_.frames) {
      std::ranges::sort(frame.variables, {}, &PrivateVariable::begin);
      has_any = has_any || !frame.variables.empty();
    }
    return has_any ? std::optional(std::move(layout_)) : std::nullopt;
  }

  using State = std::optional<PrivateRegisters>;
  const eu::Kernel& kernel_;
  const std::vector<PreparedOp>& ops_;
  eu::RegisterUse use_;
  std::set<std::uint32_t> blocks_, entries_;  // first instructions
  std::vector<State> before_;                 // known values at the beginning of each block
  PrivateRegisters now_;
  PrivateLayout layout_;
};

}  // namespace

const PrivateFrame* PrivateLayout::frame_at(std::size_t instruction) const {
  const auto found = std::ranges::find_if(
      frames, [&](const PrivateFrame& each) { return each.first <= instruction && instruction < each.end; });
  return found == frames.end() ? nullptr : &*found;
}

const PrivateVariable* PrivateLayout::variable_at(std::size_t instruction) const {
  const PrivateFrame* const frame = frame_at(instruction);
  if (frame == nullptr || instruction >= indexed.size() || !indexed[instruction]) return nullptr;
  const PrivateAccess& at = *indexed[instruction];
  const auto found = std::ranges::find_if(
      frame->variables, [&](const PrivateVariable& each) { return each.begin == at.begin && each.bytes == at.stride; });
  return found == frame->variables.end() ? nullptr : &*found;
}

std::optional<PrivateLayout> private_layout(const eu::Kernel& kernel, const PrivatePointer& pointer) {
  const auto& ops = kernel.prepared().ops;
  const bool is_open = std::ranges::any_of(ops, [&](const PreparedOp& op) {
    return op.flow.target_in_register && kernel.program().instructions[op.index].opcode != Opcode::ret;
  });
  if (ops.empty() || ops.size() > kMaxInstructions || is_open || kernel.program().is_visa) return std::nullopt;
  return Analysis(kernel, pointer).run();
}

}  // namespace eugene::check
