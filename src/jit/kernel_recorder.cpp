#include "jit/kernel_recorder.h"

#include <algorithm>
#include <bit>
#include <set>

#include "eu/interpreter.h"
#include "jit/frame.h"

namespace eugene::jit {

using eu::Action;

std::optional<std::string> KernelRecorder::refusal(const eu::Kernel& kernel) {
  if (kernel.decoded().joins_anywhere) return "a branch target is known only at run time";
  // Registers are SSA values: LLVM's time grows faster than the kernel, and saving all of them around every indirect
  // operand makes any kernel long.
  constexpr std::size_t kLongest = 1000;  // instructions
  if (kernel.decoded().ops.size() > kLongest) return "it is too long";
  const auto is_indirect = [](const eu::SourcePlan& plan) {
    return plan.kind == eu::SourcePlan::Kind::indirect || plan.kind == eu::SourcePlan::Kind::rows;
  };
  for (const Op& op : kernel.decoded().ops) {
    if (op.has_breakpoint) return "it has breakpoints";
    if (op.destination.kind == eu::DestinationPlan::Kind::indirect || std::ranges::any_of(op.source, is_indirect))
      return "it addresses registers indirectly";
  }
  return std::nullopt;
}

KernelRecorder::KernelRecorder(const eu::Kernel& kernel, std::vector<std::uint32_t> control, const HostCompiler& host)
    : kernel_(kernel), ops_(kernel.decoded().ops), control_(std::move(control)), host_(host), ir_(*unit_.context) {}

Recorded KernelRecorder::record(const std::string& name) {
  entries_ = find_entries();
  create_function(name);
  record_entry();
  record_exit();
  for (const Op& op : ops_) {
    // The block before runs into this one.
    if (ir_.GetInsertBlock()->getTerminator() == nullptr) {
      flush_counts();
      ir_.CreateBr(block(op.index));
    }
    ir_.SetInsertPoint(block(op.index));
    if (op.rejoins) rejoin(op);
    record_instruction(op);
  }
  if (ir_.GetInsertBlock()->getTerminator() == nullptr) {
    flush_counts();
    ir_.CreateBr(blocks_.back());
  }
  // Past the end: what happens there is the interpreter's to say.
  ir_.SetInsertPoint(blocks_.back());
  if (!ops_.empty()) {
    Op end = ops_.back();
    end.index = static_cast<std::uint32_t>(ops_.size());
    end.ip = static_cast<std::uint32_t>((kernel_.decoded().index_of.size() - 1) * 8);
    leave(kInterpret, end);
  }
  return {std::move(unit_), entries_};
}

// Where a thread can come back to: the start, what can suspend it, and the targets of backward branches, where the
// budget is checked.
std::vector<std::uint32_t> KernelRecorder::find_entries() const {
  std::set<std::uint32_t> found{0};
  for (const Op& op : ops_) {
    if (op.action == Action::send || op.action == Action::wait) found.insert(op.index);
    if (op.action != Action::jump && op.action != Action::branch) continue;
    if (op.jip <= op.index) found.insert(op.jip);
    if (op.uip <= op.index) found.insert(op.uip);
  }
  return {found.begin(), found.end()};
}

void KernelRecorder::create_function(const std::string& name) {
  llvm::Type* pointer = ir_.getPtrTy();
  auto* type = llvm::FunctionType::get(ir_.getInt32Ty(), {pointer, pointer, ir_.getInt32Ty()}, false);
  function_ = llvm::Function::Create(type, llvm::Function::ExternalLinkage, name, *unit_.module);
  function_->addParamAttr(0, llvm::Attribute::NoAlias);
  host_.prepare(*function_);
  ir_.SetInsertPoint(llvm::BasicBlock::Create(*unit_.context, "entry", function_));
  for (std::size_t i = 0; i <= ops_.size(); ++i)
    blocks_.push_back(llvm::BasicBlock::Create(*unit_.context, "i" + std::to_string(i), function_));
}

void KernelRecorder::record_entry() {
  llvm::Type* i32 = ir_.getInt32Ty();
  llvm::Type* i64 = ir_.getInt64Ty();
  registers_.emplace(ir_, function_->getArg(1));
  running_ = ir_.CreateAlloca(i32);
  executed_ = ir_.CreateAlloca(i64);
  lane_operations_ = ir_.CreateAlloca(i64);
  const auto frame = [&](std::size_t offset) {
    return ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), function_->getArg(0), static_cast<unsigned>(offset));
  };
  const auto state = [&](llvm::Type* type, std::size_t offset) {
    return ir_.CreateLoad(type, registers_->in_thread(static_cast<unsigned>(offset)));
  };
  registers_->load_all();
  set_running(state(i32, offsetof(eu::Thread, running)));
  ir_.CreateStore(state(i64, offsetof(eu::Thread, instructions_executed)), executed_);
  ir_.CreateStore(state(i64, offsetof(eu::Thread, lane_operations)), lane_operations_);
  budget_ = ir_.CreateLoad(i64, frame(offsetof(Frame, budget)));
  llvm::Value* waiting = ir_.CreateLoad(ir_.getPtrTy(), frame(offsetof(Frame, waiting)));
  for (const Op& op : ops_) {
    if (!op.rejoins) continue;
    waiting_[op.index] = ir_.CreateAlloca(i32);
    ir_.CreateStore(ir_.CreateLoad(i32, ir_.CreateConstInBoundsGEP1_32(i32, waiting, op.index)), waiting_[op.index]);
  }
  auto* choose = ir_.CreateSwitch(function_->getArg(2), blocks_.back());
  for (const std::uint32_t entry : entries_) choose->addCase(ir_.getInt32(entry), block(entry));
}

