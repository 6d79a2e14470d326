// Records calls of the runtime that execute a message: the port, which executes every message, and prepared messages
// (eu/prepared_message.h). Payload and response are passed in the frame.
#include <llvm/IR/MDBuilder.h>

#include "jit/frame.h"
#include "jit/message/message_recorder.h"

namespace eugene::jit {

// Returns a function that calls runtime function `name` with the same arguments. It saves the registers that our
// convention preserves and C's does not, in one place for all messages of the module.
llvm::Function* MessageRecorder::port_function(const char* name, llvm::ArrayRef<llvm::Value*> arguments) {
  const std::string own = (function_->getName().rsplit(".message").first + "." + name).str();
  if (llvm::Function* found = unit_.module->getFunction(own)) return found;
  std::vector<llvm::Type*> types;
  for (const llvm::Value* each : arguments) types.push_back(each->getType());
  auto* type = llvm::FunctionType::get(ir_.getInt32Ty(), types, false);
  auto* made = llvm::Function::Create(type, llvm::Function::InternalLinkage, own, *unit_.module);
  made->addFnAttr(llvm::Attribute::NoUnwind);
  made->addFnAttr(llvm::Attribute::NoInline);
  host_.prepare_for_vectors(*made);
  Builder ir(llvm::BasicBlock::Create(*unit_.context, "entry", made));
  std::vector<llvm::Value*> passed;
  for (llvm::Argument& each : made->args()) passed.push_back(&each);
  ir.CreateRet(host_.call_c(ir, unit_.module->getOrInsertFunction(name, type), passed));
  return made;
}

llvm::Value* MessageRecorder::in_frame(std::size_t offset) {
  return ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), function_->getArg(0), static_cast<unsigned>(offset));
}

void MessageRecorder::store_vectors(std::size_t offset, std::span<llvm::Value* const> vectors,
                                    std::span<const VectorShape> shapes) {
  for (std::size_t i = 0; i < vectors.size(); offset += shapes[i++].size())
    ir_.CreateAlignedStore(vectors[i], in_frame(offset), llvm::Align(alignof(eu::Grf)));
}

std::vector<llvm::Value*> MessageRecorder::load_response() {
  std::vector<llvm::Value*> found;
  std::size_t at = offsetof(Frame, response);
  for (std::size_t i = 0; i < before_.size(); at += shape_.response[i++].size())
    found.push_back(ir_.CreateAlignedLoad(before_[i]->getType(), in_frame(at), llvm::Align(alignof(eu::Grf))));
  return found;
}

llvm::CallInst* MessageRecorder::call_runtime(const char* name, llvm::ArrayRef<llvm::Value*> arguments) {
  llvm::Function* function = port_function(name, arguments);
  llvm::CallInst* call = ir_.CreateCall(function, arguments);
  call->setCallingConv(function->getCallingConv());
  call->setDoesNotThrow();
  return call;
}

// Records the call of the message's short call, if it has one and all channels are enabled. Otherwise, and if the
// message refuses, the general function follows. The general function first stores the old registers of the response in
// the frame, because a message writes only the enabled channels. Here a message writes the whole response, so the old
// registers need not be moved to the frame and back.
void MessageRecorder::record_prepared() {
  using eu::ShortCall;
  auto* prepared = create_block("prepared");
  auto* done = create_block("prepared_done");
  auto* other = create_block("other");
  const auto likely = llvm::MDBuilder(*unit_.context).createBranchWeights(2000, 1);
  llvm::Type* pointer = ir_.getPtrTy();
  llvm::Type* i32 = ir_.getInt32Ty();
  const auto element = [&](llvm::Value* table, llvm::Value* index, std::size_t bytes) {
    return ir_.CreateGEP(llvm::ArrayType::get(ir_.getInt8Ty(), bytes), table, index);
  };
  llvm::Value* index = function_->getArg(2);
  llvm::Value* calls = ir_.CreateLoad(pointer, in_frame(offsetof(Frame, short_calls)));
  llvm::Value* call = element(calls, ir_.CreateAnd(index, eu::kShortCalls - 1), sizeof(ShortCall));
  const auto member = [&](std::size_t offset) {
    return ir_.CreateLoad(pointer,
                          ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), call, static_cast<unsigned>(offset)));
  };
  llvm::Value* instructions = ir_.CreateLoad(pointer, in_frame(offsetof(Frame, instructions)));
  llvm::Value* instruction = element(instructions, index, sizeof(isa::Instruction));
  llvm::Value* exists = ir_.CreateICmpEQ(member(offsetof(ShortCall, instruction)), instruction);
  llvm::Value* all = ir_.getInt32(static_cast<std::uint32_t>(low_mask(shape_.prepared_channels)));
  llvm::Value* is_usual =
      shape_.response.empty() ? ir_.CreateICmpNE(channels_, ir_.getInt32(0)) : ir_.CreateICmpEQ(channels_, all);
  ir_.CreateCondBr(ir_.CreateAnd(exists, is_usual), prepared, other, likely);
  ir_.SetInsertPoint(prepared);
  store_vectors(offsetof(Frame, payload), payload_, shape_.payload);
  llvm::Value* calling = in_frame(offsetof(Frame, calling));
  ir_.CreateStore(ir_.CreateAdd(index, ir_.getInt32(1)), calling);
  ir_.CreateStore(channels_, in_frame(offsetof(Frame, calling_channels)));
  auto* type = llvm::FunctionType::get(i32, {pointer, i32, pointer, pointer}, false);
  auto* is_done = ir_.CreateCall(type, member(offsetof(ShortCall, call)),
                                 {member(offsetof(ShortCall, message)), channels_, in_frame(offsetof(Frame, payload)),
                                  in_frame(offsetof(Frame, response))});
  is_done->setDoesNotThrow();
  ir_.CreateCondBr(ir_.CreateICmpNE(is_done, ir_.getInt32(0)), done, other, likely);
  ir_.SetInsertPoint(done);
  ir_.CreateStore(ir_.getInt32(0), calling);
  end_path(load_response());
  ir_.SetInsertPoint(other);
}

// Records the last path of the general function: the port executes the message.
void MessageRecorder::call_port() {
  store_vectors(offsetof(Frame, payload), payload_, shape_.payload);
  store_vectors(offsetof(Frame, response), before_, shape_.response);
  std::vector<llvm::Value*> arguments{function_->getArg(0), function_->getArg(2), channels_};
  if (shape_.access)
    arguments.insert(arguments.end(), {function_->getArg(1), ir_.getInt32(space_code(space())),
                                       ir_.getInt32(shape_.access->reach()), wanted_});
  llvm::CallInst* status = call_runtime(shape_.access ? kSendMemoryMessage : kSendMessage, arguments);
  status->addFnAttr(llvm::Attribute::Cold);
  end_path(status, load_response());
}

}  // namespace eugene::jit
