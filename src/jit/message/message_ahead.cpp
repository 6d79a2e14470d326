// Messages that read ahead (message_ahead.h). The last argument of the common function is the place of the kept
// elements. The function for messages of all channels has one more argument: whether each channel continues its
// sequence.
#include "jit/message/message_ahead.h"

#include "jit/message/dword_vectors.h"
#include "jit/message/message_recorder.h"

namespace eugene::jit {
namespace {

constexpr unsigned kPage = 4096;

}  // namespace

llvm::StructType* ahead_type(llvm::Type* offsets) {
  llvm::Type* dword = llvm::Type::getInt32Ty(offsets->getContext());
  llvm::Type* row = offsets->getWithNewType(dword);
  return llvm::StructType::get(llvm::ArrayType::get(row, kAheadElements), offsets, dword, dword);
}

void set_next_row(Builder& ir, llvm::Type* type, llvm::Value* place, llvm::Value* row) {
  ir.CreateStore(row, ir.CreateStructGEP(type, place, kAheadNext));
}

bool MessageRecorder::has_ahead() const {
  return shape_.reads_ahead && (kind_ == FunctionKind::common || kind_ == FunctionKind::scattered);
}

void MessageRecorder::add_ahead_arguments(std::vector<llvm::Type*>& arguments) const {
  arguments.push_back(llvm::PointerType::getUnqual(*unit_.context));
  if (kind_ == FunctionKind::scattered) arguments.push_back(llvm::Type::getInt32Ty(*unit_.context));
}

llvm::Value* MessageRecorder::ahead_argument(unsigned index) const {
  return function_->getArg(static_cast<unsigned>(function_->arg_size()) - (kind_ == FunctionKind::scattered ? 2 : 1) +
                           index);
}

llvm::StructType* MessageRecorder::own_ahead_type() const {
  return ahead_type(payload_[shape_.header ? 1 : 0]->getType());
}

llvm::Value* MessageRecorder::ahead_member(unsigned member) {
  return ir_.CreateStructGEP(own_ahead_type(), ahead_argument(0), member);
}

void MessageRecorder::set_next_row(llvm::Value* row) {
  jit::set_next_row(ir_, own_ahead_type(), ahead_argument(0), row);
}

// Records the case of elements that are kept.
void MessageRecorder::record_ahead(const Lanes& lanes) {
  llvm::Value* const expected = ahead_member(kAheadExpected);
  llvm::Value* const row = ir_.CreateLoad(ir_.getInt32Ty(), ahead_member(kAheadNext));
  llvm::Type* type = lanes.places->getType();
  llvm::Value* continues = ir_.CreateICmpEQ(lanes.places, ir_.CreateLoad(type, expected));
  continues = all_lanes(ir_.CreateOr(continues, ir_.CreateNot(lanes.mask)));
  llvm::Value* channels = ir_.CreateAnd(lanes.channels, static_cast<std::uint32_t>(low_mask(lanes.access.lanes)));
  llvm::Value* new_ones = ir_.CreateLoad(ir_.getInt32Ty(), ahead_member(kAheadChannels));
  new_ones = ir_.CreateAnd(channels, ir_.CreateNot(new_ones));
  continues = ir_.CreateAnd(continues, ir_.CreateICmpEQ(new_ones, ir_.getInt32(0)));
  ir_.CreateStore(channels, ahead_member(kAheadChannels));
  ir_.CreateStore(ir_.CreateAdd(lanes.places, llvm::ConstantInt::get(type, kAheadBytes)), expected);
  llvm::Value* is_kept = ir_.CreateAnd(continues, ir_.CreateICmpULT(row, ir_.getInt32(kAheadElements)));
  auto* kept = branch_off(is_kept, "kept", 8);
  llvm::BasicBlock* rest = ir_.GetInsertBlock();
  ir_.SetInsertPoint(kept);
  llvm::Type* elements = before_[0]->getType();
  llvm::Value* place = ir_.CreateGEP(elements, ahead_member(kAheadRows), ir_.CreateZExt(row, ir_.getInt64Ty()));
  llvm::Value* const found[] = {for_channels(lanes, ir_.CreateLoad(elements, place), 0)};
  set_next_row(ir_.CreateAdd(row, ir_.getInt32(1)));
  end_path(found);
  ir_.SetInsertPoint(rest);
  continues_ = continues;
}

// Records the case of elements that are kept, for messages of which some channels are disabled. Returns the empty block
// for messages that continue and have no kept elements: testing for other cases would take longer than reading ahead.
llvm::BasicBlock* MessageRecorder::record_ahead_of_some(const Lanes& lanes) {
  record_ahead(lanes);
  auto* more = branch_off(continues_, "more", 1);
  drop_ahead();
  return more;
}

void MessageRecorder::call_ahead(llvm::Function& general) {
  llvm::Value* const more[] = {ahead_argument(0), ir_.CreateZExt(continues_, ir_.getInt32Ty())};
  call_general(general, more);
}

// At the start of the function for messages of all channels: no row is kept.
void MessageRecorder::drop_ahead() { set_next_row(ir_.getInt32(kAheadElements)); }

// Whether the next elements of each channel are in the window, and in the host page of the element that the channel
// reads. The host may refuse access to the next page.
llvm::Value* MessageRecorder::can_read_ahead(const Lanes& lanes) {
  constexpr unsigned kMore = (kAheadElements - 1) * kAheadBytes;
  llvm::Type* type = lanes.index->getType();
  llvm::Value* count = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, lanes.window.count, ir_.getInt64(kMore));
  llvm::Value* host = ir_.CreatePtrToInt(lanes.window.host, type->getScalarType());
  llvm::Value* in_page = ir_.CreateAdd(lanes.index, ir_.CreateVectorSplat(lanes.access.lanes, host));
  in_page = ir_.CreateAnd(in_page, llvm::ConstantInt::get(type, kPage - 1));
  llvm::Value* is_same = ir_.CreateICmpULE(in_page, llvm::ConstantInt::get(type, kPage - kAheadBytes - kMore));
  llvm::Value* fits = all_lanes(ir_.CreateAnd(below(lanes.index, count), is_same));
  return ir_.CreateAnd(fits, ir_.CreateICmpNE(ahead_argument(1), ir_.getInt32(0)));
}

