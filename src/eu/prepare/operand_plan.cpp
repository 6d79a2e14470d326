// An operand can name almost any set of bytes of the registers: strides, swizzles, addresses in registers, missing
// parts of registers, accumulators with guard bits. Deciding this at every execution would cost more than the
// computation. So each operand is classified once, when its kernel is prepared, as the cheapest kind that can do it
// (SourcePlan::Kind): register bytes used in place, an immediate expanded to lanes, a loop with a fixed stride, a table
// of offsets, or addresses looked up at run time. Tests are in order of cost. Immediates become lanes here, with
// modifiers, by the same loops that load registers.
#include "eu/prepare/operand_plan.h"

#include <algorithm>

#include "eu/execute/lanes.h"
#include "eu/execute/load.h"
#include "eu/execute/store.h"
#include "eu/register_file.h"
#include "isa/registers_used.h"
#include "sem/convert.h"

namespace eugene::eu {

namespace {

constexpr std::string_view kRegionReference = "SNB PRM vol4 part2 5.3.10";

// Returns the type of elements in registers, which is never a packed immediate type.
isa::Type register_type(isa::Type type) {
  switch (type) {
    case isa::Type::v: return isa::Type::w;
    case isa::Type::uv: return isa::Type::uw;
    case isa::Type::vf: return isa::Type::f;
    default: return type;
  }
}

// True if register bytes of `type` can be used as lanes without a change.
bool are_lanes(isa::Type type, Exec exec) {
  if (isa::byte_size(type) != byte_size(exec)) return false;
  switch (exec) {
    case Exec::hf: return type == isa::Type::hf;
    case Exec::f: return type == isa::Type::f;
    case Exec::df: return type == isa::Type::df;
    default: return true;
  }
}

unsigned reach(const ElementOffsets& offsets, ActiveLanes lanes, unsigned bytes) {
  return *std::max_element(offsets.begin(), offsets.begin() + lanes.count) + bytes;
}

// Returns the distance from one element to the next if it is constant.
std::optional<int> find_spacing(const ElementOffsets& offsets, ActiveLanes lanes) {
  if (offsets[0] != 0) return std::nullopt;  // a swizzle
  const int stride = lanes.count > 1 ? offsets[1] : 0;
  for (unsigned i = 1; i < lanes.count; ++i) {
    if (offsets[i] - offsets[i - 1] != stride) return std::nullopt;
  }
  return stride;
}

// Returns the places of elements in Thread::acc, where guard bits lie between the registers. `first` and `offsets` are
// byte offsets as in operands.
ElementOffsets accumulator_places(unsigned first, const ElementOffsets& offsets, ActiveLanes lanes) {
  ElementOffsets places{};
  for (unsigned i = 0; i < lanes.count; ++i) {
    const unsigned at = first + offsets[i];
    places[i] = static_cast<std::uint16_t>(at / kGrfBytes * sizeof(Accumulator) + at % kGrfBytes);
  }
  return places;
}

// True if the elements follow each other without gaps.
bool are_packed(const ElementOffsets& offsets, ActiveLanes lanes, unsigned bytes) {
  for (unsigned i = 1; i < lanes.count; ++i) {
    if (offsets[i] != offsets[0] + i * bytes) return false;
  }
  return true;
}

// Returns element `index` of an immediate, as raw bits of its register type. A packed vector is eight words or four
// floats (4.2.4, 4.2.5).
std::uint64_t immediate_bits(const isa::Operand& operand, unsigned index) {
  const std::uint32_t low = static_cast<std::uint32_t>(operand.imm);
  switch (operand.type) {
    case isa::Type::v: return static_cast<std::uint16_t>(sem::expand_v(low, index));
    case isa::Type::uv: return sem::expand_uv(low, index);
    case isa::Type::vf: return std::bit_cast<std::uint32_t>(sem::expand_vf(low, index));
    default: return operand.imm;
  }
}

// Returns the first channel of the accumulator for the instruction's channels: acc1's if they are the second half.
unsigned half_accumulator_channel(const isa::Gen& gen, const isa::Instruction& instruction, isa::Type type) {
  constexpr unsigned kSecondHalf = 8;
  const unsigned per_register = kGrfBytes / std::max(isa::byte_size(type), 2U);
  const bool has_second = isa::is_float(type) ? type != isa::Type::df : gen.files.dword_accumulators > 1;
  const unsigned turns = gen.has_compressed_control ? kSecondHalf : per_register;
  return has_second && (instruction.channel_offset % gen.arf_channels & turns) != 0 ? per_register : 0;
}

}  // namespace

unsigned implicit_accumulator_channel(const isa::Gen& gen, const isa::Instruction& instruction, isa::Type type) {
  const unsigned first = half_accumulator_channel(gen, instruction, type);
  const isa::Operand& dst = instruction.dst;
  if (dst.is_null() || dst.indirect) return first;
  // The accumulator begins at the same element as the destination, like an explicit accumulator (5.3.4.5).
  const unsigned per_register = kGrfBytes / std::max(isa::byte_size(type), 2U);
  const unsigned element = dst.subnr / isa::byte_size(dst.type) / std::max<unsigned>(dst.region.hstride, 1);
  return element + instruction.exec_size <= per_register ? first + element : first;
}

unsigned OperandPlanner::accumulator_byte(const isa::Operand& operand) const {
  const unsigned named = operand.arf_nr() * kGrfBytes + operand.subnr;
  const bool second_half = gen_.has_compressed_control && operand.arf_nr() == 0;
  return second_half ? named + half_accumulator_channel(gen_, instruction_, operand.type) * isa::byte_size(operand.type)
                     : named;
}

const std::byte* OperandPlanner::constant(const LaneBuffer& buffer) {
  return storage_.constants.emplace_back(buffer).bytes.data();
}

const ElementOffsets* OperandPlanner::table(const ElementOffsets& offsets) {
  return &storage_.offsets.emplace_back(offsets);
}

std::optional<Modifier> OperandPlanner::modifier(const isa::Operand& operand) const {
  const bool logic = instruction_.row().has(isa::kLogic);
  if (logic && gen_.negate_is_not_in_logic) return operand.negate ? std::optional(Modifier::invert) : std::nullopt;
  const bool absolute = operand.absolute && isa::is_signed(operand.type);
  if (operand.negate) return absolute ? Modifier::negate_absolute : Modifier::negate;
  return absolute ? std::optional(Modifier::absolute) : std::nullopt;
}

ModifyFunction OperandPlanner::modify(std::optional<Modifier> modifier) const {
  return modifier ? modify_function(exec_, *modifier) : nullptr;
}

SourcePlan OperandPlanner::immediate(const isa::Operand& operand, ActiveLanes lanes) {
  const isa::Type type = register_type(operand.type);
  // A packed vector has one element for each channel (9.2.5.2 makes ramps of dwords this way), or one for each word of
  // the registers that the destination covers: docs/record/errata.md "Operands".
  const isa::Operand& dst = instruction_.dst;
  const unsigned stride = std::max<unsigned>(dst.region.hstride, 1) * isa::byte_size(dst.type);
  const unsigned step = gen_.packed_vectors_lie_in_registers ? std::max(stride / isa::byte_size(type), 1U) : 1;
  LaneBuffer elements{};
  for (unsigned i = 0; i < kMaxChannels; ++i) {
    const std::uint64_t bits = immediate_bits(operand, i * step);
    std::memcpy(elements.bytes.data() + i * isa::byte_size(type), &bits, isa::byte_size(type));
  }
  const ActiveLanes all = ActiveLanes::of(kMaxChannels);
  LaneBuffer expanded{};
  load_function(type, exec_, Spacing::packed)(expanded.bytes.data(), elements.bytes.data(), {}, all);
  if (const ModifyFunction function = modify(modifier(operand))) function(expanded.bytes.data(), all);
  SourcePlan plan{.kind = SourcePlan::Kind::constant, .lanes = lanes};
  plan.constant = constant(expanded);
  return plan;
}

Result<SourcePlan> OperandPlanner::source(const isa::Operand& operand, const ElementOffsets& offsets,
                                          ActiveLanes lanes) {
  if (operand.is_imm()) return immediate(operand, lanes);
  if (operand.is_null()) {
    // Reading null is undefined; here it gives zeros (docs/record/undefined.md).
    SourcePlan plan{.kind = SourcePlan::Kind::constant, .lanes = lanes};
    plan.constant = constant(LaneBuffer{});
    return plan;
  }
  if (operand.is_arf(isa::Arf::acc)) return accumulator(operand, offsets, lanes);

  const isa::Type type = register_type(operand.type);
  const unsigned bytes = isa::byte_size(type);
  const std::optional<int> stride = find_spacing(offsets, lanes);
  SourcePlan plan{.element_bytes = static_cast<std::uint8_t>(bytes), .modifier = modifier(operand), .lanes = lanes};
  plan.modify = modify(plan.modifier);
  plan.reach = static_cast<std::uint16_t>(reach(offsets, lanes, bytes));
  const bool packed = stride == static_cast<int>(bytes) || (stride && lanes.count == 1);
  plan.load = load_function(type, exec_, packed ? Spacing::packed : stride ? Spacing::even : Spacing::table);
  plan.load_table = load_function(type, exec_, Spacing::table);
  if (plan.load == nullptr) return fail("no conversion from this source type", std::string(kRegionReference));
  plan.stride = static_cast<std::int16_t>(stride.value_or(0));
  if (!stride || is_row_addressed(operand)) plan.offsets = table(offsets);

  if (operand.indirect) {
    const RegisterSpan grf = grf_span(program_);
    plan.kind = is_row_addressed(operand) ? SourcePlan::Kind::rows : SourcePlan::Kind::indirect;
    plan.offset = grf.begin;
    plan.address = operand.addr_subnr;
    plan.address_offset = operand.addr_imm;
    plan.rows_width = std::max<std::uint8_t>(operand.region.width, 1);
    const unsigned rows = is_row_addressed(operand) ? (instruction_.exec_size - 1U) / plan.rows_width + 1 : 1;
    if (operand.addr_subnr + rows > gen_.files.address_subregisters)
      return fail("address register outside a0", "SNB PRM vol4 part2 5.3.4.4");
    return plan;
  }
  const Result<RegisterSpan> file = register_span(program_, operand);
  if (!file) return forward_error(file);
  const bool whole_registers = operand.file != isa::RegFile::arf;
  const unsigned subregister = file->has_entries ? 0 : operand.subnr;
  const unsigned begin = file->begin + (whole_registers ? operand.nr * kGrfBytes : 0U) + subregister;
  if (begin + plan.reach > file->end) {
    if (whole_registers || operand.subnr + plan.reach > kGrfBytes)
      return fail("source region outside its register file", std::string(kRegionReference));
    return partly_populated(plan, *file, operand, offsets);
  }
  plan.offset = begin;
  const bool as_they_stand = packed && are_lanes(type, exec_) && plan.modify == nullptr && whole_registers;
  plan.kind = as_they_stand ? SourcePlan::Kind::direct : SourcePlan::Kind::load;
  return plan;
}

SourcePlan OperandPlanner::partly_populated(SourcePlan plan, const RegisterSpan& file, const isa::Operand& operand,
                                            const ElementOffsets& offsets) {
  ElementOffsets places{};
  for (unsigned i = 0; i < plan.lanes.count; ++i) {
    const bool is_there = is_populated(file, operand, offsets[i], plan.element_bytes);
    places[i] =
        static_cast<std::uint16_t>(is_there ? operand.subnr + offsets[i] : offsetof(Thread, unpopulated) - file.begin);
  }
  plan.kind = SourcePlan::Kind::load;
  plan.offset = file.begin;
  plan.load = plan.load_table;
  plan.offsets = table(places);
  return plan;
}

Result<SourcePlan> OperandPlanner::accumulator(const isa::Operand& operand, const ElementOffsets& offsets,
                                               ActiveLanes lanes) {
  const unsigned bytes = isa::byte_size(operand.type);
  const unsigned first = accumulator_byte(operand);
  if (first + reach(offsets, lanes, bytes) > kAccumulatorCount * kGrfBytes)
    return fail("accumulator region outside the accumulators", "BXT PRM vol6 Accumulator Registers");
  SourcePlan plan{.element_bytes = static_cast<std::uint8_t>(bytes), .modifier = modifier(operand), .lanes = lanes};
  plan.modify = modify(plan.modifier);
  const bool integers = !isa::is_float(operand.type) && (exec_ == Exec::i64 || exec_ == Exec::u64);
  if (integers && (bytes == 2 || bytes == 4)) {
    plan.kind = SourcePlan::Kind::accumulator;
    plan.offset = first / bytes;
    if (lanes.count > 1 && find_spacing(offsets, lanes) != static_cast<int>(bytes)) plan.offsets = table(offsets);
    return plan;
  }
  plan.kind = SourcePlan::Kind::load;
  plan.offset = static_cast<std::uint32_t>(offsetof(Thread, acc));
  plan.load = load_function(operand.type, exec_, Spacing::table);
  if (plan.load == nullptr) return fail("no conversion from this accumulator type", std::string(kRegionReference));
  const ElementOffsets places = accumulator_places(first, offsets, lanes);
  if (are_packed(places, lanes, bytes) && are_lanes(operand.type, exec_) && plan.modify == nullptr) {
    plan.kind = SourcePlan::Kind::direct;
    plan.offset += places[0];
    plan.stride = static_cast<std::int16_t>(bytes);
    plan.load = load_function(operand.type, exec_, Spacing::packed);
    plan.reach = static_cast<std::uint16_t>(lanes.count * bytes);
    return plan;
  }
  plan.offsets = table(places);
  return plan;
}

SourcePlan OperandPlanner::implicit_accumulator() {
  // The accumulator has the type of the lanes: floats unchanged, integers with their guard bits.
  isa::Operand operand{.file = isa::RegFile::arf, .type = instruction_.dst.type};
  if (exec_ == Exec::f) operand.type = isa::Type::f;
  if (exec_ == Exec::hf) operand.type = isa::Type::hf;
  if (exec_ == Exec::df) operand.type = isa::Type::df;
  if (!is_float(exec_)) operand.type = accumulator_integer(instruction_);
  const unsigned bytes = isa::byte_size(operand.type);
  const unsigned first = implicit_accumulator_channel(gen_, instruction_, operand.type) * bytes;
  operand.nr = static_cast<std::uint8_t>((static_cast<unsigned>(isa::Arf::acc) << 4) | first / kGrfBytes);
  operand.subnr = static_cast<std::uint8_t>(first % kGrfBytes);
  ElementOffsets offsets{};
  for (unsigned i = 0; i < instruction_.exec_size; ++i) offsets[i] = static_cast<std::uint16_t>(i * bytes);
  return accumulator(operand, offsets, ActiveLanes::of(instruction_.exec_size)).value_or(SourcePlan{});
}

Result<DestinationPlan> OperandPlanner::accumulator_destination(const ElementOffsets& offsets) {
  const isa::Operand& dst = instruction_.dst;
  const unsigned bytes = isa::byte_size(dst.type);
  const unsigned first = accumulator_byte(dst);
  const ActiveLanes lanes = ActiveLanes::of(instruction_.exec_size);
  if (first + reach(offsets, lanes, bytes) > kAccumulatorCount * kGrfBytes)
    return fail("accumulator region outside the accumulators", "BXT PRM vol6 Accumulator Registers");
  DestinationPlan plan{.element_bytes = static_cast<std::uint8_t>(bytes)};
  if (!isa::is_float(dst.type) && (bytes == 2 || bytes == 4)) {
    plan.kind = DestinationPlan::Kind::accumulator;
    plan.offset = first / bytes;
    if (lanes.count > 1 && find_spacing(offsets, lanes) != static_cast<int>(bytes)) plan.offsets = table(offsets);
    return plan;
  }
  plan.kind = DestinationPlan::Kind::direct;
  plan.offset = static_cast<std::uint32_t>(offsetof(Thread, acc));
  plan.store = store_table(bytes);
  plan.offsets = table(accumulator_places(first, offsets, lanes));
  return plan;
}

Result<DestinationPlan> OperandPlanner::destination() {
  const isa::Operand& dst = instruction_.dst;
  if (dst.is_null() || !instruction_.row().has_destination) return DestinationPlan{};
  const ElementOffsets offsets = destination_places(instruction_);
  if (dst.is_arf(isa::Arf::acc)) return accumulator_destination(offsets);

  const unsigned bytes = isa::byte_size(dst.type);
  const ActiveLanes lanes = ActiveLanes::of(instruction_.exec_size);
  DestinationPlan plan{.element_bytes = static_cast<std::uint8_t>(bytes)};
  plan.reach = static_cast<std::uint16_t>(reach(offsets, lanes, bytes));
  plan.stride = static_cast<std::int16_t>(lanes.count > 1 ? offsets[1] : bytes);
  plan.store = plan.stride == static_cast<int>(bytes) ? store_packed(bytes) : store_strided(bytes);
  if (dst.indirect) {
    const Result<RegisterSpan> file = register_span(program_, dst);  // message registers too: table 5-4
    if (!file) return forward_error(file);
    plan.kind = DestinationPlan::Kind::indirect;
    plan.offset = file->begin;
    plan.file_bytes = file->end - file->begin;
    plan.address = dst.addr_subnr;
    plan.address_offset = dst.addr_imm;
    if (dst.addr_subnr >= gen_.files.address_subregisters)
      return fail("address register outside a0", "SNB PRM vol4 part2 5.3.4.4");
    return plan;
  }
  const Result<RegisterSpan> file = register_span(program_, dst);
  if (!file) return forward_error(file);
  if (file->read_only) return DestinationPlan{};  // dropped: 5.3.4.2
  const unsigned subregister = file->has_entries ? 0 : dst.subnr;
  const unsigned nr = dst.is_mrf() ? dst.message_register() : dst.file == isa::RegFile::arf ? 0U : dst.nr;
  const unsigned begin = file->begin + nr * kGrfBytes + subregister;
  plan.kind = DestinationPlan::Kind::direct;
  if (dst.spreads()) {
    plan.store = store_table(bytes);
    plan.offsets = table(offsets);
  }
  plan.offset = begin;
  plan.acts = file->acts_when_written;
  if (begin + plan.reach > file->end) {
    if (dst.file != isa::RegFile::arf || dst.subnr + plan.reach > kGrfBytes)
      return fail("destination region outside its register file", std::string(kRegionReference));
    plan.populated = 0;
    for (unsigned i = 0; i < lanes.count; ++i)
      if (is_populated(*file, dst, offsets[i], bytes)) plan.populated |= 1U << i;
    if (plan.populated == 0) return DestinationPlan{};
    plan.acts = true;
  }
  return plan;
}

bool has_equal_lanes(const SourcePlan& source, Exec exec) {
  switch (source.kind) {
    case SourcePlan::Kind::constant: {
      const unsigned bytes = byte_size(exec);
      return std::equal(source.constant + bytes, source.constant + source.lanes.count * bytes, source.constant);
    }
    case SourcePlan::Kind::direct: return source.lanes.count == 1;
    case SourcePlan::Kind::load: {
      if (source.offsets == nullptr) return source.stride == 0;
      const auto places = std::span(*source.offsets).first(source.lanes.count);
      return std::ranges::all_of(places, [&](auto place) { return place == places.front(); });
    }
    default: return false;
  }
}

bool overlaps_shifted(const isa::Instruction& instruction, const SourcePlan& source,
                      const DestinationPlan& destination) {
  if (destination.kind != DestinationPlan::Kind::direct) return false;
  const bool packed = destination.stride == destination.element_bytes;
  const bool is_same = source.offset == destination.offset && source.element_bytes == destination.element_bytes;
  // Each channel of line and pln reads elements at the places of other channels.
  if (packed && is_same && isa::elements_in_sequence(instruction, 0) == 0) return false;
  const std::uint32_t source_end = source.offset + (instruction.exec_size + 7U) / 8 * 8 * source.element_bytes;
  return source.offset < destination.offset + destination.reach && destination.offset < source_end;
}

}  // namespace eugene::eu
