#include "checks/private_layout.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <utility>

#include "eu/analysis/register_use.h"
#include "eu/prepare/element_place.h"
#include "eu/prepare/prepared_op.h"
#include "eu/register_file.h"
#include "isa/message/access.h"
#include "isa/message/message.h"
#include "isa/message/registers.h"
#include "isa/program.h"

namespace eugene::checks {
namespace {

using eu::PreparedOp;
using eu::SourcePlan;
using isa::Opcode;

constexpr std::size_t kMaxInstructions = 50'000;  // a bound on the cost of the analysis
constexpr unsigned kMaxRounds = 100;              // the same
constexpr std::uint32_t kThreadMask = 0x1FF;      // of r0.5: the number of the thread among all of the device

// Registers of IGC's calling convention, of 128: r125 has the frame pointer and the stack pointer, and the upper ones
// keep their contents over a call.
constexpr std::size_t kStackRegister = std::size_t{eu::kGrfCount - 3} * eu::kGrfBytes;
constexpr std::size_t kStackPointer = kStackRegister + 24;
constexpr std::size_t kFirstKept = std::size_t{60} * eu::kGrfBytes;
constexpr std::uint64_t kThreadNumber = 5 * sizeof(std::uint32_t);  // r0.5

struct Value {
  enum class Kind : std::uint8_t {
    number,
    header,   // r0.5
    thread,   // the thread's number
    partial,  // P or T, and a number
    address,  // P + T and a number
  };
  Kind kind = Kind::number;
  bool has_base = false;  // partial: P; else T
  std::uint64_t number = 0;
  bool operator==(const Value&) const = default;
};
using Kind = Value::Kind;
using Known = std::optional<Value>;

// Values of general registers, by the offset of an element in the Thread.
class Registers {
 public:
  Known read(std::size_t at, unsigned bytes) const {
    const auto found = elements_.find(at);
    if (found == elements_.end()) return std::nullopt;
    const auto& [held, value] = found->second;
    // Addresses of 64 bits may be put together from halves.
    return held == bytes || (bytes >= kDword && held >= kDword) ? std::optional(value) : std::nullopt;
  }
  void forget(std::size_t begin, std::size_t end) {
    auto at = elements_.lower_bound(begin - std::min(begin, kWidest));
    while (at != elements_.end() && at->first < end)
      at = at->first + at->second.first > begin ? elements_.erase(at) : std::next(at);
  }
  void write(std::size_t at, unsigned bytes, const Known& value) {
    forget(at, at + bytes);
    if (value) elements_.emplace(at, std::pair(bytes, *value));
  }
  // Keeps only what `other` has too. False: it has all of it.
  bool meet(const Registers& other) {
    return std::erase_if(elements_, [&](const auto& each) {
             const auto found = other.elements_.find(each.first);
             return found == other.elements_.end() || found->second != each.second;
           }) != 0;
  }

