// Sends whose message is known when they are recorded. Sends of one kind share a function
// (jit/message/message_recorder.h).
#include <llvm/IR/MDBuilder.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "eu/interpreter.h"
#include "isa/message/registers.h"
#include "jit/frame.h"
#include "jit/message/message_recorder.h"
#include "jit/record/kernel_recorder.h"

namespace eugene::jit {
namespace {

// What is inlined, in LLVM's instructions: a kernel of a thousand sends shall compile too.
constexpr unsigned kInlined = 6000;

std::optional<unsigned> first_register(const isa::Operand& operand, unsigned count) {
  if (count == 0 || operand.is_null()) return 0U;
  if (operand.indirect || operand.file != isa::RegFile::grf || operand.nr + count > eu::kGrfCount) return std::nullopt;
  return operand.nr;
}

// Byte places in the Thread of vectors that fill `registers` one after the other.
std::vector<std::vector<unsigned>> places_of(const std::vector<VectorShape>& vectors,
                                             const std::vector<unsigned>& registers) {
  std::vector<std::vector<unsigned>> found;
  unsigned at = 0;
  for (const VectorShape& each : vectors) {
    std::vector<unsigned>& places = found.emplace_back();
    for (unsigned i = 0; i < each.count; ++i, at += each.bytes)
      places.push_back(registers[at / eu::kGrfBytes] * eu::kGrfBytes + at % eu::kGrfBytes);
  }
  return found;
}

std::vector<unsigned> run_of(unsigned first, unsigned count) {
  std::vector<unsigned> found(count);
  for (unsigned i = 0; i < count; ++i) found[i] = first + i;
  return found;
}

}  // namespace

// Nothing if the message is known only when it is sent.
std::optional<KernelRecorder::Message> KernelRecorder::message_of(const Op& op) const {
  const isa::Instruction& inst = instruction(op);
  const isa::SendFields& send = inst.send;
  if (send.descriptor_in_a0 || send.extended_descriptor_in_a0) return std::nullopt;
  // These wait for other threads first.
  if (inst.row().has(isa::kWaits)) return std::nullopt;
  const auto message = isa::decode_message(*kernel_.program().gen, send.sfid, send.descriptor, 0);
  if (!message) return std::nullopt;
  Message found{.message = *message};
  const auto add = [&](const isa::Operand& operand, unsigned count) {
    const auto first = first_register(operand, count);
    if (!first) return false;
    for (unsigned i = 0; i < count && !operand.is_null(); ++i) found.payload.push_back(*first + i);
    return true;
  };
  const isa::MessageRegisters registers = isa::message_registers(inst);
  // send_message() counts on the first payload being all there.
  if (inst.src[0].is_null() || !add(inst.src[0], registers.payload)) return std::nullopt;
  if (!add(inst.src[1], registers.extended_payload)) return std::nullopt;
  const auto response = first_register(inst.dst, registers.response);
  if (!response) return std::nullopt;
  found.response = *response;
  found.responses = registers.response;
  return found;
}

void KernelRecorder::record_message(const Op& op, const Message& message) {
  MessageShape shape =
      message_shape(*kernel_.program().gen, message.message, static_cast<unsigned>(message.payload.size()),
                    message.responses, instruction(op).exec_size);
  llvm::Value* slot = window_slot(shape);
  if (slot == nullptr) {
    shape.access.reset();
    slot = windows_;
  }
  llvm::Value* channels = message_channels(op);
  std::vector<llvm::Value*> arguments{function_->getArg(0), slot, ir_.getInt32(op.index), channels};
  const auto payload = places_of(shape.payload, message.payload);
  for (std::size_t i = 0; i < payload.size(); ++i)
    arguments.push_back(registers_->gather(payload[i], shape.payload[i].bytes));
  const auto response = places_of(shape.response, run_of(message.response, message.responses));
  for (std::size_t i = 0; i < response.size(); ++i)
    arguments.push_back(registers_->gather(response[i], shape.response[i].bytes));
  // If the code is left here, all is in place.
  if (!pending_masked_.empty()) flush_counts();
  if (assumptions_.remains == Remains::registers) registers_->write_back();
  auto* answer = ir_.CreateCall(message_function(op, message, shape), arguments);
  answer->setDoesNotThrow();
  message_calls_.push_back({answer, loops_around(op.index)});
  stop_in_message(ir_.CreateExtractValue(answer, static_cast<unsigned>(response.size())), channels);
  for (unsigned i = 0; i < response.size(); ++i)
    registers_->scatter(response[i], shape.response[i].bytes, ir_.CreateExtractValue(answer, i));
  count(op, channels);
}

llvm::Function* KernelRecorder::message_function(const Op& op, const Message& message, const MessageShape& shape) {
  const isa::Instruction& inst = instruction(op);
  llvm::Function*& found = message_functions_[{static_cast<std::uint32_t>(inst.send.sfid), inst.send.descriptor,
                                               static_cast<std::uint32_t>(message.payload.size()), message.responses,
                                               inst.exec_size, shape.access.has_value()}];
  if (found == nullptr) {
    const std::string name = (function_->getName() + ".message" + llvm::Twine(message_functions_.size())).str();
    found = MessageRecorder(unit_, host_, shape).record(name);
  }
  return found;
}

// Messages to a buffer share a window. Addresses may be anywhere, so that messages have a window each while there are
// slots; some are left for buffers. Null where no window is of use, or all are taken.
llvm::Value* KernelRecorder::window_slot(const MessageShape& shape) {
  constexpr unsigned kSlotsOfAddresses = eu::WindowTable::kSlots * 3 / 4;
  if (!shape.access) return nullptr;
  const auto [known, is_new] = window_slots_.try_emplace({space_code(shape.access->space), shape.access->reach()}, 0);
  if (is_new || (shape.access->space.a64 && slots_ < kSlotsOfAddresses)) {
    if (slots_ == eu::WindowTable::kSlots) {
      window_slots_.erase(known);
      return nullptr;
    }
    known->second = slots_++;
  }
  return ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), windows_,
                                        known->second * static_cast<unsigned>(sizeof(eu::WindowTable::Slot)));
}

