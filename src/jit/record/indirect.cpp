#include "jit/record/indirect.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <span>

#include "eu/register_file.h"
#include "jit/record/channels.h"
#include "jit/record/exits.h"

namespace eugene::jit {
namespace {

using eu::DestinationPlan;
using eu::SourcePlan;
using Op = eu::PreparedOp;

constexpr unsigned kAddressedBytes = 0x10000;  // the range of a 16-bit address

// The bytes of the register file that addresses reach.
unsigned source_limit(const Recording& r) {
  const eu::RegisterSpan file = eu::grf_span(r.plan.kernel.program());
  return std::min(file.end - file.begin, kAddressedBytes);
}
unsigned destination_limit(const DestinationPlan& plan) { return std::min(plan.file_bytes, kAddressedBytes); }

llvm::Type* dwords(Recording& r, unsigned count) { return llvm::FixedVectorType::get(r.ir.getInt32Ty(), count); }

// Returns `count` address registers from a0.`first` on, as dwords. They are always in memory.
llvm::Value* addresses(Recording& r, unsigned first, unsigned count) {
  const std::size_t place = offsetof(eu::Thread, address) + first * sizeof(std::uint16_t);
  llvm::Type* words = llvm::FixedVectorType::get(r.ir.getInt16Ty(), count);
  llvm::Value* found = r.ir.CreateAlignedLoad(words, r.function.in_thread(place), llvm::Align(2));
  found = r.ir.CreateZExt(found, dwords(r, count));
  return r.plan.gen().has_narrow_addresses ? r.ir.CreateAnd(found, 0xFFF) : found;
}

llvm::Value* address(Recording& r, unsigned subregister, int offset) {
  llvm::Value* found = r.ir.CreateExtractElement(addresses(r, subregister, 1), std::uint64_t{0});
  return r.ir.CreateAdd(found, r.ir.getInt32(static_cast<std::uint32_t>(offset)));
}

llvm::Constant* constants(Recording& r, const std::vector<std::uint32_t>& numbers) {
  return llvm::ConstantDataVector::get(r.ir.getContext(), numbers);
}

bool is_all(llvm::Value* channels, std::uint32_t lanes) {
  const auto* known = llvm::dyn_cast<llvm::ConstantInt>(channels);
  return known != nullptr && (known->getZExtValue() & lanes) == lanes;
}

// Returns the address of byte `offset`, a dword, after byte `begin` of the Thread.
llvm::Value* in_file(Recording& r, std::uint32_t begin, llvm::Value* offset) {
  return r.ir.CreateInBoundsGEP(r.ir.getInt8Ty(), r.function.in_thread(begin),
                                r.ir.CreateZExt(offset, r.ir.getInt64Ty()));
}

// Returns `first`, or 0 if `bytes` bytes from there on do not exist. Leaves the code in that case, unless no channel is
// enabled.
llvm::Value* checked_place(Recording& r, const Op& op, llvm::Value* first, unsigned bytes, unsigned limit,
                           llvm::Value* channels) {
  llvm::Value* is_there = r.ir.CreateICmpULE(first, r.ir.getInt32(limit - bytes));
  llvm::Value* any = r.ir.CreateICmpNE(channels, r.ir.getInt32(0));
  leave_if(r, r.ir.CreateAnd(r.ir.CreateNot(is_there), any), kInterpret, &op);
  return is_all(channels, op.all) ? first : r.ir.CreateSelect(is_there, first, r.ir.getInt32(0));
}

// Leaves the code before `op` if any of the conditions holds.
void leave_if_any(Recording& r, llvm::Value* conditions, const Op& op) {
  llvm::Value* bits = r.ir.CreateBitCast(conditions, r.ir.getIntNTy(count_lanes(conditions)));
  leave_if(r, r.ir.CreateICmpNE(bits, llvm::ConstantInt::get(bits->getType(), 0)), kInterpret, &op);
}

// ---- Sources with one address. ----

std::vector<int> element_offsets(const SourcePlan& plan) {
  std::vector<int> offsets;
  for (unsigned i = 0; i < plan.lanes.count; ++i)
    offsets.push_back(plan.offsets != nullptr ? (*plan.offsets)[i] : plan.stride * static_cast<int>(i));
  return offsets;
}

// The bytes from the first element's start to the last one's end. Fewer than SourcePlan::reach if code for one channel
// needs fewer elements.
unsigned compute_reach(const SourcePlan& plan) {
  return static_cast<unsigned>(std::ranges::max(element_offsets(plan))) + plan.element_bytes;
}

llvm::Value* load_by_one_address(Recording& r, const Op& op, const SourcePlan& plan, llvm::Value* channels) {
  llvm::Value* first = address(r, plan.address, plan.address_offset);
  first = checked_place(r, op, first, compute_reach(plan), source_limit(r), channels);
  r.registers.write_back();
  llvm::Value* place = in_file(r, plan.offset, first);
  const std::vector<int> offsets = element_offsets(plan);
  const unsigned count = plan.lanes.count;
  llvm::Type* element = r.ir.getIntNTy(plan.element_bytes * 8U);
  llvm::Type* elements = llvm::FixedVectorType::get(element, count);
  const auto follows = [&](int before, int after) { return after - before != plan.element_bytes; };
  if (offsets[0] == 0 && std::ranges::adjacent_find(offsets, follows) == offsets.end())
    return r.ir.CreateAlignedLoad(elements, place, llvm::Align(1));
  if (std::ranges::adjacent_find(offsets, std::not_equal_to()) == offsets.end()) {
    llvm::Value* same = r.ir.CreateConstInBoundsGEP1_32(r.ir.getInt8Ty(), place, static_cast<unsigned>(offsets[0]));
    return r.ir.CreateVectorSplat(count, r.ir.CreateAlignedLoad(element, same, llvm::Align(1)));
  }
  llvm::Value* result = llvm::PoisonValue::get(elements);
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value* each = r.ir.CreateConstInBoundsGEP1_32(r.ir.getInt8Ty(), place, static_cast<unsigned>(offsets[i]));
    result = r.ir.CreateInsertElement(result, r.ir.CreateAlignedLoad(element, each, llvm::Align(1)), i);
  }
  return result;
}

// ---- Sources with an address for each row. ----

// Returns the place of each channel's element in the register file.
llvm::Value* places_of_rows(Recording& r, const SourcePlan& plan) {
  const unsigned count = plan.lanes.count;
  const unsigned rows = (count - 1) / plan.rows_width + 1;
  llvm::Value* found = addresses(r, plan.address, rows);
  std::vector<int> table_row;
  std::vector<std::uint32_t> offsets;
  for (unsigned i = 0; i < count; ++i) {
    table_row.push_back(static_cast<int>(i / plan.rows_width));
    offsets.push_back(static_cast<std::uint32_t>(plan.address_offset + (*plan.offsets)[i]));
  }
  found = r.ir.CreateShuffleVector(found, table_row);
  if (!plan.shares_register) return r.ir.CreateAdd(found, constants(r, offsets));
  // movi: the first address gives the register, each address its byte there.
  found = r.ir.CreateAdd(found, constants(r, std::vector(count, static_cast<std::uint32_t>(plan.address_offset))));
  llvm::Value* first = r.ir.CreateAnd(address(r, 0, plan.address_offset), ~(eu::kGrfBytes - 1));
  llvm::Value* byte = r.ir.CreateAnd(found, (eu::kGrfBytes - 1) & ~(plan.element_bytes - 1U));
  return r.ir.CreateAdd(r.ir.CreateVectorSplat(count, first), byte);
}

llvm::Value* load_by_rows(Recording& r, const Op& op, const SourcePlan& plan, llvm::Value* channels) {
  const unsigned count = plan.lanes.count;
  const auto lanes = static_cast<std::uint32_t>(low_mask(count));
  llvm::Value* places = places_of_rows(r, plan);
  const std::vector last(count, source_limit(r) - plan.element_bytes);
  llvm::Value* is_there = r.ir.CreateICmpULE(places, constants(r, last));
  llvm::Value* missing = r.ir.CreateNot(is_there);
  if (llvm::Value* mask = channel_mask(r.ir, channels, count)) missing = r.ir.CreateAnd(missing, mask);
  leave_if_any(r, missing, op);
  if (!is_all(channels, lanes))
    places = r.ir.CreateSelect(is_there, places, llvm::Constant::getNullValue(places->getType()));
  r.registers.write_back();
  llvm::Type* wide = llvm::FixedVectorType::get(r.ir.getInt64Ty(), count);
  llvm::Type* elements = llvm::FixedVectorType::get(r.ir.getIntNTy(plan.element_bytes * 8U), count);
  llvm::Value* pointers =
      r.ir.CreateInBoundsGEP(r.ir.getInt8Ty(), r.function.in_thread(plan.offset), r.ir.CreateZExt(places, wide));
  return r.ir.CreateMaskedGather(elements, pointers, llvm::Align(1));
}

// ---- Destinations. ----

// The channels that an instruction can write, and the bytes that they cover.
struct Written {
  unsigned first = 0;  // channel
  unsigned count = 0;  // from the first to the last
  unsigned bytes = 0;
  std::uint32_t channels = 0;
};

Written written_by(const Op& op) {
  const std::uint32_t channels = op.all & op.write_mask;
  if (channels == 0) return {};
  const auto first = static_cast<unsigned>(std::countr_zero(channels));
  const unsigned count = static_cast<unsigned>(std::bit_width(channels)) - first;
  const unsigned bytes = static_cast<unsigned>(op.destination.stride) * (count - 1) + op.destination.element_bytes;
  return {first, count, bytes, channels};
}

// ---- Runs: instructions that follow each other and write by addresses, such as an smov for each channel. None of them
// changes addresses or what enables the others, so the places of all are checked once. ----

constexpr std::size_t kLongestRun = 16;

bool writes_only_by_address(const Op& op) {
  return op.action == eu::Action::alu && op.destination.kind == DestinationPlan::Kind::indirect &&
         op.alu.evaluate == nullptr && op.alu.overflow == nullptr && !op.alu.early_out && !op.alu.scatters &&
         written_by(op).channels != 0 && written_by(op).bytes <= destination_limit(op.destination);
}

bool belong_together(const Recording& r, const Op& a, const Op& b) {
  const bool same_channels = a.no_mask == b.no_mask && a.channel_offset == b.channel_offset && a.all == b.all;
  return writes_only_by_address(a) && writes_only_by_address(b) && same_channels && !a.predicated && !b.predicated &&
         !r.plan.flow.begins_block(b.index, r.version) && !r.plan.flow.is_interpreted(b.index);
}

std::span<const Op> run_from(const Recording& r, const Op& op) {
  const std::span rest = std::span(r.plan.ops()).subspan(op.index);
  std::size_t count = 1;
  while (count < kLongestRun && count < rest.size() && belong_together(r, rest[count - 1], rest[count])) ++count;
  return rest.first(count);
}

llvm::Value* first_written(Recording& r, const Op& op) {
  const int before = op.destination.stride * static_cast<int>(written_by(op).first);
  return address(r, op.destination.address, op.destination.address_offset + before);
}

// Writes one element, or the value that is there already if the channel is not enabled.
void store_element(Recording& r, llvm::Value* place, llvm::Value* element, llvm::Value* is_enabled) {
  if (is_enabled != nullptr) {
    llvm::Value* old = r.ir.CreateAlignedLoad(element->getType(), place, llvm::Align(1));
    element = r.ir.CreateSelect(is_enabled, element, old);
  }
  r.ir.CreateAlignedStore(element, place, llvm::Align(1));
}

void store_packed(Recording& r, const Written& written, llvm::Value* place, llvm::Value* elements,
                  llvm::Value* channels) {
  std::vector<int> order(written.count);
  std::iota(order.begin(), order.end(), static_cast<int>(written.first));
  elements = r.ir.CreateShuffleVector(elements, order);
  llvm::Value* mask = channel_mask(r.ir, r.ir.CreateLShr(channels, written.first), written.count);
  if (mask != nullptr)
    elements = r.ir.CreateSelect(mask, elements, r.ir.CreateAlignedLoad(elements->getType(), place, llvm::Align(1)));
  r.ir.CreateAlignedStore(elements, place, llvm::Align(1));
}

}  // namespace

