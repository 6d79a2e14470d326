#include "jit/record/kernel_recorder.h"

#include <llvm/IR/MDBuilder.h>

#include "eu/interpreter.h"
#include "jit/frame.h"
#include "jit/record/control_modes.h"

namespace eugene::jit {

using eu::Action;

KernelRecorder::KernelRecorder(const eu::Kernel& kernel, const Assumptions& assumptions, const HostCompiler& host)
    : kernel_(kernel),
      ops_(kernel.decoded().ops),
      assumptions_(assumptions),
      versions_(versions_of(kernel, assumptions.coverage)),
      control_(control_before(kernel, assumptions.control)),
      host_(host),
      ir_(*unit_.context) {}

Recorded KernelRecorder::record(const std::string& name) {
  find_joins();
  find_entries();
  if (assumptions_.remains == Remains::counts)
    for (const Version version : {kFull, kPartial})
      if (has(version)) live_[version].emplace(kernel_.program(), kernel_.decoded(), version == kFull);
  create_function(name);
  record_entry();
  record_exit();
  const auto size = static_cast<std::uint32_t>(ops_.size());
  for (const Version version : {kFull, kPartial}) {
    if (!has(version)) continue;
    version_ = version;
    for (const Op& op : ops_) {
      begin_instruction(op);
      if (live_[version_]) registers_->set_wanted(live_[version_]->around(op));
      record_instruction(op);
    }
    if (ir_.GetInsertBlock()->getTerminator() == nullptr) run_into(size);
  }
  // Past the end: what happens there is the interpreter's to say.
  registers_->forget();
  ir_.SetInsertPoint(block(size));
  set_state(offsetof(eu::Thread, ip),
            ir_.getInt32(static_cast<std::uint32_t>((kernel_.decoded().index_of.size() - 1) * 8)));
  leave(kInterpret, nullptr);
  inline_messages();
  return {std::move(unit_), std::move(entries_), std::move(joins_)};
}

void KernelRecorder::create_function(const std::string& name) {
  llvm::Type* pointer = ir_.getPtrTy();
  auto* type = llvm::FunctionType::get(ir_.getInt32Ty(), {pointer, pointer, pointer, ir_.getInt32Ty()}, false);
  function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, *unit_.module);
  for (const unsigned argument : {0U, 1U, 2U}) function_->addParamAttr(argument, llvm::Attribute::NoAlias);
  function_->addDereferenceableParamAttr(0, sizeof(Frame));
  function_->addDereferenceableParamAttr(1, sizeof(eu::Thread));
  function_->addDereferenceableParamAttr(2, 4 * joins_.size());
  function_->addParamAttr(1, llvm::Attribute::getWithAlignment(*unit_.context, llvm::Align(alignof(eu::Thread))));
  function_->addFnAttr(llvm::Attribute::NoUnwind);
  host_.prepare(*function_);
  ir_.SetInsertPoint(create_block("entry"));
  registers_.emplace(ir_, function_->getArg(1));
  for (auto& blocks : blocks_) blocks.resize(ops_.size() + 1);
}

void KernelRecorder::record_entry() {
  llvm::Type* i32 = ir_.getInt32Ty();
  llvm::Type* i64 = ir_.getInt64Ty();
  running_ = ir_.CreateAlloca(i32);
  executed_ = ir_.CreateAlloca(i64);
  lane_operations_ = ir_.CreateAlloca(i64);
  resume_ = ir_.CreateAlloca(i32);
  const auto state = [&](llvm::Type* type, std::size_t offset) {
    return ir_.CreateLoad(type, registers_->in_thread(static_cast<unsigned>(offset)));
  };
  set_running(state(i32, offsetof(eu::Thread, running)));
  ir_.CreateStore(state(i64, offsetof(eu::Thread, instructions_executed)), executed_);
  ir_.CreateStore(state(i64, offsetof(eu::Thread, lane_operations)), lane_operations_);
  ir_.CreateStore(function_->getArg(3), resume_);
  const auto of_frame = [&](llvm::Type* type, std::size_t offset) {
    return ir_.CreateLoad(
        type, ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), function_->getArg(0), static_cast<unsigned>(offset)));
  };
  budget_ = of_frame(i64, offsetof(Frame, budget));
  windows_ = of_frame(ir_.getPtrTy(), offsetof(Frame, windows));
  const auto enter = [&](Version version) {
    auto* choose = ir_.CreateSwitch(function_->getArg(3), block(static_cast<std::uint32_t>(ops_.size())));
    for (const std::uint32_t entry : entries_)
      choose->addCase(ir_.getInt32(entry), block(first_step_to(entry, 0), version));
  };
  if (has(kFull)) {
    auto* full = create_block("full");
    auto* partial = create_block("partial");
    ir_.CreateCondBr(all_run(), full, partial);
    ir_.SetInsertPoint(full);
    enter(kFull);
    ir_.SetInsertPoint(partial);
    if (!has(kPartial)) ir_.CreateRet(ir_.getInt32(kInterpret));
  }
  if (has(kPartial)) enter(kPartial);
}

