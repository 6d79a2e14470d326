// Records gathers and scatters: messages whose channels access elements that are neither contiguous nor at one address.
#include "jit/message/dword_vectors.h"
#include "jit/message/message_recorder.h"
#include "jit/record/registers.h"

namespace eugene::jit {

// Returns the channels of a message to elements anywhere in the window. Elements smaller than a dword are gathered as
// dwords, so that the limit of their indices is lower.
MessageRecorder::Lanes MessageRecorder::scattered_lanes(const ElementAccess& access) {
  Lanes lanes = lanes_of_message(access);
  lanes.index = index_in(lanes.window, lanes.places);
  if (!space().writes && access.bytes < 4)
    lanes.window.count =
        ir_.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, lanes.window.count, ir_.getInt64(4 - access.bytes));
  return lanes;
}

// Records accesses of the enabled channels.
void MessageRecorder::record_general(const ElementAccess& access) {
  const Lanes lanes = scattered_lanes(access);
  llvm::Value* inside = below(lanes.index, lanes.window.count);
  llvm::Value* fits = all_lanes(ir_.CreateOr(inside, ir_.CreateNot(lanes.mask)));
  auto* each = branch_off(ir_.CreateAnd(fits, exists(lanes.window)), "each", 100);

  llvm::BasicBlock* rest = ir_.GetInsertBlock();
  ir_.SetInsertPoint(each);
  tell_reached(lanes);
  space().writes ? scatter(lanes) : gather(lanes);
  ir_.SetInsertPoint(rest);
  set_wanted(lanes.places, lanes.channels);
}

// Records accesses by single loads and stores of the host, for hosts without AVX-512.
void MessageRecorder::record_scattered(const ElementAccess& access) {
  Lanes lanes = scattered_lanes(access);
  llvm::Value* all = ir_.getInt32(static_cast<std::uint32_t>(low_mask(access.lanes)));
  llvm::Value* has_all = ir_.CreateICmpEQ(ir_.CreateAnd(lanes.channels, all), all);
  if (space().writes || (has_ahead() && !shape_.is_few)) {
    llvm::Value* inside = all_lanes(below(lanes.index, lanes.window.count));
    auto* whole = branch_off(ir_.CreateAnd(has_all, inside), "whole", 8);
    llvm::BasicBlock* rest = ir_.GetInsertBlock();
    ir_.SetInsertPoint(whole);
    tell_reached(lanes);
    Lanes whole_lanes = lanes;
    whole_lanes.mask = llvm::Constant::getAllOnesValue(lanes.mask->getType());
    if (!space().writes) read_ahead(whole_lanes);
    space().writes ? store_each(whole_lanes, hosts_of(whole_lanes)) : load_each(whole_lanes, hosts_of(whole_lanes));
    ir_.SetInsertPoint(rest);
  }
  // A test and a branch for each channel would take longer than an access does. So disabled channels read what the
  // first enabled channel reads, and write to a dummy variable. Other places of the window may be protected by the
  // program.
  llvm::Value* channels = ir_.CreateAnd(lanes.channels, all);
  llvm::Value* spare = llvm::Constant::getNullValue(lanes.index->getType());
  if (!space().writes && !space().slm) {
    llvm::Value* first = ir_.CreateIntrinsic(llvm::Intrinsic::cttz, {ir_.getInt32Ty()}, {channels, ir_.getFalse()});
    first = ir_.CreateExtractElement(lanes.index, ir_.CreateAnd(first, access.lanes - 1));
    spare = ir_.CreateVectorSplat(access.lanes, first);
  }
  lanes.index = ir_.CreateSelect(lanes.mask, lanes.index, spare);
  llvm::Value* fits = all_lanes(below(lanes.index, lanes.window.count));
  fits = ir_.CreateAnd(fits, ir_.CreateICmpNE(channels, ir_.getInt32(0)));
  auto* partial = branch_off(fits, "partial", 8);
  llvm::BasicBlock* rest = ir_.GetInsertBlock();
  ir_.SetInsertPoint(partial);
  tell_reached(lanes);
  if (has_ahead() && shape_.is_few) read_ahead(lanes);
  // Some hosts wait for memory longer with AVX2's gather than with single loads (docs/record/performance.md, "Where the
  // time goes"). Local memory is in the host's cache, where gathers are faster.
  if (space().writes)
    store_each(lanes, without_disabled(lanes, hosts_of(lanes)));
  else if (space().slm && !has_dword_vectors(access))
    gather(lanes);
  else
    load_each(lanes, hosts_of(lanes));
  ir_.SetInsertPoint(rest);
}