bool is_indirect_source_recorded(const Recording& r, const Op& op, const SourcePlan& plan) {
  if (r.variables.digest != nullptr) return false;
  if (plan.kind == SourcePlan::Kind::indirect) return compute_reach(plan) <= source_limit(r);
  const bool starts_at_destination = plan.shares_register && op.destination.kind == DestinationPlan::Kind::indirect;
  const unsigned rows = (plan.lanes.count - 1U) / plan.rows_width + 1U;
  return !starts_at_destination && plan.address + rows <= r.plan.gen().files.address_subregisters;
}

bool is_indirect_destination_recorded(const Recording& r, const Op& op) {
  return r.variables.digest == nullptr && op.destination.stride >= 0 &&
         written_by(op).bytes <= destination_limit(op.destination);
}

llvm::Value* load_indirect(Recording& r, const Op& op, const SourcePlan& plan, llvm::Value* channels) {
  if (is_none(channels)) {
    llvm::Type* element = r.ir.getIntNTy(plan.element_bytes * 8U);
    return llvm::Constant::getNullValue(llvm::FixedVectorType::get(element, plan.lanes.count));
  }
  // If a result depends on several channels, all of them count as enabled.
  if (op.alu.group != 1 || plan.lanes.count != op.lanes.count) channels = r.ir.getInt32(~0U);
  return plan.kind == SourcePlan::Kind::indirect ? load_by_one_address(r, op, plan, channels)
                                                 : load_by_rows(r, op, plan, channels);
}

