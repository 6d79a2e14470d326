#include "jit/message/message_recorder.h"

#include <llvm/IR/MDBuilder.h>

#include "isa/message/access.h"
#include "jit/frame.h"
#include "jit/pass/contiguity.h"

namespace eugene::jit {
namespace {

constexpr unsigned kFixedArguments = 4;

llvm::Type* vector_type(Builder& ir, const VectorShape& shape) {
  return llvm::FixedVectorType::get(ir.getIntNTy(shape.bytes * 8), shape.count);
}

}  // namespace

llvm::Function* MessageRecorder::record_general(const std::string& name) {
  create_function(FunctionKind::general, name);
  host_.prepare_for_vectors(*function_);
  function_->addFnAttr(llvm::Attribute::NoInline);
  if (shape_.access) std::visit([&](const auto& access) { record_general(access); }, shape_.access->kind);
  call_port();
  record_return();
  return function_;
}

llvm::Function* MessageRecorder::record_scattered(const std::string& name, llvm::Function& general) {
  if (!shape_.access || !std::holds_alternative<ElementAccess>(shape_.access->kind) || host_.is_wide()) return nullptr;
  create_function(FunctionKind::scattered, name);
  host_.prepare_for_vectors(*function_);
  function_->addFnAttr(llvm::Attribute::NoInline);
  if (has_ahead()) drop_ahead();
  record_scattered(std::get<ElementAccess>(shape_.access->kind));
  call_general(general, {});
  record_return();
  return function_;
}

llvm::Function* MessageRecorder::record_common(const std::string& name, llvm::Function& general) {
  if (shape_.access ? std::holds_alternative<AtomicAccess>(shape_.access->kind) : shape_.prepared_channels == 0)
    return nullptr;
  create_function(FunctionKind::common, name);
  if (!shape_.access) {
    record_prepared();
    call_general(general, {});
    record_return();
    return function_;
  }
  if (const auto* lanes = std::get_if<ElementAccess>(&shape_.access->kind)) record_common(*lanes);
  if (const auto* block = std::get_if<BlockAccess>(&shape_.access->kind)) record_common(*block);
  has_ahead() ? call_ahead(general) : call_general(general, {});
  record_return();
  return function_;
}

llvm::Function* MessageRecorder::record_direct(const std::string& name) {
  create_function(FunctionKind::direct, name);
  record_common(std::get<ElementAccess>(shape_.access->kind));
  std::vector<llvm::Value*> none;
  for (const llvm::PHINode* each : response_) none.push_back(llvm::PoisonValue::get(each->getType()));
  end_path(ir_.getInt32(1), none);
  record_return();
  return function_;
}

llvm::Function* MessageRecorder::record_store(const std::string& name) {
  create_function(FunctionKind::store, name);
  const auto& access = std::get<ElementAccess>(shape_.access->kind);
  llvm::Value* channels = enabled(access.header_mask);
  Lanes lanes{.access = access,
              .window = {},
              .places = nullptr,
              .channels = channels,
              .mask = to_lanes(ir_, channels, access.lanes),
              .first = nullptr};
  std::vector<llvm::Value*> hosts{function_->getArg(0)};
  if (has_rows(access)) {
    lanes.row = ir_.getInt32(0);  // not used: the second row's address is known
    hosts.push_back(function_->getArg(1));
  }
  llvm::Value* step = function_->getArg(2);
  auto* contiguous = branch_off(ir_.CreateICmpEQ(step, ir_.getInt32(access.stride())), "contiguous", 8);
  store_each(lanes, strided_hosts(hosts, step, access.lanes));
  ir_.SetInsertPoint(contiguous);
  store_contiguous(lanes, hosts);
  record_return();
  return function_;
}

void MessageRecorder::create_function(FunctionKind kind, const std::string& name) {
  kind_ = kind;
  llvm::Type* i32 = ir_.getInt32Ty();
  std::vector<llvm::Type*> arguments{ir_.getPtrTy(), ir_.getPtrTy(), i32, i32};
  std::vector<llvm::Type*> results;
  for (const VectorShape& each : shape_.payload) arguments.push_back(vector_type(ir_, each));
  for (const VectorShape& each : shape_.response) {
    arguments.push_back(vector_type(ir_, each));
    results.push_back(arguments.back());
  }
  if (has_ahead()) add_ahead_arguments(arguments);
  const bool returns_address = kind_ == FunctionKind::direct && space().writes;
  if (returns_address) results.insert(results.end(), {ir_.getPtrTy(), ir_.getPtrTy(), i32});
  // The status comes last: LLVM 16 crashes if it widens a vector after a scalar in a return type.
  results.push_back(i32);
  auto* type = llvm::FunctionType::get(llvm::StructType::get(*unit_.context, results), arguments, false);
  function_ = llvm::Function::Create(type, llvm::Function::InternalLinkage, name, *unit_.module);
  function_->addFnAttr(llvm::Attribute::NoUnwind);
  host_.prepare(*function_);
  channels_ = function_->getArg(3);
  unsigned next = kFixedArguments;
  for (std::size_t i = 0; i < shape_.payload.size(); ++i) payload_.push_back(function_->getArg(next++));
  for (std::size_t i = 0; i < shape_.response.size(); ++i) before_.push_back(function_->getArg(next++));

  ir_.SetInsertPoint(create_block("entry"));
  done_ = create_block("done");
  Builder at_done(done_);
  status_ = at_done.CreatePHI(i32, 4);
  for (llvm::Value* each : before_) {
    llvm::Type* held = each->getType();
    if (is_extended_at_end()) held = held->getWithNewBitWidth(std::get<ElementAccess>(shape_.access->kind).bytes * 8);
    response_.push_back(at_done.CreatePHI(held, 4));
  }
  if (returns_address)
    for (llvm::Type* each : {llvm::cast<llvm::Type>(ir_.getPtrTy()), llvm::cast<llvm::Type>(ir_.getPtrTy()), i32})
      response_.push_back(at_done.CreatePHI(each, 4));
}

void MessageRecorder::end_path(llvm::Value* status, std::span<llvm::Value* const> response) {
  status_->addIncoming(status, ir_.GetInsertBlock());
  for (std::size_t i = 0; i < response_.size(); ++i) response_[i]->addIncoming(response[i], ir_.GetInsertBlock());
  ir_.CreateBr(done_);
}

// Records the last path of a function that does not handle all cases. `more` are arguments after the common ones.
void MessageRecorder::call_general(llvm::Function& general, std::span<llvm::Value* const> more) {
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& each : function_->args())
    if (arguments.size() < kFixedArguments + payload_.size() + before_.size()) arguments.push_back(&each);
  arguments.insert(arguments.end(), more.begin(), more.end());
  llvm::CallInst* answer = ir_.CreateCall(&general, arguments);
  answer->setCallingConv(general.getCallingConv());
  answer->setDoesNotThrow();
  std::vector<llvm::Value*> found;
  for (unsigned i = 0; i < response_.size(); ++i) found.push_back(ir_.CreateExtractValue(answer, i));
  end_path(ir_.CreateExtractValue(answer, static_cast<unsigned>(response_.size())), found);
}

