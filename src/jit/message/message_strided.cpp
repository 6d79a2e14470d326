// Records one case of messages in direct threads (jit/record/direct_threads.h): the channels' elements have the same
// distance from each other. The distance is mostly neither the size of an element nor zero, for example in members of
// structures and columns of matrices. The elements are loaded and stored one by one, at addresses that need no further
// test.
//
// jit/pass/likely_cases.h removes the case if another case is likely.
#include "jit/message/message_recorder.h"
#include "jit/pass/contiguity.h"

namespace eugene::jit {

// Returns the distance from one channel to the next, in bytes; null if the function has no such case. The test of
// branch_to_strided() would not be right for 64-bit offsets, because their multiples can overflow.
llvm::Value* MessageRecorder::record_step(llvm::Value* differences) {
  const bool has_case = kind_ == FunctionKind::direct && differences->getType()->getScalarType()->isIntegerTy(32);
  return has_case ? create_step(ir_, differences) : nullptr;
}

// Returns the block of the case.
llvm::BasicBlock* MessageRecorder::branch_to_strided(const Lanes& lanes, llvm::Value* differences, llvm::Value* step) {
  const unsigned count = lanes.access.lanes;
  std::vector<llvm::Constant*> factors;
  for (unsigned i = 0; i < count; ++i) factors.push_back(ir_.getInt32(i % lanes.row_lanes()));
  llvm::Value* multiples = ir_.CreateMul(ir_.CreateVectorSplat(count, step), llvm::ConstantVector::get(factors));
  llvm::Value* holds = all_lanes(ir_.CreateAnd(ir_.CreateICmpEQ(differences, multiples), lanes.mask));
  // If the first and the last channel are inside the window, the others are too. With two rows, the second one must be
  // in the direction of the steps.
  llvm::Value* beyond = ir_.CreateMul(ir_.CreateSExt(step, ir_.getInt64Ty()), ir_.getInt64(lanes.row_lanes() - 1));
  if (lanes.row != nullptr) {
    beyond = ir_.CreateAdd(beyond, ir_.CreateSExt(lanes.row, ir_.getInt64Ty()));
    holds = ir_.CreateAnd(holds, is_not_negative(ir_.CreateXor(lanes.row, step)));
  }
  for (llvm::Value* place : {lanes.first, ir_.CreateAdd(lanes.first, beyond)})
    holds = ir_.CreateAnd(holds, ir_.CreateICmpULT(place, lanes.window.count));
  return branch_to_case(holds, "strided");
}

// Returns the host addresses of `lanes` channels. `rows` has the host address of the first channel of each row.
std::vector<llvm::Value*> MessageRecorder::strided_hosts(std::span<llvm::Value* const> rows, llvm::Value* step,
                                                         unsigned lanes) {
  llvm::Value* wide = ir_.CreateSExt(step, ir_.getInt64Ty());
  std::vector<llvm::Value*> hosts;
  for (llvm::Value* host : rows) {
    for (unsigned i = 0; i < lanes / rows.size(); ++i) {
      hosts.push_back(host);
      host = ir_.CreateGEP(ir_.getInt8Ty(), host, wide);
    }
  }
  return hosts;
}

}  // namespace eugene::jit
