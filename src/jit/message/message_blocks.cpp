// Blocks: registers that are contiguous in memory too. If channels are disabled, the message is sent to the port, which
// handles the enables.
#include <numeric>

#include "isa/message/access.h"
#include "jit/message/message_recorder.h"

namespace eugene::jit {

llvm::Value* MessageRecorder::block_offset(const BlockAccess& access) {
  llvm::Type* i64 = ir_.getInt64Ty();
  const auto wide = [&](unsigned dword) { return ir_.CreateZExt(header(dword), i64); };
  if (access.from_address)
    return ir_.CreateAnd(ir_.CreateOr(wide(0), ir_.CreateShl(wide(1), 32)), low_mask(isa::kA64AddressBits));
  llvm::Value* offset = ir_.getInt64(access.offset);
  if (access.scale != 0) offset = ir_.CreateMul(wide(2), ir_.getInt64(access.scale));
  if (access.moves_base) offset = ir_.CreateAdd(offset, ir_.CreateAnd(wide(5), std::uint64_t{isa::kBufferBaseMask}));
  return space().slm ? ir_.CreateAnd(offset, isa::kSlmOffsetMask) : offset;
}

void MessageRecorder::record_common(const BlockAccess& access) {
  const Window window = load_window();
  llvm::Value* index = ir_.CreateSub(block_offset(access), window.first);
  llvm::Value* all = ir_.getInt32(access.all_channels);
  llvm::Value* whole = ir_.CreateICmpEQ(ir_.CreateAnd(channels_, all), all);
  auto* block = branch_off(ir_.CreateAnd(whole, ir_.CreateICmpULT(index, window.count)), "block", 100);
  llvm::BasicBlock* rest = ir_.GetInsertBlock();

  ir_.SetInsertPoint(block);
  llvm::Value* host = ir_.CreateGEP(ir_.getInt8Ty(), window.host, index);
  auto* type = llvm::FixedVectorType::get(ir_.getInt32Ty(), access.bytes / 4);
  const bool is_half = access.bytes < eu::kGrfBytes;
  if (space().writes) {
    llvm::Value* stored = payload_[1];
    if (is_half) {
      std::vector<int> half(4);
      std::iota(half.begin(), half.end(), static_cast<int>(access.begin / 4));
      stored = ir_.CreateShuffleVector(stored, half);
    }
    ir_.CreateAlignedStore(stored, host, llvm::Align(1));
    end_path({});
  } else {
    llvm::Value* loaded = ir_.CreateAlignedLoad(type, host, llvm::Align(1));
    if (is_half) {
      // The other half keeps its old contents.
      loaded = ir_.CreateShuffleVector(loaded, std::vector<int>{0, 1, 2, 3, 0, 1, 2, 3});
      std::vector<int> blend(8);
      for (int i = 0; i < 8; ++i) blend[static_cast<std::size_t>(i)] = (i < 4) == (access.begin == 0) ? 8 + i : i;
      loaded = ir_.CreateShuffleVector(before_[0], loaded, blend);
    }
    end_path(std::vector<llvm::Value*>{loaded});
  }
  ir_.SetInsertPoint(rest);
}

}  // namespace eugene::jit