// Returns the host address of the elements of channel `lane`. The index is never negative, and the host extends an
// extracted element with zeros for free.
llvm::Value* MessageRecorder::host_pointer(const Lanes& lanes, unsigned lane) {
  llvm::Value* at = ir_.CreateZExt(ir_.CreateExtractElement(lanes.index, lane), ir_.getInt64Ty());
  return ir_.CreateGEP(ir_.getInt8Ty(), lanes.window.host, at);
}

// Returns host_pointer() of each channel.
std::vector<llvm::Value*> MessageRecorder::hosts_of(const Lanes& lanes) {
  std::vector<llvm::Value*> hosts;
  for (unsigned lane = 0; lane < lanes.access.lanes; ++lane) hosts.push_back(host_pointer(lanes, lane));
  return hosts;
}

// Replaces the host addresses of disabled channels by that of a dummy variable.
std::vector<llvm::Value*> MessageRecorder::without_disabled(const Lanes& lanes, std::vector<llvm::Value*> hosts) {
  Builder entry(&function_->getEntryBlock(), function_->getEntryBlock().begin());
  llvm::Value* dummy = entry.CreateAlloca(ir_.getIntNTy(lanes.access.reach() * 8));
  for (unsigned lane = 0; lane < hosts.size(); ++lane) {
    llvm::Value* is_enabled = ir_.CreateICmpNE(ir_.CreateAnd(lanes.channels, 1U << lane), ir_.getInt32(0));
    hosts[lane] = ir_.CreateSelect(is_enabled, hosts[lane], dummy);
  }
  return hosts;
}

// Loads the elements of each channel by themselves, from its host address. Disabled channels need a valid address too.
void MessageRecorder::load_each(const Lanes& lanes, const std::vector<llvm::Value*>& hosts) {
  const ElementAccess& access = lanes.access;
  llvm::Type* element = ir_.getIntNTy(access.bytes * 8);
  std::vector<llvm::Value*> found(access.parts(),
                                  llvm::PoisonValue::get(llvm::FixedVectorType::get(element, access.lanes)));
  std::vector<llvm::Value*> vectors;
  for (unsigned lane = 0; lane < access.lanes; ++lane) {
    llvm::Value* host = hosts[lane];
    if (has_dword_vectors(access)) {
      vectors.push_back(load_dwords(ir_, host, access.parts()));
      continue;
    }
    for_each_element(access.chosen, [&](unsigned e, unsigned part) {
      llvm::Value* place = ir_.CreateConstGEP1_32(ir_.getInt8Ty(), host, e * access.bytes);
      llvm::Value* loaded = ir_.CreateAlignedLoad(element, place, llvm::Align(1));
      found[part] = ir_.CreateInsertElement(found[part], loaded, lane);
    });
  }
  if (!vectors.empty()) found = to_registers(ir_, vectors, access.parts());
  for (unsigned part = 0; part < found.size(); ++part) found[part] = for_channels(lanes, found[part], part);
  end_path(found);
}

void MessageRecorder::gather(const Lanes& lanes) {
  const ElementAccess& access = lanes.access;
  auto* type = llvm::FixedVectorType::get(ir_.getIntNTy(access.slot() * 8), access.lanes);
  std::vector<llvm::Value*> found;
  for_each_element(access.chosen, [&](unsigned e, unsigned part) {
    llvm::Value* pointers = host_pointers(lanes, e);
    if (access.slot() == access.bytes) {
      found.push_back(ir_.CreateMaskedGather(type, pointers, llvm::Align(1), lanes.mask, before_[part]));
      return;
    }
    llvm::Value* loaded = ir_.CreateMaskedGather(type, pointers, llvm::Align(1), lanes.mask);
    loaded = ir_.CreateAnd(loaded, llvm::ConstantInt::get(type, low_mask(access.bytes * 8)));
    found.push_back(ir_.CreateSelect(lanes.mask, loaded, before_[part]));
  });
  end_path(found);
}