// One way out for all: the registers are saved in one place.
void KernelRecorder::record_exit() {
  llvm::BasicBlock* before = ir_.GetInsertBlock();
  exit_ = llvm::BasicBlock::Create(*unit_.context, "exit", function_);
  ir_.SetInsertPoint(exit_);
  exit_why_ = ir_.CreatePHI(ir_.getInt32Ty(), 0);
  exit_ip_ = ir_.CreatePHI(ir_.getInt32Ty(), 0);
  registers_->save_all();
  set_state(offsetof(eu::Thread, ip), exit_ip_);
  set_state(offsetof(eu::Thread, running), running());
  set_state(offsetof(eu::Thread, instructions_executed), ir_.CreateLoad(ir_.getInt64Ty(), executed_));
  set_state(offsetof(eu::Thread, lane_operations), ir_.CreateLoad(ir_.getInt64Ty(), lane_operations_));
  llvm::Value* waiting = ir_.CreateLoad(
      ir_.getPtrTy(), ir_.CreateConstInBoundsGEP1_32(ir_.getInt8Ty(), function_->getArg(0), offsetof(Frame, waiting)));
  for (const auto& [index, variable] : waiting_) {
    ir_.CreateStore(ir_.CreateLoad(ir_.getInt32Ty(), variable),
                    ir_.CreateConstInBoundsGEP1_32(ir_.getInt32Ty(), waiting, index));
  }
  ir_.CreateRet(exit_why_);
  ir_.SetInsertPoint(before);
}

void KernelRecorder::leave(std::uint32_t why, const Op& op) {
  flush_counts();
  exit_why_->addIncoming(ir_.getInt32(why), ir_.GetInsertBlock());
  exit_ip_->addIncoming(ir_.getInt32(op.ip), ir_.GetInsertBlock());
  ir_.CreateBr(exit_);
}

void KernelRecorder::record_instruction(const Op& op) {
  const bool is_loop_head =
      std::ranges::binary_search(entries_, op.index) && op.action != Action::send && op.action != Action::wait;
  if (is_loop_head) {
    auto* over = llvm::BasicBlock::Create(*unit_.context, "over", function_);
    auto* within = llvm::BasicBlock::Create(*unit_.context, "within", function_);
    ir_.CreateCondBr(ir_.CreateICmpUGE(ir_.CreateLoad(ir_.getInt64Ty(), executed_), budget_), over, within);
    ir_.SetInsertPoint(over);
    leave(eu::Stop::out_of_budget, op);
    ir_.SetInsertPoint(within);
  }
  switch (op.action) {
    case Action::nop: ++pending_instructions_; return;
    case Action::alu:
    case Action::compare:
    case Action::select:
    case Action::select_compare: return record_alu(op);
    case Action::jump: return record_jump(op);
    case Action::branch: return record_branch(op);
    case Action::send: return record_send(op);
    case Action::wait: return record_wait(op);
    case Action::fault: break;
  }
  leave(kInterpret, op);
}

void KernelRecorder::count(const Op& op, llvm::Value* channels) {
  ++pending_instructions_;
  if (op.predicated && op.action != Action::select) {
    add_lanes(channels);
  } else if (op.no_mask) {
    pending_lanes_ += static_cast<unsigned>(std::popcount(op.all & op.write_mask));
  } else {
    ++pending_masked_[{op.channel_offset, op.all & op.write_mask}];
  }
}

void KernelRecorder::add_lanes(llvm::Value* channels) {
  llvm::Type* i64 = ir_.getInt64Ty();
  llvm::Value* lanes = ir_.CreateZExt(ir_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, channels), i64);
  ir_.CreateStore(ir_.CreateAdd(ir_.CreateLoad(i64, lane_operations_), lanes), lane_operations_);
}