void MessageRecorder::record_return() {
  ir_.SetInsertPoint(done_);
  llvm::Value* result = llvm::PoisonValue::get(function_->getReturnType());
  unsigned index = 0;
  for (llvm::Value* each : response_) {
    if (is_extended_at_end()) {
      const auto& access = std::get<ElementAccess>(shape_.access->kind);
      llvm::Value* mask = to_lanes(ir_, enabled(access.header_mask), access.lanes);
      each = ir_.CreateSelect(mask, in_registers(access, each), before_[index]);
    }
    result = ir_.CreateInsertValue(result, each, index++);
  }
  result = ir_.CreateInsertValue(result, status_, index);
  ir_.CreateRet(result);
}

llvm::BasicBlock* MessageRecorder::branch_off(llvm::Value* condition, const char* name, unsigned likely) {
  auto* off = create_block(name);
  auto* on = create_block("else");
  ir_.CreateCondBr(condition, off, on, llvm::MDBuilder(*unit_.context).createBranchWeights(likely, 1));
  ir_.SetInsertPoint(on);
  return off;
}

llvm::BasicBlock* MessageRecorder::branch_to_case(llvm::Value* condition, const char* name) {
  llvm::BasicBlock* test = ir_.GetInsertBlock();
  llvm::BasicBlock* off = branch_off(condition, name, 8);
  mark_case(*llvm::cast<llvm::BranchInst>(test->getTerminator()));
  return off;
}