// Returns the address of element `element` for each channel. Indices of 32-bit offsets are less than 2^31
// (find_window).
llvm::Value* MessageRecorder::host_pointers(const Lanes& lanes, unsigned element) {
  llvm::Type* wide = llvm::FixedVectorType::get(ir_.getInt64Ty(), lanes.access.lanes);
  llvm::Value* host = ir_.CreateConstGEP1_32(ir_.getInt8Ty(), lanes.window.host, element * lanes.access.bytes);
  return ir_.CreateGEP(ir_.getInt8Ty(), host, ir_.CreateSExt(lanes.index, wide));
}

// Stores the elements of each channel by themselves, in the order of channels: elements of different channels may
// overlap.
void MessageRecorder::store_each(const Lanes& lanes, const std::vector<llvm::Value*>& hosts) {
  const ElementAccess& access = lanes.access;
  std::vector<llvm::Value*> vectors;
  if (has_dword_vectors(access))
    vectors = to_dword_vectors(ir_, std::span(payload_).subspan(shape_.header ? 2 : 1, access.parts()));
  for (unsigned lane = 0; lane < access.lanes; ++lane) {
    llvm::Value* host = hosts[lane];
    if (!vectors.empty()) {
      store_dwords(ir_, host, vectors[lane], access.parts());
      continue;
    }
    for_each_element(access.chosen, [&](unsigned e, unsigned part) {
      llvm::Value* element =
          ir_.CreateTrunc(ir_.CreateExtractElement(data(part), lane), ir_.getIntNTy(access.bytes * 8));
      ir_.CreateAlignedStore(element, ir_.CreateConstGEP1_32(ir_.getInt8Ty(), host, e * access.bytes), llvm::Align(1));
    });
  }
  end_path({});
}

void MessageRecorder::scatter(const Lanes& lanes) {
  const ElementAccess& access = lanes.access;
  const bool single = access.parts() == 1;
  if (single && access.bytes >= 4) {
    // If several channels have the same address, the last one wins, as in LLVM's scatter.
    const auto element = static_cast<unsigned>(std::countr_zero(access.chosen));
    ir_.CreateMaskedScatter(data(0), host_pointers(lanes, element), llvm::Align(1), lanes.mask);
    return end_path({});
  }
  store_in_turn(lanes, lanes.index, ir_.CreateAnd(lanes.channels, low_mask(access.lanes)));
}

// Stores the elements of the `enabled` channels, lowest channel first, because elements of different channels may
// overlap. `index` are the channels' indices in the window.
void MessageRecorder::store_in_turn(const Lanes& lanes, llvm::Value* index, llvm::Value* enabled) {
  const ElementAccess& access = lanes.access;
  const SpilledVector indices = spill(index);
  std::vector<SpilledVector> parts;
  for (unsigned part = 0; part < access.parts(); ++part) parts.push_back(spill(data(part)));
  for_each_channel(enabled, [&](llvm::Value* lane) {
    llvm::Value* at = ir_.CreateZExt(load(indices, lane), ir_.getInt64Ty());
    llvm::Value* host = ir_.CreateGEP(ir_.getInt8Ty(), lanes.window.host, at);
    for_each_element(access.chosen, [&](unsigned e, unsigned part) {
      llvm::Value* element = ir_.CreateTrunc(load(parts[part], lane), ir_.getIntNTy(access.bytes * 8));
      ir_.CreateAlignedStore(element, ir_.CreateConstGEP1_32(ir_.getInt8Ty(), host, e * access.bytes), llvm::Align(1));
    });
  });
  end_path({});
}

}  // namespace eugene::jit