// Leaves the code if the message has not been done. Its channels count, the instruction does not.
void KernelRecorder::stop_in_message(llvm::Value* status, llvm::Value* channels) {
  if (message_stop_ == nullptr) {
    const llvm::IRBuilderBase::InsertPointGuard guard(ir_);
    message_stop_ = create_block("message_stop");
    ir_.SetInsertPoint(message_stop_);
    stop_channels_ = ir_.CreatePHI(ir_.getInt32Ty(), 0);
    stop_executed_ = ir_.CreatePHI(ir_.getInt64Ty(), 0);
    stop_lanes_ = ir_.CreatePHI(ir_.getInt64Ty(), 0);
    auto* type = llvm::FunctionType::get(ir_.getInt32Ty(), {ir_.getPtrTy(), ir_.getPtrTy()}, false);
    auto* why = ir_.CreateCall(unit_.module->getOrInsertFunction(kStopInMessage, type),
                               {function_->getArg(0), function_->getArg(1)});
    why->setDoesNotThrow();
    llvm::Value* lanes =
        ir_.CreateZExt(ir_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, stop_channels_), ir_.getInt64Ty());
    lanes = ir_.CreateAdd(lanes, stop_lanes_);
    exit_why_->addIncoming(why, message_stop_);
    exit_executed_->addIncoming(ir_.CreateAdd(ir_.CreateLoad(ir_.getInt64Ty(), executed_), stop_executed_),
                                message_stop_);
    exit_lanes_->addIncoming(ir_.CreateAdd(ir_.CreateLoad(ir_.getInt64Ty(), lane_operations_), lanes), message_stop_);
    ir_.CreateBr(exit_);
  }
  auto* answered = create_block("answered");
  stop_channels_->addIncoming(channels, ir_.GetInsertBlock());
  // Constants, that nothing be added on the way of messages that are done.
  stop_executed_->addIncoming(ir_.getInt64(pending_instructions_), ir_.GetInsertBlock());
  stop_lanes_->addIncoming(ir_.getInt64(pending_lanes_), ir_.GetInsertBlock());
  ir_.CreateCondBr(ir_.CreateICmpEQ(status, ir_.getInt32(static_cast<std::uint32_t>(eu::SendStatus::done))), answered,
                   message_stop_, llvm::MDBuilder(*unit_.context).createBranchWeights(2000, 1));
  ir_.SetInsertPoint(answered);
}

unsigned KernelRecorder::loops_around(std::uint32_t index) const {
  return static_cast<unsigned>(
      std::ranges::count_if(loops_, [index](const auto& loop) { return loop.first <= index && index <= loop.second; }));
}

// Those in the innermost loops first, while there is room.
void KernelRecorder::inline_messages() {
  std::ranges::stable_sort(message_calls_, std::ranges::greater(), &MessageCall::depth);
  std::map<const llvm::Function*, unsigned> sizes;
  for (const auto& [kind, function] : message_functions_) sizes[function] = function->getInstructionCount();
  unsigned left = kInlined;
  for (const MessageCall& each : message_calls_) {
    const unsigned size = sizes[each.call->getCalledFunction()];
    if (size > left) continue;
    left -= size;
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(*each.call, info);
  }
  for (const auto& [kind, function] : message_functions_)
    if (function->use_empty()) function->eraseFromParent();
}

}  // namespace eugene::jit
