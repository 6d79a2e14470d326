// Records the common cases of messages with elements for each channel. Contiguous elements are accessed as one vector,
// and an address that all channels share is loaded once. message_gather.cpp records the other cases.
#include "jit/message/dword_vectors.h"
#include "jit/message/message_recorder.h"
#include "jit/pass/contiguity.h"
#include "jit/record/registers.h"

namespace eugene::jit {
namespace {

// Distance of prefetches after contiguous elements, in bytes.
constexpr unsigned kPrefetchDistance = 2048;

// Returns a shuffle that selects element `element` of each channel; a channel has `stride` elements.
std::vector<int> every(unsigned lanes, unsigned stride, unsigned element) {
  std::vector<int> order;
  for (unsigned i = 0; i < lanes; ++i) order.push_back(static_cast<int>(i * stride + element));
  return order;
}

// Returns whether contiguous channels access dword vectors without gaps between them.
bool is_gapless(const ElementAccess& access) { return has_dword_vectors(access) && access.reach() == access.stride(); }

}  // namespace

MessageRecorder::Lanes MessageRecorder::lanes_of_message(const ElementAccess& access) {
  llvm::Value* places = offsets(access.scale);
  const Window window = load_window();
  llvm::Value* channels = enabled(access.header_mask);
  llvm::Value* first_place = ir_.CreateExtractElement(places, std::uint64_t{0});
  llvm::Value* first = ir_.CreateSub(first_place, ir_.CreateTrunc(window.first, first_place->getType()));
  return {.access = access,
          .window = window,
          .places = places,
          .channels = channels,
          .mask = to_lanes(ir_, channels, access.lanes),
          .first = ir_.CreateZExt(first, ir_.getInt64Ty())};
}

// Records the common cases. Most messages have two: contiguous elements, and a load of one element that all channels
// share.
void MessageRecorder::record_common(const ElementAccess& access) {
  Lanes lanes = lanes_of_message(access);
  llvm::BasicBlock* uncommon = nullptr;  // for messages that read ahead next
  if (shape_.is_few && !space().writes) {
    if (has_ahead()) uncommon = record_ahead_of_some(lanes);
    record_few(lanes);
  }
  const Cases cases = branch_to_cases(lanes);
  llvm::BasicBlock* rest = ir_.GetInsertBlock();
  record_cases(lanes, cases);
  ir_.SetInsertPoint(rest);
  // The host delays a read of several elements that were just written one by one, because its store buffer forwards
  // only one write to a read. So contiguous elements are one write, and are tested first.
  if (shape_.is_few && space().writes) record_few(lanes);
  if (has_ahead() && !shape_.is_few) record_ahead(lanes);
  if (uncommon == nullptr) return;
  ir_.CreateBr(uncommon);
  ir_.SetInsertPoint(uncommon);
}

// Records the tests of the cases.
MessageRecorder::Cases MessageRecorder::branch_to_cases(Lanes& lanes) {
  const ElementAccess& access = lanes.access;
  Cases cases;
  llvm::Type* type = lanes.places->getType();
  llvm::Type* scalar = type->getScalarType();
  // The check uses the offsets as given, because passes can analyse those more easily (jit/pass/contiguity.h). If they
  // are contiguous, the offsets in the window are too.
  llvm::Value* given = given_offsets(access.scale);
  llvm::Value* all_first = ir_.CreateVectorSplat(access.lanes, ir_.CreateExtractElement(given, std::uint64_t{0}));
  llvm::Value* differences = ir_.CreateSub(given, all_first);
  llvm::Value* off = ir_.CreateNot(lanes.mask);
  if (has_rows(access)) {
    lanes.row = create_row(ir_, differences, std::uint64_t{kRowLanes} * access.stride());
    differences = ir_.CreateSub(differences, ir_.CreateShuffleVector(differences, firsts_of_rows(access.lanes)));
  }

  // Whether each channel's elements are `step` bytes after those of the channel before. Disabled channels are ignored.
  const auto has_step = [&](unsigned step) {
    std::vector<llvm::Constant*> steps;
    for (unsigned i = 0; i < access.lanes; ++i)
      steps.push_back(llvm::ConstantInt::get(scalar, i % lanes.row_lanes() * step));
    return all_lanes(ir_.CreateOr(ir_.CreateICmpEQ(differences, llvm::ConstantVector::get(steps)), off));
  };
  const unsigned beyond = lanes.row_lanes() * access.stride() - access.reach();
  cases.contiguous = branch_to_case(ir_.CreateAnd(has_step(access.stride()), is_inside(lanes, beyond)), "contiguous");
  if (const unsigned step = overlap_step(access); step != 0)
    cases.overlapping =
        branch_to_case(ir_.CreateAnd(has_step(step), is_inside(lanes, (lanes.row_lanes() - 1) * step)), "overlapping");
  if (!space().writes) {
    llvm::Value* is_one =
        all_lanes(ir_.CreateOr(ir_.CreateICmpEQ(differences, llvm::Constant::getNullValue(type)), off));
    cases.one = branch_to_case(ir_.CreateAnd(is_one, is_inside(lanes, 0)), "one");
  }
  cases.step = record_step(differences);
  if (cases.step != nullptr) cases.strided = branch_to_strided(lanes, differences, cases.step);
  return cases;
}

// Whether the channels' accesses are in the window, if the last access of a row begins `beyond` bytes after the row's
// first access.
llvm::Value* MessageRecorder::is_inside(const Lanes& lanes, unsigned beyond) {
  const bool is_wide = lanes.places->getType()->getScalarType()->isIntegerTy(64);
  llvm::Value* last = lanes.first;
  if (lanes.row != nullptr) last = ir_.CreateAdd(last, ir_.CreateSExt(lanes.row, ir_.getInt64Ty()));
  llvm::Value* found = ir_.CreateICmpULT(ir_.CreateAdd(last, ir_.getInt64(beyond)), lanes.window.count);
  // Addresses and scaled offsets have 64-bit indices, which can be negative, so that the sum overflows past zero: the
  // index itself is checked too.
  if (is_wide && (beyond != 0 || lanes.row != nullptr))
    found = ir_.CreateAnd(found, ir_.CreateICmpULT(lanes.first, lanes.window.count));
  // The second row must not begin before the first, so that one test is enough for both.
  return lanes.row == nullptr ? found : ir_.CreateAnd(found, is_not_negative(lanes.row));
}

void MessageRecorder::record_cases(const Lanes& lanes, const Cases& cases) {
  ir_.SetInsertPoint(cases.contiguous);
  tell_reached(lanes);
  if (!space().writes) {
    load_contiguous(lanes);
  } else if (kind_ == FunctionKind::direct) {
    end_with_address(lanes, prefetch_and_address(lanes), ir_.getInt32(lanes.access.stride()));
  } else {
    store_contiguous(lanes, row_hosts(lanes, prefetch_and_address(lanes)));
  }
  if (cases.overlapping != nullptr) {
    ir_.SetInsertPoint(cases.overlapping);
    load_overlapping(lanes);
  }
  if (cases.one != nullptr) {
    ir_.SetInsertPoint(cases.one);
    tell_reached(lanes);
    load_one(lanes);
  }
  if (cases.strided != nullptr) {
    ir_.SetInsertPoint(cases.strided);
    llvm::Value* host = host_address(lanes);
    if (space().writes)
      end_with_address(lanes, host, cases.step);
    else
      load_each(lanes, strided_hosts(row_hosts(lanes, host), cases.step, lanes.access.lanes));
  }
}

void MessageRecorder::tell_reached(const Lanes& lanes) {
  llvm::Value* channels = ir_.CreateAnd(lanes.channels, low_mask(lanes.access.lanes));
  tell_reached(lanes.places, channels, lanes.access.bytes, lanes.access.chosen, false);
}

// Extends elements to their size in registers, at least a dword.
llvm::Value* MessageRecorder::in_registers(const ElementAccess& access, llvm::Value* elements) {
  return ir_.CreateZExt(elements, llvm::FixedVectorType::get(ir_.getIntNTy(access.slot() * 8), access.lanes));
}

// Whether the paths of a function end with elements as they are in memory, and its end extends them. So LLVM sees that
// an instruction after the message only uses some bits.
bool MessageRecorder::is_extended_at_end() const {
  if (kind_ != FunctionKind::direct || space().writes) return false;
  const auto& access = std::get<ElementAccess>(shape_.access->kind);
  return access.slot() != access.bytes;
}

// Returns loaded elements as response `part`: disabled channels keep the old one.
llvm::Value* MessageRecorder::for_channels(const Lanes& lanes, llvm::Value* elements, unsigned part) {
  if (is_extended_at_end()) return elements;
  return ir_.CreateSelect(lanes.mask, in_registers(lanes.access, elements), before_[part]);
}

// Returns the host address of contiguous elements. Also prefetches the memory after them, which the next threads mostly
// access. The host hardly does that itself, since this thread's instructions fill its out-of-order window.
llvm::Value* MessageRecorder::prefetch_and_address(const Lanes& lanes) {
  llvm::Value* host = host_address(lanes);
  if (space().slm) return host;
  llvm::Value* ahead = ir_.CreateConstGEP1_32(ir_.getInt8Ty(), host, kPrefetchDistance);
  constexpr unsigned kKeep = 3;  // LLVM's locality: keep the memory in all cache levels
  constexpr unsigned kData = 1;
  ir_.CreateIntrinsic(llvm::Intrinsic::prefetch, {ir_.getPtrTy()},
                      {ahead, ir_.getInt32(space().writes ? 1 : 0), ir_.getInt32(kKeep), ir_.getInt32(kData)});
  return host;
}

void MessageRecorder::load_contiguous(const Lanes& lanes) {
  const ElementAccess& access = lanes.access;
  const unsigned per_lane = access.stride() / access.bytes;
  const unsigned count = lanes.row_lanes();
  auto* type = llvm::FixedVectorType::get(ir_.getIntNTy(access.bytes * 8), count * per_lane);
  const std::vector<llvm::Value*> hosts = row_hosts(lanes, prefetch_and_address(lanes));
  std::vector<llvm::Value*> found;
  std::vector<llvm::Value*> loaded;
  if (per_lane == 1 && access.slot() == access.bytes) {
    for (unsigned row = 0; row < hosts.size(); ++row)
      loaded.push_back(ir_.CreateMaskedLoad(type, hosts[row], llvm::Align(1), lanes_of_row(lanes.mask, row, count),
                                            lanes_of_row(before_[0], row, count)));
    found.push_back(concatenated(ir_, std::move(loaded)));
    return end_path(found);
  }
  if (is_gapless(access)) {
    for (unsigned lane = 0; lane < access.lanes; ++lane)
      loaded.push_back(load_dwords(
          ir_, ir_.CreateConstGEP1_32(ir_.getInt8Ty(), hosts[lane / count], lane % count * access.stride()), per_lane));
    const std::vector<llvm::Value*> registers = to_registers(ir_, loaded, per_lane);
    for (unsigned part = 0; part < per_lane; ++part) found.push_back(for_channels(lanes, registers[part], part));
    return end_path(found);
  }
  // The memory after the last channel's elements may be unmapped.
  std::vector<llvm::Constant*> wanted(count * per_lane, ir_.getTrue());
  for (unsigned i = access.elements(); i < per_lane; ++i) wanted[(count - 1) * per_lane + i] = ir_.getFalse();
  for (llvm::Value* host : hosts) {
    if (access.reach() == access.stride())
      loaded.push_back(ir_.CreateAlignedLoad(type, host, llvm::Align(1)));
    else
      loaded.push_back(ir_.CreateMaskedLoad(type, host, llvm::Align(1), llvm::ConstantVector::get(wanted)));
  }
  for_each_element(access.chosen, [&](unsigned e, unsigned part) {
    std::vector<llvm::Value*> elements = loaded;
    for (llvm::Value*& row : elements)
      if (per_lane != 1) row = ir_.CreateShuffleVector(row, every(count, per_lane, e));
    found.push_back(for_channels(lanes, concatenated(ir_, std::move(elements)), part));
  });
  end_path(found);
}

// Returns the distance between channels whose accesses overlap: an element of several, or a byte of a word. Compilers
// write such messages for the neighbours of an element of an array. Zero: there is none.
unsigned MessageRecorder::overlap_step(const ElementAccess& access) const {
  if (kind_ != FunctionKind::direct || space().writes) return 0;
  if (access.stride() != access.bytes) return access.bytes;
  return access.bytes == 2 ? 1 : 0;
}

void MessageRecorder::load_overlapping(const Lanes& lanes) {
  const ElementAccess& access = lanes.access;
  const unsigned step = overlap_step(access);
  auto* loaded = llvm::FixedVectorType::get(ir_.getIntNTy(step * 8), lanes.row_lanes());
  auto* type = llvm::FixedVectorType::get(ir_.getIntNTy(access.bytes * 8), lanes.row_lanes());
  const std::vector<llvm::Value*> hosts = row_hosts(lanes, host_address(lanes));
  std::vector<llvm::Value*> found;
  for_each_element(access.chosen, [&](unsigned e, unsigned part) {
    std::vector<llvm::Value*> rows;
    for (llvm::Value* host : hosts) {
      llvm::Value* elements = llvm::Constant::getNullValue(type);
      for (unsigned byte = 0; byte < access.bytes; byte += step) {
        llvm::Value* place = ir_.CreateConstGEP1_32(ir_.getInt8Ty(), host, e * access.bytes + byte);
        llvm::Value* bits = ir_.CreateZExt(ir_.CreateAlignedLoad(loaded, place, llvm::Align(1)), type);
        elements = ir_.CreateOr(elements, ir_.CreateShl(bits, byte * 8));
      }
      rows.push_back(elements);
    }
    found.push_back(for_channels(lanes, concatenated(ir_, std::move(rows)), part));
  });
  end_path(found);
}

void MessageRecorder::load_one(const Lanes& lanes) {
  const ElementAccess& access = lanes.access;
  const std::vector<llvm::Value*> hosts = row_hosts(lanes, host_address(lanes));
  std::vector<llvm::Value*> found;
  for_each_element(access.chosen, [&](unsigned e, unsigned part) {
    std::vector<llvm::Value*> rows;
    for (llvm::Value* host : hosts) {
      llvm::Value* place = ir_.CreateConstGEP1_32(ir_.getInt8Ty(), host, e * access.bytes);
      llvm::Value* loaded = ir_.CreateAlignedLoad(ir_.getIntNTy(access.bytes * 8), place, llvm::Align(1));
      rows.push_back(ir_.CreateVectorSplat(lanes.row_lanes(), loaded));
    }
    found.push_back(for_channels(lanes, concatenated(ir_, std::move(rows)), part));
  });
  end_path(found);
}

void MessageRecorder::store_contiguous(const Lanes& lanes, std::span<llvm::Value* const> hosts) {
  const ElementAccess& access = lanes.access;
  auto* element = llvm::FixedVectorType::get(ir_.getIntNTy(access.bytes * 8), access.lanes);
  const unsigned count = lanes.row_lanes();
  const unsigned per_lane = access.stride() / access.bytes;
  for (unsigned row = 0; row < hosts.size(); ++row) {
    llvm::Value* mask = lanes_of_row(lanes.mask, row, count);
    // LLVM makes better code if all channels are truncated together.
    const auto elements = [&](unsigned part) { return lanes_of_row(ir_.CreateTrunc(data(part), element), row, count); };
    if (per_lane == 1) {
      ir_.CreateMaskedStore(elements(0), hosts[row], llvm::Align(1), mask);
      continue;
    }
    // Reorder from all first elements, all second elements, ... to the order in memory.
    std::vector<llvm::Value*> parts(per_lane, llvm::PoisonValue::get(elements(0)->getType()));
    std::vector<llvm::Constant*> is_chosen(count * per_lane, ir_.getFalse());
    for_each_element(access.chosen, [&](unsigned e, unsigned part) {
      parts[e] = elements(part);
      for (unsigned lane = 0; lane < count; ++lane) is_chosen[lane * per_lane + e] = ir_.getTrue();
    });
    std::vector<int> order, lane_of;
    for (unsigned i = 0; i < count * per_lane; ++i) {
      order.push_back(static_cast<int>(i % per_lane * count + i / per_lane));
      lane_of.push_back(static_cast<int>(i / per_lane));
    }
    llvm::Value* all = is_gapless(access) ? concatenated(ir_, to_dword_vectors(ir_, parts))
                                          : ir_.CreateShuffleVector(concatenated(ir_, std::move(parts)), order);
    mask = ir_.CreateAnd(ir_.CreateShuffleVector(mask, lane_of), llvm::ConstantVector::get(is_chosen));
    ir_.CreateMaskedStore(all, hosts[row], llvm::Align(1), mask);
  }
  end_path({});
}

}  // namespace eugene::jit