// Records the case of reading ahead. Disabled channels need a valid index too.
void MessageRecorder::read_ahead(const Lanes& lanes) {
  llvm::Type* elements = before_[0]->getType();
  llvm::Value* const rows = ahead_member(kAheadRows);
  auto* ahead = branch_off(can_read_ahead(lanes), "ahead", 8);
  llvm::BasicBlock* rest = ir_.GetInsertBlock();
  ir_.SetInsertPoint(ahead);
  std::array<std::vector<llvm::Value*>, kAheadElements> parts;  // of each row
  auto* type = llvm::FixedVectorType::get(ir_.getInt32Ty(), kAheadElements);
  for (unsigned lane = 0; lane < lanes.access.lanes; lane += 8) {
    std::array<llvm::Value*, 8> vectors{};
    for (unsigned i = 0; i < 8; ++i)
      vectors[i] = ir_.CreateAlignedLoad(type, host_pointer(lanes, lane + i), llvm::Align(1));
    transpose(ir_, vectors);
    for (unsigned row = 0; row < kAheadElements; ++row) parts[row].push_back(vectors[row]);
  }
  std::vector<llvm::Value*> first;
  for (unsigned row = 0; row < kAheadElements; ++row) {
    llvm::Value* whole = concatenated(ir_, std::move(parts[row]));
    if (row == 0) first.push_back(for_channels(lanes, whole, 0));
    ir_.CreateStore(whole, ir_.CreateConstGEP1_32(elements, rows, row));
  }
  set_next_row(ir_.getInt32(1));
  end_path(first);
  ir_.SetInsertPoint(rest);
}

}  // namespace eugene::jit