// Leaves the code before `op` if any instruction of its run would write outside the register file.
void check_indirect_destination(Recording& r, const Op& op) {
  // The write mask is left out, because it differs within a run.
  llvm::Value* const channels = enabled(r, op);
  if (is_none(channels) || op.index < r.places_checked) return;
  const std::span<const Op> run = run_from(r, op);
  r.places_checked = op.index + static_cast<std::uint32_t>(run.size());
  const auto count = static_cast<unsigned>(run.size());
  std::vector<int> subregister;
  std::vector<std::uint32_t> offset, last, written_channels;
  for (const Op& each : run) {
    const Written written = written_by(each);
    subregister.push_back(each.destination.address);
    offset.push_back(static_cast<std::uint32_t>(each.destination.address_offset +
                                                each.destination.stride * static_cast<int>(written.first)));
    last.push_back(destination_limit(each.destination) - written.bytes);
    written_channels.push_back(written.channels);
  }
  // Only these addresses: a host cannot forward the store of an instruction that wrote them to a longer load.
  const auto [lowest, highest] = std::ranges::minmax(subregister);
  for (int& each : subregister) each -= lowest;
  llvm::Value* places = addresses(r, static_cast<unsigned>(lowest), static_cast<unsigned>(highest - lowest) + 1);
  places = r.ir.CreateAdd(r.ir.CreateShuffleVector(places, subregister), constants(r, offset));
  llvm::Value* missing = r.ir.CreateICmpUGT(places, constants(r, last));
  llvm::Value* wanted = r.ir.CreateAnd(r.ir.CreateVectorSplat(count, channels), constants(r, written_channels));
  missing = r.ir.CreateAnd(missing, r.ir.CreateICmpNE(wanted, llvm::Constant::getNullValue(wanted->getType())));
  leave_if_any(r, missing, op);
}