MessageRecorder::Window MessageRecorder::load_window() {
  using Slot = eu::WindowTable::Slot;
  const auto member = [&](llvm::Type* type, std::size_t offset) {
    auto* loaded = ir_.CreateLoad(
        type, ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), function_->getArg(1), static_cast<unsigned>(offset)));
    // Only calls of the port change windows.
    if (kind_ == FunctionKind::direct)
      loaded->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(*unit_.context, {}));
    return loaded;
  };
  llvm::Value* count = member(ir_.getInt64Ty(), offsetof(Slot, count));
  if (!shape_.access->has_index) {  // another buffer's window is treated as empty
    llvm::Value* index = ir_.CreateLoad(
        ir_.getInt32Ty(),
        ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), function_->getArg(0), unsigned{offsetof(Frame, index)}));
    llvm::Value* is_same =
        ir_.CreateICmpEQ(member(ir_.getInt64Ty(), offsetof(Slot, bti)), ir_.CreateZExt(index, ir_.getInt64Ty()));
    count = ir_.CreateSelect(is_same, count, ir_.getInt64(0));
  }
  return {.first = member(ir_.getInt64Ty(), offsetof(Slot, first)),
          .count = count,
          .host = member(ir_.getPtrTy(), offsetof(Slot, host))};
}

MessageRecorder::SpilledVector MessageRecorder::spill(llvm::Value* vector) {
  Builder entry(&function_->getEntryBlock(), function_->getEntryBlock().begin());
  llvm::Value* memory = entry.CreateAlloca(vector->getType());
  ir_.CreateStore(vector, memory);
  return {memory, vector->getType()->getScalarType()};
}

llvm::Value* MessageRecorder::all_lanes(llvm::Value* conditions) {
  const unsigned lanes = count_lanes(conditions);
  return ir_.CreateICmpEQ(ir_.CreateBitCast(conditions, ir_.getIntNTy(lanes)),
                          llvm::ConstantInt::get(ir_.getIntNTy(lanes), low_mask(lanes)));
}

llvm::Value* MessageRecorder::enabled(bool header_mask) {
  return header_mask ? ir_.CreateAnd(channels_, header(7)) : channels_;
}

// Returns the offset of each channel, possibly with more bits than the space uses.
llvm::Value* MessageRecorder::given_offsets(unsigned scale) {
  llvm::Value* found = payload_[shape_.header ? 1 : 0];
  if (scale == 1) return found;
  found = ir_.CreateZExt(found, llvm::FixedVectorType::get(ir_.getInt64Ty(), count_lanes(found)));
  return ir_.CreateMul(found, llvm::ConstantInt::get(found->getType(), scale));
}

// Returns the offset of each channel in the space.
llvm::Value* MessageRecorder::offsets(unsigned scale) {
  llvm::Value* found = given_offsets(scale);
  if (space().a64)
    return ir_.CreateAnd(found, llvm::ConstantInt::get(found->getType(), low_mask(isa::kA64AddressBits)));
  if (space().slm)
    return ir_.CreateAnd(
        found, llvm::ConstantInt::getSigned(found->getType(), static_cast<std::int64_t>(isa::kSlmOffsetMask)));
  return found;
}

// Returns the offset of each channel relative to the window's first byte.
llvm::Value* MessageRecorder::index_in(const Window& window, llvm::Value* places) {
  llvm::Type* scalar = places->getType()->getScalarType();
  return ir_.CreateSub(places, ir_.CreateVectorSplat(count_lanes(places), ir_.CreateTrunc(window.first, scalar)));
}

llvm::Value* MessageRecorder::below(llvm::Value* index, llvm::Value* count) {
  llvm::Type* scalar = index->getType()->getScalarType();
  return ir_.CreateICmpULT(index, ir_.CreateVectorSplat(count_lanes(index), ir_.CreateTrunc(count, scalar)));
}

