#include "eu/analysis/defined_values.h"

#include <algorithm>
#include <variant>

#include "eu/analysis/divergence.h"
#include "eu/analysis/register_use.h"
#include "eu/register_file.h"
#include "isa/message/access.h"
#include "isa/message/message.h"
#include "isa/message/registers.h"
#include "isa/registers_used.h"

namespace eugene::eu {
namespace {

constexpr std::uint32_t kAllUnits = ~0U;
constexpr std::size_t kMax = 20'000;  // max instructions: bounds the cost of the analysis

std::uint32_t make_mask(unsigned unit, unsigned count) {
  return static_cast<std::uint32_t>(((std::uint64_t{1} << count) - 1) << unit);
}

struct CellUnits {
  unsigned cell = 0;
  unsigned unit = 0;
  unsigned units = 0;
};

// Returns nothing for a register that the analysis does not follow.
std::optional<CellUnits> find_place(std::uint32_t offset, unsigned bytes) {
  constexpr std::uint32_t kFlags = offsetof(Thread, flag);
  if (offset >= kFlags && offset + bytes <= kFlags + sizeof(Thread::flag)) {
    const std::uint32_t at = offset - kFlags;
    if (at / 4 != (at + bytes - 1) / 4) return std::nullopt;
    return CellUnits{DefinedCells::kFirstFlag + at / 4, at % 4 * 8, bytes * 8};
  }
  const auto cell = cell_at(offset);
  if (!cell || *cell >= kCellCount || offset % kGrfBytes + bytes > kGrfBytes) return std::nullopt;
  return CellUnits{*cell, offset % static_cast<unsigned>(kGrfBytes), bytes};
}

template <class Plan>
std::uint32_t offset_at(const Plan& plan, unsigned lane) {
  const int ahead = plan.offsets != nullptr ? (*plan.offsets)[lane] : plan.stride * static_cast<int>(lane);
  return plan.offset + static_cast<std::uint32_t>(ahead);
}

// True if the plan of the destination does not show all registers that `op` writes, or if `op` reads a register whose
// value is made when it is read.
bool is_odd(const PreparedOp& op) {
  return op.alu.scatters || op.alu.refreshes || op.alu.second != nullptr || op.alu.early_out ||
         op.destination.kind == DestinationPlan::Kind::indirect;
}

}  // namespace

DefinedValues::DefinedValues(const Kernel& kernel, const DefinedAtStart& start)
    : kernel_(kernel),
      start_(start),
      divergent_(divergent_instructions(kernel.prepared())),
      before_(kernel.prepared().ops.size() + 1) {
  const PreparedProgram& prepared = kernel.prepared();
  const bool is_open = prepared.ops.empty() || prepared.ops.size() > kMax || prepared.joins_anywhere ||
                       kernel.program().is_visa || std::ranges::any_of(prepared.ops, [](const PreparedOp& op) {
                         return op.has_breakpoint || moves_thread(op.destination) || op.action == Action::systolic;
                       });
  if (!is_open) flow();
}

void DefinedValues::flow() {
  DefinedCells start;
  for (unsigned i = 0; i != DefinedCells::kCount; ++i) {
    if (i < start_.registers || i >= kGrfCount) start.cells[i].always = kAllUnits;
  }
  before_[0] = start;
  do {
    has_changed_ = false;
    for (const PreparedOp& op : kernel_.prepared().ops) {
      if (!before_[op.index]) continue;
      now_ = *before_[op.index];
      execute(op);
      has_changed_ |= move_to(op.index + 1, now_);
      if (op.action != Action::branch && op.action != Action::jump) continue;
      has_changed_ |= move_to(op.flow.jip, now_);
      has_changed_ |= move_to(op.flow.uip, now_);
    }
  } while (has_changed_);
}

bool DefinedValues::move_to(std::size_t index, const DefinedCells& from) {
  std::optional<DefinedCells>& to = before_[index];
  if (!to) {
    to = from;
    return true;
  }
  const DefinedCells earlier = *to;
  to->meet(from);
  return *to != earlier;
}

void DefinedValues::execute(const PreparedOp& op) {
  if (op.action == Action::send) return answer(op);
  if (!computes(op)) return;
  if (is_odd(op)) return lose(op);
  compute(op);
}

// Treats all general registers that `op` may write as undefined.
void DefinedValues::lose_registers(const PreparedOp& op) {
  for (const auto& part : RegisterUse(kernel_.program()).changed(op)) {
    if (part.cell >= kCellCount) continue;
    now_.cells[part.cell] = {};
    clobber(op, part.cell, std::nullopt);
  }
}

// Treats everything that `op` may write as undefined.
void DefinedValues::lose(const PreparedOp& op) {
  lose_registers(op);
  now_.accumulators = false;
  for (unsigned flag = DefinedCells::kFirstFlag; flag != DefinedCells::kCount; ++flag) {
    now_.cells[flag] = {};
    clobber(op, flag, std::nullopt);
  }
}

void DefinedValues::compute(const PreparedOp& op) {
  std::vector<Defined> values(op.lanes.count, Defined::yes);
  for (unsigned lane = 0; lane != op.lanes.count; ++lane) {
    for (unsigned i = 0; i != op.sources; ++i)
      values[lane] = std::min(values[lane], source(now_, op, op.source[i], lane));
    values[lane] = std::min(values[lane], predicate(now_, op, lane));
  }
  const bool is_undefined = std::ranges::any_of(values, [&](Defined each) { return !suffices(op, each); });
  const bool accumulates = op.alu.accumulates || op.destination.kind == DestinationPlan::Kind::accumulator;
  if (accumulates && is_undefined) now_.accumulators = false;
  const bool is_predicated = op.predicated && op.action != Action::select;
  const Way way = is_predicated ? Way::predicated : Way::masked;
  if (op.action == Action::compare) {
    write_flags(op, values, way);
  } else if (op.alu.condition != isa::CondMod::none) {
    // A selection (sel, csel) with a condition modifier does not write flags.
    write_flags(op, values, op.action == Action::alu ? way : Way::predicated);
  }
  if (op.destination.kind != DestinationPlan::Kind::direct) return;
  std::vector<WrittenElement> elements;
  for (unsigned lane = 0; lane != op.lanes.count; ++lane) {
    if ((op.write_mask >> lane & 1) == 0 || (op.destination.populated >> lane & 1) == 0) continue;
    const std::uint32_t offset = offset_at(op.destination, lane);
    const auto place = find_place(offset, op.destination.element_bytes);
    if (!place) continue;
    if (place->cell >= kFirstAccumulator && place->cell < kCellCount) {
      if (is_undefined) now_.accumulators = false;
      continue;
    }
    elements.push_back({place->cell, place->unit, place->units, lane + op.channel_offset, values[lane]});
  }
  write(op, std::move(elements), way);
}

void DefinedValues::write_flags(const PreparedOp& op, const std::vector<Defined>& values, Way way) {
  std::vector<WrittenElement> bits;
  for (unsigned lane = 0; lane != values.size(); ++lane)
    bits.push_back({DefinedCells::kFirstFlag + op.flag_nr, (op.flag_shift + lane) % DefinedCells::kUnits, 1,
                    lane + op.channel_offset, values[lane]});
  write(op, std::move(bits), way);
}

// Writes the response of a message, whose values come from memory. Only reads by channels are followed.
void DefinedValues::answer(const PreparedOp& op) {
  const isa::Instruction& instruction = kernel_.program().instructions[op.index];
  const isa::SendFields& send = instruction.send;
  if (instruction.dst.is_null()) return;
  if (instruction.dst.indirect || send.descriptor_in_a0 || send.extended_descriptor_in_a0) return lose(op);
  const auto message =
      isa::decode_message(*kernel_.program().gen, send.sfid, send.descriptor, send.extended_descriptor);
  const isa::ChannelAccess access =
      message ? isa::channel_access(message->body).value_or(isa::ChannelAccess()) : isa::ChannelAccess();
  const unsigned registers = isa::message_registers(instruction).response;
  const bool is_usual = access.returns && access.lanes == instruction.exec_size && !message->header &&
                        access.lanes * access.slot() * access.parts() == registers * kGrfBytes;
  if (!is_usual) return lose_registers(op);
  std::vector<WrittenElement> elements;
  const isa::Operand& address = instruction.src[0];
  for (unsigned i = 0; i != access.lanes * access.parts(); ++i) {
    const unsigned lane = i % access.lanes;
    const auto place = find_place(grf_offset(instruction.dst.nr) + i * access.slot(), access.slot());
    if (!place || place->cell >= kGrfCount) continue;
    Defined value = Defined::no;
    if (start_.has_memory && access.reads && !address.indirect && address.is_grf()) {
      value = std::min(predicate(now_, op, lane), bytes(now_, grf_offset(address.nr) + lane * access.address_bytes(),
                                                        access.address_bytes(), lane + op.channel_offset));
    }
    elements.push_back({place->cell, place->unit, place->units, lane + op.channel_offset, value});
  }
  write(op, std::move(elements), op.predicated ? Way::predicated : Way::masked);
}

void DefinedValues::write(const PreparedOp& op, std::vector<WrittenElement> elements, Way way) {
  std::ranges::stable_sort(elements, {}, &WrittenElement::cell);
  for (auto begin = elements.begin(); begin != elements.end();) {
    const auto end = std::find_if(begin, elements.end(), [&](const auto& each) { return each.cell != begin->cell; });
    write_cell(op, std::span(begin, end), way);
    begin = end;
  }
}

void DefinedValues::write_cell(const PreparedOp& op, std::span<const WrittenElement> elements, Way way) {
  DefinedCell& cell = now_.cells[elements.front().cell];
  const bool writes_all = way == Way::masked && (op.no_mask || all_run(op));
  for (const WrittenElement& each : elements) {
    const std::uint32_t mask = make_mask(each.unit, each.units);
    if (!suffices(op, each.value))
      cell.always &= ~mask;
    else if (writes_all)
      cell.always |= mask;
  }
  const auto layout = find_layout(elements);
  const bool is_defined =
      std::ranges::all_of(elements, [&](const WrittenElement& each) { return suffices(op, each.value); });
  const bool is_where_it_runs =
      std::ranges::all_of(elements, [](const WrittenElement& each) { return each.value != Defined::no; });
  if (!is_where_it_runs || !layout) {
    if (!is_defined) cell.channels = {};
  } else if (!is_defined && way == Way::predicated) {
    if (cell.channels != *layout) cell.channels = {};
  } else if (way == Way::masked && (!is_defined || cell.channels.count <= layout->count)) {
    cell.channels = *layout;
  }
  // Under a mask, waiting channels keep their elements if these have the same layout.
  if (!is_defined) clobber(op, elements.front().cell, op.no_mask ? std::nullopt : layout);
}

void DefinedValues::clobber(const PreparedOp& op, unsigned cell, const std::optional<ChannelLayout>& except) {
  if (divergent_[op.index]) has_changed_ |= clobbered_.clobber(cell, except);
}

Defined DefinedValues::units(const DefinedCells& in, unsigned cell, unsigned unit, unsigned count,
                             std::optional<unsigned> channel) const {
  const DefinedCell& of = in.cells[cell];
  const std::uint32_t wanted = make_mask(unit, count);
  if ((wanted & ~of.always) == 0) return Defined::yes;
  if (!channel || of.channels.count == 0 || clobbered_.clobbers(cell, of.channels)) return Defined::no;
  for (unsigned i = unit; i != unit + count; ++i) {
    if ((of.always >> i & 1) == 0 && !of.channels.has(*channel, i)) return Defined::no;
  }
  return Defined::where_it_runs;
}

Defined DefinedValues::bytes(const DefinedCells& in, std::uint32_t offset, unsigned count,
                             std::optional<unsigned> channel) const {
  const auto place = find_place(offset, count);
  // Small registers count as defined: digests include undefined values that are written to them (digest_plan.h), so
  // their contents are the same in both runs.
  if (!place) return cell_at(offset) ? Defined::no : Defined::yes;
  if (place->cell >= kFirstAccumulator && place->cell < kCellCount) return in.accumulators ? Defined::yes : Defined::no;
  return units(in, place->cell, place->unit, place->units, channel);
}

Defined DefinedValues::source(const DefinedCells& in, const PreparedOp& op, const SourcePlan& from,
                              unsigned lane) const {
  switch (from.kind) {
    case SourcePlan::Kind::absent:
    case SourcePlan::Kind::constant: return Defined::yes;
    case SourcePlan::Kind::indirect:
    case SourcePlan::Kind::rows: return Defined::no;
    case SourcePlan::Kind::accumulator: return in.accumulators ? Defined::yes : Defined::no;
    case SourcePlan::Kind::direct:
    case SourcePlan::Kind::load: break;
  }
  if (from.lanes.count == op.lanes.count && op.alu.group == 1)
    return bytes(in, offset_at(from, lane), from.element_bytes, lane + op.channel_offset);
  for (unsigned i = 0; i != from.lanes.count; ++i) {
    if (bytes(in, offset_at(from, i), from.element_bytes, std::nullopt) != Defined::yes) return Defined::no;
  }
  return Defined::yes;
}

Defined DefinedValues::predicate(const DefinedCells& in, const PreparedOp& op, unsigned lane) const {
  if (!op.predicated) return Defined::yes;
  const unsigned cell = DefinedCells::kFirstFlag + op.flag_nr;
  if (op.pred_control == isa::PredControl::normal)
    return units(in, cell, (op.flag_shift + lane) % DefinedCells::kUnits, 1, lane + op.channel_offset);
  const std::uint32_t always =
      isa::reads_both_flags(op.pred_control)
          ? in.cells[DefinedCells::kFirstFlag].always & in.cells[DefinedCells::kFirstFlag + 1].always
          : in.cells[cell].always;
  return always == kAllUnits ? Defined::yes : Defined::no;
}

bool DefinedValues::suffices(const PreparedOp& op, Defined value) const {
  return value == Defined::yes || (value == Defined::where_it_runs && !op.no_mask);
}

bool DefinedValues::is_source(const PreparedOp& op, const SourcePlan& from) const {
  const auto& in = before_[op.index];
  if (!in) return false;
  for (unsigned lane = 0; lane != op.lanes.count; ++lane)
    if (!suffices(op, source(*in, op, from, lane))) return false;
  return true;
}

bool DefinedValues::is_predicate(const PreparedOp& op) const {
  if (!op.predicated) return true;
  const auto& in = before_[op.index];
  if (!in) return false;
  // A jump moves the whole thread. It looks at channel 0 whether that channel runs or not.
  if (op.action == Action::jump) return predicate(*in, op, 0) == Defined::yes;
  for (unsigned lane = 0; lane != op.lanes.count; ++lane)
    if (!suffices(op, predicate(*in, op, lane))) return false;
  return true;
}

bool DefinedValues::are_bytes(const PreparedOp& op, std::uint32_t offset, unsigned count) const {
  const auto& in = before_[op.index];
  return in && bytes(*in, offset, count, std::nullopt) == Defined::yes;
}

bool DefinedValues::is_element(const PreparedOp& op, std::uint32_t offset, unsigned count, unsigned lane) const {
  const auto& in = before_[op.index];
  return in && suffices(op, bytes(*in, offset, count, lane + op.channel_offset));
}

}  // namespace eugene::eu