void store_indirect(Recording& r, const Op& op, llvm::Value* elements, llvm::Value* channels) {
  const DestinationPlan& plan = op.destination;
  const Written written = written_by(op);
  if (is_none(channels) || written.channels == 0) return;
  r.registers.write_back();
  llvm::Value* first = first_written(r, op);
  const bool all = is_all(channels, written.channels);
  if (!all) {
    llvm::Value* is_there = r.ir.CreateICmpULE(first, r.ir.getInt32(destination_limit(plan) - written.bytes));
    first = r.ir.CreateSelect(is_there, first, r.ir.getInt32(0));
  }
  llvm::Value* place = in_file(r, plan.offset, first);
  const bool is_packed = plan.stride == plan.element_bytes;
  if (is_packed && written.count > 1) {
    store_packed(r, written, place, elements, channels);
  } else {
    for (std::uint32_t left = written.channels; left != 0; left &= left - 1) {
      const auto channel = static_cast<unsigned>(std::countr_zero(left));
      const auto after = (channel - written.first) * static_cast<unsigned>(plan.stride);
      llvm::Value* each = r.ir.CreateConstInBoundsGEP1_32(r.ir.getInt8Ty(), place, after);
      llvm::Value* bit = r.ir.CreateTrunc(r.ir.CreateLShr(channels, channel), r.ir.getInt1Ty());
      store_element(r, each, r.ir.CreateExtractElement(elements, channel), all ? nullptr : bit);
    }
  }
  r.registers.forget_cells();
}

}  // namespace eugene::jit