// Returns whether the access has to be reported to observers; null: no access of this message has to.
llvm::Value* MessageRecorder::is_range_reported(llvm::Value* places, llvm::Value* channels, unsigned bytes) {
  using Slot = eu::WindowTable::Slot;
  const auto member = [&](std::size_t offset) {
    return ir_.CreateLoad(ir_.getInt32Ty(), ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), function_->getArg(1),
                                                                           static_cast<unsigned>(offset)));
  };
  llvm::Value* is_told = nullptr;
  if (observed_.accesses) is_told = ir_.CreateICmpNE(member(offsetof(Slot, is_told)), ir_.getInt32(0));
  if (!observed_.misaligned || bytes == 1) return is_told;
  llvm::Value* bits = ir_.CreateAnd(member(offsetof(Slot, misaligned)), ir_.getInt32(bytes - 1));
  bits = ir_.CreateVectorSplat(count_lanes(places), ir_.CreateZExt(bits, places->getType()->getScalarType()));
  llvm::Value* found = ir_.CreateICmpNE(ir_.CreateAnd(places, bits), llvm::Constant::getNullValue(places->getType()));
  found = ir_.CreateZExt(ir_.CreateBitCast(found, ir_.getIntNTy(count_lanes(places))), ir_.getInt32Ty());
  llvm::Value* is_misaligned = ir_.CreateICmpNE(ir_.CreateAnd(found, channels), ir_.getInt32(0));
  return is_told == nullptr ? is_misaligned : ir_.CreateOr(is_told, is_misaligned);
}

// Reports the offsets of the enabled channels, before a path accesses memory itself.
void MessageRecorder::tell_reached(llvm::Value* places, llvm::Value* channels, unsigned bytes, unsigned chosen,
                                   bool is_atomic) {
  llvm::Value* is_told = is_range_reported(places, channels, bytes);
  if (is_told == nullptr) return;
  llvm::Type* i32 = ir_.getInt32Ty();
  llvm::Value* slot = function_->getArg(1);
  auto* telling = create_block("telling");
  auto* told = create_block("told");
  ir_.CreateCondBr(is_told, telling, told);
  ir_.SetInsertPoint(telling);
  const LaneShape shape{.bytes = bytes,
                        .elements = chosen,
                        .lanes = count_lanes(places),
                        .kind = is_atomic        ? eu::AccessKind::atomic
                                : space().writes ? eu::AccessKind::write
                                                 : eu::AccessKind::read,
                        .is_wide = places->getType()->getScalarSizeInBits() == 64};
  llvm::Type* pointer = ir_.getPtrTy();
  auto* type = llvm::FunctionType::get(ir_.getVoidTy(), {pointer, i32, i32, pointer, i32, pointer, pointer}, false);
  auto* call = ir_.CreateCall(unit_.module->getOrInsertFunction(kReachedLanes, type),
                              {function_->getArg(0), function_->getArg(2), channels, slot,
                               ir_.getInt32(shape_code(shape)), spill(places).memory, written_values()});
  call->setDoesNotThrow();
  ir_.CreateBr(told);
  ir_.SetInsertPoint(told);
}

// Stores the written data on the stack, element by element. Returns its address; null if it is not observed.
llvm::Value* MessageRecorder::written_values() {
  const auto* access = std::get_if<ElementAccess>(&shape_.access->kind);
  if (!observed_.written || access == nullptr || !space().writes) return llvm::ConstantPointerNull::get(ir_.getPtrTy());
  Builder entry(&function_->getEntryBlock(), function_->getEntryBlock().begin());
  llvm::Value* memory = entry.CreateAlloca(llvm::ArrayType::get(data(0)->getType(), access->parts()));
  for (unsigned part = 0; part < access->parts(); ++part)
    ir_.CreateStore(data(part), ir_.CreateConstGEP1_32(data(part)->getType(), memory, part));
  return memory;
}

// Sets wanted_ to the offset that the first enabled channel accesses.
void MessageRecorder::set_wanted(llvm::Value* places, llvm::Value* channels) {
  llvm::Value* lane = ir_.CreateIntrinsic(llvm::Intrinsic::cttz, {ir_.getInt32Ty()}, {channels, ir_.getFalse()});
  lane = ir_.CreateAnd(lane, count_lanes(places) - 1);
  wanted_ = ir_.CreateZExt(ir_.CreateExtractElement(places, lane), ir_.getInt64Ty());
}

}  // namespace eugene::jit