 private:
  static constexpr unsigned kDword = 4;
  static constexpr std::size_t kWidest = 8;
  std::map<std::size_t, std::pair<unsigned, Value>> elements_;
};

Known add(const Value& a, const Value& b) {
  const std::uint64_t number = a.number + b.number;
  if (b.kind == Kind::number && a.kind != Kind::header && a.kind != Kind::thread)
    return Value{.kind = a.kind, .has_base = a.has_base, .number = number};
  if (a.kind == Kind::number) return b.kind == Kind::number ? std::nullopt : add(b, a);
  if (a.kind == Kind::partial && b.kind == Kind::partial && a.has_base != b.has_base)
    return Value{.kind = Kind::address, .number = number};
  return std::nullopt;
}

Known multiply(const Value& a, const Value& b) {
  if (a.kind == Kind::number && b.kind == Kind::number) return Value{.number = a.number * b.number};
  if (a.kind == Kind::thread && b.kind == Kind::number) return Value{.kind = Kind::partial};
  return a.kind == Kind::number && b.kind == Kind::thread ? multiply(b, a) : std::nullopt;
}

Known result(Opcode opcode, const std::array<Known, 2>& of, unsigned sources) {
  if (!of[0] || (sources > 1 && !of[1])) return std::nullopt;
  constexpr std::uint64_t kMaxShift = 31;
  switch (opcode) {
    case Opcode::mov: return of[0];
    case Opcode::add:
    case Opcode::addc: return add(*of[0], *of[1]);
    case Opcode::mul: return multiply(*of[0], *of[1]);
    case Opcode::shl:
      if (of[1]->kind != Kind::number || of[1]->number > kMaxShift) return std::nullopt;
      return multiply(*of[0], Value{.number = std::uint64_t{1} << of[1]->number});
    case Opcode::and_:
      if (of[0]->kind == Kind::header && of[1]->number == kThreadMask) return Value{.kind = Kind::thread};
      return std::nullopt;
    default: return std::nullopt;
  }
}

bool is_alu(const PreparedOp& op) { return op.action == isa::Action::alu; }

// A lane of an immediate, as the instruction computes with it.
Known constant(const PreparedOp& op, const SourcePlan& plan, unsigned lane) {
  const auto number = [&](auto value) {
    std::memcpy(&value, plan.constant + lane * sizeof value, sizeof value);
    return Value{.number = static_cast<std::uint64_t>(static_cast<std::int64_t>(value))};
  };
  switch (op.exec) {
    case eu::Exec::u16: return number(std::uint16_t{});
    case eu::Exec::i32: return number(std::int32_t{});
    case eu::Exec::u32: return number(std::uint32_t{});
    case eu::Exec::i64: return number(std::int64_t{});
    case eu::Exec::u64: return number(std::uint64_t{});
    default: return std::nullopt;
  }
}

Known element(const Registers& registers, const PreparedOp& op, const SourcePlan& plan, unsigned lane) {
  if (plan.kind == SourcePlan::Kind::constant) return constant(op, plan, lane);
  if (plan.modifier || (plan.kind != SourcePlan::Kind::direct && plan.kind != SourcePlan::Kind::load))
    return std::nullopt;
  return registers.read(eu::element_place(plan, lane), plan.element_bytes);
}

class Analysis {
 public:
  Analysis(const eu::Kernel& kernel, const PrivatePointer& pointer)
      : kernel_(kernel), ops_(kernel.prepared().ops), use_(kernel.program()), before_(ops_.size() + 1) {
    Registers start;
    start.write(kThreadNumber, sizeof(std::uint32_t), Value{.kind = Kind::header});
    start.write(pointer.place, pointer.bytes, Value{.kind = Kind::partial, .has_base = true});
    layout_.accesses.resize(ops_.size());
    find_blocks();
    before_[0] = start;
    Registers function;
    for (const unsigned bytes : {4U, 8U}) {
      if (bytes == pointer.bytes) function.write(kStackPointer, bytes, Value{.kind = Kind::address});
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

  // Executes a block, and hands what is known at its end on to those that follow. `notes`: for the last time. True: a
  // block has learned that something is not known.
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
    Known_state& to = before_[std::min<std::size_t>(index, ops_.size())];
    if (to) return to->meet(now_);
    to = now_;
    return true;
  }

  void execute(const PreparedOp& op, bool notes) {
    if (op.action == isa::Action::send && notes) note_access(op);
    const isa::Instruction& instruction = kernel_.program().instructions[op.index];
    const bool is_plain = is_alu(op) && op.destination.kind == eu::DestinationPlan::Kind::direct && !op.predicated &&
                          !instruction.saturate && !op.alu.scatters && !op.alu.refreshes;
    std::vector<Known> results;
    bool is_definition = is_plain && op.lanes.count > 1;
    for (unsigned lane = 0; is_plain && lane != op.lanes.count; ++lane) {
      std::array<Known, 2> of;
      for (unsigned i = 0; i != std::min<unsigned>(op.sources, 2); ++i) of[i] = element(now_, op, op.source[i], lane);
      results.push_back(op.sources > 2 ? std::nullopt : result(instruction.opcode, of, op.sources));
    }
    is_definition = is_definition && notes && is_address(results) && !is_derived(op);
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
    if (is_definition) define(op, results);
    if (notes && is_plain && results.size() == 1) note_stack(op, results[0]);
  }

  // Whether all are addresses, each as far from the one before.
  static bool is_address(const std::vector<Known>& values) {
    if (!std::ranges::all_of(values, [](const Known& each) { return each && each->kind == Kind::address; }))
      return false;
    const std::uint64_t step = values[1]->number - values[0]->number;
    for (std::size_t i = 1; i != values.size(); ++i) {
      if (values[i]->number - values[i - 1]->number != step) return false;
    }
    return step != 0 && static_cast<std::int64_t>(step) > 0;
  }

  // Whether a source is such an address already.
  bool is_derived(const PreparedOp& op) const {
    for (unsigned i = 0; i != std::min<unsigned>(op.sources, 2); ++i) {
      const Known first = element(now_, op, op.source[i], 0), second = element(now_, op, op.source[i], 1);
      if (first && second && first->kind == Kind::address && *first != *second) return true;
    }
    return false;
  }

  PrivateFrame& frame_of(std::uint32_t index) {
    return *std::ranges::find_if(layout_.frames,
                                 [&](const PrivateFrame& each) { return each.first <= index && index < each.end; });
  }

  void define(const PreparedOp& op, const std::vector<Known>& addresses) {
    const std::uint64_t bytes = addresses[1]->number - addresses[0]->number;
    const std::uint64_t begin = addresses[0]->number - op.channel_offset * bytes;
    const unsigned channels = op.channel_offset + op.lanes.count;
    auto& variables = frame_of(op.index).variables;
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

  // The stack pointer is behind the frame after the prologue, and at its beginning before and afterwards.
  void note_stack(const PreparedOp& op, const Known& value) {
    if (op.destination.offset != kStackPointer || !value || value->kind != Kind::address || value->number == 0) return;
    PrivateFrame& frame = frame_of(op.index);
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
    const Known first = at(0), second = at(1);
    if (!first || !second || first->kind != Kind::address || second->kind != Kind::address) return;
    const std::uint64_t stride = second->number - first->number;
    layout_.accesses[op.index] = {.begin = first->number - op.channel_offset * stride, .stride = stride};
  }

  std::optional<PrivateLayout> finish() {
    bool has_any = false;
    for (PrivateFrame& frame : layout_.frames) {
      std::ranges::sort(frame.variables, {}, &PrivateVariable::begin);
      has_any = has_any || !frame.variables.empty();
    }
    return has_any ? std::optional(std::move(layout_)) : std::nullopt;
  }

  using Known_state = std::optional<Registers>;
  const eu::Kernel& kernel_;
  const std::vector<PreparedOp>& ops_;
  eu::RegisterUse use_;
  std::set<std::uint32_t> blocks_, entries_;  // first instructions
  std::vector<Known_state> before_;           // of blocks
  Registers now_;
  PrivateLayout layout_;
};

}  // namespace

const PrivateFrame* PrivateLayout::frame_of(std::size_t instruction) const {
  const auto found = std::ranges::find_if(
      frames, [&](const PrivateFrame& each) { return each.first <= instruction && instruction < each.end; });
  return found == frames.end() ? nullptr : &*found;
}

std::optional<PrivateLayout> private_layout(const eu::Kernel& kernel, const PrivatePointer& pointer) {
  const auto& ops = kernel.prepared().ops;
  const bool is_open = std::ranges::any_of(ops, [&](const PreparedOp& op) {
    return op.flow.target_in_register && kernel.program().instructions[op.index].opcode != Opcode::ret;
  });
  if (ops.empty() || ops.size() > kMaxInstructions || is_open || kernel.program().is_visa) return std::nullopt;
  return Analysis(kernel, pointer).run();
}

}  // namespace eugene::checks
