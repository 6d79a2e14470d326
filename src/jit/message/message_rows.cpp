// Rows of channels: messages of sixteen channels that are all enabled, in direct threads
// (jit/record/direct_threads.h), have two rows of eight channels. The cases of branch_to_cases() are about the channels
// of each row, and the second row may begin anywhere after the first. In a work-group of 8 x 8 work-items, two rows of
// channels are two rows of work-items, so that in an image they are as far from each other as rows of pixels. In wider
// work-groups, the second row of channels mostly continues the first.
//
// A vector register of an AVX2 host has eight dwords, so two rows take no more instructions than sixteen channels.
#include "jit/message/message_recorder.h"

namespace eugene::jit {

// If some channels were disabled, the offset of a row's first channel might be any number.
bool MessageRecorder::has_rows(const ElementAccess& access) const {
  const bool is_direct = kind_ == FunctionKind::direct || kind_ == FunctionKind::store;
  return is_direct && shape_.is_whole && access.lanes == 2 * kRowLanes;
}

// Returns the index of the first channel of each channel's row.
std::vector<int> MessageRecorder::firsts_of_rows(unsigned lanes) {
  std::vector<int> order;
  for (unsigned i = 0; i < lanes; ++i) order.push_back(static_cast<int>(i / kRowLanes * kRowLanes));
  return order;
}

// Returns the elements of `vector` for the channels of a row.
llvm::Value* MessageRecorder::lanes_of_row(llvm::Value* vector, unsigned row, unsigned count) {
  if (count_lanes(vector) == count) return vector;
  std::vector<int> order;
  for (unsigned i = 0; i < count; ++i) order.push_back(static_cast<int>(row * count + i));
  return ir_.CreateShuffleVector(vector, order);
}

// Returns the host address of each row, given that of the first.
std::vector<llvm::Value*> MessageRecorder::row_hosts(const Lanes& lanes, llvm::Value* host) {
  if (lanes.row == nullptr) return {host};
  return {host, ir_.CreateGEP(ir_.getInt8Ty(), host, ir_.CreateSExt(lanes.row, ir_.getInt64Ty()))};
}

llvm::Value* MessageRecorder::is_not_negative(llvm::Value* number) {
  return ir_.CreateICmpSGE(number, llvm::Constant::getNullValue(number->getType()));
}

// Ends a path of a write of a direct thread, which is done later (record_store()).
void MessageRecorder::end_with_address(const Lanes& lanes, llvm::Value* host, llvm::Value* step) {
  llvm::Value* const found[] = {host, row_hosts(lanes, host).back(), step};
  end_path(found);
}

}  // namespace eugene::jit
