// Records code for messages with few enabled channels, which are common in kernels' loops that channels leave one by
// one. The recorded code visits each enabled channel, and accesses the channel's elements at any address in the window.
// The other paths take as long for one channel as for all, because most of their instructions are for all channels.
#include "jit/message/message_recorder.h"

namespace eugene::jit {
namespace {

// More elements for a channel are faster as vectors.
constexpr unsigned kMaxParts = 2;

// Returns the largest number of enabled channels that are visited one by one. More channels are faster together. Two
// elements of one channel take as long as one element of two channels.
unsigned most_channels(const ElementAccess& access) { return access.lanes / 2 / access.parts(); }

}  // namespace

bool MessageRecorder::has_few(const ElementAccess& access) { return access.lanes >= 8 && access.parts() <= kMaxParts; }

// Records the case of few channels whose elements are in the window.
void MessageRecorder::record_few(const Lanes& lanes) {
  llvm::Value* enabled = ir_.CreateAnd(lanes.channels, static_cast<std::uint32_t>(low_mask(lanes.access.lanes)));
  llvm::Value* others = ir_.CreateSub(ir_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, enabled), ir_.getInt32(1));
  llvm::Value* is_few = ir_.CreateICmpULT(others, ir_.getInt32(most_channels(lanes.access)));
  llvm::Value* index = nullptr;
  if (space().writes) {  // none is done if one is outside
    index = index_in(lanes.window, lanes.places);
    is_few =
        ir_.CreateAnd(is_few, all_lanes(ir_.CreateOr(below(index, lanes.window.count), ir_.CreateNot(lanes.mask))));
  }
  auto* few = branch_off(is_few, "few", 1);
  llvm::BasicBlock* rest = ir_.GetInsertBlock();
  ir_.SetInsertPoint(few);
  if (index == nullptr) index = index_in(lanes.window, lanes.places);
  space().writes ? store_in_turn(lanes, index, enabled) : load_few(lanes, spill(index), enabled, rest);
  ir_.SetInsertPoint(rest);
}

// Returns a table with a mask for each channel: the channel's lane is -1, and the other lanes are 0.
llvm::GlobalVariable* MessageRecorder::lane_masks(unsigned lanes) {
  const std::string name = "eugene.lanes" + std::to_string(lanes);
  if (llvm::GlobalVariable* found = unit_.module->getNamedGlobal(name)) return found;
  std::vector<llvm::Constant*> rows;
  for (unsigned own = 0; own < lanes; ++own) {
    std::vector<llvm::Constant*> row(lanes, ir_.getInt32(0));
    row[own] = ir_.getInt32(~0U);
    rows.push_back(llvm::ConstantVector::get(row));
  }
  auto* type = llvm::ArrayType::get(rows.front()->getType(), lanes);
  return new llvm::GlobalVariable(*unit_.module, type, true, llvm::GlobalValue::PrivateLinkage,
                                  llvm::ConstantArray::get(type, rows), name);
}

// Loads the elements of the `enabled` channels. Continues in the block `outside` at an element outside of the window.
void MessageRecorder::load_few(const Lanes& lanes, const SpilledVector& index, llvm::Value* enabled,
                               llvm::BasicBlock* outside) {
  const ElementAccess& access = lanes.access;
  llvm::GlobalVariable* masks = lane_masks(access.lanes);
  llvm::Type* row = masks->getValueType()->getArrayElementType();
  llvm::Value* count = ir_.CreateTrunc(lanes.window.count, index.element);
  llvm::BasicBlock* before = ir_.GetInsertBlock();
  auto* channel = create_block("channel");
  auto* inside = create_block("inside");
  auto* end = create_block("channels_done");
  ir_.CreateBr(channel);

  ir_.SetInsertPoint(channel);
  llvm::PHINode* left = ir_.CreatePHI(ir_.getInt32Ty(), 2);
  left->addIncoming(enabled, before);
  std::vector<llvm::PHINode*> held;
  for (llvm::Value* each : before_) held.push_back(ir_.CreatePHI(each->getType(), 2));
  for (std::size_t i = 0; i < held.size(); ++i) held[i]->addIncoming(before_[i], before);
  llvm::Value* lane = ir_.CreateIntrinsic(llvm::Intrinsic::cttz, {ir_.getInt32Ty()}, {left, ir_.getTrue()});
  llvm::Value* at = load(index, lane);
  ir_.CreateCondBr(ir_.CreateICmpULT(at, count), inside, outside);

  ir_.SetInsertPoint(inside);
  llvm::Value* host = ir_.CreateGEP(ir_.getInt8Ty(), lanes.window.host, ir_.CreateZExt(at, ir_.getInt64Ty()));
  llvm::Value* own = ir_.CreateLoad(row, ir_.CreateGEP(row, masks, lane));
  own = ir_.CreateICmpSLT(own, llvm::Constant::getNullValue(row));
  std::vector<llvm::Value*> found;
  for_each_element(access.chosen, [&](unsigned e, unsigned part) {
    llvm::Value* place = ir_.CreateConstGEP1_32(ir_.getInt8Ty(), host, e * access.bytes);
    llvm::Value* loaded = ir_.CreateAlignedLoad(ir_.getIntNTy(access.bytes * 8), place, llvm::Align(1));
    loaded = ir_.CreateVectorSplat(access.lanes, ir_.CreateZExt(loaded, ir_.getIntNTy(access.slot() * 8)));
    found.push_back(ir_.CreateSelect(own, loaded, held[part]));
  });
  llvm::Value* more = ir_.CreateAnd(left, ir_.CreateSub(left, ir_.getInt32(1)));
  left->addIncoming(more, inside);
  for (std::size_t i = 0; i < held.size(); ++i) held[i]->addIncoming(found[i], inside);
  ir_.CreateCondBr(ir_.CreateICmpEQ(more, ir_.getInt32(0)), end, channel);
  ir_.SetInsertPoint(end);
  end_path(found);
}

}  // namespace eugene::jit