void KernelRecorder::flush_counts() {
  if (pending_instructions_ == 0) return;
  llvm::Type* i64 = ir_.getInt64Ty();
  const auto add = [&](llvm::Value* variable, llvm::Value* amount) {
    ir_.CreateStore(ir_.CreateAdd(ir_.CreateLoad(i64, variable), amount), variable);
  };
  add(executed_, ir_.getInt64(pending_instructions_));
  llvm::Value* lanes = ir_.getInt64(pending_lanes_);
  for (const auto& [mask, instructions] : pending_masked_) {
    llvm::Value* channels = ir_.CreateAnd(ir_.CreateLShr(running(), mask.first), mask.second);
    llvm::Value* bits = ir_.CreateZExt(ir_.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, channels), i64);
    lanes = ir_.CreateAdd(lanes, ir_.CreateMul(bits, ir_.getInt64(instructions)));
  }
  add(lane_operations_, lanes);
  pending_instructions_ = 0;
  pending_lanes_ = 0;
  pending_masked_.clear();
}

llvm::Value* KernelRecorder::rotate_right(llvm::Value* bits, unsigned count) {
  if (count % 32 == 0) return bits;
  return ir_.CreateIntrinsic(llvm::Intrinsic::fshr, {bits->getType()}, {bits, bits, ir_.getInt32(count % 32)});
}

llvm::Value* KernelRecorder::predicate(const Op& op) {
  const auto lane = [&](llvm::Value* bits) {
    return Value<std::uint32_t>{&ir_, ir_.CreateBitCast(bits, vector_type<std::uint32_t>(*unit_.context, 1))};
  };
  const bool two = kernel_.program().gen->flag_registers > 1;
  const bool vertical = op.pred_control == isa::PredControl::anyv || op.pred_control == isa::PredControl::allv;
  const auto flag = lane(rotate_right(registers_->flag(op.flag_nr), op.flag_shift));
  auto other = flag;
  if (vertical)
    other = lane(two ? rotate_right(registers_->flag(1U - op.flag_nr), op.flag_shift)
                     : rotate_right(registers_->flag(0), op.flag_shift ^ 16U));
  const auto result = sem::predicate_channels(op.pred_control, op.pred_inverse, flag, other);
  return ir_.CreateBitCast(result.value, ir_.getInt32Ty());
}

llvm::Value* KernelRecorder::enabled(const Op& op) {
  llvm::Value* channels = ir_.getInt32(op.all);
  if (!op.no_mask) channels = ir_.CreateAnd(ir_.CreateLShr(running(), op.channel_offset), op.all);
  return op.predicated && op.action != Action::select ? ir_.CreateAnd(channels, predicate(op)) : channels;
}

llvm::Value* KernelRecorder::channel_mask(llvm::Value* bits, unsigned count) {
  const std::uint64_t all = low_mask(count);
  if (auto* known = llvm::dyn_cast<llvm::ConstantInt>(bits); known != nullptr && (known->getZExtValue() & all) == all)
    return nullptr;
  llvm::Value* narrow = ir_.CreateTrunc(bits, ir_.getIntNTy(count));
  return ir_.CreateBitCast(narrow, llvm::FixedVectorType::get(ir_.getInt1Ty(), count));
}

llvm::Value* KernelRecorder::mask_bits(llvm::Value* mask) {
  const unsigned count = llvm::cast<llvm::FixedVectorType>(mask->getType())->getNumElements();
  return ir_.CreateZExt(ir_.CreateBitCast(mask, ir_.getIntNTy(count)), ir_.getInt32Ty());
}

void KernelRecorder::write_flags(const Op& op, llvm::Value* mask, llvm::Value* channels) {
  const unsigned left = (32U - op.flag_shift) % 32;
  llvm::Value* written = rotate_right(channels, left);
  llvm::Value* bits = ir_.CreateAnd(rotate_right(mask_bits(mask), left), written);
  llvm::Value* kept = ir_.CreateAnd(registers_->flag(op.flag_nr), ir_.CreateNot(written));
  registers_->set_flag(op.flag_nr, ir_.CreateOr(kept, bits));
}

llvm::CallInst* KernelRecorder::call(const char* name, llvm::Type* result, const Op& op) {
  flush_counts();
  set_state(offsetof(eu::Thread, running), running());
  set_state(offsetof(eu::Thread, lane_operations), ir_.CreateLoad(ir_.getInt64Ty(), lane_operations_));
  set_state(offsetof(eu::Thread, instructions_executed), ir_.CreateLoad(ir_.getInt64Ty(), executed_));
  auto* type = llvm::FunctionType::get(result, {ir_.getPtrTy(), ir_.getInt32Ty()}, false);
  auto* made =
      ir_.CreateCall(unit_.module->getOrInsertFunction(name, type), {function_->getArg(0), ir_.getInt32(op.index)});
  ir_.CreateStore(ir_.CreateLoad(ir_.getInt64Ty(), registers_->in_thread(offsetof(eu::Thread, lane_operations))),
                  lane_operations_);
  return made;
}

sem::Mode KernelRecorder::mode(const Op& op) const {
  sem::Mode result = sem::mode_of(*kernel_.program().gen, control_[op.index]);
  result.shift_count_mask = op.shift_count_mask;
  result.multiplies_low_word = op.multiplies_low_word;
  return result;
}

}  // namespace eugene::jit