// One way out for all. Registers, flags and parked channels are in memory already.
void KernelRecorder::record_exit() {
  llvm::BasicBlock* before = ir_.GetInsertBlock();
  exit_ = create_block("exit");
  ir_.SetInsertPoint(exit_);
  exit_why_ = ir_.CreatePHI(ir_.getInt32Ty(), 0);
  exit_executed_ = ir_.CreatePHI(ir_.getInt64Ty(), 0);
  exit_lanes_ = ir_.CreatePHI(ir_.getInt64Ty(), 0);
  if (has(kPartial)) set_state(offsetof(eu::Thread, running), running());  // in the full version all do
  set_state(offsetof(eu::Thread, instructions_executed), exit_executed_);
  set_state(offsetof(eu::Thread, lane_operations), exit_lanes_);
  ir_.CreateRet(exit_why_);
  ir_.SetInsertPoint(before);
}

void KernelRecorder::leave_aside(std::uint32_t why, const Op* op) {
  const bool has_ended = why == static_cast<std::uint32_t>(eu::Stop::end_of_thread);
  if (!has_ended || assumptions_.remains == Remains::registers) registers_->write_back_aside();
  const Counts now = counts();
  if (op != nullptr) set_state(offsetof(eu::Thread, ip), ir_.getInt32(op->ip));
  exit_why_->addIncoming(ir_.getInt32(why), ir_.GetInsertBlock());
  exit_executed_->addIncoming(now.instructions, ir_.GetInsertBlock());
  exit_lanes_->addIncoming(now.lanes, ir_.GetInsertBlock());
  ir_.CreateBr(exit_);
}

void KernelRecorder::leave(std::uint32_t why, const Op* op) {
  leave_aside(why, op);
  drop_counts();
  registers_->forget();
}

void KernelRecorder::leave_if(llvm::Value* condition, std::uint32_t why, const Op* op) {
  auto* leaving = create_block("leaving");
  auto* on = create_block("on");
  ir_.CreateCondBr(condition, leaving, on, llvm::MDBuilder(*unit_.context).createBranchWeights(1, 2000));
  ir_.SetInsertPoint(leaving);
  leave_aside(why, op);
  ir_.SetInsertPoint(on);
}

// Ends the block: control goes on at another.
void KernelRecorder::run_into(std::uint32_t index) {
  flush_counts();
  registers_->write_back();
  ir_.CreateBr(block(index));
}

void KernelRecorder::begin_instruction(const Op& op) {
  if (live_[version_]) registers_->set_wanted(live_[version_]->before(op.index));
  const bool runs_into = ir_.GetInsertBlock()->getTerminator() == nullptr;
  if (!begins_block_[version_][op.index]) {
    // Behind a branch: what is known of the registers there holds here too.
    if (!runs_into) ir_.SetInsertPoint(block(op.index));
    return;
  }
  if (runs_into) run_into(op.index);
  registers_->forget();
  ir_.SetInsertPoint(block(op.index));
  if (is_arrival(op.index)) record_resumption(op);
  if (!is_join(op.index) || is_full()) return;
  rejoin(op);
  if (has(kFull) && !is_in_closed_loop(op.index)) return_to_full(op);
}

void KernelRecorder::record_instruction(const Op& op) {
  if (is_left_to_interpreter(op)) return leave(kInterpret, &op);
  if (loops_.contains(op.index))
    leave_if(ir_.CreateICmpUGE(ir_.CreateLoad(ir_.getInt64Ty(), executed_), budget_), eu::Stop::out_of_budget, op);
  switch (op.action) {
    case Action::nop: ++pending_instructions_; return;
    case Action::jump: return record_jump(op);
    case Action::branch: return record_branch(op);
    case Action::send: return record_send(op);
    case Action::wait: return record_wait(op);
    default: return record_alu(op);
  }
}

llvm::CallInst* KernelRecorder::call(const char* name, llvm::Type* result, const Op& op,
                                     llvm::ArrayRef<llvm::Value*> more) {
  flush_counts();
  registers_->write_back();
  set_state(offsetof(eu::Thread, running), running());
  set_state(offsetof(eu::Thread, lane_operations), ir_.CreateLoad(ir_.getInt64Ty(), lane_operations_));
  set_state(offsetof(eu::Thread, instructions_executed), ir_.CreateLoad(ir_.getInt64Ty(), executed_));
  std::vector<llvm::Value*> arguments{function_->getArg(0), function_->getArg(1), ir_.getInt32(op.index)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  std::vector<llvm::Type*> types;
  for (const llvm::Value* each : arguments) types.push_back(each->getType());
  auto* type = llvm::FunctionType::get(result, types, false);
  auto* made = ir_.CreateCall(unit_.module->getOrInsertFunction(name, type), arguments);
  made->setDoesNotThrow();
  ir_.CreateStore(ir_.CreateLoad(ir_.getInt64Ty(), registers_->in_thread(offsetof(eu::Thread, lane_operations))),
                  lane_operations_);
  registers_->forget();
  return made;
}

sem::Mode KernelRecorder::mode(const Op& op) const {
  sem::Mode result = sem::mode_of(*kernel_.program().gen, *control_[op.index]);
  result.shift_count_mask = op.shift_count_mask;
  result.multiplies_low_word = op.multiplies_low_word;
  return result;
}

}  // namespace eugene::jit
